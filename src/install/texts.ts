/** The texts that an installation writes, with the places where oldhand lies filled in. */
import { readFileSync } from "node:fs";
import { asWord } from "../core/workflow/quote.ts";
import type { Ours } from "./wish.ts";

const TEXTS = {
  skill: readFileSync(new URL("./texts/recall-skill.md", import.meta.url), "utf8"),
  command: readFileSync(new URL("./texts/memory-command.md", import.meta.url), "utf8"),
  readme: readFileSync(new URL("./texts/plugin-readme.md", import.meta.url), "utf8"),
  asking: readFileSync(new URL("./texts/ask-oldhand.js", import.meta.url), "utf8"),
  opencode: readFileSync(new URL("./texts/opencode-plugin.js", import.meta.url), "utf8"),
  pi: readFileSync(new URL("./texts/pi-extension.js", import.meta.url), "utf8"),
} as const;

export function textOf(name: Exclude<keyof typeof TEXTS, "asking">, ours: Ours, agent = ""): string {
  const slots: Readonly<Record<string, string>> = {
    // In the scripts they stand between quotes.
    node: inQuotes(ours.node),
    program: inQuotes(ours.program),
    oldhand: shellCommand(ours),
    agent,
  };
  const text = name === "opencode" || name === "pi" ? TEXTS.asking + TEXTS[name].replace(/^.*\n/, "\n") : TEXTS[name];
  return text.replace(/\{\{(\w+)\}\}/g, (whole, slot: string) => slots[slot] ?? whole);
}

/** How a shell starts oldhand, whatever its PATH holds. */
export function shellCommand({ node, program }: Pick<Ours, "node" | "program">, ...words: readonly string[]): string {
  return [asWord(node), asWord(program), ...words].join(" ");
}

/** One word of a shell. */
function inQuotes(text: string): string {
  return JSON.stringify(text).slice(1, -1);
}
