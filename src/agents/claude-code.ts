/** Claude Code. */
import { basename, dirname, join } from "node:path";
import { inHome } from "../core/base/home-folder.ts";
import type { Agent, HeadlessAgent } from "./agent.ts";
import { GETS_WITH_HOOKS, NAME, PLUGIN } from "./desired-change.ts";
import { jsonIn, usageFrom } from "./format/headless-output.ts";

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
  headless: headless(),
};

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

function headless(): HeadlessAgent {
  return {
    program: "claude",
    args: (system) => [
      ...["--print", "--output-format", "json", "--no-session-persistence", "--disable-slash-commands"],
      // The person's own settings may hold how they log in; hooks and plugins in them stay off.
      ...["--setting-sources", "user", "--settings", '{"disableAllHooks":true}', "--strict-mcp-config"],
      ...["--tools", "", "--system-prompt", system],
    ],
    variables: (_, { maxOutputTokens }) => ({
      CLAUDE_CODE_MAX_OUTPUT_TOKENS: String(maxOutputTokens),
      CLAUDE_CODE_DISABLE_AUTO_MEMORY: "1",
      CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: "1",
    }),
    takesSystem: true,
    overheadTokens: 2000,
    answerIn(output) {
      const { result, is_error, usage } = jsonIn(output) ?? {};
      if (typeof result !== "string") return { text: "", failure: "it gave no result" };
      const used = usageFrom(usage, {
        input: ["input_tokens", "cache_creation_input_tokens", "cache_read_input_tokens"],
        output: ["output_tokens"],
      });
      return { text: result, ...used, ...(is_error === true && { failure: result }) };
    },
  };
}
