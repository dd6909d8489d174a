/** The one table of agents whose sessions can be imported: what each is called, where it keeps them, how they are read. */
import { existsSync, readdirSync, readFileSync, realpathSync, statSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import type { AgentName } from "../../core/session/session.ts";
import { hearClaudeCode } from "./claude-code.ts";
import { hearCodex } from "./codex.ts";
import { hearGemini } from "./gemini.ts";
import type { Hear } from "./heard.ts";
import { hearPi } from "./pi.ts";
import type { StartFacts } from "./session-facts.ts";

export type Variables = Readonly<Record<string, string | undefined>>;

export type Agent = {
  readonly name: AgentName;
  /** Absent for opencode: its database is opened by the store and read by `importOpencode`. */
  readonly hear?: Hear;
  /** Where transcripts may lie; a star stands for any part of one name. */
  readonly places: (env: Variables) => readonly string[];
  /** What a transcript's path tells of its session. */
  readonly factsOf?: (file: string) => StartFacts;
};

type FoundTranscript = {
  readonly agent: AgentName;
  readonly file: string;
  readonly bytes: number;
  readonly modifiedMs: number;
};

/** The transcripts on this machine that hold something, each file once. Nothing is ever written to them. */
export function findTranscripts(env: Variables, only?: AgentName): FoundTranscript[] {
  const seen = new Set<string>();
  return AGENTS.filter(({ name }) => only === undefined || name === only).flatMap((agent) =>
    agent
      .places(env)
      .flatMap(filesAt)
      .flatMap((file) => {
        const found = measured(file);
        if (found === undefined || seen.has(found.real)) return [];
        seen.add(found.real);
        const { bytes, modifiedMs } = found;
        return [{ agent: agent.name, file, bytes, modifiedMs }];
      }),
  );
}

export const AGENTS: readonly Agent[] = [
  {
    name: "claude-code",
    hear: hearClaudeCode,
    places: (env) =>
      inHome(env, env.CLAUDE_CONFIG_DIR, ".claude").flatMap((dir) => [
        join(dir, "projects/*/*.jsonl"),
        join(dir, "projects/*/*/subagents/*.jsonl"),
      ]),
    factsOf: (file) => {
      const name = nameOf(file);
      if (basename(dirname(file)) !== "subagents") return UUID.test(name) ? { nativeId: name } : {};
      return { nativeId: name.replace(/^agent-/, ""), parent: basename(dirname(dirname(file))) };
    },
  },
  {
    name: "codex",
    hear: hearCodex,
    places: (env) =>
      inHome(env, env.CODEX_HOME, ".codex").flatMap((dir) => [
        join(dir, "sessions/*/*/*/rollout-*.jsonl"),
        join(dir, "sessions/*/*/*/rollout-*.jsonl.zst"),
        join(dir, "archived_sessions/rollout-*.jsonl"),
        join(dir, "archived_sessions/rollout-*.jsonl.zst"),
      ]),
  },
  {
    name: "opencode",
    places: (env) => {
      const data = isSet(env.XDG_DATA_HOME) ? [env.XDG_DATA_HOME] : inHome(env, undefined, ".local/share");
      return data.map((dir) => join(dir, "opencode/opencode*.db"));
    },
  },
  {
    name: "pi",
    hear: hearPi,
    places: (env) => inHome(env, env.PI_CODING_AGENT_DIR, ".pi/agent").map((dir) => join(dir, "sessions/*/*.jsonl")),
  },
  {
    name: "omp",
    hear: hearPi,
    places: (env) =>
      inHome(env, undefined, ".omp/agent").flatMap((dir) => [
        join(dir, "sessions/*/*.jsonl"),
        join(dir, "sessions/*/*/*.jsonl"),
      ]),
    // A subagent's session lies in a folder named like the session that started it.
    factsOf: (file) => {
      const parent = /^\d{4}-.*_([\w-]+)$/.exec(basename(dirname(file)))?.[1];
      return parent === undefined ? {} : { parent };
    },
  },
  {
    name: "gemini",
    hear: hearGemini,
    places: (env) =>
      inHome(env, isSet(env.GEMINI_CLI_HOME) ? join(env.GEMINI_CLI_HOME, ".gemini") : undefined, ".gemini").flatMap(
        (dir) => [
          join(dir, "tmp/*/chats/session-*.jsonl"),
          join(dir, "tmp/*/chats/session-*.json"),
          join(dir, "tmp/*/chats/*/*.jsonl"),
        ],
      ),
    factsOf: (file) => {
      const dir = dirname(file);
      const isSubagent = basename(dirname(dir)) === "chats";
      const cwd = firstLineOf(join(isSubagent ? dirname(dir) : dir, "../.project_root"));
      return { ...(isSubagent ? { parent: basename(dir) } : {}), ...(cwd === undefined ? {} : { cwd, nowIn: cwd }) };
    },
  },
];

export function agentNamed(name: string): Agent | undefined {
  return AGENTS.find((agent) => agent.name === name);
}

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

function nameOf(file: string): string {
  return basename(file).replace(/\.jsonl?$/, "");
}

function firstLineOf(file: string): string | undefined {
  try {
    return readFileSync(file, "utf8").split("\n")[0]?.trim() || undefined;
  } catch {
    // Older versions do not write it.
    return undefined;
  }
}

/** A folder of the home, or where a variable says that it was moved to. */
export function inHome({ HOME: home }: Variables, moved: string | undefined, usual: string): string[] {
  if (isSet(moved)) return [moved];
  return isSet(home) ? [join(home, usual)] : [];
}

/** The files of a place; a star stands for any part of one name. */
export function filesAt(place: string): string[] {
  const parts = place.split("/");
  const first = parts.findIndex((part) => part.includes("*"));
  if (first < 0) return existsSync(place) ? [place] : [];
  const dir = parts.slice(0, first).join("/");
  const [before = "", after = ""] = parts[first]!.split("*");
  return namesIn(dir)
    .filter((name) => name.startsWith(before) && name.endsWith(after) && name.length >= before.length + after.length)
    .flatMap((name) => filesAt([dir, name, ...parts.slice(first + 1)].join("/")));
}

function measured(file: string): { real: string; bytes: number; modifiedMs: number } | undefined {
  try {
    const stat = statSync(file);
    if (!stat.isFile() || stat.size === 0) return undefined;
    return { real: realpathSync(file), bytes: stat.size, modifiedMs: Math.floor(stat.mtimeMs) };
  } catch {
    // A link to nothing, or gone since it was listed.
    return undefined;
  }
}

/** A place that is no directory, or may not be read, holds nothing. */
function namesIn(dir: string): string[] {
  try {
    return readdirSync(dir).sort();
  } catch {
    // Absent for whoever does not use this agent.
    return [];
  }
}

function isSet(value: string | undefined): value is string {
  return value !== undefined && value !== "";
}
