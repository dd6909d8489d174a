/** Writes a conversation into a memory and asks its questions: what is found, how long it takes, what it takes on disk. */
import { mkdirSync, mkdtempSync, readdirSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { queryTerms } from "../../src/core/text/words.ts";
import type { Corpus, Question } from "../recall-quality/corpus.ts";
import { median, started } from "../started.ts";
import type { Message, OpenPeer, Peer, Place, Result } from "./peer.ts";

export type Asked = { readonly at5: number; readonly at10: number };

export type Measured = {
  readonly messages: number;
  readonly asked: readonly Asked[];
  /** For a memory that needs every word: the same questions, word by word. */
  readonly byWords: readonly Asked[];
  readonly writeMs: number;
  readonly recallMs: number;
  readonly bareMs: number;
  readonly bytes: number;
};

const LIMIT = 10;

export async function measure(
  peer: Peer,
  corpus: Corpus,
  { installed, questions, endMs }: { installed: string; questions: readonly Question[]; endMs: number },
): Promise<Measured> {
  const root = mkdtempSync(join(tmpdir(), "oldhand-peers-"));
  const place = placeIn(root, { installed, corpus });
  const bare = [bareMs(), bareMs(), bareMs()];
  const within = (what: string): void => {
    if (performance.now() > endMs) throw new Error(`no time left when ${what}`);
  };
  const messages = messagesOf(corpus);
  const open = await peer.open(place);
  try {
    const from = performance.now();
    for (const message of messages) {
      await open.write(message);
      within(`writing ${messages.length} messages`);
    }
    await open.settle?.();
    const writeMs = (performance.now() - from) / messages.length;
    const bytes = open.stores.reduce((sum, path) => sum + bytesAt(path), 0);
    const times: number[] = [];
    const asked: Asked[] = [];
    const byWords: Asked[] = [];
    for (const { text, evidence } of questions) {
      const asking = performance.now();
      const results = await open.search(text, LIMIT);
      times.push(performance.now() - asking);
      asked.push(scored(idsOf(results, messages), evidence));
      if (peer.needsEveryWord) byWords.push(scored(await foundByWords(open, text, messages), evidence));
      within(`asking ${questions.length} questions`);
    }
    bare.push(bareMs(), bareMs());
    return { messages: messages.length, asked, byWords, writeMs, recallMs: median(times), bareMs: median(bare), bytes };
  } finally {
    await open.close();
    rmSync(root, { recursive: true, force: true, maxRetries: 5 });
  }
}

/** A home of its own, a proxy that nothing answers at, and no calls home. */
function placeIn(root: string, about: Pick<Place, "installed" | "corpus">): Place {
  const [home, cwd] = [join(root, "home"), join(root, "project")];
  for (const dir of [home, cwd]) mkdirSync(dir);
  const nowhere = "http://127.0.0.1:9";
  const { PATH = "", LANG = "C.UTF-8" } = process.env;
  const env = {
    ...{ PATH, LANG, HOME: home, XDG_CONFIG_HOME: join(home, ".config"), XDG_CACHE_HOME: join(home, ".cache") },
    ...{ HTTP_PROXY: nowhere, HTTPS_PROXY: nowhere, NO_PROXY: "127.0.0.1,localhost" },
    ...{ HF_HUB_OFFLINE: "1", DO_NOT_TRACK: "1" },
  };
  return { ...about, home, cwd, env };
}

/** Each message with its date in front, because most memories have no other place for it. */
function messagesOf({ transcripts }: Corpus): Message[] {
  return transcripts.flatMap(({ lines, messages }) =>
    [...messages].map(([id, at]) => {
      const { timestamp, message } = JSON.parse(lines[at]!) as { timestamp: string; message: { content: string } };
      const date = new Date(timestamp).toLocaleDateString("en-GB", {
        ...{ day: "numeric", month: "long", year: "numeric" },
        timeZone: "UTC",
      } as const);
      return { id, text: `${date}, ${message.content}` };
    }),
  );
}

/** One message for each result, by its id or its exact text; empty if the result is none of the messages. */
function idsOf(results: readonly Result[], messages: readonly Message[]): string[] {
  return results.slice(0, LIMIT).map((result) => {
    if ("id" in result) return result.id;
    const text = plain(result.text);
    const inside = messages.filter((message) => text.includes(plain(message.text)));
    return inside.toSorted((a, b) => b.text.length - a.text.length)[0]?.id ?? "";
  });
}

function plain(text: string): string {
  return text.replace(/\s+/g, " ").trim();
}

function scored(ids: readonly string[], evidence: readonly string[]): Asked {
  const share = (found: readonly string[]): number =>
    evidence.filter((id) => found.includes(id)).length / new Set(evidence).size;
  return { at5: share(ids.slice(0, 5)), at10: share(ids) };
}

const MOST_WORDS = 8;
const MOST_PER_WORD = 200;

/** Each word of the question is searched alone; a message scores by the words that found it, a rare word more than a common one. */
async function foundByWords(open: OpenPeer, question: string, messages: readonly Message[]): Promise<string[]> {
  const scores = new Map<string, number>();
  const words = queryTerms(question, MOST_WORDS).filter(({ kind }) => kind === "written");
  for (const { word } of words) {
    const results = await open.search(word, MOST_PER_WORD);
    const found = new Set(results.flatMap((one) => idsOf([one], messages)).filter((id) => id !== ""));
    const rarity = Math.log(1 + messages.length / Math.max(1, found.size));
    for (const id of found) scores.set(id, (scores.get(id) ?? 0) + rarity);
  }
  return [...scores]
    .toSorted(([, a], [, b]) => b - a)
    .slice(0, LIMIT)
    .map(([id]) => id);
}

function bareMs(): number {
  return started([], { home: tmpdir() }).ms;
}

function bytesAt(path: string): number {
  const stat = statSync(path, { throwIfNoEntry: false });
  if (stat === undefined) return 0;
  return stat.isDirectory() ? readdirSync(path).reduce((sum, name) => sum + bytesAt(join(path, name)), 0) : stat.size;
}
