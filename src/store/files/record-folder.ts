/** A record folder: one `records/` directory with a folder per category; global, of a project, or in a repository. */
import { lstatSync, type Stats, statSync } from "node:fs";
import { dirname, join } from "node:path";
import { systemClock } from "../../core/base/clock.ts";
import { nameMark, sha256 } from "../../core/base/hash.ts";
import { derivedId, isId } from "../../core/base/id.ts";
import type { Version } from "../../core/ports.ts";
import { isInside } from "../../core/project/project.ts";
import { type FileLocation, type ParsedRecord, parseRecord, TEXT_LIMIT_BYTES } from "../../core/record/file.ts";
import type { Head } from "../../core/record/frontmatter.ts";
import { keyFor } from "../../core/record/key.ts";
import { CATEGORIES, type Category, type MemoryRecord, type ProjectId } from "../../core/record/record.ts";
import { screen } from "../../core/screen/clean.ts";
import { cleanInvisible } from "../../core/screen/invisible.ts";
import type { SpaceId } from "../../core/team/rights.ts";
import type { Entry } from "../index/find-entries.ts";
import { type FileBytes, isLink, namesIn, readRegular } from "./durable-files.ts";
import { type Home, projectRecords } from "./home.ts";

export type Folder = {
  /** Names the folder in the index: "global", a project's id, "repo:" and the worktree's root, or "team:" and a space's id. */
  readonly key: string;
  readonly path: string;
  readonly scope: "global" | "project";
  readonly project?: ProjectId;
  readonly fromRepo: boolean;
  /** Set for a folder that a team's space fills. */
  readonly space?: SpaceId;
  /** This person's name in that space. */
  readonly member?: string;
  /** True for the one folder of its scope that new records go to. */
  readonly takesNew: boolean;
  /** Set for a tree made by others: below this real path no link is followed, since it could lead anywhere. */
  readonly within?: string;
};

export function globalFolder(home: Home): Folder {
  return { key: "global", path: home.records, scope: "global", fromRepo: false, takesNew: true };
}

export function projectFolder(home: Home, id: ProjectId): Folder {
  const path = projectRecords(home, id);
  return { key: id, path, scope: "project", project: id, fromRepo: false, takesNew: true };
}

/** The records that a repository carries, in the worktree at this root. */
export function repositoryFolder(root: string, id: ProjectId, { takesNew = false } = {}): Folder {
  const of = { scope: "project", project: id, fromRepo: true, takesNew } as const;
  return { ...of, key: `repo:${root}`, path: repositoryRecords(root), within: root };
}

/** The records of a team's space: those of a project, or those without one. */
export function spaceFolder(
  home: Home,
  { id: space, member }: { readonly id: SpaceId; readonly member: { readonly name: string } },
  { project, takesNew = false }: { readonly project?: ProjectId | undefined; readonly takesNew?: boolean } = {},
): Folder {
  const of = { fromRepo: false, space, member: member.name, takesNew } as const;
  const path = join(home.teams, space);
  if (project === undefined) return { ...of, key: `team:${space}`, path: join(path, "records"), scope: "global" };
  const inside = join(path, "projects", project, "records");
  return { ...of, key: `team:${space}:${project}`, path: inside, scope: "project", project };
}

/** Whether others write to it: a repository's folder or a team's, not the person's own. */
export function isOthers({ fromRepo, space }: Pick<Folder, "fromRepo" | "space">): boolean {
  return fromRepo || space !== undefined;
}

/** The paths of the folders that others write to, to tell their records by their files. */
export function othersPaths(folders: readonly Folder[]): readonly string[] {
  return folders.filter(isOthers).map(({ path }) => `${path}/`);
}

/** The global folder and every project's, also of known projects that have no records yet. */
export function ownFolders(home: Home, known: readonly { readonly id: ProjectId }[] = []): Folder[] {
  const found = namesIn(home.projects).filter((name) => isId(name, "prj"));
  const ids = new Set([...found, ...known.map(({ id }) => id)]);
  return [globalFolder(home), ...[...ids].map((id) => projectFolder(home, id))];
}

/** Where a repository keeps the records that a team shares. */
export function repositoryRecords(root: string): string {
  return join(root, ".oldhand", "records");
}

/** A directory of a record folder that contains records; the empty one is the folder itself. */
export type CategoryFolder = Category | "";
export const CATEGORY_FOLDERS: readonly CategoryFolder[] = ["", ...CATEGORIES];

