/** Looks at files of a tree that nobody has vetted: only plain files are opened, and a link that leads out is not there. */
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
import { errnoOf } from "../core/base/error.ts";

type Place = {
  readonly kind: "file" | "directory" | "other" | "closed";
  readonly real: string;
  readonly size: number;
};

export type RepoFiles = {
  /** Undefined where there is nothing, or a link to somewhere else. Paths are as `innerPath` gives them. */
  place(path: string): Place | undefined;
  read(path: string, maxBytes: number): string | undefined;
  names(directory: string): readonly string[];
};

export function repoFiles(root: string): RepoFiles {
  const top = topOf(root);
  const places = new Map<string, Place | undefined>();

  const place = (path: string): Place | undefined => {
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

function topOf(root: string): Place {
  try {
    return { kind: "directory", real: realpathSync.native(root), size: 0 };
  } catch {
    return { kind: "closed", real: root, size: 0 }; // a tree that cannot be seen proves nothing missing
  }
}

/** Below a directory that may not be entered, nothing can be said to be missing. */
function closedOnly(parent: Place | undefined): Place | undefined {
  return parent?.kind === "closed" ? parent : undefined;
}

const MISSING: ReadonlySet<string | undefined> = new Set(["ENOENT", "ENOTDIR", "ELOOP", "ENAMETOOLONG", "EINVAL"]);

/** The parent is a real path, so that only the last name can be a link. */
function placeIn(parent: Place, name: string, top: string): Place | undefined {
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

function placeOf(real: string, stats: Stats): Place {
  const kind = stats.isFile() ? "file" : stats.isDirectory() ? "directory" : "other";
  return { kind, real, size: stats.size };
}

function isIn(top: string, path: string): boolean {
  return path === top || path.startsWith(top.endsWith(sep) ? top : top + sep);
}

/** A pipe or a link may have taken the file's place since it was looked at: so neither is waited for nor followed. */
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
    // Gone by now, or not ours to read: either way it tells nothing.
    return undefined;
  } finally {
    if (fd !== undefined) closeSync(fd);
  }
}

/** A directory on the way may have been swapped for a link: what was opened knows where it is. */
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
    return []; // it may not be listed
  }
}
