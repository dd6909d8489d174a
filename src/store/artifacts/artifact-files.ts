/** A project's artifacts on disk: reads them with their manual edits, publishes all at once, and stores what was generated last. */
import { rmdirSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { isSkillName } from "../../core/artifact/address.ts";
import type { Artifacts, FoundArtifacts, SkillFile } from "../../core/artifact/artifacts.ts";
import { errnoOf, OldhandError } from "../../core/base/error.ts";
import { sha256 } from "../../core/base/hash.ts";
import { isId } from "../../core/base/id.ts";
import type { ProjectId } from "../../core/record/record.ts";
import { type Clean, screen } from "../../core/screen/clean.ts";
import {
  type AtStep,
  discard,
  isLink,
  namesIn,
  prepareFile,
  publishFile,
  readRegular,
  refuseLink,
  removeFile,
} from "../files/durable-files.ts";
import type { Home } from "../files/home.ts";
import { asOldhandError } from "../store-errors.ts";

export type LoadedArtifacts = {
  readonly directory: string;
  readonly found: FoundArtifacts;
  /** What was generated last, file by file: the base of the next merge. */
  readonly base: Artifacts | undefined;
  /** Hashes of the statements that were added by hand and imported before. */
  readonly addedBefore: ReadonlySet<string>;
  /** Changes with any of the files that were read. */
  readonly fingerprint: string;
};

export type Publication = {
  /** As it was generated, before manual edits were merged. */
  readonly generated: Artifacts;
  readonly memory: Clean;
  readonly summary: Clean;
  readonly skills: readonly SkillFile[];
  readonly prune: readonly string[];
  /** The statements that were added by hand and are imported now. */
  readonly added: readonly string[];
};

export type Published = "published" | "changed";

type PublishOptions<T> = {
  /** Runs the renames inside the transaction that checks the job's lease, or does not run them. */
  readonly inside: (rename: () => Published) => T;
  readonly at?: AtStep;
};

/** `directory` is that of `artifactFolder`. */
export function loadArtifacts(directory: string): LoadedArtifacts {
  for (const place of [directory, skillsIn(directory), join(directory, GENERATION)]) refuseLink(place);
  const memory = readArtifact(join(directory, MEMORY_FILE));
  const summary = readArtifact(join(directory, SUMMARY_FILE));
  const found = {
    ...(memory !== undefined && { memory }),
    ...(summary !== undefined && { summary }),
    skills: skillsFound(directory),
  };
  const kept = readArtifact(generationFile(directory));
  const generations = kept === undefined ? undefined : generationsIn(kept);
  return {
    directory,
    found,
    base: generations === undefined ? undefined : baseOf(generations, found),
    addedBefore: new Set(generations?.now.told),
    fingerprint: sha256(JSON.stringify([found, kept ?? null])),
  };
}

/**
 * All files are written and synced first; `inside` only renames and removes. Returns "changed" if a file changed since
 * it was read: then nothing was renamed, and the caller has to merge again.
 */
export function publishArtifacts<T>(
  loaded: LoadedArtifacts,
  next: Publication,
  { inside, at = () => {} }: PublishOptions<T>,
): T {
  const now = generationOf(next, loaded.addedBefore);
  const prepared: Prepared[] = [];
  const prepare = (path: string, text: string): void => {
    for (const place of [path, dirname(path)]) refuseLink(place);
    prepared.push({ temporary: prepareFile(join(loaded.directory, basename(path)), text, at), path });
  };
  try {
    // While both generations are stored, the content of each file tells which of them it comes from.
    prepare(generationFile(loaded.directory), JSON.stringify({ now, before: loaded.base, isOpen: true }));
    for (const { path, text } of changedFiles(loaded, next)) prepare(path, text);
    prepare(generationFile(loaded.directory), JSON.stringify({ now }));
    const closing = prepared.at(-1)!;
    return inside(() => {
      if (loadArtifacts(loaded.directory).fingerprint !== loaded.fingerprint) return "changed";
      for (const file of prepared.slice(0, -1)) publish(file, at);
      for (const name of next.prune) pruneSkill(loaded.directory, name);
      at("pruned");
      publish(closing, at);
      return "published";
    });
  } finally {
    for (const { temporary } of prepared) discard(temporary);
  }
}

export const MEMORY_FILE = "MEMORY.md";
export const SUMMARY_FILE = "memory_summary.md";
export const GENERATION = ".generation";
const LIMIT_BYTES = 16 * 1024 * 1024;

export function artifactFolder(home: Home, project: ProjectId): string {
  if (!isId(project, "prj")) throw new OldhandError("invalid", `${JSON.stringify(project)} is not a project id.`);
  return join(home.projects, project);
}

export function generationFile(directory: string): string {
  return join(directory, GENERATION, "last.json");
}

function skillsIn(directory: string): string {
  return join(directory, "skills");
}

export function skillFile(directory: string, name: string): string {
  return join(skillsIn(directory), name, "SKILL.md");
}

/** A skill that is a link, or cannot be read, counts as one with other content: it is not ours to write. */
export function skillsFound(directory: string): { name: string; text: string }[] {
  return namesIn(skillsIn(directory))
    .filter(isSkillName)
    .flatMap((name) => {
      if (isLink(join(skillsIn(directory), name))) return [{ name, text: "" }];
      const file = readRegular(skillFile(directory, name), LIMIT_BYTES);
      if (file === undefined) return [];
      return [{ name, text: "bytes" in file ? file.bytes.toString("utf8") : "" }];
    });
}

/** Removes its file, and its directory if that is empty then. */
export function pruneSkill(directory: string, name: string): void {
  removeFile(skillFile(directory, name));
  try {
    rmdirSync(join(skillsIn(directory), name));
  } catch (error) {
    const errno = errnoOf(error);
    if (errno !== "ENOTEMPTY" && errno !== "EEXIST" && errno !== "ENOENT") throw asOldhandError(error, name);
  }
}

export function readArtifact(path: string): string | undefined {
  const file = readRegular(path, LIMIT_BYTES);
  if (file === undefined) return undefined;
  if ("refused" in file)
    throw new OldhandError(
      "invalid",
      `${path} cannot be used: ${file.refused}. Replace it with a regular file, or delete it.`,
    );
  return file.bytes.toString("utf8");
}

type Generation = {
  readonly generated: Artifacts;
  /** Hashes of the files as they were published, with manual edits. */
  readonly published: Readonly<Record<string, string>>;
  readonly told: readonly string[];
};

type Generations = {
  readonly now: Generation;
  /** Set while a publication is running, or after a crash interrupted it. */
  readonly isOpen?: boolean;
  /** The base of the files that are not replaced yet. */
  readonly before?: Artifacts;
};

/** Undefined if it cannot be parsed: then nothing counts as generated, and nothing as deleted by hand. */
export function generationsIn(text: string): Generations | undefined {
  try {
    const read = JSON.parse(text) as Generations;
    return Array.isArray(read.now.generated.skills) ? read : undefined;
  } catch {
    return undefined; // half-written, or not ours; a merge without a base loses nothing
  }
}

function generationOf(next: Publication, addedBefore: ReadonlySet<string>): Generation {
  const { generated, memory, summary, skills, added } = next;
  const texts: [string, string][] = [
    [MEMORY_FILE, memory],
    [SUMMARY_FILE, summary],
    ...skills.map(({ name, text }): [string, string] => [name, text]),
  ];
  return {
    generated,
    published: Object.fromEntries(texts.map(([name, text]) => [name, sha256(text)])),
    told: [...new Set([...addedBefore, ...added.map((statement) => sha256(statement))])],
  };
}

/** After an interrupted publication, a file that does not have its new content counts as an old one. */
function baseOf({ now, isOpen = false, before }: Generations, found: FoundArtifacts): Artifacts {
  if (!isOpen) return now.generated;
  const pick = (name: string, text: string | undefined): Artifacts | undefined =>
    text !== undefined && sha256(text) === now.published[name] ? now.generated : before;
  const texts = new Map(found.skills.map(({ name, text }) => [name, text]));
  const names = [...now.generated.skills, ...(before?.skills ?? [])].map(({ name }) => name);
  return {
    memory: pick(MEMORY_FILE, found.memory)?.memory ?? screen("").text,
    summary: pick(SUMMARY_FILE, found.summary)?.summary ?? screen("").text,
    skills: [...new Set(names)].flatMap(
      (name) => pick(name, texts.get(name))?.skills.find((skill) => skill.name === name) ?? [],
    ),
  };
}

type Prepared = { readonly temporary: string; readonly path: string };

function publish({ temporary, path }: Prepared, at: AtStep): void {
  publishFile(temporary, path);
  at(`renamed ${path.split("/").slice(-2).join("/")}`);
}

/** Files that already have the right content are not written. */
function changedFiles({ directory, found }: LoadedArtifacts, next: Publication): { path: string; text: string }[] {
  const now = new Map(found.skills.map(({ name, text }) => [name, text]));
  return [
    { path: join(directory, MEMORY_FILE), text: next.memory, was: found.memory },
    { path: join(directory, SUMMARY_FILE), text: next.summary, was: found.summary },
    ...next.skills.map(({ name, text }) => ({ path: skillFile(directory, name), text, was: now.get(name) })),
  ].filter(({ text, was }) => text !== was);
}
