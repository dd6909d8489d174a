/** The registry of projects: one file with the evidence for each; it is always read and replaced as one. */
import { readFileSync, statSync } from "node:fs";
import { errnoOf, OldhandError } from "../../core/base/error.ts";
import { isId } from "../../core/base/id.ts";
import type { Evidence, Linked, Project } from "../../core/project/project.ts";
import { type LinkChange, link, withEvidence, withProject } from "../../core/project/registry-changes.ts";
import type { ProjectId } from "../../core/record/record.ts";
import { foldersOfSpace, readSpaces } from "../replicate/team/space-files.ts";
import { asOldhandError } from "../store-errors.ts";
import { makeReadable, moveAside } from "./damaged-files.ts";
import { isThere } from "./durable-files.ts";
import type { Home } from "./home.ts";
import { type Folder, ownFolders, repositoryFolder, repositoryRecords } from "./record-folder.ts";

export type Registry = ReturnType<typeof openRegistry>;

type RegistryPorts = {
  readonly replaceFile: (path: string, text: string) => void;
  /** Excludes other processes while the file is read, changed and replaced. */
  readonly withLock: <T>(run: () => T) => T;
  readonly note?: ((text: string) => void) | undefined;
};

const SCHEMA_VERSION = 1;

export function openRegistry(file: string, { replaceFile, withLock, note }: RegistryPorts) {
  const write = (projects: readonly Project[], extra: Contents["extra"]): void =>
    replaceFile(file, registryText({ projects, extra }));
  const change = <T>(next: (rows: readonly Project[]) => { rows?: readonly Project[]; result: T }): T =>
    withLock(() => {
      const { projects, extra, fault } = readRegistry(file);
      const { rows, result } = next(projects);
      if (rows) {
        // A damaged file is never overwritten: a person may still want what is in it.
        if (fault !== undefined) note?.(`Moved the damaged ${file} to ${moveAside(file)}.`);
        write(rows, extra);
      }
      return result;
    });

  return {
    all: () => readRegistry(file).projects,
    /** Moves a damaged file aside, keeps the rows that can be read, and returns where the damaged one is now. */
    repair: (): string | undefined =>
      withLock(() => {
        if (readRegistry(file).fault === undefined) return undefined;
        makeReadable(file);
        const { projects, extra, fault } = readRegistry(file);
        if (fault === undefined) return file;
        const aside = moveAside(file);
        if (projects.length > 0) write(projects, extra);
        return aside;
      }),
    /** Adds or replaces a row; its paths are removed from every other row. */
    put: (project: Project): Project => change((rows) => ({ rows: withProject(rows, project), result: project })),
    /** Adds evidence to the current row, so that two callers do not overwrite each other. */
    learn: (id: ProjectId, evidence: Evidence): Project | undefined =>
      change((rows) => {
        const row = rows.find((project) => project.id === id);
        const learned = row && withEvidence(row, evidence);
        return learned && learned !== row ? { rows: withProject(rows, learned), result: learned } : { result: row };
      }),
    merge: (into: ProjectId, from: ProjectId): LinkChange =>
      change<LinkChange>((rows) => {
        const result = link(rows, { from, into });
        return result.outcome === "linked" ? { rows: result.rows, result } : { result };
      }),
    remove: (id: ProjectId): Project | undefined =>
      change((rows) => {
        const row = rows.find((project) => project.id === id);
        return row ? { rows: rows.filter((project) => project !== row), result: row } : { result: undefined };
      }),
  };
}

/** For a caller that only reads; empty if there is no file yet. Throws if the file is damaged. */
export function readProjects(file: string): Project[] {
  const { projects, fault } = readRegistry(file);
  if (fault === undefined) return projects;
  const advice = "Restore it from a backup, or move it away: then projects are recognised again.";
  throw new OldhandError("unreadable", `${fault} ${advice}`);
}

type Contents = {
  /** Those that can be read. */
  readonly projects: Project[];
  readonly extra: Readonly<Record<string, unknown>>;
  /** What is wrong with the file. */
  readonly fault?: string;
};

