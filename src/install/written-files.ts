/** The files that an installation writes, with oldhand's own paths filled in; most are a plugin that Claude Code and Codex share. */

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { sha256 } from "../core/base/hash.ts";
import { asWord } from "../core/command/syntax/word.ts";
import { type DesiredChange, json, type OldhandPaths, own } from "./desired-change.ts";

export const NAME = "oldhand";
/** As agents name a plugin: name@marketplace. */
export const PLUGIN = `${NAME}@${NAME}`;

/** A local marketplace folder with this one plugin in it. */
export function marketplace(oldhand: OldhandPaths): DesiredChange[] {
  const list = {
    name: NAME,
    owner: { name: NAME },
    description: "Shared memory for the terminal and coding agents on this machine",
    plugins: [{ name: NAME, source: `./${NAME}`, description: DESCRIPTION }],
  };
  return [
    own(join(oldhand.plugin, ".claude-plugin", "marketplace.json"), json(list)),
    ...pluginIn(join(oldhand.plugin, NAME), oldhand),
  ];
}

/** The plugin itself, in the folder where an agent looks for it. */
export function pluginIn(folder: string, oldhand: OldhandPaths): DesiredChange[] {
  return Object.entries(contents(oldhand)).map(([path, text]) => own(join(folder, path), text));
}

/** Agents cache a plugin by its version, so different contents need a different version. */
export function pluginVersion(oldhand: OldhandPaths): string {
  return `${oldhand.version}-${sha256(Object.values(parts(oldhand)).join("\0")).slice(0, 8)}`;
}

const DESCRIPTION = "Remembers rules, decisions, pitfalls and workflows across sessions, on this machine";

function contents(oldhand: OldhandPaths): Record<string, string> {
  const manifest = {
    name: NAME,
    version: pluginVersion(oldhand),
    description: DESCRIPTION,
    author: { name: NAME },
    license: "MIT",
  };
  return {
    ".claude-plugin/plugin.json": json(manifest),
    // Codex has no event for failed tools only; Claude Code has, and need not call us after each success.
    ".codex-plugin/plugin.json": json({ ...manifest, hooks: "./hooks/codex.json" }),
    ...parts(oldhand),
  };
}

function parts(oldhand: OldhandPaths): Record<string, string> {
  return {
    ".mcp.json": json({ mcpServers: { [NAME]: stdio(oldhand) } }),
    "hooks/hooks.json": json(hooks(shellCommand(oldhand, "hook", "claude-code"), { PostToolUseFailure: "Bash" })),
    "hooks/codex.json": json(hooks(shellCommand(oldhand, "hook", "codex"), { PostToolUse: "Bash" })),
    "skills/recall/SKILL.md": textOf("skill", oldhand),
    "commands/memory.md": textOf("command", oldhand),
    "README.md": textOf("readme", oldhand),
  };
}

const TIMEOUT_SECONDS = 5;
/** The maximum that Codex allows at the end of a session. */
const END_TIMEOUT_SECONDS = 3;

function hooks(command: string, matched: Readonly<Record<string, string>>) {
  const run = (timeout: number) => [{ type: "command", command, timeout }];
  return {
    description: "Give sessions the memory that fits: at start, at prompts and after failures",
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

const TEXTS = {
  skill: readFileSync(new URL("./texts/recall-skill.md", import.meta.url), "utf8"),
  command: readFileSync(new URL("./texts/memory-command.md", import.meta.url), "utf8"),
  readme: readFileSync(new URL("./texts/plugin-readme.md", import.meta.url), "utf8"),
  asking: readFileSync(new URL("./texts/ask-oldhand.js", import.meta.url), "utf8"),
  opencode: readFileSync(new URL("./texts/opencode-plugin.js", import.meta.url), "utf8"),
  pi: readFileSync(new URL("./texts/pi-extension.js", import.meta.url), "utf8"),
} as const;

export function textOf(name: Exclude<keyof typeof TEXTS, "asking">, oldhand: OldhandPaths, agent = ""): string {
  const slots: Readonly<Record<string, string>> = {
    // The scripts have quotes around these.
    node: inQuotes(oldhand.node),
    program: inQuotes(oldhand.program),
    oldhand: shellCommand(oldhand),
    agent,
  };
  const text = name === "opencode" || name === "pi" ? TEXTS.asking + TEXTS[name].replace(/^.*\n/, "\n") : TEXTS[name];
  return text.replace(/\{\{(\w+)\}\}/g, (as, slot: string) => slots[slot] ?? as);
}

/** The command with which a client starts the MCP server over stdio. */
export function stdio({ node, program }: OldhandPaths): { command: string; args: string[] } {
  return { command: node, args: [program, "mcp"] };
}

/** How a shell starts oldhand, whatever its PATH holds. */
export function shellCommand({ node, program }: OldhandPaths, ...words: readonly string[]): string {
  return [asWord(node), asWord(program), ...words].join(" ");
}

function inQuotes(text: string): string {
  return JSON.stringify(text).slice(1, -1);
}
