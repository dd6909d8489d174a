/**
 * What reaches an agent unasked, on data by others: `node bench/reach.ts [--decisions DIR] [--sessions DIR]
 * [--only decisions|repeats] [--reader] [--show]`. Decisions of earlier talks at the prompts that need them, prompts that need
 * nothing, and lessons at the places where real people had to repeat themselves.
 */
import { parseArgs } from "node:util";
import { estimateTokens } from "../src/core/text/tokens.ts";
import { scriptedReader } from "./labelled/nominated.ts";
import type { PersonHome } from "./labelled/person-home.ts";
import { type Labelled, labelledSessions, termsOf } from "./labelled/sessions-data.ts";
import { type DecisionsHome, decisionsHome } from "./reach/decisions.ts";
import { type Memory, type Replayed, replayed } from "./reach/repeats.ts";

const { values: options } = parseArgs({
  options: {
    decisions: { type: "string", default: "../shared/data/decisions" },
    sessions: { type: "string", default: "../shared/data/sessions" },
    /** Other people, for prompts that have nothing to do with the talks. */
    "sessions-b": { type: "string", default: "../shared/data/sessions-b" },
    only: { type: "string", default: "all" },
    /** Lets a scripted reader read the sessions that are replayed. */
    reader: { type: "boolean", default: false },
    person: { type: "string" },
    show: { type: "boolean", default: false },
  },
});

const FOREIGN = 500;
const SAME_PROJECT = 200;
const OTHERS_PER_PERSON = 40;

const sets = [options.sessions, options["sessions-b"]].flatMap((directory) => labelledSessions(directory) ?? []);
if (options.only !== "repeats") await decisions();
if (options.only !== "decisions") for (const data of sets) await repeats(data);

async function decisions(): Promise<void> {
  const found = await decisionsHome(options.decisions);
  if (found === undefined) return console.log("decisions: no data at the given path, skipped.");
  const { prompts, ask, talkOf } = found;
  let [reached, any, said, amended, inLastForm] = [0, 0, 0, 0, 0];
  for (const { id, prompt, decision, talks, amended: isAmended } of prompts) {
    const given = await ask(prompt);
    const of = given.passages.map(talkOf);
    const last = talks.at(-1)!;
    const isReached = of.includes(last);
    const share = shareOf(decision, given.text);
    if (isReached) reached += 1;
    if (of.some((one) => one !== undefined && talks.includes(one))) any += 1;
    if (isReached && share >= 0.4) said += 1;
    if (isAmended && of.some((one) => one !== undefined && talks.includes(one))) amended += 1;
    if (isAmended && isReached) inLastForm += 1;
    if (options.show)
      console.log(`  ${id}: ${of.join(", ")}; ${percent(share)} of the decision's words\n${given.text}`);
  }
  console.log(
    `decisions: a talk about it is given in ${any} of ${prompts.length}, the one that holds in ${reached}, with the decision's words in ${said}; amended and given ${amended}, in the last form ${inLastForm}`,
  );
  const foreign = spread(
    sets.flatMap(({ messages }) => messages).map(({ text }) => text),
    FOREIGN,
  );
  await silent(
    found,
    "prompts of other projects",
    foreign.map((text) => ({ text })),
  );
  const own = found.talks.filter(({ kind }) => kind === "decoy");
  const said2 = own.flatMap(({ id, turns }) =>
    turns.flatMap(({ role, text }) => (role === "user" ? [{ text, as: id }] : [])),
  );
  const none = "prompts of the same project that need nothing";
  await silent(found, `${none}, spread, nothing given before`, spread(said2, SAME_PROJECT));
  await silent(found, `${none}, all of them in the order of their talks`, said2, { inOrder: true });
  found.close();
}

async function silent(
  { ask }: DecisionsHome,
  name: string,
  asked: readonly { readonly text: string; readonly as?: string }[],
  { inOrder = false }: { readonly inOrder?: boolean } = {},
): Promise<void> {
  let given = 0;
  const took: number[] = [];
  for (const { text, as } of asked) {
    const { passages, ms, text: said } = await ask(text, as, { inOrder });
    took.push(ms);
    if (passages.length > 0) given += 1;
    if (options.show && passages.length > 0) console.log(`  PROMPT ${text.slice(0, 200)}\n${said}`);
  }
  console.log(
    `${name}: ${given} of ${asked.length} get a passage (${percent(given / asked.length)}); median ${median(took).toFixed(1)} ms`,
  );
}

async function repeats(data: Labelled): Promise<void> {
  const people = [...new Set(data.messages.map(({ person }) => person))];
  const all: Replayed[] = [];
  for (const person of people) {
    if (options.person !== undefined && options.person !== person) continue;
    const one = await replayed(data, person, {
      others: OTHERS_PER_PERSON,
      ...(options.reader && { prepare: readerOf(data, person) }),
    });
    all.push(one);
    print(person, [one]);
  }
  print(data.directory, all);
  if (options.show)
    for (const { person, others } of all)
      for (const { text, given } of others) console.log(`  ${person}: PROMPT ${text.slice(0, 200)}\n${given.text}\n`);
}

function readerOf(data: Labelled, person: string) {
  return async (memory: Memory, place: PersonHome): Promise<() => void> => {
    const reader = await scriptedReader({ data, person, home: place.home, isPerfect: true });
    for (const [key, value] of Object.entries(reader.settings)) await memory.set(key, value);
    return reader.close;
  };
}

function print(name: string, all: readonly Replayed[]): void {
  const places = all.flatMap(({ repeats }) => repeats);
  const countBy = (how: string): number => places.filter(({ by }) => by === how).length;
  const others = all.flatMap((one) => one.others);
  const starts = all.flatMap((one) => one.starts);
  const given = places.filter(({ isGiven }) => isGiven).length;
  const lines = others.map(({ given: { lines } }) => lines.length);
  const passages = others.filter(({ given: { passages } }) => passages.length > 0).length;
  console.log(
    `${name}: given at ${given} of ${places.length} repeats (${percent(given / Math.max(1, places.length))}; at the start ${countBy("start")}, earlier in the session ${countBy("earlier")}); ` +
      `other prompts: ${passages} of ${others.length} get a passage, median ${median(lines)} lines; ` +
      `start: median ${median(starts.map(({ text }) => estimateTokens(text)))} tokens; a prompt: mean ${(others.reduce((sum, { given: { text } }) => sum + estimateTokens(text), 0) / Math.max(1, others.length)).toFixed(0)} tokens`,
  );
}

function shareOf(decision: string, text: string): number {
  const wanted = [...termsOf(decision)];
  const has = termsOf(text);
  return wanted.filter((term) => has.has(term)).length / wanted.length;
}

function spread<T>(all: readonly T[], most: number): T[] {
  const step = Math.max(1, all.length / most);
  return Array.from({ length: Math.min(most, all.length) }, (_, n) => all[Math.floor(n * step)]!);
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
}

function percent(share: number): string {
  return `${(share * 100).toFixed(1)} %`;
}
