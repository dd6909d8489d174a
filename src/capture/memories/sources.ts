/** The table of other memories that can be imported: the name of each, its files, its reader, and how far it is trusted. */

import { basename, dirname, join } from "node:path";
import { inHome, type Variables } from "../../core/base/home-folder.ts";
import type { Trust } from "../../core/record/record.ts";
import { beginningOf, filesAt } from "../source-files.ts";
import { claudeFolderOf, readClaudeMemory, readCodexMemory, readInstructions } from "./agent-files.ts";
import { CLAUDE_MEM } from "./claude-mem.ts";
import { readMem0 } from "./mem0.ts";
import { readBasicMemory, readMcpMemory } from "./memory-servers.ts";
import type { NoteTable, ReadNotes } from "./note.ts";

export type MemorySource = {
  readonly name: string;
  /** Shown to the person. */
  readonly label: string;
  readonly trust: Trust;
  /** How a file is read: as text, or as tables of a database. */
  readonly read: ReadNotes | readonly NoteTable[];
  /** Its files inside its directory; a star matches any part of one name. */
  readonly within: readonly string[];
  /** Paths of such directories or files in a home. */
  readonly places: (env: Variables) => readonly string[];
  /** The directory that a note is about; undefined if that is not known. */
  readonly directoryOf?: (about: NoteOrigin) => string | undefined;
  /** Where a note belongs that is about no directory. */
  readonly defaultPlace: "everywhere" | "this project" | "unknown";
};

type NoteOrigin = {
  readonly file: string;
  /** What the program calls the project. */
  readonly project?: string | undefined;
  /** The directories of all known projects. */
  readonly known: readonly string[];
};

const MARKDOWN = ["*.md", "*/*.md", "*/*/*.md", "*/*/*/*.md"];

export const MEMORY_SOURCES: readonly MemorySource[] = [
  {
    name: "claude-code",
    label: "Claude Code's own memory",
    trust: "agent",
    read: readClaudeMemory,
    within: ["*.md"],
    places: (env) => inHome(env, env.CLAUDE_CONFIG_DIR, ".claude").map((dir) => join(dir, "projects/*/memory")),
    directoryOf: ({ file, known }) => claudeDirectoryOf(file, known),
    defaultPlace: "unknown",
  },
  {
    name: "codex",
    label: "Codex's own memory",
    trust: "agent",
    read: readCodexMemory,
    within: ["memory_summary.md", "MEMORY.md", "skills/*/SKILL.md", "extensions/ad_hoc/notes/*.md"],
    places: (env) => inHome(env, env.CODEX_HOME, ".codex").map((dir) => join(dir, "memories")),
    defaultPlace: "everywhere",
  },
  {
    name: "basic-memory",
    label: "a note of basic-memory",
    // The file is the person's, but mostly an agent wrote it: the weaker trust applies.
    trust: "agent",
    read: readBasicMemory,
    within: MARKDOWN,
    places: (env) => [...inHome(env, undefined, "basic-memory"), ...basicMemoryProjects(env)],
    defaultPlace: "everywhere",
  },
  {
    name: "mcp-memory",
    label: "the memory server's file",
    trust: "agent",
    read: readMcpMemory,
    within: ["memory.jsonl", "memory.json"],
    places: (env) => (env.MEMORY_FILE_PATH ? [env.MEMORY_FILE_PATH] : []),
    defaultPlace: "everywhere",
  },
  {
    name: "claude-mem",
    label: "claude-mem's database",
    trust: "agent",
    read: CLAUDE_MEM,
    within: ["claude-mem.db"],
    places: (env) => inHome(env, env.CLAUDE_MEM_DATA_DIR, ".claude-mem"),
    directoryOf: ({ project, known }) => directoryNamed(project, known),
    defaultPlace: "unknown",
  },
  {
    name: "mem0",
    label: "an export of mem0",
    trust: "agent",
    read: readMem0,
    within: ["*.json", "*.jsonl"],
    // mem0 exports to wherever the person says.
    places: () => [],
    defaultPlace: "everywhere",
  },
  {
    name: "instructions",
    label: "the repository's instructions",
    trust: "repo",
    read: readInstructions,
    within: ["AGENTS.md", "CLAUDE.md", ".cursorrules", ".cursor/rules/*.mdc"],
    // Agents read them anyway, so they are imported only by name, from the current project.
    places: () => [],
    defaultPlace: "this project",
  },
];

/** The files of a source at a path; a path to one file is that file. */
export function memoryFiles({ within }: MemorySource, place: string): string[] {
  const found = within.flatMap((name) => filesAt(join(place, name)));
  return found.length > 0 ? found : filesAt(place).filter((path) => within.some((name) => isLike(path, name)));
}

/** A file that a person names can have any name with the right extension. */
function isLike(path: string, name: string): boolean {
  const ending = /\.\w+$/.exec(name)?.[0] ?? name;
  return path.endsWith(ending);
}

/** The directory that a folder of Claude Code's memory belongs to: a known directory, or one from its transcripts. */
function claudeDirectoryOf(file: string, known: readonly string[]): string | undefined {
  const folder = dirname(dirname(file));
  const isMatch = (path: string): boolean => claudeFolderOf(path) === basename(folder);
  return known.find(isMatch) ?? transcriptDirectories(folder).find(isMatch);
}

const MOST_TRANSCRIPTS = 3;
const BEGINNING_BYTES = 64 * 1024;

function transcriptDirectories(folder: string): string[] {
  return filesAt(join(folder, "*.jsonl"))
    .slice(0, MOST_TRANSCRIPTS)
    .flatMap((file) => [...(beginningOf(file, BEGINNING_BYTES) ?? "").matchAll(/"cwd":"((?:[^"\\\n]|\\.){1,1000})"/g)])
    .map(([, path = ""]) => path.replaceAll("\\\\", "\\"));
}

/** The known directory with this name; undefined if there is none, or more than one. */
function directoryNamed(project: string | undefined, known: readonly string[]): string | undefined {
  const name = project?.split("/").at(-1)?.toLowerCase();
  const found = [...new Set(known)].filter((path) => basename(path).toLowerCase() === name);
  return found.length === 1 ? found[0] : undefined;
}

/** basic-memory keeps a list of its folders. */
function basicMemoryProjects(env: Variables): string[] {
  const [file = ""] = inHome(env, undefined, ".basic-memory/config.json");
  try {
    const { projects } = JSON.parse(beginningOf(file, BEGINNING_BYTES) ?? "{}") as { projects?: object };
    return Object.values(projects ?? {}).flatMap((project: string | { path?: string }) => {
      const path = typeof project === "string" ? project : project?.path;
      return typeof path === "string" && path.startsWith("/") ? [path] : [];
    });
  } catch {
    return []; // its default folder is read in any case
  }
}
