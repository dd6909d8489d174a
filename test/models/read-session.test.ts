import assert from "node:assert/strict";
import { test } from "node:test";
import type { TokenBudget, Usage } from "../../src/core/job/job.ts";
import { screen } from "../../src/core/screen/clean.ts";
import type { StageOne } from "../../src/models/answer-schemas.ts";
import { modelFor } from "../../src/models/model.ts";
import {
  estimateReading,
  itemsJson,
  type NumberedItem,
  parts,
  readSession,
  type SessionItem,
} from "../../src/models/read-session.ts";
import type { Cleaning } from "../fixtures/git-repo.ts";
import { modelServer, type Reply } from "./model-server.ts";

const limits = { limitTokens: 80, maxOutputTokens: 300 };

test("a session that fits is one part", () => {
  const items = [itemOf("person", "Build it"), itemOf("agent", "Done")];
  assert.deepEqual(shape(parts(items, 1000)), [["1", "2"]]);
});

test("a session of nothing has no part", () => {
  assert.deepEqual(parts([], 1000), []);
});

test("turns are not split if they fit", () => {
  const items = [
    itemOf("person", "Paint the gate green"),
    itemOf("agent", "The gate is green now"),
    itemOf("person", "Oil the hinges of the gate"),
    itemOf("agent", "The hinges are oiled"),
  ];
  assert.deepEqual(shape(parts(items, 70)), [
    ["1", "2"],
    ["3", "4"],
  ]);
});

test("a turn that does not fit is cut between its items, an item that does not fit into marked pieces", () => {
  const long = "The hinge squeaks.\n".repeat(30);
  const items = [itemOf("person", "Look"), itemOf("command", long), itemOf("agent", "It squeaks")];
  const cut = parts(items, 100);
  const pieces = cut.flatMap((part) => part.items).filter(({ n }) => n === 2);
  assert.equal(pieces.map(({ text }) => text).join(""), long);
  assert.deepEqual(
    pieces.map(({ piece }) => piece),
    pieces.map((_, at) => `${at + 1} of ${pieces.length}`),
  );
  assert.ok(cut.every(({ tokens }) => tokens <= 100));
});

test("whatever the lengths, nothing is lost, doubled or out of order, and no part is over its limit", () => {
  let seed = 7;
  const chance = (below: number) => {
    seed = (seed * 48_271) % 2_147_483_647;
    return seed % below;
  };
  const words = ["gate", "hinge", "日本語", "🙂", "x1y2", "\n", "oil"];
  for (let round = 0; round < 60; round++) {
    const items = Array.from({ length: chance(20) }, () =>
      itemOf(
        (["person", "agent", "command"] as const)[chance(3)]!,
        Array.from({ length: 1 + chance(120) }, () => words[chance(words.length)]).join(" "),
      ),
    );
    const limitTokens = 80 + chance(300);
    const cut = parts(items, limitTokens);
    const back = new Map<number, string>();
    for (const { n, text } of cut.flatMap((part) => part.items)) back.set(n, (back.get(n) ?? "") + text);
    assert.deepEqual(
      [...back.keys()],
      items.map((_, at) => at + 1),
    );
    assert.deepEqual(
      [...back.values()],
      items.map(({ text }) => text),
    );
    assert.deepEqual(
      cut.filter(({ tokens }) => tokens > limitTokens),
      [],
    );
  }
});

test("items are JSON, one a line", () => {
  const item: NumberedItem = { ...itemOf("person", 'Say "yes"'), n: 3 };
  assert.deepEqual(JSON.parse(itemsJson([item])), [{ n: 3, actor: "person", text: 'Say "yes"' }]);
});

const items = [
  itemOf("person", "Always paint the gate green, never red"),
  itemOf("agent", "The gate is green"),
  itemOf("person", "Oil the hinges of the gate every week"),
  itemOf("agent", "They are oiled now"),
];

test("a long session is read in parts, and their answers are merged", async (t) => {
  const first = replyWith("Always paint the gate green, never red", { synopsis: "Painted.", slug: null });
  const second = replyWith("always paint the gate green, never red", { synopsis: "Oiled.", slug: "gate-care" });
  const { answer, requests } = await read(t, [first, second]);
  assert.deepEqual(answer, {
    outcome: "answer",
    value: {
      memories: [nomination("always paint the gate green, never red")],
      synopsis: "Painted. Oiled.",
      slug: "gate-care",
    },
    usage: { inputTokens: 240, outputTokens: 60 },
  });
  assert.deepEqual(
    requests.map(({ body }) => [/never red/, /every week/].map((words) => words.test(JSON.stringify(body)))),
    [
      [true, false],
      [false, true],
    ],
  );
});

test("a part that fails makes the reading fail, and the error names the part", async (t) => {
  const refused = { status: 401, raw: "{}" };
  const { answer } = await read(t, [replyWith("x", { synopsis: "", slug: null }), refused]);
  assert.deepEqual(answer, { outcome: "refused", reason: answer.outcome === "refused" ? answer.reason : "" });
  assert.match(JSON.stringify(answer), /part 2 of 2: the server answered 401/);
});

test("an estimate calls no model and equals the reserved tokens", async (t) => {
  const session = { id: "ses_gate", items };
  const estimate = estimateReading([session, session], limits);
  assert.deepEqual([estimate.sessions, estimate.calls, estimate.mostOutputTokens], [2, 4, 1200]);
  const reply = replyWith("x", { synopsis: "", slug: null });
  const { asked } = await read(t, [reply, reply]);
  const took = asked.reduce((sum, tokens) => sum + tokens, 0);
  const estimated = estimate.inputTokens / 2 + estimate.mostOutputTokens / 2;
  // The fences hold chance, which is counted a little differently each time.
  assert.ok(Math.abs(took - estimated) <= took * 0.05, `${took} set aside, ${estimated} estimated`);
});

function itemOf(actor: SessionItem["actor"], text: string): SessionItem {
  return { actor, text: screen(text).text };
}

function shape(cut: ReturnType<typeof parts>): string[][] {
  return cut.map((part) => part.items.map(({ n, piece }) => `${n}${piece === undefined ? "" : ` ${piece}`}`));
}

function replyWith(quote: string, rest: Pick<StageOne, "synopsis" | "slug">): Reply {
  return { text: JSON.stringify({ memories: [nomination(quote)], ...rest } satisfies StageOne) };
}

function nomination(quote: string): StageOne["memories"][number] {
  return { type: "policy", scope: "project", quote, text: "The gate is green", why: "a rule", supersedes: null };
}

async function read(t: Cleaning, replies: readonly Reply[]) {
  const server = await modelServer(t, replies);
  const asked: number[] = [];
  const tokenBudget: TokenBudget = {
    take(model, tokens) {
      asked.push(tokens);
      return { day: "2026-10-24", model, tokens };
    },
    settle: (_leave, _used: Usage) => {},
  };
  const settings = { "models.default": server.setting("openai-compatible"), "models.smol": "" };
  const model = modelFor(settings, { variables: {}, tokenBudget, wait: async () => {} })!;
  const answer = await readSession(model, { id: "ses_gate", items }, limits);
  return { answer, asked, requests: server.requests };
}
