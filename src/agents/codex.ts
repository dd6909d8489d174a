/** Codex. */
import { join } from "node:path";
import { inHome } from "../core/base/home-folder.ts";
import type { Agent } from "./agent.ts";
import { GETS_WITH_HOOKS, NAME, PLUGIN } from "./desired-change.ts";

const TOOLS = "Bash|apply_patch|mcp__.*";
const TOOL = "session_id cwd tool_name tool_input";

export const codex: Agent = {
  name: "codex",
  title: "Codex",
  process: { programs: ["codex"], packages: ["@openai/codex"] },
  marks: { variables: ["CODEX_SANDBOX", "CODEX_THREAD_ID"] },
  modelHosts: ["openai.com"],
  transcripts: {
    read: async () => (await import("./format/codex.ts")).readCodex,
    places: (env) =>
      inHome(env, env.CODEX_HOME, ".codex").flatMap((dir) => [
        join(dir, "sessions/*/*/*/rollout-*.jsonl"),
        join(dir, "sessions/*/*/*/rollout-*.jsonl.zst"),
        join(dir, "archived_sessions/rollout-*.jsonl"),
        join(dir, "archived_sessions/rollout-*.jsonl.zst"),
      ]),
  },
  install: {
    gets: GETS_WITH_HOOKS,
    folder: ({ home, variables }) => variables.CODEX_HOME || join(home, ".codex"),
    changes: ({ oldhand, folder, plugin }) => [
      ...plugin.marketplace(),
      ...plugin.inFolder(join(folder, "plugins", "cache", NAME, NAME, plugin.version)),
      {
        kind: "toml",
        file: join(folder, "config.toml"),
        tables: [
          {
            path: ["marketplaces", NAME],
            text: `[marketplaces.${NAME}]\nsource_type = "local"\nsource = ${JSON.stringify(oldhand.plugin)}\n`,
          },
          { path: ["plugins", PLUGIN], text: `[plugins.${JSON.stringify(PLUGIN)}]\nenabled = true\n` },
        ],
      },
    ],
    afterwards: "Codex runs a hook only after you trust it: open Codex, type /hooks, and trust the hooks of oldhand.",
    /** It records in its settings which hooks the person trusted. */
    trouble(settings) {
      const lines = (settings("config.toml") ?? "").split("\n");
      if (lines.some((line) => line.trimStart().startsWith("[hooks.state.") && line.includes(NAME))) return undefined;
      return {
        detail: "its hooks are not trusted yet",
        fix: "Open Codex, type /hooks, and trust the hooks of oldhand.",
      };
    },
  },
  hooks: {
    answers: { warn: "context", ask: "stop", deny: "stop", decides: "permission" },
    reportsOutcome: false,
    // It leaves out a hook with a field that the event does not have, and has no event for failed tools only.
    byServer: {
      file: "codex.json",
      server: NAME,
      events: {
        UserPromptSubmit: { fields: "session_id cwd prompt", isContext: true },
        PreToolUse: { fields: TOOL, matcher: TOOLS },
        PostToolUse: { fields: `${TOOL} tool_response`, matcher: TOOLS, isContext: true },
      },
    },
  },
  headless: {
    // Its own instructions cannot be replaced.
    overheadTokens: 12_000,
    load: async () => (await import("./headless/codex.ts")).codexHeadless,
  },
};
