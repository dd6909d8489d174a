/** Texts as oldhand generates them, and random manual edits that are the same on every run. */
import { entryText } from "../../../../src/core/artifact/blocks.ts";
import { recordId } from "../../../fixtures/records.ts";

/** Texts of entries by section, as in a generated MEMORY.md. */
export type Sections = Readonly<Record<string, readonly string[]>>;

export function generated(sections: Sections): string {
  const parts = Object.entries(sections).map(([title, words]) => `## ${title}\n\n${words.map(entry).join("\n")}`);
  return `${["# Memory", "Edit it freely.", ...parts].join("\n\n")}\n`;
}

/** The entry of a record that is named by the first word of its text. */
export function entry(words: string): string {
  return entryText(words, { label: "fact, project; 2026-03-01", id: idOf(words) });
}

export function idOf(words: string): string {
  return recordId(words.split(" ")[0]!);
}

export type Chance = (below: number) => number;

export function chance(seed: number): Chance {
  let state = seed * 2654435761 + 1;
  return (below) => {
    state = (Math.imul(state ^ (state >>> 15), 2246822519) + 0x9e3779b9) | 0;
    return ((state ^ (state >>> 13)) >>> 0) % below;
  };
}

const TITLES = ["Principles", "Decisions", "Facts"];
const NAMES = "amber birch cedar delta ember fjord grove heron inlet jetty".split(" ");

/** Some entries, each in some section, in some wording. */
export function someGenerated(roll: Chance): string {
  const sections: Record<string, string[]> = {};
  for (const name of NAMES) {
    if (roll(4) === 0) continue;
    const title = TITLES[roll(TITLES.length)]!;
    sections[title] = [...(sections[title] ?? []), `${name} is version ${roll(3)}`];
  }
  return generated(sections);
}

/** What a person may type anywhere, complete or not. */
const ODD = [
  "",
  "```",
  "```sh",
  "~~~",
  "# Mine",
  "## Facts",
  "> quoted",
  "| a |",
  "---",
  "<!-- x -->",
  "  indented",
  "1. one",
];

/** The text after a few edits, and what was typed. */
export function byHand(text: string, roll: Chance): { readonly text: string; readonly typed: readonly string[] } {
  const lines = text.split("\n");
  const typed: string[] = [];
  for (let stroke = roll(5); stroke >= 0; stroke--) {
    const at = roll(lines.length);
    const words = `typed${typed.length} by hand ${roll(1000)}`;
    const does = roll(6);
    if (does === 0) lines.splice(at, 1);
    else if (does === 5) lines.splice(at, 0, ODD[roll(ODD.length)]!);
    else if (does === 1) lines.splice(at, 0, ...lines.splice(roll(lines.length), 1));
    else {
      const line = [`- ${words}`, words, (lines[at] ?? "").replace(/version/, words)][does - 2]!;
      lines.splice(at, does === 4 ? 1 : 0, line);
      typed.push(words);
    }
  }
  const result = lines.join("\n");
  return { text: result, typed: typed.filter((words) => result.includes(words)) };
}
