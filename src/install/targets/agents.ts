/** The agents that support hooks: where each looks for them, and what it gets. */
import { existsSync } from "node:fs";
import { join } from "node:path";
import { type DesiredChange, json, type Machine, type OldhandPaths, own, type Target } from "../desired-change.ts";
import { readSettings } from "../settings-file.ts";
import { marketplace, NAME, PLUGIN, pluginIn, pluginVersion, shellCommand, textOf } from "../written-files.ts";

const WITH_HOOKS =
  "relevant memory at session start, with prompts and after failed commands, plus the memory tools over MCP";

export const claudeCode: Target = {
  name: "claude-code",
  title: "Claude Code",
  gets: WITH_HOOKS,
  folder: claudeFolder,
  desiredChanges: (oldhand, machine) => [
    ...marketplace(oldhand),
    {
      kind: "json",
      file: join(claudeFolder(machine), "settings.json"),
      keys: [
        { path: ["extraKnownMarketplaces", NAME], value: { source: { source: "directory", path: oldhand.plugin } } },
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
  desiredChanges: (oldhand, machine) => [
    ...marketplace(oldhand),
    ...pluginIn(join(codexFolder(machine), "plugins", "cache", NAME, NAME, pluginVersion(oldhand)), oldhand),
    {
      kind: "toml",
      file: join(codexFolder(machine), "config.toml"),
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
};

export const opencode: Target = {
  name: "opencode",
  title: "opencode",
  gets: WITH_HOOKS,
  folder: (machine) => join(configOf(machine), "opencode"),
  desiredChanges: (oldhand, machine) => {
    const folder = join(configOf(machine), "opencode");
    return [
      own(join(folder, "plugins", "oldhand.js"), textOf("opencode", oldhand, "opencode")),
      own(join(folder, "commands", "memory.md"), textOf("command", oldhand)),
      {
        kind: "json",
        file: [join(folder, "opencode.jsonc")].find((file) => existsSync(file)) ?? join(folder, "opencode.json"),
        keys: [
          {
            path: ["mcp", NAME],
            value: { type: "local", command: [oldhand.node, oldhand.program, "mcp"], enabled: true },
          },
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
  desiredChanges: (oldhand, machine) => extensionIn(pi.folder(machine), oldhand, "pi"),
};

export const omp: Target = {
  name: "omp",
  title: "oh-my-pi",
  gets: WITH_HOOKS,
  folder: ({ home }) => join(home, ".omp", "agent"),
  desiredChanges: (oldhand, machine) => extensionIn(omp.folder(machine), oldhand, "omp"),
};

export const gemini: Target = {
  name: "gemini",
  title: "Gemini CLI",
  gets: WITH_HOOKS,
  folder: geminiFolder,
  desiredChanges: (oldhand, machine) => {
    const folder = join(geminiFolder(machine), "extensions", NAME);
    const manifest = { name: NAME, version: oldhand.version, mcpServers: { [NAME]: stdio(oldhand) } };
    return [
      own(join(folder, "gemini-extension.json"), json(manifest)),
      own(join(folder, "hooks", "hooks.json"), json({ hooks: geminiHooks(oldhand) })),
      own(join(folder, "commands", "memory.toml"), geminiCommand(oldhand)),
      own(join(folder, "skills", "recall", "SKILL.md"), textOf("skill", oldhand)),
    ];
  },
};

function claudeFolder({ home, variables }: Machine): string {
  return variables.CLAUDE_CONFIG_DIR || join(home, ".claude");
}

function codexFolder({ home, variables }: Machine): string {
  return variables.CODEX_HOME || join(home, ".codex");
}

function geminiFolder({ home, variables }: Machine): string {
  return join(variables.GEMINI_CLI_HOME || home, ".gemini");
}

function extensionIn(folder: string, oldhand: OldhandPaths, agent: "pi" | "omp"): DesiredChange[] {
  return [
    own(join(folder, "extensions", "oldhand.js"), textOf("pi", oldhand, agent)),
    own(join(folder, "skills", "recall", "SKILL.md"), textOf("skill", oldhand)),
    { kind: "json", file: join(folder, "mcp.json"), keys: [{ path: ["mcpServers", NAME], value: stdio(oldhand) }] },
  ];
}

/** Gemini CLI takes milliseconds. */
const TIMEOUT_MS = 5000;

function geminiHooks(oldhand: OldhandPaths) {
  const hooks = [
    { type: "command", name: NAME, command: shellCommand(oldhand, "hook", "gemini"), timeout: TIMEOUT_MS },
  ];
  return {
    SessionStart: [{ hooks }],
    BeforeAgent: [{ hooks }],
    AfterTool: [{ matcher: "run_shell_command", hooks }],
    PreCompress: [{ matcher: "manual", hooks }],
    SessionEnd: [{ hooks }],
  };
}

/** The same command text, in the TOML format of Gemini CLI. */
function geminiCommand(oldhand: OldhandPaths): string {
  const [, head = "", body = ""] = /^---\n([\s\S]*?)\n---\n([\s\S]*)$/.exec(textOf("command", oldhand)) ?? [];
  const description = /^description: (.*)$/m.exec(head)?.[1] ?? "";
  return `description = ${JSON.stringify(description)}\nprompt = ${JSON.stringify(body.trim().replace("$ARGUMENTS", "{{args}}"))}\n`;
}

/** Codex runs a hook only after the person trusted it, and records that in its settings, which are in `folder`. */
export function codexTrustsHooks(folder: string): boolean {
  const lines = (readSettings(join(folder, "config.toml")) ?? "").split("\n");
  return lines.some((line) => line.trimStart().startsWith("[hooks.state.") && line.includes("oldhand"));
}

export const cursor: Target = {
  name: "cursor",
  title: "Cursor",
  gets: "the memory tools over MCP",
  folder: ({ home }) => join(home, ".cursor"),
  desiredChanges: (oldhand, { home }) => [
    {
      kind: "json",
      file: join(home, ".cursor", "mcp.json"),
      keys: [{ path: ["mcpServers", "oldhand"], value: stdio(oldhand) }],
    },
  ],
};

export const vscode: Target = {
  name: "vscode",
  title: "VS Code",
  gets: "the memory tools over MCP",
  folder: (machine) => join(userSettings(machine, "Code"), "User"),
  desiredChanges: (oldhand, machine) => [
    {
      kind: "json",
      file: join(userSettings(machine, "Code"), "User", "mcp.json"),
      keys: [{ path: ["servers", "oldhand"], value: { type: "stdio", ...stdio(oldhand) } }],
    },
  ],
};

export const zed: Target = {
  name: "zed",
  title: "Zed",
  gets: "the memory tools over MCP",
  folder: (machine) => join(configOf(machine), "zed"),
  desiredChanges: (oldhand, machine) => [
    {
      kind: "json",
      file: join(configOf(machine), "zed", "settings.json"),
      keys: [{ path: ["context_servers", "oldhand"], value: { ...stdio(oldhand), env: {} } }],
    },
  ],
};

/** The command with which a client starts the server over stdio. */
export function stdio({ node, program }: OldhandPaths): { command: string; args: string[] } {
  return { command: node, args: [program, "mcp"] };
}

export function configOf({ home, variables }: Machine): string {
  return variables.XDG_CONFIG_HOME?.startsWith("/") ? variables.XDG_CONFIG_HOME : join(home, ".config");
}

/** Where a desktop program keeps its user settings. */
function userSettings(machine: Machine, name: string): string {
  return machine.platform === "darwin"
    ? join(machine.home, "Library", "Application Support", name)
    : join(configOf(machine), name);
}
