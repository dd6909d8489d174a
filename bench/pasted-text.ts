/**
 * Whether a rule inside pasted text is taken for the person's: `node bench/pasted-text.ts DIR [--show] [PERSON…]`.
 * A rule that nobody wrote is put into long messages of real people, in their pasted and in their typed lines. Taken from
 * pasted lines it is a fault; not taken from typed ones, a lesson that is missed.
 */
import { readFileSync } from "node:fs";
import { rmSync } from "node:fs";
import { captureFrom } from "../src/extract/message.ts";
import { personHome } from "./labelled/person-home.ts";
import { labelledSessions } from "./labelled/sessions-data.ts";

const [directory = "", ...rest] = process.argv.slice(2);
const data = labelledSessions(directory);
if (data === undefined) {
  console.log("Skipped: give the directory of the labelled sessions, with gold.jsonl and transcripts/.");
  process.exit(0);
}
const isShown = rest.includes("--show");
const chosen = rest.filter((one) => one !== "--show");

/** Shorter messages with fewer lines hold no paste, or one that is nothing but output. */
const LEAST_CHARS = 600;
const LEAST_LINES = 6;

const RULES = ["We always deploy with zorvex.", "Never use anything but zorvex here.", "Please use zorvex from now on."];
const JOINTS = { "in the line": [" ", " "], "own line": ["\n", "\n"], "own paragraph": ["\n\n", "\n\n"] } as const;
const PLACES = 4;

type Kind = "pasted" | "typed";
type Count = { messages: number; tried: number; taken: number; messagesTaken: number };

/** Lines that were pasted, read by hand, by `person/session/message`: numbers of the first and the last, from 1. */
const pasted = new Map(
  readFileSync(new URL("labelled/pasted-lines.tsv", import.meta.url), "utf8")
    .split("\n")
    .filter((row) => row !== "")
    .map((row) => row.split("\t"))
    .map(([person, session, message, first, last]) => [
      `${person}/${session}/${message}`,
      { first: Number(first), last: Number(last) },
    ]),
);

const rows: Record<string, string | number>[] = [];
for (const person of [...new Set(data.messages.map((one) => one.person))].toSorted()) {
  if (chosen.length > 0 && !chosen.includes(person)) continue;
  const counts = measured(person);
  rows.push({ person, ...columns("pasted", counts.pasted), ...columns("typed", counts.typed) });
}
console.table(rows);

function measured(person: string): Record<Kind, Count> {
  const none = { messages: 0, tried: 0, taken: 0, messagesTaken: 0 };
  const counts: Record<Kind, Count> = { pasted: { ...none }, typed: { ...none } };
  const { home, said } = personHome(directory, person);
  rmSync(home, { recursive: true, force: true });
  for (const [session, texts] of said)
    for (const [index, text] of texts.entries()) {
      if (text.length <= LEAST_CHARS && text.split("\n").filter((line) => line.trim() !== "").length < LEAST_LINES) continue;
      const name = `${person}/${session}/${index + 1}`;
      for (const kind of ["pasted", "typed"] as const) {
        const trials = withRule(text, placesIn(text, kind, pasted.get(name)));
        if (trials.length === 0) continue;
        const taken = trials.filter(({ message, rule }) => takes(message, rule));
        const count = counts[kind];
        count.messages += 1;
        count.tried += trials.length;
        count.taken += taken.length;
        count.messagesTaken += taken.length > 0 ? 1 : 0;
        if (isShown) console.log(`${kind} ${name}: ${taken.length} of ${trials.length}`);
      }
    }
  return counts;
}

function takes(message: string, rule: string): boolean {
  return captureFrom(message, { inProject: true }).some(({ sentence }) => sentence.includes(rule.slice(0, -1)));
}

/** Ends of sentences and lines, some of them at equal distances. The border between pasted and typed lines is neither. */
function placesIn(text: string, kind: Kind, lines: { first: number; last: number } | undefined): number[] {
  const places: number[] = [];
  let start = 0;
  for (const [index, line] of text.split("\n").entries()) {
    const number = index + 1;
    const isPasted = lines !== undefined && number >= lines.first && number <= lines.last;
    const isEdge = lines !== undefined && (number === lines.last || number === lines.first - 1);
    if (isPasted === (kind === "pasted") && line.trim() !== "") {
      for (const stop of line.matchAll(/[.!?](?=\s+\S)/g)) places.push(start + stop.index + 1);
      if (!isEdge) places.push(start + line.length);
    }
    start += line.length + 1;
  }
  if (places.length <= PLACES) return places;
  return Array.from({ length: PLACES }, (_, n) => places[Math.floor(((n + 0.5) * places.length) / PLACES)]!);
}

function withRule(text: string, places: readonly number[]): { message: string; rule: string }[] {
  return places.flatMap((at) =>
    Object.values(JOINTS).flatMap(([before, after]) =>
      RULES.map((rule) => ({ rule, message: `${text.slice(0, at)}${before}${rule}${after}${text.slice(at).trimStart()}` })),
    ),
  );
}

function columns(kind: Kind, { messages, tried, taken, messagesTaken }: Count): Record<string, string> {
  return { [`${kind}: taken`]: `${taken} / ${tried}`, [`${kind}: messages`]: `${messagesTaken} / ${messages}` };
}
