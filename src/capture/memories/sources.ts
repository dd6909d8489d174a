/** The one table of other memories that can be imported: what each is called, where it lies, how it is read, whose word it is. */
import { basename, dirname, join } from "node:path";
import type { Trust } from "../../core/record/record.ts";
import { filesAt, inHome, type Variables } from "../agents/sources.ts";
import { readBasicMemory } from "./basic-memory.ts";
import { claudeFolderOf, readClaudeMemory } from "./claude-code.ts";
import { readCodexMemory } from "./codex.ts";
import { readInstructions } from "./instructions.ts";
import { readMcpMemory } from "./mcp-memory.ts";
import type { ReadNotes } from "./note.ts";
import { beginningOf } from "./plain-file.ts";

export type MemorySource = {
  readonly name: string;
  /** In words for the person who is asked. */
  readonly says: string;
  readonly trust: Trust;
  readonly read: ReadNotes;
  /** Its files inside a directory of its own; a star stands for any part of one name. */
  readonly within: readonly string[];
  /** Where such directories, or files, may lie. */
  readonly places: (env: Variables) => readonly string[];
  /** Where a note belongs that does not say. */
  readonly unplaced: "everywhere" | "this project" | "its folder's project";
};

const MARKDOWN = ["*.md", "*/*.md", "*/*/*.md", "*/*/*/*.md"];

export const MEMORY_SOURCES: readonly MemorySource[] = [
  {
    name: "claude-code",
    says: "Claude Code's own memory",
    trust: "agent",
    read: readClaudeMemory,
    within: ["*.md"],
    places: (env) => inHome(env, env.CLAUDE_CONFIG_DIR, ".claude").map((dir) => join(dir, "projects/*/memory")),
    unplaced: "its folder's project",
  },
  {
    name: "codex",
    says: "Codex's own memory",
    trust: "agent",
    read: readCodexMemory,
    within: ["memory_summary.md", "MEMORY.md", "skills/*/SKILL.md", "extensions/ad_hoc/notes/*.md"],
    places: (env) => inHome(env, env.CODEX_HOME, ".codex").map((dir) => join(dir, "memories")),
    unplaced: "everywhere",
  },
  {
    name: "basic-memory",
    says: "a note of basic-memory",
    // The file is the person's, the words are mostly an agent's: the weaker of the two.
    trust: "agent",
    read: readBasicMemory,
    within: MARKDOWN,
    places: (env) => [...inHome(env, undefined, "basic-memory"), ...basicMemoryProjects(env)],
    unplaced: "everywhere",
  },
  {
    name: "mcp-memory",
    says: "the memory server's file",
    trust: "agent",
    read: readMcpMemory,
    within: ["memory.jsonl", "memory.json"],
    places: (env) => (env.MEMORY_FILE_PATH ? [env.MEMORY_FILE_PATH] : []),
    unplaced: "everywhere",
  },
  {
    name: "instructions",
    says: "the repository's instructions",
    trust: "repo",
    read: readInstructions,
    within: ["AGENTS.md", "CLAUDE.md", ".cursorrules", ".cursor/rules/*.mdc"],
    // Agents read them by themselves: they are only taken when asked for, from the project at hand.
    places: () => [],
    unplaced: "this project",
  },
];

/** Each place as the files in it; a place that is a file is that file. */
export function memoryFiles({ within }: MemorySource, place: string): string[] {
  const found = within.flatMap((name) => filesAt(join(place, name)));
  return found.length > 0 ? found : filesAt(place).filter((path) => within.some((name) => isLike(path, name)));
}

/** A file that a person names may be called anything, as long as it ends like one. */
function isLike(path: string, name: string): boolean {
  const ending = /\.\w+$/.exec(name)?.[0] ?? name;
  return path.endsWith(ending);
}

/** The directory that a folder of Claude Code's memory belongs to: a known one, or the one that its transcripts name. */
export function claudeDirectoryOf(file: string, known: readonly string[]): string | undefined {
  const folder = dirname(dirname(file));
  const isIts = (path: string): boolean => claudeFolderOf(path) === basename(folder);
  return known.find(isIts) ?? transcriptDirectories(folder).find(isIts);
}

const MOST_TRANSCRIPTS = 3;
const BEGINNING_BYTES = 64 * 1024;

function transcriptDirectories(folder: string): string[] {
  return filesAt(join(folder, "*.jsonl"))
    .slice(0, MOST_TRANSCRIPTS)
    .flatMap((file) => [...(beginningOf(file, BEGINNING_BYTES) ?? "").matchAll(/"cwd":"((?:[^"\\\n]|\\.){1,1000})"/g)])
    .map(([, path = ""]) => path.replaceAll("\\\\", "\\"));
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
    return []; // its usual folder is looked at in any case
  }
}
