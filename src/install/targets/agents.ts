/** The agents and editors that oldhand can be installed into: where each looks for its settings, and what it gets. */
import { existsSync } from "node:fs";
import { join } from "node:path";
import { configOf, type DesiredChange, json, type OldhandPaths, own, type Target } from "../desired-change.ts";
import { readSettings } from "../settings-file.ts";
import { marketplace, NAME, PLUGIN, pluginIn, pluginVersion, shellCommand, stdio, textOf } from "../written-files.ts";

const WITH_HOOKS =
  "relevant memory at session start, with prompts and after failed commands, plus the memory tools over MCP";

export const AGENT_TARGETS: readonly Target[] = [
  {
    name: "claude-code",
    title: "Claude Code",
    gets: WITH_HOOKS,
    folder: ({ home, variables }) => variables.CLAUDE_CONFIG_DIR || join(home, ".claude"),
    desiredChanges: (oldhand, folder) => [
      ...marketplace(oldhand),
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
  {
    name: "codex",
    title: "Codex",
    gets: WITH_HOOKS,
    folder: ({ home, variables }) => variables.CODEX_HOME || join(home, ".codex"),
    desiredChanges: (oldhand, folder) => [
      ...marketplace(oldhand),
      ...pluginIn(join(folder, "plugins", "cache", NAME, NAME, pluginVersion(oldhand)), oldhand),
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
  },
  {
    name: "opencode",
    title: "opencode",
    gets: WITH_HOOKS,
    folder: (machine) => join(configOf(machine), "opencode"),
    desiredChanges: (oldhand, folder) => [
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
    ],
  },
  {
    name: "pi",
    title: "pi",
    gets: WITH_HOOKS,
    folder: ({ home, variables }) => variables.PI_CODING_AGENT_DIR || join(home, ".pi", "agent"),
    desiredChanges: (oldhand, folder) => extensionIn(folder, oldhand, "pi"),
  },
  {
    name: "omp",
    title: "oh-my-pi",
    gets: WITH_HOOKS,
    folder: ({ home }) => join(home, ".omp", "agent"),
    desiredChanges: (oldhand, folder) => extensionIn(folder, oldhand, "omp"),
  },
  {
    name: "gemini",
    title: "Gemini CLI",
    gets: WITH_HOOKS,
    folder: ({ home, variables }) => join(variables.GEMINI_CLI_HOME || home, ".gemini"),
    desiredChanges: (oldhand, geminiFolder) => {
      const folder = join(geminiFolder, "extensions", NAME);
      const manifest = { name: NAME, version: oldhand.version, mcpServers: { [NAME]: stdio(oldhand) } };
      return [
        own(join(folder, "gemini-extension.json"), json(manifest)),
        own(join(folder, "hooks", "hooks.json"), json({ hooks: geminiHooks(oldhand) })),
        own(join(folder, "commands", "memory.toml"), geminiCommand(oldhand)),
        own(join(folder, "skills", "recall", "SKILL.md"), textOf("skill", oldhand)),
      ];
    },
  },
  {
    name: "cursor",
    title: "Cursor",
    gets: "the memory tools over MCP",
    folder: ({ home }) => join(home, ".cursor"),
    desiredChanges: (oldhand, folder) => [serverIn(join(folder, "mcp.json"), "mcpServers", stdio(oldhand))],
  },
  {
    name: "vscode",
    title: "VS Code",
    gets: "the memory tools over MCP",
    folder: (machine) =>
      machine.platform === "darwin"
        ? join(machine.home, "Library", "Application Support", "Code", "User")
        : join(configOf(machine), "Code", "User"),
    desiredChanges: (oldhand, folder) => [
      serverIn(join(folder, "mcp.json"), "servers", { type: "stdio", ...stdio(oldhand) }),
    ],
  },
  {
    name: "zed",
    title: "Zed",
    gets: "the memory tools over MCP",
    folder: (machine) => join(configOf(machine), "zed"),
    desiredChanges: (oldhand, folder) => [
      serverIn(join(folder, "settings.json"), "context_servers", { ...stdio(oldhand), env: {} }),
    ],
  },
];

/** The key for oldhand in the file where a program lists its MCP servers. */
function serverIn(file: string, list: string, value: unknown): DesiredChange {
  return { kind: "json", file, keys: [{ path: [list, NAME], value }] };
}

function extensionIn(folder: string, oldhand: OldhandPaths, agent: "pi" | "omp"): DesiredChange[] {
  return [
    own(join(folder, "extensions", "oldhand.js"), textOf("pi", oldhand, agent)),
    own(join(folder, "skills", "recall", "SKILL.md"), textOf("skill", oldhand)),
    serverIn(join(folder, "mcp.json"), "mcpServers", stdio(oldhand)),
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
    BeforeTool: [{ matcher: "run_shell_command|write_file|replace", hooks }],
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
