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
    "hooks/hooks.json": json(hooks(oldhand, CLAUDE_CODE)),
    "hooks/codex.json": json(hooks(oldhand, CODEX)),
    "skills/recall/SKILL.md": textOf("skill", oldhand),
    "commands/memory.md": textOf("command", oldhand),
    "README.md": textOf("readme", oldhand),
  };
}

const TIMEOUT_SECONDS = 5;
/** The maximum that Codex allows at the end of a session. */
const END_TIMEOUT_SECONDS = 3;

type Host = {
  readonly name: "claude-code" | "codex";
  /** As the host names the server of the plugin. */
  readonly server: string;
  readonly events: Readonly<Record<string, HookedEvent>>;
};

/** The fields that the server is sent, and the tools that it is asked about. */
type HookedEvent = {
  readonly fields: string;
  readonly matcher?: string;
  /** It gives context, so that a program can answer it as well. */
  readonly isContext?: true;
};

const CLAUDE_TOOLS = "Bash|Edit|Write|MultiEdit|NotebookEdit";
const TOOL = "session_id cwd tool_name tool_input";

const CLAUDE_CODE: Host = {
  name: "claude-code",
  server: `plugin:${NAME}:${NAME}`,
  events: {
    UserPromptSubmit: { fields: "session_id cwd prompt", isContext: true },
    PreToolUse: { fields: `${TOOL} agent_id`, matcher: `${CLAUDE_TOOLS}|Agent|Task` },
    PostToolUse: { fields: `${TOOL} agent_id`, matcher: CLAUDE_TOOLS },
    PostToolUseFailure: { fields: `${TOOL} agent_id error`, matcher: CLAUDE_TOOLS, isContext: true },
    SubagentStart: { fields: "session_id cwd agent_id" },
  },
};

/** Codex leaves out a hook with a field that the event does not have, and has no event for failed tools only. */
const CODEX: Host = {
  name: "codex",
  server: NAME,
  events: {
    UserPromptSubmit: { fields: "session_id cwd prompt", isContext: true },
    PreToolUse: { fields: TOOL, matcher: "Bash|apply_patch" },
    PostToolUse: { fields: `${TOOL} tool_response`, matcher: "Bash|apply_patch", isContext: true },
  },
};

/** A program at a session's start, when the server is not ready, and at its end; else the server that runs anyway. */
function hooks(oldhand: OldhandPaths, { name, server, events }: Host) {
  const run = (timeout: number) => [
    { hooks: [{ type: "command", command: shellCommand(oldhand, "hook", name), timeout }] },
  ];
  const isByCommand = oldhand.byCommand?.includes(name) === true;
  const asked = Object.entries(events).flatMap(([event, { fields, matcher, isContext }]): [string, object[]][] => {
    // Without a server there are no guards, and a program gives the context.
    if (isByCommand && isContext !== true) return [];
    if (isByCommand)
      return [[event, run(TIMEOUT_SECONDS).map((one) => ({ ...(matcher && { matcher: "Bash" }), ...one }))]];
    const input = Object.fromEntries(fields.split(" ").map((field) => [field, `\${${field}}`]));
    const hook = {
      ...{ type: "mcp_tool", server, tool: "host_event", timeout: TIMEOUT_SECONDS },
      input: { host: name, hook_event_name: event, ...input },
    };
    return [[event, [{ ...(matcher !== undefined && { matcher }), hooks: [hook] }]]];
  });
  return {
    description: "Give sessions the memory that fits, and check guards before commands and edits",
    hooks: {
      SessionStart: run(TIMEOUT_SECONDS),
      ...Object.fromEntries(asked),
      SessionEnd: run(END_TIMEOUT_SECONDS),
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
