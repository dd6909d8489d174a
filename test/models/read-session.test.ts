import assert from "node:assert/strict";
import { test } from "node:test";
import type { TokenBudget, Usage } from "../../src/core/job/job.ts";
import { screen } from "../../src/core/screen/clean.ts";
import type { StageOne } from "../../src/models/answer-schemas.ts";
import { modelFor } from "../../src/models/model.ts";
import {
  estimateReading,
  fitting,
  itemsJson,
  type NumberedItem,
  readSession,
  type SessionItem,
} from "../../src/models/read-session.ts";
import type { Cleaning } from "../fixtures/git-repo.ts";
import { modelServer, type Reply } from "./model-server.ts";

const limits = { limitTokens: 80, maxOutputTokens: 300 };

test("a session that fits is read whole", () => {
  const all = [itemOf("person", "Build it"), itemOf("agent", "Done")];
  assert.deepEqual(numbers(fitting(all, 1000)), [1, 2]);
  assert.deepEqual(fitting([], 1000), []);
});

test("of a session over the limit, corrections come first, then the newest exchanges, each whole", () => {
  const long = [
    itemOf("person", "Paint the gate green"),
    itemOf("agent", "The gate is green now"),
    itemOf("person", "No, never paint the gate green"),
    itemOf("agent", "I will paint it red"),
    itemOf("person", "Oil the hinges"),
    itemOf("agent", "The hinges are oiled"),
    itemOf("person", "Close the gate"),
    itemOf("agent", "The gate is closed"),
  ];
  assert.deepEqual(numbers(fitting(long, 140)), [3, 4, 7, 8]);
  assert.deepEqual(numbers(fitting(long, 75)), [3, 4]);
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

test("a long session is one call", async (t) => {
  const { answer, requests } = await read(t, [replyWith("never red", { synopsis: "Painted.", slug: "gate-care" })]);
  assert.equal(answer.outcome === "answer" && answer.value.synopsis, "Painted.");
  assert.equal(requests.length, 1);
});

test("an estimate calls no model and equals the reserved tokens", async (t) => {
  const session = { id: "ses_gate", items };
  const estimate = estimateReading([session, session], limits);
  assert.deepEqual([estimate.sessions, estimate.calls, estimate.mostOutputTokens], [2, 2, 600]);
  const reply = replyWith("x", { synopsis: "", slug: null });
  const { asked } = await read(t, [reply]);
  const took = asked.reduce((sum, tokens) => sum + tokens, 0);
  const estimated = estimate.inputTokens / 2 + estimate.mostOutputTokens / 2;
  // The fences hold chance, which is counted a little differently each time.
  assert.ok(Math.abs(took - estimated) <= took * 0.05, `${took} set aside, ${estimated} estimated`);
});

function itemOf(actor: SessionItem["actor"], text: string): SessionItem {
  return { actor, text: screen(text).text };
}

function numbers(items: readonly NumberedItem[]): number[] {
  return items.map(({ n }) => n);
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
