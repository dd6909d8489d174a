/** A source of suggestions is one value: what is made up here is listed, counted and accepted like the rest. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { admitStatement } from "../../src/verbs/record/kept/admit.ts";
import type { Suggested, SuggestionSource } from "../../src/verbs/suggestion/sources/source.ts";
import { SUGGESTION_SOURCES } from "../../src/verbs/suggestion/sources/sources.ts";
import { memoryHome } from "../fixtures/memory-home.ts";

type Tide = Suggested<"tide"> & { readonly text: string };

/** Says when the tide is high. */
function tides(): SuggestionSource<Tide> & { readonly dismissed: string[] } {
  const dismissed: string[] = [];
  return {
    from: "tide",
    dismissed,
    list: () => [
      { from: "tide", id: "sug_00000000000000tide", status: "pending", confidence: 0.8, text: "High water is at noon" },
    ],
    view: (_, { id, status, confidence, text }) => ({
      ...{ id, kind: "fact", label: text, confidence, scope: "global", key: text, value: text, type: "fact", text },
      ...{
        origin: "observed",
        trust: "person",
        source: "tide",
        status,
        reason: "The moon.",
        act: "keep",
        by: "oldhand",
      },
      evidence: { count: 2, sessions: 2, examples: [] },
      changes: [],
    }),
    accept: (call, { text }) =>
      admitStatement(call, { text, type: "fact" }, {
        speaker: { origin: "observed", trust: "person", source: "tide" },
      } as never),
    dismiss: (_, { id }) => void dismissed.push(id),
    weigh: ({ confidence }) => ({ kind: "fact", isTold: false, confidence, count: 2, sessions: 2, steps: 0 }),
  };
}

test("a made-up source is listed, shown, counted and dismissed", async (t) => {
  const source = tides();
  SUGGESTION_SOURCES.push(source);
  t.after(() => SUGGESTION_SOURCES.splice(SUGGESTION_SOURCES.indexOf(source), 1));
  const memory = await memoryHome(t).open();
  const [found] = await memory.suggestions("pending");
  assert.equal(found?.label, "High water is at noon");
  assert.equal((await memory.suggestionCounts()).pending, 1);
  assert.equal((await memory.suggestion(found!.id)).reason, "The moon.");
  assert.equal((await memory.dismiss(found!.id)).status, "dismissed");
  assert.deepEqual(source.dismissed, [found!.id]);
});
