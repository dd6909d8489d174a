/** The table of agents whose sessions can be imported: the name of each, its files, and its reader. */
import { readFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import type { AgentName } from "../../core/session/session.ts";
import { foundFiles, inHome, isSet, type Variables } from "../source-files.ts";
import { readClaudeCode } from "./readers/claude-code.ts";
import { readCodex } from "./readers/codex.ts";
import { readGemini } from "./readers/gemini.ts";
import { readPi } from "./readers/pi.ts";
import type { StartFacts } from "./session/session-facts.ts";
import type { ReadLine } from "./transcript-event.ts";

export type Agent = {
  readonly name: AgentName;
  /** Absent for opencode: the store opens its database and `importOpencode` reads it. */
  readonly readLine?: ReadLine;
  /** Paths of its transcripts; a star matches any part of one name. */
  readonly places: (env: Variables) => readonly string[];
  /** What is known about a session from the path of its transcript. */
  readonly factsOf?: (file: string) => StartFacts;
};

type FoundTranscript = {
  readonly agent: AgentName;
  readonly file: string;
  readonly bytes: number;
  readonly modifiedMs: number;
};

/** The transcripts on this machine that are not empty, each file once. */
export function findTranscripts(env: Variables, only?: AgentName): FoundTranscript[] {
  const agents = AGENTS.filter(({ name }) => only === undefined || name === only);
  return foundFiles(agents, env).map(({ source, ...found }) => ({ agent: source.name, ...found }));
}

export const AGENTS: readonly Agent[] = [
  {
    name: "claude-code",
    readLine: readClaudeCode,
    places: (env) =>
      inHome(env, env.CLAUDE_CONFIG_DIR, ".claude").flatMap((dir) => [
        join(dir, "projects/*/*.jsonl"),
        join(dir, "projects/*/*/subagents/*.jsonl"),
      ]),
    factsOf: (file) => {
      const name = basename(file).replace(/\.jsonl?$/, "");
      if (basename(dirname(file)) !== "subagents") return UUID.test(name) ? { nativeId: name } : {};
      return { nativeId: name.replace(/^agent-/, ""), parent: basename(dirname(dirname(file))) };
    },
  },
  {
    name: "codex",
    readLine: readCodex,
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
    places: (env) => inHome(env, env.XDG_DATA_HOME, ".local/share").map((dir) => join(dir, "opencode/opencode*.db")),
  },
  {
    name: "pi",
    readLine: readPi,
    places: (env) => inHome(env, env.PI_CODING_AGENT_DIR, ".pi/agent").map((dir) => join(dir, "sessions/*/*.jsonl")),
  },
  {
    name: "omp",
    readLine: readPi,
    places: (env) =>
      inHome(env, undefined, ".omp/agent").flatMap((dir) => [
        join(dir, "sessions/*/*.jsonl"),
        join(dir, "sessions/*/*/*.jsonl"),
      ]),
    // The session of a subagent is in a folder with the name of the session that started it.
    factsOf: (file) => {
      const parent = /^\d{4}-.*_([\w-]+)$/.exec(basename(dirname(file)))?.[1];
      return parent === undefined ? {} : { parent };
    },
  },
  {
    name: "gemini",
    readLine: readGemini,
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

function firstLineOf(file: string): string | undefined {
  try {
    return readFileSync(file, "utf8").split("\n")[0]?.trim() || undefined;
  } catch {
    // Older versions do not write it.
    return undefined;
  }
}
