/** The files that an installation writes, with oldhand's own paths filled in; most are a plugin that agents share. */

import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { ServerHooks } from "../../agents/agent.ts";
import { agentsWith } from "../../agents/all.ts";
import { type DesiredChange, json, NAME, type OldhandPaths, ownedFile, stdio } from "../../agents/desired-change.ts";
import { sha256 } from "../../core/base/hash.ts";
import { asWord } from "../../core/command/syntax/word.ts";

/** A local marketplace folder with this one plugin in it. */
export function marketplace(oldhand: OldhandPaths): DesiredChange[] {
  const list = {
    name: NAME,
    owner: { name: NAME },
    description: "Shared memory for the terminal and coding agents on this machine",
    plugins: [{ name: NAME, source: `./${NAME}`, description: DESCRIPTION }],
  };
  return [
    ownedFile(join(oldhand.plugin, ".claude-plugin", "marketplace.json"), json(list)),
    ...pluginIn(join(oldhand.plugin, NAME), oldhand),
  ];
}

/** The plugin itself, in the folder where an agent looks for it. */
export function pluginIn(folder: string, oldhand: OldhandPaths): DesiredChange[] {
  return Object.entries(contents(oldhand)).map(([path, text]) => ownedFile(join(folder, path), text));
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
    ...Object.fromEntries(serverHosts().map((host) => [`hooks/${host.file}`, json(hooks(oldhand, host))])),
    "skills/recall/SKILL.md": writtenText("skill", oldhand),
    "commands/memory.md": writtenText("command", oldhand),
    "README.md": writtenText("readme", oldhand),
  };
}

const TIMEOUT_SECONDS = 5;
/** The maximum that Codex allows at the end of a session. */
const END_TIMEOUT_SECONDS = 3;

type Host = ServerHooks & { readonly name: string };

function serverHosts(): Host[] {
  return agentsWith("hooks").flatMap(({ name, hooks: { byServer } }) =>
    byServer === undefined ? [] : [{ name, ...byServer }],
  );
}

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

export function writtenText(name: Exclude<keyof typeof TEXTS, "asking">, oldhand: OldhandPaths, agent = ""): string {
  const slots: Readonly<Record<string, string>> = {
    // The scripts have quotes around these.
    node: inQuotes(oldhand.node),
    program: inQuotes(oldhand.program),
    places: inQuotes(JSON.stringify(oldhand.places ?? {})),
    oldhand: shellCommand(oldhand),
    agent,
  };
  const text = name === "opencode" || name === "pi" ? TEXTS.asking + TEXTS[name].replace(/^.*\n/, "\n") : TEXTS[name];
  return text.replace(/\{\{(\w+)\}\}/g, (as, slot: string) => slots[slot] ?? as);
}

/** How a shell starts oldhand, whatever its PATH holds. */
export function shellCommand({ node, program, places = {} }: OldhandPaths, ...words: readonly string[]): string {
  const set = Object.entries(places).map(([name, value]) => `${name}=${asWord(value)}`);
  return [...set, asWord(node), asWord(program), ...words].join(" ");
}

function inQuotes(text: string): string {
  return JSON.stringify(text).slice(1, -1);
}
