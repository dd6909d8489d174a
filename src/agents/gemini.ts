/** Gemini CLI. */
import { readFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { inHome, isSet } from "../core/base/home-folder.ts";
import type { Agent, InstallInto } from "./agent.ts";
import { GETS_WITH_HOOKS, json, NAME, ownedFile, stdio } from "./desired-change.ts";

export const gemini: Agent = {
  name: "gemini",
  title: "Gemini CLI",
  process: { programs: ["gemini"], packages: ["@google/gemini-cli"] },
  marks: { variables: ["GEMINI_CLI"] },
  modelHosts: ["googleapis.com"],
  transcripts: {
    read: async () => (await import("./format/gemini.ts")).readGemini,
    places: (env) =>
      inHome(env, isSet(env.GEMINI_CLI_HOME) ? join(env.GEMINI_CLI_HOME, ".gemini") : undefined, ".gemini").flatMap(
        (dir) => [
          join(dir, "tmp/*/chats/session-*.jsonl"),
          join(dir, "tmp/*/chats/session-*.json"),
          join(dir, "tmp/*/chats/*/*.jsonl"),
        ],
      ),
    factsOf(file) {
      const dir = dirname(file);
      const isSubagent = basename(dirname(dir)) === "chats";
      const cwd = firstLineOf(join(isSubagent ? dirname(dir) : dir, "../.project_root"));
      return { ...(isSubagent ? { parent: basename(dir) } : {}), ...(cwd === undefined ? {} : { cwd, nowIn: cwd }) };
    },
  },
  install: {
    gets: GETS_WITH_HOOKS,
    folder: ({ home, variables }) => join(variables.GEMINI_CLI_HOME || home, ".gemini"),
    changes({ oldhand, folder: geminiFolder, textOf, command }) {
      const folder = join(geminiFolder, "extensions", NAME);
      const manifest = { name: NAME, version: oldhand.version, mcpServers: { [NAME]: stdio(oldhand) } };
      return [
        ownedFile(join(folder, "gemini-extension.json"), json(manifest)),
        ownedFile(join(folder, "hooks", "hooks.json"), json({ hooks: hooksOf(command("hook", "gemini")) })),
        ownedFile(join(folder, "commands", "memory.toml"), commandOf(textOf)),
        ownedFile(join(folder, "skills", "recall", "SKILL.md"), textOf("skill")),
      ];
    },
  },
  hooks: {
    answers: { warn: "after", ask: "stop", deny: "stop", decides: "decision" },
    reportsOutcome: false,
    losesOnResume: true,
  },
};

/** It takes milliseconds. */
const TIMEOUT_MS = 5000;

function hooksOf(command: string) {
  const hooks = [{ type: "command", name: NAME, command, timeout: TIMEOUT_MS }];
  return {
    SessionStart: [{ hooks }],
    BeforeAgent: [{ hooks }],
    BeforeTool: [{ matcher: "run_shell_command|write_file|replace|mcp_.*|.*__.*", hooks }],
    AfterTool: [{ matcher: "run_shell_command", hooks }],
    PreCompress: [{ matcher: "manual", hooks }],
    SessionEnd: [{ hooks }],
  };
}

/** The same command text, in its TOML format. */
function commandOf(textOf: InstallInto["textOf"]): string {
  const [, head = "", body = ""] = /^---\n([\s\S]*?)\n---\n([\s\S]*)$/.exec(textOf("command")) ?? [];
  const description = /^description: (.*)$/m.exec(head)?.[1] ?? "";
  return `description = ${JSON.stringify(description)}\nprompt = ${JSON.stringify(body.trim().replace("$ARGUMENTS", "{{args}}"))}\n`;
}

function firstLineOf(file: string): string | undefined {
  try {
    return readFileSync(file, "utf8").split("\n")[0]?.trim() || undefined;
  } catch {
    // Older versions do not write it.
    return undefined;
  }
}