/** A stamp is trusted once the file is this old: a second change within the clock's precision may not show in it. */
const STILL_MS = 2000;
/** Enough for a statement and a frontmatter at their limits. */
const FILE_LIMIT_BYTES = TEXT_LIMIT_BYTES * 4;
const REASON_CHARS = 300;

/** Size, modification time, change time and inode: tells that a file changed without reading it. */
export type Stamp = string;

export type Listed = {
  readonly category: CategoryFolder;
  readonly name: string;
  readonly stamp: Stamp;
  readonly still: boolean;
  readonly stats: Stats;
};

export function recordNames(folder: Folder, category: CategoryFolder): string[] {
  return linkAt(folder, category) === undefined ? namesIn(join(folder.path, category)).filter(isRecordName) : [];
}

/** The symbolic link on the way to a category's files, if there is one. A person may link an entire folder of their own. */
export function linkAt(folder: Folder, category: CategoryFolder): string | undefined {
  const links: string[] = [];
  for (let path = folder.path; folder.within !== undefined && isInside(path, folder.within); path = dirname(path)) {
    if (isLink(path)) links.push(path);
  }
  if (category !== "" && isLink(join(folder.path, category))) links.push(join(folder.path, category));
  return links[0];
}

/** Looks at one file without reading it; undefined if it is gone. */
export function look(folder: Folder, category: CategoryFolder, name: string, nowMs: number): Listed | undefined {
  const stats = lstatSync(join(folder.path, category, name), { throwIfNoEntry: false });
  if (stats === undefined) return undefined;
  return { category, name, stats, stamp: stampOf(stats), still: isStill(stats, nowMs) };
}

function stampOf({ size, mtimeMs, ctimeMs, ino }: Stats): Stamp {
  return `${size}:${mtimeMs}:${ctimeMs}:${ino}`;
}

export function directoryStamp(
  folder: Folder,
  category: CategoryFolder,
  nowMs: number,
): { stamp: Stamp; still: boolean; identity: string } | undefined {
  if (linkAt(folder, category) !== undefined) return undefined;
  const stats = statSync(join(folder.path, category), { throwIfNoEntry: false });
  if (!stats?.isDirectory()) return undefined;
  return {
    stamp: `${stats.mtimeMs}:${stats.ino}`,
    still: isStill(stats, nowMs),
    identity: `${stats.dev}:${stats.ino}`,
  };
}

export type ReadFile = {
  readonly version: Version;
  readonly parsed: ParsedRecord;
  readonly text: string;
  /** True if parsing alone makes the record: the same text needs no second screening and no YAML reader. */
  readonly isPlain: boolean;
  /** Of the file as it was read again; absent if they are not trusted yet. */
  readonly stats?: Stats;
};

type Place = { readonly category: CategoryFolder; readonly name: string };

/** Reads and parses one file; a file that is not a valid record is returned as invalid with the reason. */
export function readRecordFile(folder: Folder, place: Place, readYaml?: (head: string) => Head): ReadFile | undefined {
  if (linkAt(folder, place.category) !== undefined) return refused("a directory above it is a symbolic link");
  const file = bytesIn(folder, place);
  if (file === undefined) return undefined;
  if ("parsed" in file) return file;
  return readRecordBytes(folder, { ...place, bytes: file.bytes, modifiedMs: file.stats.mtimeMs }, readYaml);
}

/** Reads a file that was indexed and that no link leads to: an unchanged text is screened already, its version known. */
export function rereadFile(folder: Folder, known: Known, readYaml?: (head: string) => Head): ReadFile | undefined {
  const file = bytesIn(folder, known);
  if (file === undefined || "parsed" in file) return file;
  const text = known.textMark === "" ? undefined : decoded(file.bytes);
  const found = { ...known, ...file, modifiedMs: file.stats.mtimeMs };
  if (text === undefined || textMark(text) !== known.textMark) return readRecordBytes(folder, found, readYaml);
  const isIntact = known.body !== "" && nameMark(known.body) === known.bodyMark;
  const parsed: ParsedRecord = isIntact
    ? { outcome: "record", record: JSON.parse(known.body) as MemoryRecord }
    : parseRecord(text, parseContextOf(folder, found));
  const stats = isStill(file.stats, systemClock()) ? { stats: file.stats } : {};
  return { version: known.version, text, parsed, isPlain: true, ...stats };
}

/** A text made to have the mark of another gains nothing: what was indexed and screened is returned, not the text. */
export function textMark(text: string): string {
  return nameMark(text);
}

type Bytes = { readonly bytes: Uint8Array; readonly modifiedMs: number };

