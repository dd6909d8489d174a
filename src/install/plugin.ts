/** The plugin folder in the format that Claude Code and Codex share: hooks, the MCP server, a skill, a command. */
import { join } from "node:path";
import { sha256 } from "../core/base/hash.ts";
import { stdio } from "./targets/json-mcp.ts";
import { shellCommand, textOf } from "./texts.ts";
import { json, type Ours, own, type Wish } from "./wish.ts";

export const NAME = "oldhand";
/** As agents name a plugin: its name, and that of the place it comes from. */
export const PLUGIN = `${NAME}@${NAME}`;

/** The folder that a marketplace is, as agents see it, with the one plugin in it. */
export function marketplace(ours: Ours): Wish[] {
  const list = {
    name: NAME,
    owner: { name: NAME },
    description: "The memory of this machine's terminal and coding agents",
    plugins: [{ name: NAME, source: `./${NAME}`, description: DESCRIPTION }],
  };
  return [
    own(join(ours.plugin, ".claude-plugin", "marketplace.json"), json(list)),
    ...pluginIn(join(ours.plugin, NAME), ours),
  ];
}

/** The plugin itself, in whatever folder an agent looks for it. */
export function pluginIn(folder: string, ours: Ours): Wish[] {
  return Object.entries(contents(ours)).map(([path, text]) => own(join(folder, path), text));
}

/** Agents keep a copy under its version: what differs has another. */
export function pluginVersion(ours: Ours): string {
  return `${ours.version}-${sha256(Object.values(parts(ours)).join("\0")).slice(0, 8)}`;
}

const DESCRIPTION = "Remembers rules, decisions, pitfalls and workflows across sessions, on this machine";

function contents(ours: Ours): Record<string, string> {
  const manifest = {
    name: NAME,
    version: pluginVersion(ours),
    description: DESCRIPTION,
    author: { name: NAME },
    license: "MIT",
  };
  return {
    ".claude-plugin/plugin.json": json(manifest),
    // Codex has no event for a tool that failed, and Claude Code need not be asked after each that went well.
    ".codex-plugin/plugin.json": json({ ...manifest, hooks: "./hooks/codex.json" }),
    ...parts(ours),
  };
}

function parts(ours: Ours): Record<string, string> {
  return {
    ".mcp.json": json({ mcpServers: { [NAME]: stdio(ours) } }),
    "hooks/hooks.json": json(hooks(shellCommand(ours, "hook", "claude-code"), { PostToolUseFailure: "Bash" })),
    "hooks/codex.json": json(hooks(shellCommand(ours, "hook", "codex"), { PostToolUse: "Bash" })),
    "skills/recall/SKILL.md": textOf("skill", ours),
    "commands/memory.md": textOf("command", ours),
    "README.md": textOf("readme", ours),
  };
}

const TIMEOUT_SECONDS = 5;
/** Codex allows no more at a session's end. */
const END_TIMEOUT_SECONDS = 3;

function hooks(command: string, matched: Readonly<Record<string, string>>) {
  const run = (timeout: number) => [{ type: "command", command, timeout }];
  return {
    description: "What oldhand remembers, when it is needed",
    hooks: {
      SessionStart: [{ hooks: run(TIMEOUT_SECONDS) }],
      UserPromptSubmit: [{ hooks: run(TIMEOUT_SECONDS) }],
      ...Object.fromEntries(
        Object.entries(matched).map(([event, matcher]) => [event, [{ matcher, hooks: run(TIMEOUT_SECONDS) }]]),
      ),
      SessionEnd: [{ hooks: run(END_TIMEOUT_SECONDS) }],
    },
  };
}
