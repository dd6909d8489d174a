/** Reads files of an untrusted tree: opens regular files only, and treats a link that leads out of the tree as missing. */
import {
  closeSync,
  constants,
  fstatSync,
  lstatSync,
  openSync,
  readdirSync,
  readlinkSync,
  readSync,
  realpathSync,
  type Stats,
  statSync,
} from "node:fs";
import { sep } from "node:path";
import { errnoOf } from "../../core/base/error.ts";

type TreeEntry = {
  readonly kind: "file" | "directory" | "other" | "closed";
  readonly real: string;
  readonly size: number;
  readonly isExecutable?: boolean;
};

export type RepoFiles = {
  /** Undefined if there is nothing, or a link that leads out. Takes paths as `innerPath` returns them. */
  place(path: string): TreeEntry | undefined;
  read(path: string, maxBytes: number): string | undefined;
  names(directory: string): readonly string[];
};

export function repoFiles(root: string): RepoFiles {
  const top = topOf(root);
  const places = new Map<string, TreeEntry | undefined>();

  const place = (path: string): TreeEntry | undefined => {
    if (places.has(path)) return places.get(path);
    const slash = path.lastIndexOf("/");
    const parent = slash < 0 ? top : place(path.slice(0, slash));
    const found = parent?.kind === "directory" ? placeIn(parent, path.slice(slash + 1), top.real) : closedOnly(parent);
    places.set(path, found);
    return found;
  };

  return {
    place,
    read(path, maxBytes) {
      const found = place(path);
      return found?.kind === "file" && found.size <= maxBytes ? readPlain(found.real, maxBytes) : undefined;
    },
    names(directory) {
      const found = place(directory);
      return found?.kind === "directory" ? namesIn(found.real) : [];
    },
  };
}

function topOf(root: string): TreeEntry {
  try {
    return { kind: "directory", real: realpathSync.native(root), size: 0 };
  } catch {
    return { kind: "closed", real: root, size: 0 }; // in an unreadable tree nothing counts as missing
  }
}

/** Below an unreadable directory nothing counts as missing. */
function closedOnly(parent: TreeEntry | undefined): TreeEntry | undefined {
  return parent?.kind === "closed" ? parent : undefined;
}

const MISSING: ReadonlySet<string | undefined> = new Set(["ENOENT", "ENOTDIR", "ELOOP", "ENAMETOOLONG", "EINVAL"]);

/** The parent is a real path, so only the last name can be a link. */
function placeIn(parent: TreeEntry, name: string, top: string): TreeEntry | undefined {
  const path = parent.real.endsWith(sep) ? parent.real + name : parent.real + sep + name;
  try {
    const own = lstatSync(path, { throwIfNoEntry: false });
    if (own === undefined) return undefined;
    if (!own.isSymbolicLink()) return placeOf(path, own);
    const real = realpathSync.native(path);
    return isIn(top, real) ? placeOf(real, statSync(real)) : undefined;
  } catch (error) {
    return MISSING.has(errnoOf(error)) ? undefined : { kind: "closed", real: path, size: 0 };
  }
}

function placeOf(real: string, stats: Stats): TreeEntry {
  const kind = stats.isFile() ? "file" : stats.isDirectory() ? "directory" : "other";
  return { kind, real, size: stats.size, isExecutable: (stats.mode & 0o111) !== 0 };
}

function isIn(top: string, path: string): boolean {
  return path === top || path.startsWith(top.endsWith(sep) ? top : top + sep);
}

/** The file may have been replaced by a pipe or a link since the check: so never block, never follow. */
function readPlain(path: string, maxBytes: number): string | undefined {
  let fd: number | undefined;
  try {
    fd = openSync(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0) | (constants.O_NOFOLLOW ?? 0));
    const stats = fstatSync(fd);
    if (!stats.isFile() || stats.size > maxBytes || !isOpenAt(fd, path)) return undefined;
    const bytes = Buffer.allocUnsafe(stats.size);
    let filled = 0;
    while (filled < bytes.length) {
      const got = readSync(fd, bytes, filled, bytes.length - filled, filled);
      if (got === 0) break;
      filled += got;
    }
    return bytes.toString("utf8", 0, filled);
  } catch {
    // Deleted since, or not readable.
    return undefined;
  } finally {
    if (fd !== undefined) closeSync(fd);
  }
}

/** A parent directory may have been replaced by a link: check the path of the opened file itself. */
function isOpenAt(fd: number, path: string): boolean {
  try {
    return readlinkSync(`/proc/self/fd/${fd}`) === path;
  } catch {
    return realpathSync.native(path) === path; // no /proc here
  }
}

function namesIn(directory: string): string[] {
  try {
    return readdirSync(directory).sort();
  } catch {
    return []; // not readable
  }
}