/** The bytes of the file, or why it is not read. */
function bytesIn(folder: Folder, { category, name }: Place): FileBytes | ReadFile | undefined {
  const file = readRegular(join(folder.path, category, name), FILE_LIMIT_BYTES, folder);
  if (file === undefined) return undefined;
  return "refused" in file ? refused(file.refused) : file;
}

type Known = Place & Pick<Entry, "textMark" | "version" | "id" | "type" | "status" | "body" | "bodyMark">;

function parseContextOf(
  folder: Folder,
  { category, name, modifiedMs }: Place & { readonly modifiedMs: number },
): FileLocation {
  return {
    scope: folder.scope,
    ...(folder.project !== undefined && { project: folder.project }),
    fromRepo: folder.fromRepo,
    fromTeam: folder.space !== undefined,
    directory: category,
    ownId: () => derivedId("rec", `${folder.key}/${name}`),
    modifiedMs,
  };
}

/** Parses these bytes as if they were in that file. */
export function readRecordBytes(
  folder: Folder,
  { category, name, bytes, modifiedMs }: Place & Bytes,
  readYaml?: (head: string) => Head,
): ReadFile {
  const version = versionOf(bytes);
  const text = decoded(bytes);
  const invalid = (reason: string): ReadFile => ({
    version,
    text: "",
    parsed: { outcome: "invalid", reason },
    isPlain: false,
  });
  if (text === undefined) return invalid("it is not UTF-8 text");
  if (cleanInvisible(name) !== name) return invalid("its name contains invisible characters");
  if (bytes.length > FILE_LIMIT_BYTES) return invalid(`it is over ${FILE_LIMIT_BYTES / 1024} KB`);
  const context = parseContextOf(folder, { category, name, modifiedMs });
  const quick = parseRecord(text, context);
  const parsed = screened(quick.outcome === "needs-yaml" ? parseRecord(text, context, readYaml) : quick);
  return { version, text, parsed, isPlain: parsed === quick && quick.outcome === "record" };
}

function refused(reason: string): ReadFile {
  return { version: "", text: "", parsed: { outcome: "invalid", reason }, isPlain: false };
}

/**
 * A person may write a secret into a file by hand: it stays in the file and is never read from there. Invisible and
 * private text stays there too: the record that is returned does not contain it.
 */
function screened(parsed: ParsedRecord): ParsedRecord {
  // A reason may quote the file.
  if (parsed.outcome === "invalid") return { ...parsed, reason: screen(parsed.reason).text.slice(0, REASON_CHARS) };
  if (parsed.outcome !== "record") return parsed;
  const all = Object.values(parsed.record).flat().join("\n");
  const result = screen(all);
  if (result.outcome === "secret")
    return { outcome: "invalid", reason: `it holds a secret (${result.found.join(", ")}): remove it from the file` };
  if (result.text === all) return parsed;
  const cleaned = cleanRecord(parsed.record);
  const text = cleaned.text.trim();
  // A key derived from the text would still contain the private words.
  const isDerived = parsed.record.key === keyFor(parsed.record.text).key;
  const record = { ...cleaned, text, key: isDerived ? keyFor(text).key : cleaned.key };
  return record.text === "" ? { outcome: "invalid", reason: "it holds no statement" } : { outcome: "record", record };
}

function cleanRecord(record: MemoryRecord): MemoryRecord {
  const clean = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(clean);
    return typeof value === "string" ? screen(value).text : value;
  };
  return Object.fromEntries(Object.entries(record).map(([key, value]) => [key, clean(value)])) as MemoryRecord;
}

export function versionOf(bytes: Uint8Array | string): Version {
  return sha256(bytes);
}

export function isRecordName(name: string): boolean {
  return name.endsWith(".md") && !name.startsWith(".") && !/\.conflict-\d+\.md$/.test(name);
}

export function conflictNames(folder: Folder, category: CategoryFolder): string[] {
  if (linkAt(folder, category) !== undefined) return [];
  return namesIn(join(folder.path, category)).filter((name) => /\.conflict-\d+\.md$/.test(name));
}

function isStill(stats: Stats, nowMs: number): boolean {
  return nowMs - Math.max(stats.mtimeMs, stats.ctimeMs) >= STILL_MS;
}

const strict = new TextDecoder("utf-8", { fatal: true });

/** Undefined if the bytes are not UTF-8. */
export function decoded(bytes: Uint8Array): string | undefined {
  try {
    return strict.decode(bytes);
  } catch {
    return undefined; // the caller reports it
  }
}
