/** Chunks keep a turn with its answer, have a limited size, and know their neighbours. */
import assert from "node:assert/strict";
import { test } from "node:test";
import {
  CHUNK_CHARS,
  type ChunkPart,
  type ChunkPlace,
  chunker,
} from "../../../../src/capture/agents/session/chunker.ts";
import { screen } from "../../../../src/core/screen/clean.ts";
import { type Chunk, sessionId } from "../../../../src/core/session/session.ts";

const session = sessionId("pi", "s1");

type Part = Partial<Omit<ChunkPart, "text">> & { readonly text: string };

/** Each turn of a person starts a new part of the session, as in the recorder. */
function chunksOf(parts: readonly Part[], from?: ChunkPlace): Chunk[] {
  const { add, cut, open, touch } = chunker(() => session, from);
  const done = parts.flatMap(({ text, role = "agent", span = { from: 0, to: 1 }, files = [], ...more }) => {
    const piece = { ...more, role, span, text: screen(text).text };
    const closed = [...(role === "person" ? cut("talk") : []), ...add(role === "tool" ? { ...piece, files } : piece)];
    if (role !== "tool") touch(files);
    return closed;
  });
  return [...done, ...open()].sort((a, b) => a.ordinal - b.ordinal);
}

const person = (text: string): Part => ({ role: "person", text });
const agent = (text: string): Part => ({ role: "agent", text });
const words = (count: number): string => Array.from({ length: count }, (_, i) => `word${i}`).join(" ");

test("a question is in one chunk with its answer, and the chunk says how much is the person's", () => {
  const chunks = chunksOf([
    { role: "person", text: "Why is it slow?", span: { from: 10, to: 20 }, atMs: 5, cwd: "/home/dev/app" },
    {
      role: "agent",
      text: "It reads the file twice.",
      span: { from: 20, to: 30 },
      atMs: 9,
      files: ["src/verbs/recalling/read-verbs.ts"],
    },
  ]);
  assert.deepEqual(chunks, [
    {
      id: `${session}.0`,
      session,
      ordinal: 0,
      atMs: 5,
      cwd: "/home/dev/app",
      text: "Why is it slow?\n\nIt reads the file twice.",
      pieces: [
        { place: 10, from: 0, to: 15 },
        { place: 20, from: 0, to: 24 },
      ],
      personLength: "Why is it slow?".length,
      files: ["src/verbs/recalling/read-verbs.ts"],
      trust: "agent",
      span: { from: 10, to: 30 },
    },
  ]);
});

test("a chunk with only the person's text has their trust", () => {
  assert.deepEqual(
    chunksOf([person("stop"), person("go on")]).map(({ text, trust }) => [String(text), trust]),
    [
      ["stop", "person"],
      ["go on", "person"],
    ],
  );
});

test("a long answer starts in the chunk of its question and is cut at ends of words", () => {
  const answer = words(900);
  const chunks = chunksOf([person("Tell me."), agent(answer)]);
  assert.ok(chunks[0]!.text.startsWith("Tell me.\n\nword0 "));
  assert.ok(chunks.every(({ text }) => text.length <= CHUNK_CHARS));
  assert.equal(
    chunks
      .map(({ text }) => text)
      .join(" ")
      .replace("Tell me.\n\n", ""),
    answer,
  );
});

test("a paragraph is a better place to cut than a line, and a line than a word", () => {
  for (const [mark, rest] of [
    ["\n\n", "one\ntwo three"],
    ["\n", "one two"],
  ] as const) {
    const head = `${"a".repeat(1200)}`;
    const [first] = chunksOf([agent(`${head}${mark}${rest} ${"b".repeat(1000)}`)]);
    assert.equal(first?.text, head, JSON.stringify(mark));
  }
});

test("a text without spaces is cut between characters, not inside one", () => {
  const chunks = chunksOf([agent("😀".repeat(2000))]);
  assert.ok(chunks.length > 1 && chunks.every(({ text }) => text.isWellFormed()));
});

test("the neighbours of talk are talk; the neighbour of an output is the talk or output before it", () => {
  const output: Part = { role: "tool", text: words(200), files: ["a.ts"] };
  const chunks = chunksOf([person("one"), output, output, agent("done"), person("two"), output, agent("well")]);
  const places = chunks.map(({ trust, previous, next }) =>
    [trust, previous ?? "-", next ?? "-"].join(" ").replaceAll(`${session}.`, ""),
  );
  assert.deepEqual(places, ["agent - 3", "tool 0 2", "tool 1 -", "agent 0 -", "tool 3 -"]);
});

test("counting continues where an earlier import ended", () => {
  const [chunk] = chunksOf([person("again")], { ordinal: 7, lastTalk: 5 });
  assert.deepEqual([chunk?.ordinal, chunk?.previous], [7, `${session}.5`]);
});

test("a chunk names at most 32 files", () => {
  const files = Array.from({ length: 50 }, (_, i) => `src/${i}.ts`);
  assert.equal(chunksOf([{ ...agent("many"), files }])[0]?.files.length, 32);
});
