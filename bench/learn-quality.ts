/**
 * What is learned from labelled sessions of real people, through the real import and `learn`:
 * `node bench/learn-quality.ts DIR [--show]`. Without a reader, with one that nominates exactly the lessons, with one that adds
 * look-alikes, wrong quotes, inventions, secrets and output of tools, and with the same nominations by the agents.
 */
import { rmSync } from "node:fs";
import { readMessage } from "../src/learn/message.ts";
import { openMemory } from "../src/main/memory.ts";
import { judgedCures, shownAfterFailures } from "./labelled/judge-cures.ts";
import { envOf, type Nominated, nominatedBy, readBy } from "./labelled/nominated.ts";
import { type PersonHome, personHome } from "./labelled/person-home.ts";
import {
  type Labelled,
  type Lesson,
  labelledSessions,
  lessonsByMessage,
  placeKey,
  sentencesOfLesson,
} from "./labelled/sessions-data.ts";
import { suggestedTo } from "./labelled/suggested.ts";

const [directory = "", option] = process.argv.slice(2);
const found = labelledSessions(directory);
if (found === undefined) {
  console.log("Skipped: give the directory of the labelled sessions, with gold.jsonl and transcripts/.");
  process.exit(0);
}
const data: Labelled = found;
const isShown = option === "--show";
const lessonsAt = lessonsByMessage(data);
const WISH =
  /(?:^|[.,;(!] |\bplease |\balso )(?:remember(?: that|,|:| this:)|keep in mind(?: that|:)|note that|don'?t forget (?:to|that)|make a note (?:to|that|of)) \S/i;

type Learned = {
  readonly records: number;
  readonly right: number;
  readonly lookAlikes: number;
  readonly inRecords: ReadonlySet<string>;
  readonly suggestions: number;
  readonly useful: number;
  /** Of sentences that ask to remember something: how many are records. */
  readonly wishes: number;
  readonly wishesKept: number;
  readonly inSuggestions: ReadonlySet<string>;
  readonly cures: number;
  readonly curesRight: number;
  readonly curesWrong: number;
  readonly shown: number;
  readonly shownForAnother: number;
  readonly curesWorth: ReadonlySet<string>;
  readonly perfect: Nominated;
  readonly read: Nominated;
  readonly nominated: Nominated;
};

const people = [...new Set(data.messages.map(({ person }) => person))];
const results = new Map<string, Learned>();
for (const person of people) results.set(person, await learnedFrom(person));
print();

async function learnedFrom(person: string): Promise<Learned> {
  const place = personHome(data.directory, person);
  try {
    const records = await recordsOf(place);
    const said = records.flatMap(({ quote, text }) => (quote === undefined ? [] : [{ quote, text }]));
    const judged = said.map((one) => ({ ...one, lessons: lessonsOf(one.quote, place, person) }));
    for (const { text, lessons } of judged) show(person, lessons.length > 0 ? "record" : "RECORD WRONG", text, lessons);
    const cures = judgedCures(data, place, person);
    for (const { text, fix, names } of cures)
      show(person, fix === undefined ? "cure, not labelled" : names ? "cure" : "CURE WRONG", text, fix ? [fix.id] : []);
    const shown = await shownTo(place, person);
    const right = cures.filter(({ names }) => names);
    const lookAlikes = said.filter(({ quote }) =>
      data.lookAlikes.some((one) => one.person === person && isAbout(one.quote, quote)),
    );
    const suggested = (await suggestedTo(place)).map((one) => ({
      ...one,
      states: [...new Set([one.text, ...one.quotes].flatMap((quote) => lessonsOf(quote, place, person)))],
    }));
    for (const { quotes, sessions, states } of suggested)
      show(person, `suggestion ${sessions}${states.length > 0 ? "" : " USELESS"}`, quotes.join(" | "), states);
    const wishes = wishesOf(person);
    const kept = wishes.filter((wish) => said.some(({ quote }) => isPartOf(quote, wish)));
    for (const wish of wishes.filter((one) => !kept.includes(one))) show(person, "WISH LOST", wish, []);
    return {
      records: judged.length,
      right: judged.filter(({ lessons }) => lessons.length > 0).length,
      lookAlikes: lookAlikes.length,
      inRecords: new Set(judged.flatMap(({ lessons }) => lessons)),
      suggestions: suggested.length,
      useful: suggested.filter(({ states }) => states.length > 0).length,
      inSuggestions: new Set(suggested.flatMap(({ states }) => states)),
      cures: cures.length,
      curesRight: right.length,
      shown: shown.shown,
      shownForAnother: shown.forAnother,
      curesWrong: cures.filter(({ fix, names }) => fix !== undefined && !names).length,
      curesWorth: new Set(right.flatMap(({ fix }) => (fix?.worth ? [fix.id] : []))),
      wishes: wishes.length,
      wishesKept: kept.length,
      perfect: await inOwnHome(person, (...of) => readBy(...of, "perfect")),
      read: await inOwnHome(person, (...of) => readBy(...of, "hostile")),
      nominated: await inOwnHome(person, nominatedBy),
    };
  } finally {
    rmSync(place.home, { recursive: true, force: true });
  }
}

async function inOwnHome(person: string, learn: typeof nominatedBy): Promise<Nominated> {
  const place = personHome(data.directory, person);
  try {
    const learned = await learn(data, person, place);
    for (const text of learned.inventions) show(person, "INVENTION", text, []);
    return learned;
  } finally {
    rmSync(place.home, { recursive: true, force: true });
  }
}

async function shownTo(place: PersonHome, person: string) {
  const memory = await openMemory({ ...envOf(place), cwd: place.projects[0] ?? place.home }, { settle: "files" });
  try {
    return await shownAfterFailures(data.directory, person, memory.knownFix);
  } finally {
    memory.close();
  }
}

async function recordsOf(place: PersonHome) {
  const { projects } = place;
  const env = envOf(place);
  const memory = await openMemory(env, { settle: "files" });
  await memory.set("memories.maxRolloutAgeDays", "100000");
  await memory.set("memories.maxRolloutsPerStartup", "100000");
  memory.close();
  const learning = await openMemory(env, { settle: "files" });
  await learning.learn();
  const own = await learning.list({ status: "active", scopes: ["global"] });
  learning.close();
  const records = [...own];
  for (const cwd of projects) {
    const there = await openMemory({ ...env, cwd }, { settle: "files" });
    records.push(...(await there.list({ status: "active", scopes: ["project"] })));
    there.close();
  }
  return [...new Map(records.map((record) => [record.id, record])).values()];
}

/** Sentences of lessons that ask to remember something, with a statement after it. */
function wishesOf(person: string): string[] {
  const quotes = data.lessons.filter((one) => one.person === person).map(({ quote }) => quote);
  return quotes.filter((quote) => WISH.test(quote));
}

function isPartOf(quote: string, wish: string): boolean {
  return normal(wish).includes(normal(quote)) || normal(quote).includes(normal(wish));
}

/** The lessons that a quote states, wherever the person said it. */
function lessonsOf(quote: string, { said }: PersonHome, person: string): string[] {
  const ids: string[] = [];
  for (const [session, messages] of said)
    messages.forEach((text, at) => {
      if (!normal(text).includes(normal(quote))) return;
      const lessons = lessonsAt.get(placeKey({ person, session, message: at + 1 })) ?? [];
      const sentences = readMessage(text, { inProject: true }).map(({ sentence }) => sentence.text);
      const place = sentences.findIndex((one) => normal(one).includes(normal(quote)));
      ids.push(...lessons.filter((lesson) => sentencesOfLesson(sentences, lesson).has(place)).map(({ id }) => id));
    });
  return [...new Set(ids)];
}

function normal(text: string): string {
  return text.replace(/\s+/g, " ").trim().toLowerCase();
}

/** Whether a record rests on the look-alike, or on most of it. */
function isAbout(lookAlike: string, quote: string): boolean {
  return (
    normal(lookAlike).includes(normal(quote)) ||
    (normal(quote).includes(normal(lookAlike)) && lookAlike.length * 2 > quote.length)
  );
}

function show(person: string, what: string, text: string, lessons: readonly string[]): void {
  if (isShown) console.log(`${person}  ${what}  ${text.slice(0, 400)}  ${lessons.join(" ")}`);
}

function print(): void {
  const rows = [...results].map(([person, learned]) => ({ person, ...figures([person], [learned]) }));
  const all = { person: "all", ...figures(people, [...results.values()]) };
  console.table([...rows, all]);
}

/** A sentence of it, of four words at least, is said word for word in three sessions. */
function isSaidAlike({ person, quote, session, repeats }: Lesson): boolean {
  const texts = [{ session, text: quote }, ...repeats];
  const sessions = Map.groupBy(
    texts.flatMap((one) =>
      one.text.split(/(?<=[.!?])\s/).map((text) => ({ session: one.session, text: normal(text) })),
    ),
    ({ text }) => text,
  );
  return [...sessions].some(
    ([text, all]) => text.split(" ").length > 3 && new Set(all.map((one) => `${person} ${one.session}`)).size > 2,
  );
}

/** Counts as "right / all". */
function figures(who: readonly string[], learned: readonly Learned[]) {
  const sum = (pick: (one: Learned) => number): number => learned.reduce((total, one) => total + pick(one), 0);
  const own = data.lessons.filter(({ person }) => who.includes(person));
  const inRecords = new Set(learned.flatMap((one) => [...one.inRecords]));
  const inAny = new Set([...inRecords, ...learned.flatMap((one) => [...one.inSuggestions])]);
  const share = (lessons: readonly Lesson[], ids: ReadonlySet<string>): string =>
    `${lessons.filter(({ id }) => ids.has(id)).length} / ${lessons.length}`;
  const explicit = own.filter(({ strength }) => strength === "explicit");
  const repeated = own.filter(({ session, repeats }) => repeats.some((one) => one.session !== session));
  const often = own.filter(({ session, repeats }) => new Set([session, ...repeats.map((one) => one.session)]).size > 2);
  const oftenAlike = often.filter(isSaidAlike);
  const lessonsRead = new Set(learned.flatMap((one) => [...one.perfect.inRecords]));
  const perfect = learned.map((one) => one.perfect);
  const tokens = perfect.flatMap((one) => one.tokens).toSorted((a, b) => a - b);
  const worth = data.fixes.filter((fix) => who.includes(fix.person) && fix.worth);
  const sessions = new Set(data.messages.filter((one) => who.includes(one.person)).map((one) => one.session)).size;
  return {
    "records right": `${sum((one) => one.right)} / ${sum((one) => one.records)}`,
    "look-alikes kept": sum((one) => one.lookAlikes),
    "explicit in records": share(explicit, inRecords),
    "explicit in all": share(explicit, inAny),
    "all lessons": share(own, inAny),
    repeated: share(repeated, inAny),
    "said in 3 sessions": share(often, inAny),
    "in these words": share(oftenAlike, inAny),
    wishes: `${sum((one) => one.wishesKept)} / ${sum((one) => one.wishes)}`,
    "useful suggestions": `${sum((one) => one.useful)} / ${sum((one) => one.suggestions)}`,
    "a session": (sum((one) => one.suggestions) / sessions).toFixed(1),
    "cures right, wrong, not labelled": [
      sum((one) => one.curesRight),
      sum((one) => one.curesWrong),
      sum((one) => one.cures - one.curesRight - one.curesWrong),
    ].join(", "),
    "shown, for another command": `${sum((one) => one.shown)}, ${sum((one) => one.shownForAnother)}`,
    "perfect reader": share(own, lessonsRead),
    "perfect, its sentence": perfect.reduce((total, one) => total + one.clear, 0),
    "perfect, waits": perfect.reduce((total, one) => total + one.proposed, 0),
    "calls, tokens at the median, at most": `${tokens.length}, ${tokens[Math.floor(tokens.length / 2)] ?? 0}, ${tokens.at(-1) ?? 0}`,
    "with a reader": share(own, new Set(learned.flatMap((one) => [...one.read.lessons]))),
    "with nominations": share(own, new Set(learned.flatMap((one) => [...one.nominated.lessons]))),
    "look-alikes as records: reader, nominations": [
      sum((one) => one.read.lookAlikesInRecords),
      sum((one) => one.nominated.lookAlikesInRecords),
    ].join(", "),
    "inventions kept": sum((one) => one.read.inventions.length + one.nominated.inventions.length),
    "inventions proposed": sum((one) => one.read.proposedInventions.length + one.nominated.proposedInventions.length),
    "cures worth keeping": `${new Set(learned.flatMap((one) => [...one.curesWorth])).size} / ${worth.length}`,
  };
}
