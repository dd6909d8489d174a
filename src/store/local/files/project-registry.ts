/** The registry of projects: one file with the evidence for each; it is always read and replaced as one. */
import { readFileSync, statSync } from "node:fs";
import { errnoOf, OldhandError } from "../../../core/base/error.ts";
import { isId } from "../../../core/base/id.ts";
import type { Evidence, Linked, Project } from "../../../core/project/project.ts";
import { type LinkChange, link, withEvidence, withProject } from "../../../core/project/registry-changes.ts";
import type { ProjectId } from "../../../core/record/record.ts";
import { asOldhandError } from "../store-errors.ts";

export type Registry = ReturnType<typeof openRegistry>;

type RegistryPorts = {
  readonly replaceFile: (path: string, text: string) => void;
  /** Excludes other processes while the file is read, changed and replaced. */
  readonly withLock: <T>(run: () => T) => T;
};

const SCHEMA_VERSION = 1;

export function openRegistry(file: string, { replaceFile, withLock }: RegistryPorts) {
  const change = <T>(next: (rows: readonly Project[]) => { rows?: readonly Project[]; result: T }): T =>
    withLock(() => {
      const { projects, extra } = readRegistry(file);
      const { rows, result } = next(projects);
      if (rows)
        replaceFile(
          file,
          `${JSON.stringify({ ...extra, schemaVersion: SCHEMA_VERSION, projects: rows.map(toJson) }, null, 1)}\n`,
        );
      return result;
    });

  return {
    all: () => readProjects(file),
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

/** For a caller that only reads; empty if there is no file yet. */
export function readProjects(file: string): Project[] {
  return readRegistry(file).projects;
}

type Contents = { readonly projects: Project[]; readonly extra: Readonly<Record<string, unknown>> };

function readRegistry(file: string): Contents {
  const text = textOf(file);
  if (text === undefined) return { projects: [], extra: {} };
  const content = parsed(text, file);
  if (!isObject(content) || typeof content.schemaVersion !== "number")
    throw unreadable(file, "it has no schemaVersion");
  const { schemaVersion, projects, ...extra } = content;
  if (schemaVersion > SCHEMA_VERSION) {
    throw new OldhandError("too-new", `${file} was written by a newer oldhand. Nothing was changed. Update oldhand.`);
  }
  if (!Array.isArray(projects)) throw unreadable(file, "it has no list of projects");
  return {
    projects: projects.map(
      (row, at) => fromJson(row) ?? fail(unreadable(file, `project ${at + 1} is incomplete or has a wrong field`)),
    ),
    extra,
  };
}

function textOf(file: string): string | undefined {
  try {
    // Reading a pipe would wait for somebody at its other end.
    if (statSync(file, { throwIfNoEntry: false })?.isFile() === false)
      throw unreadable(file, "it is not a regular file");
    return readFileSync(file, "utf8");
  } catch (error) {
    if (error instanceof OldhandError) throw error;
    const errno = errnoOf(error);
    if (errno === "ENOENT") return undefined;
    if (errno === "ENOTDIR" || errno === "ELOOP") throw asOldhandError(error, file);
    if (errno === "EACCES" || errno === "EPERM")
      throw new OldhandError("unreadable", `${file} cannot be read. Check its owner and permissions.`, {
        cause: error,
      });
    throw unreadable(file, "it cannot be read", error);
  }
}

function parsed(text: string, file: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw unreadable(file, "it is not valid JSON", error);
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

function unreadable(file: string, why: string, cause?: unknown): OldhandError {
  const advice = "Restore it from a backup, or move it away: then projects are recognised again.";
  return new OldhandError("unreadable", `${file}: ${why}. ${advice}`, { cause });
}

function fail(error: Error): never {
  throw error;
}
