/** A user's tree as a snapshot for one question: each path is read once, nothing is run, no path leads out of it. */
import { JUSTFILES, MAKEFILES } from "../../core/project/project.ts";
import {
  type Instruction,
  innerPath,
  type Repo,
  type RepoScript,
  type RepoScripts,
} from "../../core/verify/predicate.ts";
import { ownMember } from "../../core/verify/versions.ts";
import { justfileOf, makefileOf } from "./recipe-files.ts";
import { type RepoFiles, repoFiles } from "./repo-files.ts";

/** Longer files are never read. */
const MOST_BYTES = 1024 * 1024;
/** The cache for further predicates of the same question. */
const MOST_KEPT = 8 * MOST_BYTES;
const MOST_SCRIPTS = 1000;
const MOST_RULES_FILES = 64;

/** Make a new one for each question: paths are cached. */
export function repoAt(root: string): Repo {
  const files = repoFiles(root);
  const texts = new Map<string, string | undefined>();
  const documents = new Map<string, unknown>();
  let kept = 0;

  const read = (asked: string, maxBytes: number): string | undefined => {
    const path = innerPath(asked);
    if (path === undefined || (files.place(path)?.size ?? 0) > maxBytes) return undefined;
    if (texts.has(path)) return texts.get(path);
    const text = files.read(path, MOST_BYTES);
    kept += text?.length ?? 0;
    if (kept <= MOST_KEPT) texts.set(path, text);
    return text;
  };
  const json = (path: string): unknown => {
    if (!documents.has(path)) documents.set(path, parsed(read(path, MOST_BYTES)));
    return documents.get(path);
  };
  const exists = (asked: string): boolean => {
    const path = innerPath(asked);
    return path !== undefined && files.place(path) !== undefined;
  };
  const look = { exists, read, json };

  return {
    ...look,
    scripts: once(() => packageScripts(look)),
    targets: once(() => runnableTargets(look)),
    instructions: once(() => instructionsIn(files, read)),
  };
}

type Look = Pick<Repo, "exists" | "read" | "json">;

function packageScripts({ exists, json }: Look): RepoScripts {
  const file = "package.json";
  if (!exists(file)) return { all: [], files: [], complete: true };
  const scripts = ownMember(json(file), "scripts");
  const entries = typeof scripts === "object" && scripts !== null ? Object.entries(scripts) : [];
  return {
    all: entries
      .slice(0, MOST_SCRIPTS)
      .map(([name, command]) => ({ name, file, ...(typeof command === "string" && { command }) })),
    files: [file],
    complete: json(file) !== undefined && entries.length <= MOST_SCRIPTS,
  };
}

/** Of several files each program uses the first one. */
function runnableTargets({ exists, read }: Look): RepoScripts {
  const all: RepoScript[] = [];
  const files: string[] = [];
  let complete = true;
  for (const [names, targetsOf] of [[MAKEFILES, makefileOf] as const, [JUSTFILES, justfileOf] as const]) {
    const file = names.find(exists);
    if (file === undefined) continue;
    const text = read(file, MOST_BYTES);
    const found = text === undefined ? undefined : targetsOf(text);
    files.push(file);
    for (const name of found?.names ?? []) if (all.length < MOST_SCRIPTS) all.push({ name, file });
    complete &&= found?.complete === true && all.length < MOST_SCRIPTS;
  }
  return { all, files, complete };
}

/** Where repositories keep their instructions for coding agents. */
const INSTRUCTION_FILES: readonly string[] = [
  "AGENTS.md",
  "AGENT.md",
  "CLAUDE.md",
  "CLAUDE.local.md",
  ".claude/CLAUDE.md",
  "GEMINI.md",
  ".cursorrules",
  ".windsurfrules",
  ".clinerules",
  ".roorules",
  ".goosehints",
  ".rules",
  ".junie/guidelines.md",
  ".github/copilot-instructions.md",
];

/** Folders of rules files, with their file name endings. */
const INSTRUCTION_FOLDERS: readonly (readonly [folder: string, ending: string])[] = [
  [".claude/rules", ".md"],
  [".cursor/rules", ".mdc"],
  [".cursor/rules", ".md"],
  [".github/instructions", ".instructions.md"],
  [".windsurf/rules", ".md"],
  [".clinerules", ".md"],
  [".roo/rules", ".md"],
  [".kiro/steering", ".md"],
  [".continue/rules", ".md"],
  [".amazonq/rules", ".md"],
];

function instructionsIn(files: RepoFiles, read: Repo["read"]): Instruction[] {
  const rules = INSTRUCTION_FOLDERS.flatMap(([folder, ending]) =>
    files
      .names(folder)
      .filter((name) => name.endsWith(ending))
      .slice(0, MOST_RULES_FILES)
      .map((name) => `${folder}/${name}`),
  );
  return [...INSTRUCTION_FILES, ...rules].flatMap((path) => {
    const text = read(path, MOST_BYTES);
    return text === undefined ? [] : [{ path, text }];
  });
}

function parsed(text: string | undefined): unknown {
  if (text === undefined) return undefined;
  try {
    return JSON.parse(text.replace(/^\uFEFF/, ""));
  } catch {
    return undefined; // not valid JSON
  }
}

function once<T>(make: () => T): () => T {
  let made: { readonly value: T } | undefined;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}
