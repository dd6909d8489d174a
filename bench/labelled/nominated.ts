/** What is learned of a person with the scripted reader, and with the same nominations by the agents in the sessions. */
import { utimesSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { estimateTokens } from "../../src/core/text/tokens.ts";
import { openMemory } from "../../src/main/memory.ts";
import type { PersonHome } from "./person-home.ts";
import { INVENTED, nominationsFor, type Script } from "./scripted-reader.ts";
import type { Labelled } from "./sessions-data.ts";

export type Nominated = {
  /** Ids of the lessons that are a record or a suggestion. */
  readonly lessons: ReadonlySet<string>;
  readonly inRecords: ReadonlySet<string>;
  /** Records that rest on nothing that was said, and suggestions of that kind. */
  readonly inventions: readonly string[];
  readonly proposedInventions: readonly string[];
  readonly lookAlikesInRecords: number;
  /** Of records and of suggestions that a nomination made. */
  readonly quotes: readonly string[];
  readonly dropped: number;
  /** Records whose text is the nominator's sentence, or a part of it. */
  readonly clear: number;
  /** Suggestions that a nomination made. */
  readonly proposed: number;
  /** Of each call. */
  readonly tokens: readonly number[];
};

type ReaderKind = "perfect" | "hostile";

/** A model server that nominates what the script says. */
export async function scriptedReader(script: Script) {
  const tokens: number[] = [];
  const server = createServer(async (request, response) => {
    let body = "";
    for await (const chunk of request.setEncoding("utf8")) body += chunk;
    const { messages } = JSON.parse(body) as { messages: { content: unknown }[] };
    const shown = messages.map(({ content }) => (typeof content === "string" ? content : JSON.stringify(content)));
    tokens.push(shown.reduce((sum, text) => sum + estimateTokens(text), 0));
    const memories = nominationsFor(shown.join("\n"), script);
    const content = JSON.stringify({ memories, synopsis: "Work was done.", slug: null });
    const message = { role: "assistant", content };
    response.writeHead(200, { "content-type": "application/json", connection: "close" });
    response.end(
      JSON.stringify({ id: "1", created: 1, model: "m", choices: [{ index: 0, message, finish_reason: "stop" }] }),
    );
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    tokens,
    settings: {
      "memories.maxRolloutAgeDays": "100000",
      "memories.maxRolloutsPerStartup": "100000",
      "models.reader": `openai-compatible/scripted@http://127.0.0.1:${port}/v1`,
      "models.dailyTokenCap": "1000000000",
    },
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}

export async function readBy(data: Labelled, person: string, place: PersonHome, kind: ReaderKind): Promise<Nominated> {
  const isPerfect = kind === "perfect";
  const reader = await scriptedReader({ data, person, home: place.home, output: place.printed, isPerfect });
  try {
    const env = envOf(place);
    const settings = await openMemory(env, { settle: "files" });
    for (const [key, value] of Object.entries(reader.settings)) await settings.set(key, value);
    settings.close();
    const memory = await openMemory(env, { settle: "files" });
    const { extracted } = await memory.learn();
    for (const { reason, count } of extracted.byRulesAlone ?? [])
      console.error(`${person}: ${count} not read: ${reason}`);
    memory.close();
    return { ...(await judged(data, person, place, extracted.dropped ?? 0)), tokens: reader.tokens };
  } finally {
    reader.close();
  }
}

/** Each in its session, as the agent would. */
export async function nominatedBy(data: Labelled, person: string, place: PersonHome): Promise<Nominated> {
  let dropped = 0;
  /** Lessons that memory answers to have in other words already. */
  const known = new Set<string>();
  for (const { file } of place.sessions) utimesSync(file, 0, 0);
  for (const { cwd, startMs, texts, file } of place.sessions) {
    // Only this session is open.
    utimesSync(file, startMs / 1000, startMs / 1000);
    const env = { ...envOf(place), cwd, isAgent: true, face: "mcp" as const, clock: () => startMs };
    const memory = await openMemory(env, { settle: "files" });
    const shown = JSON.stringify(texts);
    for (const { quote, text, type } of nominationsFor(shown, { data, person, home: place.home })) {
      const done = await memory.nominate({ quote, text, type });
      if (done.outcome === "refused") dropped += 1;
      if (done.known === "kept" || done.known === "suggested") known.add(text);
    }
    memory.close();
    utimesSync(file, 0, 0);
  }
  const learned = await judged(data, person, place, dropped);
  const again = data.lessons.filter((one) => one.person === person && known.has(one.lesson)).map(({ id }) => id);
  return { ...learned, lessons: new Set([...learned.lessons, ...again]) };
}

export function envOf({ home }: PersonHome) {
  return {
    ...{ oldhandHome: join(home, "oldhand"), home, cwd: home, session: "bench", isAgent: false },
    variables: { HOME: home, PATH: process.env.PATH },
    clock: Date.now,
    at: () => {},
  };
}

/** What memory has of the person's lessons, and of what nobody said. */
export async function judged(data: Labelled, person: string, place: PersonHome, dropped: number): Promise<Nominated> {
  // Global ones are listed in every project.
  const all = new Map<string, { quote: string; text: string; trust: string; isRecord: boolean }>();
  for (const cwd of [place.home, ...place.projects]) {
    const memory = await openMemory({ ...envOf(place), cwd }, { settle: "files" });
    for (const { id, quote, text, trust } of await memory.list({ status: "active" }))
      if (quote !== undefined) all.set(id, { quote, text, trust, isRecord: true });
    for (const { id, evidence, text, trust } of await memory.suggestions("pending"))
      for (const quote of evidence.examples) all.set(`${id} ${quote}`, { quote, text, trust, isRecord: false });
    memory.close();
  }
  const kept = [...all.values()];
  const said = normal([...place.said.values()].flat().join("\n"));
  const own = data.lessons.filter((lesson) => lesson.person === person);
  const about = (quote: string) =>
    own.filter((lesson) => overlaps(lesson.quote.replaceAll("/home/dev", place.home), quote));
  const records = kept.filter(({ isRecord }) => isRecord);
  // Commands are the examples of a cure, which the person did not say.
  const isInvented = ({ quote, text, trust }: (typeof kept)[number]): boolean =>
    text.includes(INVENTED) || (trust === "person" && quote !== text && !said.includes(normal(quote)));
  return {
    lessons: new Set(kept.flatMap(({ quote }) => about(quote).map(({ id }) => id))),
    inRecords: new Set(records.flatMap(({ quote }) => about(quote).map(({ id }) => id))),
    inventions: records.filter(isInvented).map(({ text }) => text),
    proposedInventions: kept.filter((one) => !one.isRecord && isInvented(one)).map(({ text }) => text),
    lookAlikesInRecords: records.filter(({ quote }) =>
      data.lookAlikes.some((one) => one.person === person && overlaps(one.quote, quote) && about(quote).length === 0),
    ).length,
    quotes: kept.filter(({ trust, isRecord }) => isRecord || trust === "person").map(({ quote }) => quote),
    dropped,
    clear: records.filter(({ quote, text }) => quote !== undefined && normal(quote) !== normal(text)).length,
    proposed: new Set(kept.filter((one) => !one.isRecord && one.trust === "person").map(({ text }) => text)).size,
    tokens: [],
  };
}

function overlaps(a: string, b: string): boolean {
  const [one, other] = [normal(a), normal(b)];
  return one.includes(other) || other.includes(one);
}

function normal(text: string): string {
  return text
    .replace(/\s+/g, " ")
    .replace(/[\s.!?,;:]+$/, "")
    .trim()
    .toLowerCase();
}
