/** The texts that an installation writes, with oldhand's own paths filled in. */
import { readFileSync } from "node:fs";
import { asWord } from "../core/command/syntax/word.ts";
import type { OldhandPaths } from "./desired-change.ts";

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
  return text.replace(/\{\{(\w+)\}\}/g, (whole, slot: string) => slots[slot] ?? whole);
}

/** How a shell starts oldhand, whatever its PATH holds. */
export function shellCommand(
  { node, program }: Pick<OldhandPaths, "node" | "program">,
  ...words: readonly string[]
): string {
  return [asWord(node), asWord(program), ...words].join(" ");
}

function inQuotes(text: string): string {
  return JSON.stringify(text).slice(1, -1);
}
