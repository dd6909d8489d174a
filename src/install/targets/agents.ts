/** The agents that take hooks: where each looks for them, and what it is given. */
import { existsSync } from "node:fs";
import { join } from "node:path";
import { marketplace, NAME, PLUGIN, pluginIn, pluginVersion } from "../plugin.ts";
import { shellCommand, textOf } from "../texts.ts";
import { type Ground, json, type Ours, own, type Target, type Wish } from "../wish.ts";
import { configOf, stdio } from "./json-mcp.ts";

const WITH_HOOKS = "what is remembered at its start, at prompts and after failures, and the memory's tools over MCP";

export const claudeCode: Target = {
  name: "claude-code",
  title: "Claude Code",
  gets: WITH_HOOKS,
  folder: claudeFolder,
  wishes: (ours, ground) => [
    ...marketplace(ours),
    {
      kind: "json",
      file: join(claudeFolder(ground), "settings.json"),
      keys: [
        { path: ["extraKnownMarketplaces", NAME], value: { source: { source: "directory", path: ours.plugin } } },
        { path: ["enabledPlugins", PLUGIN], value: true },
      ],
    },
  ],
};

export const codex: Target = {
  name: "codex",
  title: "Codex",
  gets: WITH_HOOKS,
  folder: codexFolder,
  wishes: (ours, ground) => [
    ...marketplace(ours),
    ...pluginIn(join(codexFolder(ground), "plugins", "cache", NAME, NAME, pluginVersion(ours)), ours),
    {
      kind: "toml",
      file: join(codexFolder(ground), "config.toml"),
      tables: [
        {
          path: ["marketplaces", NAME],
          text: `[marketplaces.${NAME}]\nsource_type = "local"\nsource = ${JSON.stringify(ours.plugin)}\n`,
        },
        { path: ["plugins", PLUGIN], text: `[plugins.${JSON.stringify(PLUGIN)}]\nenabled = true\n` },
      ],
    },
  ],
  afterwards: "Codex runs a hook only once you trust it: open Codex, type /hooks, and trust those of oldhand.",
};

export const opencode: Target = {
  name: "opencode",
  title: "opencode",
  gets: WITH_HOOKS,
  folder: (ground) => join(configOf(ground), "opencode"),
  wishes: (ours, ground) => {
    const folder = join(configOf(ground), "opencode");
    return [
      own(join(folder, "plugins", "oldhand.js"), textOf("opencode", ours, "opencode")),
      own(join(folder, "commands", "memory.md"), textOf("command", ours)),
      {
        kind: "json",
        file: [join(folder, "opencode.jsonc")].find((file) => existsSync(file)) ?? join(folder, "opencode.json"),
        keys: [
          { path: ["mcp", NAME], value: { type: "local", command: [ours.node, ours.program, "mcp"], enabled: true } },
        ],
      },
    ];
  },
};

export const pi: Target = {
  name: "pi",
  title: "pi",
  gets: WITH_HOOKS,
  folder: ({ home, variables }) => variables.PI_CODING_AGENT_DIR || join(home, ".pi", "agent"),
  wishes: (ours, ground) => extensionIn(pi.folder(ground), ours, "pi"),
};

export const omp: Target = {
  name: "omp",
  title: "oh-my-pi",
  gets: WITH_HOOKS,
  folder: ({ home }) => join(home, ".omp", "agent"),
  wishes: (ours, ground) => extensionIn(omp.folder(ground), ours, "omp"),
};

export const gemini: Target = {
  name: "gemini",
  title: "Gemini CLI",
  gets: WITH_HOOKS,
  folder: geminiFolder,
  wishes: (ours, ground) => {
    const folder = join(geminiFolder(ground), "extensions", NAME);
    const manifest = { name: NAME, version: ours.version, mcpServers: { [NAME]: stdio(ours) } };
    return [
      own(join(folder, "gemini-extension.json"), json(manifest)),
      own(join(folder, "hooks", "hooks.json"), json({ hooks: geminiHooks(ours) })),
      own(join(folder, "commands", "memory.toml"), geminiCommand(ours)),
      own(join(folder, "skills", "recall", "SKILL.md"), textOf("skill", ours)),
    ];
  },
};

function claudeFolder({ home, variables }: Ground): string {
  return variables.CLAUDE_CONFIG_DIR || join(home, ".claude");
}

function codexFolder({ home, variables }: Ground): string {
  return variables.CODEX_HOME || join(home, ".codex");
}

function geminiFolder({ home, variables }: Ground): string {
  return join(variables.GEMINI_CLI_HOME || home, ".gemini");
}

function extensionIn(folder: string, ours: Ours, agent: "pi" | "omp"): Wish[] {
  return [
    own(join(folder, "extensions", "oldhand.js"), textOf("pi", ours, agent)),
    own(join(folder, "skills", "recall", "SKILL.md"), textOf("skill", ours)),
    { kind: "json", file: join(folder, "mcp.json"), keys: [{ path: ["mcpServers", NAME], value: stdio(ours) }] },
  ];
}

/** Gemini counts milliseconds. */
const TIMEOUT_MS = 5000;

function geminiHooks(ours: Ours) {
  const hooks = [{ type: "command", name: NAME, command: shellCommand(ours, "hook", "gemini"), timeout: TIMEOUT_MS }];
  return {
    SessionStart: [{ hooks }],
    BeforeAgent: [{ hooks }],
    AfterTool: [{ matcher: "run_shell_command", hooks }],
    PreCompress: [{ matcher: "manual", hooks }],
    SessionEnd: [{ hooks }],
  };
}

/** The same words as elsewhere, in the form that Gemini CLI keeps commands in. */
function geminiCommand(ours: Ours): string {
  const [, head = "", body = ""] = /^---\n([\s\S]*?)\n---\n([\s\S]*)$/.exec(textOf("command", ours)) ?? [];
  const description = /^description: (.*)$/m.exec(head)?.[1] ?? "";
  return `description = ${JSON.stringify(description)}\nprompt = ${JSON.stringify(body.trim().replace("$ARGUMENTS", "{{args}}"))}\n`;
}
