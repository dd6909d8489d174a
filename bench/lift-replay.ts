/**
 * What memory would have given to real people's past sessions, and whether they then needed it:
 * `node bench/lift-replay.ts DIR`. Each session is replayed with what was known before it began; not causal. Two controls:
 * what another session was given (shuffled), and the memory of the person before in the list.
 */
import { rmSync } from "node:fs";
import { openForWriting } from "../src/context/open-for-writing.ts";
import { type Need, type ReplayedSession, replayFigures } from "../src/lift/replay.ts";
import { openMemory } from "../src/open/memory.ts";
import { type ReplayContext, replaySession } from "../src/verbs/lift/replay-past.ts";
import { replaySessions } from "../src/verbs/lift/replay-sessions.ts";
import { knownSinceIn, type PastSession, pastSessions } from "../src/verbs/lift/session-facts.ts";
import { envOf } from "./labelled/nominated.ts";
import { type PersonHome, personHome } from "./labelled/person-home.ts";
import { type Labelled, labelledSessions } from "./labelled/sessions-data.ts";

const [directory = ""] = process.argv.slice(2);
const found = labelledSessions(directory);
if (found === undefined) {
  console.log("Skipped: give the directory of the labelled sessions, with gold.jsonl and transcripts/.");
  process.exit(0);
}
const data: Labelled = found;
const people = [...new Set(data.messages.map(({ person }) => person))];
const all = [];
for (const person of people) all.push({ person, ...(await replayOf(person)) });
const sums = { own: all.flatMap(({ own }) => own), shuffled: all.flatMap(({ shuffled }) => shuffled) };
console.table([...all.map(rowOf), rowOf({ person: "all", ...sums, ofOther: all.flatMap(({ ofOther }) => ofOther) })]);

type Replays = Readonly<Record<"own" | "shuffled" | "ofOther", readonly ReplayedSession[]>>;

async function replayOf(person: string): Promise<Replays> {
  const [home, other] = [await learnedHome(person), await learnedHome(people.at(people.indexOf(person) - 1)!)];
  const call = await openForWriting(envOf(home), {});
  const stranger = await openForWriting({ ...envOf(other), cwd: other.projects[0] ?? other.home }, {});
  try {
    await Promise.all([call.store.refresh("sweep"), stranger.store.refresh("sweep")]);
    const records = (await (await call.everywhere!.open()).search.where({})).map(({ record }) => record);
    const knownSince = knownSinceIn(call);
    const past = pastSessions(call, { project: undefined, records, knownSince });
    const limits = { mostMoments: Number.MAX_SAFE_INTEGER };
    const replayed = await replaySessions(call, { past, records, knownSince, ...limits });
    const quotes = new Map(
      records.map((record) => [record.id, { quote: record.quote ?? record.text, since: knownSince(record) }]),
    );
    const own = replayed.map((one) => withLabels(one, { home, person, past, quotes }));
    const shuffled = own.map((one, n) => ({ ...one, moments: own[(n + 1) % own.length]!.moments }));
    return { own, shuffled: own.length > 1 ? shuffled : [], ofOther: await inMemoryOf(stranger, past, own) };
  } finally {
    call.store.close();
    stranger.store.close();
    for (const { home: path } of [home, other]) rmSync(path, { recursive: true, force: true });
  }
}

/** The same needs, and what another person's memory would have given. */
async function inMemoryOf(stranger: ReplayContext, past: readonly PastSession[], own: readonly ReplayedSession[]) {
  const done: ReplayedSession[] = [];
  for (const one of own) {
    const session = past.find(({ facts }) => facts.id === one.id)!;
    const later = { ...session, facts: { ...session.facts, startedMs: Date.now() } };
    const before = { records: [], errors: new Set<string>(), knownSince: () => 0 };
    done.push({ ...(await replaySession(stranger, later, before)), needs: one.needs });
  }
  return done;
}

type Labels = {
  readonly home: PersonHome;
  readonly person: string;
  readonly past: readonly PastSession[];
  readonly quotes: ReadonlyMap<string, { readonly quote: string; readonly since: number }>;
};

/** Instructions that were said again, by the labels instead of by our own reading: those of an earlier session. */
function withLabels(replayed: ReplayedSession, { home, person, past, quotes }: Labels): ReplayedSession {
  const { session, turns, facts } = past.find((one) => one.facts.id === replayed.id)!;
  const name = home.nameOf.get(session.nativeId);
  const labelled = data.lessons
    .filter((lesson) => lesson.person === person && lesson.session !== name)
    .flatMap(({ quote, repeats }) =>
      repeats
        .filter((repeat) => repeat.session === name)
        .flatMap(({ message }): Need[] => {
          const text = home.said.get(name ?? "")?.[message - 1] ?? "";
          const turn = turns.find((one) => one.role === "person" && normal(one.text) === normal(text))?.ordinal;
          if (turn === undefined) return [];
          const saying = [...quotes].filter(([, one]) => overlaps(one.quote, quote) && one.since < facts.startedMs);
          return [{ kind: "instruction said again", turn, answers: saying.map(([id]) => id) }];
        }),
    );
  const others = replayed.needs.filter(({ kind }) => kind !== "instruction said again");
  return { ...replayed, needs: [...labelled, ...others] };
}

function normal(text: string): string {
  return text.replace(/\s+/g, " ").trim().toLowerCase();
}

function overlaps(a: string, b: string): boolean {
  return normal(a).includes(normal(b)) || normal(b).includes(normal(a));
}

async function learnedHome(person: string): Promise<PersonHome> {
  const place = personHome(data.directory, person);
  const settings = await openMemory(envOf(place), { settle: "files" });
  for (const key of ["memories.maxRolloutAgeDays", "memories.maxRolloutsPerStartup"]) await settings.set(key, "100000");
  settings.close();
  const memory = await openMemory(envOf(place), { settle: "files" });
  await memory.learn();
  memory.close();
  return place;
}

/** Counts as "in time / known / all". */
function rowOf({ person, own, shuffled, ofOther }: Replays & { readonly person: string }) {
  const { sessions, prompts, failures, lines, needed, tokens, needs } = replayFigures(own);
  const figures = (kind: Need["kind"]): string => {
    const { met, known, total } = needs.find((one) => one.kind === kind)!;
    return `${met} / ${known} / ${total}`;
  };
  const metIn = (replays: readonly ReplayedSession[]): number =>
    replayFigures(replays).needs.reduce((sum, { met }) => sum + met, 0);
  return {
    ...{ person, sessions, prompts, failures },
    "lines given": lines,
    "needed later": needed,
    "tokens a session": Math.round(tokens / sessions),
    "said again": figures("instruction said again"),
    "error again": figures("error again"),
    "in time, shuffled": metIn(shuffled),
    "in time, other's memory": metIn(ofOther),
  };
}