/** Never throws for what the file holds, unless a newer oldhand wrote it. */
export function readRegistry(file: string): Contents {
  const read = contentOf(file);
  if (read === undefined) return { projects: [], extra: {} };
  const damaged = (why: string, projects: Project[] = [], extra: Contents["extra"] = {}): Contents => {
    return { projects, extra, fault: `${file}: ${why}.` };
  };
  if ("why" in read) return damaged(read.why);
  if (!isObject(read.content)) return damaged("it is not an object");
  const { schemaVersion, projects, ...extra } = read.content;
  if (typeof schemaVersion === "number" && schemaVersion > SCHEMA_VERSION) {
    throw new OldhandError("too-new", `${file} was written by a newer oldhand. Nothing was changed. Update oldhand.`);
  }
  if (!Array.isArray(projects)) return damaged("it has no list of projects");
  const rows = projects.map(fromJson);
  const readable = rows.filter((row) => row !== undefined);
  if (typeof schemaVersion !== "number") return damaged("it has no schemaVersion", readable, extra);
  const bad = rows.indexOf(undefined);
  if (bad >= 0) return damaged(`project ${bad + 1} is incomplete or has a wrong field`, readable, extra);
  return { projects: readable, extra };
}

/** The parsed file, or why it cannot be read; undefined if there is none. Throws if its directory cannot be reached. */
function contentOf(file: string): { readonly content: unknown } | { readonly why: string } | undefined {
  // Reading anything but a file might never end.
  const isFile = isFileAt(file);
  if (isFile === undefined) return undefined;
  if (!isFile) return { why: "it is not a file" };
  try {
    return { content: JSON.parse(readFileSync(file, "utf8")) };
  } catch (error) {
    const errno = errnoOf(error);
    if (errno === "ENOENT") return undefined;
    if (errno === "EACCES" || errno === "EPERM") return { why: "it cannot be read; check its owner and permissions" };
    return { why: error instanceof SyntaxError ? "it is not valid JSON" : "it cannot be read" };
  }
}

function isFileAt(file: string): boolean | undefined {
  try {
    return statSync(file, { throwIfNoEntry: false })?.isFile();
  } catch (error) {
    const errno = errnoOf(error);
    if (errno !== "EACCES" && errno !== "EPERM") throw asOldhandError(error, file);
    // Nothing else in that directory can be read either.
    const message = `${file} cannot be read. Check its owner and permissions.`;
    throw new OldhandError("unreadable", message, { cause: error });
  }
}

/** Undefined if a field has the wrong type: a half-read row would join or split projects wrongly. */
function fromJson(row: unknown): Project | undefined {
  if (!isObject(row)) return undefined;
  const { id, name, createdAt, rootCommits = [], remotes = [], commonDirs = [], paths = [], ...rest } = row;
  const { committedId, linked, apart, shared, ...extra } = rest;
  if (typeof id !== "string" || !isId(id, "prj") || typeof name !== "string" || typeof createdAt !== "string")
    return undefined;
  if (!isTexts(rootCommits) || !isTexts(remotes) || !isTexts(commonDirs) || !isTexts(paths)) return undefined;
  if (committedId !== undefined && typeof committedId !== "string") return undefined;
  if (linked !== undefined && !isLinked(linked)) return undefined;
  if (apart !== undefined && !isTexts(apart)) return undefined;
  if (shared !== undefined && typeof shared !== "boolean") return undefined;
  return {
    ...{ id, name, rootCommits, remotes, commonDirs, paths },
    ...(committedId === undefined ? {} : { committedId }),
    ...(linked === undefined ? {} : { linked }),
    ...(apart === undefined ? {} : { apart }),
    ...(shared === undefined ? {} : { shared }),
    createdAt,
    ...(Object.keys(extra).length > 0 ? { extra } : {}),
  };
}

export function registryText({ projects, extra }: Pick<Contents, "extra"> & { projects: readonly Project[] }): string {
  return `${JSON.stringify({ ...extra, schemaVersion: SCHEMA_VERSION, projects: projects.map(toJson) }, null, 1)}\n`;
}

function toJson({ extra, ...row }: Project): Record<string, unknown> {
  return { ...row, ...extra };
}

function isLinked(value: unknown): value is Linked {
  return isObject(value) && isTexts(value.ids) && isTexts(value.places);
}

function isTexts(value: unknown): value is string[] {
  return Array.isArray(value) && value.every((item) => typeof item === "string");
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Every folder that a call in any known project reads: of the person, of repositories and of spaces. */
export function knownFolders(home: Home): Folder[] {
  const { projects } = readRegistry(home.projectsFile);
  return [
    ...ownFolders(home, projects),
    ...projects.flatMap(({ id, paths }) => {
      const root = paths.find((path) => isThere(repositoryRecords(path)));
      return root === undefined ? [] : [repositoryFolder(root, id)];
    }),
    ...readSpaces(home).flatMap((space) => foldersOfSpace(home, space)),
  ];
}
