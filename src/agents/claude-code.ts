/** Claude Code. */
import { basename, dirname, join } from "node:path";
import { inHome } from "../core/base/home-folder.ts";
import type { Agent } from "./agent.ts";
import { GETS_WITH_HOOKS, NAME, PLUGIN } from "./desired-change.ts";

const TOOLS = "Bash|Edit|Write|MultiEdit|NotebookEdit|mcp__.*";
const TOOL = "session_id cwd tool_name tool_input agent_id";

export const claudeCode: Agent = {
  name: "claude-code",
  title: "Claude Code",
  process: { programs: ["claude"], packages: ["@anthropic-ai/claude-code"] },
  marks: { variables: ["CLAUDECODE"] },
  modelHosts: ["anthropic.com"],
  transcripts: {
    read: async () => (await import("./format/claude-code.ts")).readClaudeCode,
    places: (env) =>
      inHome(env, env.CLAUDE_CONFIG_DIR, ".claude").flatMap((dir) => [
        join(dir, "projects/*/*.jsonl"),
        join(dir, "projects/*/*/subagents/*.jsonl"),
      ]),
    factsOf(file) {
      const name = basename(file).replace(/\.jsonl?$/, "");
      if (basename(dirname(file)) !== "subagents") return UUID.test(name) ? { nativeId: name } : {};
      return { nativeId: name.replace(/^agent-/, ""), parent: basename(dirname(dirname(file))) };
    },
  },
  install: {
    gets: GETS_WITH_HOOKS,
    folder: ({ home, variables }) => variables.CLAUDE_CONFIG_DIR || join(home, ".claude"),
    changes: ({ oldhand, folder, plugin }) => [
      ...plugin.marketplace(),
      {
        kind: "json",
        file: join(folder, "settings.json"),
        keys: [
          { path: ["extraKnownMarketplaces", NAME], value: { source: { source: "directory", path: oldhand.plugin } } },
          { path: ["enabledPlugins", PLUGIN], value: true },
        ],
      },
    ],
  },
  hooks: {
    answers: { warn: "context", ask: "prompt", deny: "stop", decides: "permission" },
    reportsOutcome: true,
    byServer: {
      file: "hooks.json",
      server: `plugin:${NAME}:${NAME}`,
      events: {
        UserPromptSubmit: { fields: "session_id cwd prompt", isContext: true },
        PreToolUse: { fields: TOOL, matcher: `${TOOLS}|Agent|Task` },
        PostToolUse: { fields: TOOL, matcher: TOOLS },
        PostToolUseFailure: { fields: `${TOOL} error`, matcher: TOOLS, isContext: true },
        SubagentStart: { fields: "session_id cwd agent_id" },
      },
    },
  },
  headless: {
    overheadTokens: 2000,
    load: async () => (await import("./headless/claude-code.ts")).claudeCodeHeadless,
  },
};

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
