import assert from "node:assert/strict";
import { test } from "node:test";
import { type ApplyOptions, type Candidates, whatApplies } from "../../src/apply/what-applies.ts";
import { DAY_MS } from "../../src/core/base/clock.ts";
import type { Kept, Match } from "../../src/core/ports.ts";
import type { MemoryRecord } from "../../src/core/record/record.ts";
import { estimateTokens } from "../../src/core/text/tokens.ts";
import { BORN, keptRecord, recordId } from "../fixtures/records.ts";

const PROMPT = { at: "prompt", text: "change the schema" } as const;
const NOW = Date.parse(BORN);

function options(parts: Partial<ApplyOptions> = {}): ApplyOptions {
  return {
    budget: 800,
    threshold: 0.1,
    nonce: "0123456789abcdef0123456789abcdef",
    at: { nowMs: NOW, halfLifeDays: 90 },
    given: new Set(),
    retracted: [],
    failing: () => undefined,
    successes: () => 0,
    ...parts,
  };
}

function candidates(parts: Partial<Candidates> = {}): Candidates {
  return { always: [], scoped: [], related: [], workflows: [], passages: [], ...parts };
}

function match(parts: Partial<MemoryRecord> & { text: string }, relevance = 1): Match {
  return { kept: keptRecord(parts), relevance, score: relevance };
}

function workflow(key: string, relevance = 1): Match {
  return match({ type: "workflow", key, text: `${key} it`, steps: ["npm test", `npm run ${key}`] }, relevance);
}

const POLICY = keptRecord({ type: "policy", text: "Never commit secrets" });
const BOUND = match({ type: "fact", text: "The schema is made by hand", paths: ["db/**"] });
const RELATED = match({ type: "decision", text: "Chose SQLite for the index" }, 0.5);
const SHIP = workflow("ship", 0.7);

function linesFor(found: Candidates, parts: Partial<ApplyOptions> = {}): string[] {
  return whatApplies(PROMPT, found, options(parts)).lines.map(({ layer, id }) => `${layer} ${id}`);
}

function mostOf(found: Candidates): number {
  return estimateTokens(whatApplies(PROMPT, found, options()).text);
}

test("the layers come in order, each line with its source, the parts of its score and its reason", () => {
  const { text, tokens, lines, omitted } = whatApplies(
    PROMPT,
    candidates({ always: [POLICY], scoped: [BOUND], related: [RELATED], workflows: [SHIP] }),
    options(),
  );
  assert.equal(
    text,
    [
      '<oldhand-memory-0123456789abcdef0123456789abcdef role="data">',
      "What oldhand remembers; check it against the repository before acting on it.",
      "Rules:",
      `- Never commit secrets [policy, global; ${recordId("Never commit secrets")}]`,
      "For this file:",
      `- The schema is made by hand [fact, global; ${recordId("The schema is made by hand")}]`,
      "Related:",
      `- Chose SQLite for the index [decision, global; ${recordId("Chose SQLite for the index")}]`,
      "Workflows:",
      `- ship: npm test → npm run ship [workflow, global; ${recordId("ship it")}]`,
      "</oldhand-memory-0123456789abcdef0123456789abcdef>",
    ].join("\n"),
  );
  assert.equal(tokens, estimateTokens(text));
  assert.deepEqual(omitted, []);
  assert.deepEqual(
    lines.map(({ layer, source, relevance, strength, score, reason }) => ({
      layer,
      source,
      parts: [relevance, strength, score],
      reason,
    })),
    [
      { layer: "A", source: POLICY.file, parts: [1, 1.5, 1.5], reason: "critical policy" },
      { layer: "scoped", source: BOUND.kept.file, parts: [1, 0.9, 0.9], reason: "bound to db/**" },
      { layer: "B", source: RELATED.kept.file, parts: [0.5, 1.2, 0.6], reason: "matches the prompt" },
      { layer: "C", source: SHIP.kept.file, parts: [0.7, 1.1, 0.77], reason: "a workflow that matches the prompt" },
    ],
  );
});

test("every line has the parts of its score", () => {
  const [line] = whatApplies(PROMPT, candidates({ related: [RELATED] }), options()).lines;
  const { relevance, layer, strength, score } = line!;
  assert.deepEqual({ relevance, layer, strength, score }, { relevance: 0.5, layer: "B", strength: 1.2, score: 0.6 });
});

test("without a prompt the reason is strength, not a match", () => {
  const { lines } = whatApplies(
    { at: "start", how: "new" },
    candidates({ related: [RELATED], workflows: [SHIP] }),
    options(),
  );
  assert.deepEqual(
    lines.map(({ reason }) => reason),
    ["is strong", "a workflow that is strong"],
  );
});

test("a brief without lines has no text and no tokens", () => {
  assert.deepEqual(whatApplies(PROMPT, candidates(), options()), { text: "", tokens: 0, lines: [], omitted: [] });
});

test("a record in several layers is given once, in the first", () => {
  const everywhere: Match = { ...RELATED, kept: POLICY };
  const found = candidates({ always: [POLICY, POLICY], scoped: [everywhere], related: [everywhere, RELATED, RELATED] });
  assert.deepEqual(linesFor(found), [`A ${POLICY.record.id}`, `B ${RELATED.kept.record.id}`]);
});

test("layer B is by strength × relevance, ties by id, whatever order they come in", () => {
  const old: Match = { ...match({ type: "pitfall", text: "old" }), kept: aged("old", 180) };
  const tied = [match({ text: "twin one" }, 0.4), match({ text: "twin two" }, 0.4)];
  const found = [old, match({ text: "weak" }, 0.2), ...tied, RELATED];
  const once = linesFor(candidates({ related: found }));
  assert.deepEqual(linesFor(candidates({ related: found.toReversed() })), once);
  const scores = whatApplies(PROMPT, candidates({ related: found }), options()).lines.map(({ score }) => score);
  assert.deepEqual(
    scores,
    scores.toSorted((a, b) => b - a),
  );
  const ids = tied.map(({ kept }) => kept.record.id).sort();
  assert.equal(once.indexOf(`B ${ids[1]}`), once.indexOf(`B ${ids[0]}`) + 1);
});

test("what only an agent says comes after what the person says, however well it matches", () => {
  const agents = match({ ...AGENTS, text: "The index is rebuilt at night" });
  const lines = linesFor(candidates({ related: [agents, RELATED] }));
  assert.deepEqual(
    lines,
    [RELATED, agents].map(({ kept }) => `B ${kept.record.id}`),
  );
});

function aged(text: string, days: number): Kept {
  return { ...keptRecord({ type: "pitfall", text }), lastUsedMs: NOW - days * DAY_MS };
}

test("layers B and C have a threshold", () => {
  const faint = { relevance: 0.01, score: 0.01 };
  const found = candidates({
    scoped: [{ ...BOUND, ...faint }],
    related: [{ ...RELATED, ...faint }],
    workflows: [{ ...SHIP, ...faint }],
  });
  assert.deepEqual(linesFor(found), [`scoped ${BOUND.kept.record.id}`]);
  assert.deepEqual(
    whatApplies(PROMPT, found, options()).omitted,
    [RELATED, SHIP].map(({ kept }) => ({ id: kept.record.id, reason: "below threshold" })),
  );
  assert.equal(linesFor(found, { threshold: 0.001 }).length, 3);
});

test("at most three workflows, proven ones first; the rest are omitted as over the limit", () => {
  const four = ["a", "b", "c", "d"].map((name, n) => workflow(name, 0.9 - n / 10));
  const proven = four[3]!.kept.record.id;
  const { lines, omitted } = whatApplies(
    PROMPT,
    candidates({ workflows: four }),
    options({ successes: (id) => (id === proven ? 2 : 0) }),
  );
  assert.deepEqual(
    lines.map(({ id }) => id),
    [proven, four[0]!.kept.record.id, four[1]!.kept.record.id],
  );
  assert.deepEqual(omitted, [{ id: four[2]!.kept.record.id, reason: "over limit" }]);
});

const KEPT_OUT: readonly (readonly [string, Partial<MemoryRecord>, Partial<ApplyOptions>, object])[] = [
  ["an archived record", { status: "archived" }, {}, { reason: "archived" }],
  ["a superseded record", { status: "superseded" }, {}, { reason: "superseded" }],
  ["a repository's record that nobody accepted", { trust: "repo" }, {}, { reason: "not accepted" }],
  ["a tool's output", { trust: "tool" }, {}, { reason: "not accepted" }],
  ["an outside source", { trust: "external", accepted: false }, {}, { reason: "not accepted" }],
  ["a record that this session was given", {}, { given: new Set([recordId("it")]) }, { reason: "told" }],
  [
    "what no longer agrees with the repository",
    {},
    { failing: () => "src/db.ts is no longer there" },
    { reason: "no longer true", why: "src/db.ts is no longer there" },
  ],
];

for (const [what, parts, given, against] of KEPT_OUT) {
  test(`${what} is left out of every layer, and the receipt says why`, () => {
    const one = match({ text: "it", ...parts });
    for (const found of [{ always: [one.kept] }, { scoped: [one] }, { related: [one] }, { workflows: [one] }]) {
      const { lines, omitted, text } = whatApplies(PROMPT, candidates(found), options(given));
      assert.deepEqual(
        { lines, omitted, text },
        { lines: [], omitted: [{ id: recordId("it"), ...against }], text: "" },
      );
    }
  });
}

test("if the budget is short, rules come first, then records bound to the file; a shorter line may still fit", () => {
  const long = match({ text: `Long: ${"many words about it ".repeat(20)}` });
  const found = candidates({ always: [POLICY], scoped: [BOUND], related: [long, RELATED] });
  const needed = mostOf(candidates({ always: [POLICY], scoped: [BOUND], related: [RELATED] }));
  assert.deepEqual(linesFor(found, { budget: needed }), [
    `A ${POLICY.record.id}`,
    `scoped ${BOUND.kept.record.id}`,
    `B ${RELATED.kept.record.id}`,
  ]);
  const first = mostOf(candidates({ always: [POLICY] }));
  assert.deepEqual(linesFor(found, { budget: first }), [`A ${POLICY.record.id}`]);
  assert.deepEqual(linesFor(found, { budget: first - 1 }), []);
});

test("with as many more tokens as the receipt names, the next line fits", () => {
  const found = candidates({ always: [POLICY], related: [RELATED] });
  for (let budget = 0; budget < 200; budget++) {
    const [next] = whatApplies(PROMPT, found, options({ budget })).omitted;
    if (next === undefined) continue;
    const { lines } = whatApplies(PROMPT, found, options({ budget: budget + next.needTokens! }));
    assert.ok(
      lines.some(({ id }) => id === next.id),
      `${budget} and ${next.needTokens}`,
    );
  }
  assert.equal(whatApplies(PROMPT, found, options({ budget: 200 })).lines.length, 2);
});

test("a record that was given and is no longer true is retracted before anything new", () => {
  const gone = { kept: keptRecord({ text: "Use make" }), against: { reason: "archived", why: "replaced" } } as const;
  const brief = whatApplies(PROMPT, candidates({ always: [POLICY] }), options({ retracted: [gone] }));
  assert.deepEqual(brief.text.split("\n").slice(2, 5), [
    "No longer true, although given earlier in this session:",
    `- Use make [fact, global; ${recordId("Use make")}] (replaced)`,
    "Rules:",
  ]);
  assert.deepEqual(brief.omitted, [{ id: recordId("Use make"), reason: "archived", why: "replaced" }]);
});

test("a retraction that does not fit is reported as over budget", () => {
  const gone = { kept: keptRecord({ text: "Use make" }), against: { reason: "archived" } } as const;
  const { text, omitted } = whatApplies(PROMPT, candidates(), options({ retracted: [gone], budget: 20 }));
  assert.equal(text, "");
  assert.deepEqual(
    omitted.map(({ reason, needTokens }) => [reason, needTokens! > 0]),
    [["over budget", true]],
  );
});

const AGENTS = { trust: "agent", source: "mcp", type: "pitfall" } as const;
const learnt = Array.from({ length: 40 }, (_, n) =>
  match({ ...AGENTS, text: `An agent learnt that part ${n} is odd` }),
);

test("no source but the person takes more than a fifth of a brief", () => {
  for (const budget of [200, 400, 800, 3000]) {
    const { lines, omitted } = whatApplies(PROMPT, candidates({ related: [...learnt, RELATED] }), options({ budget }));
    const share = lines.filter(({ from }) => from === "agent mcp").reduce((sum, { tokens }) => sum + tokens, 0);
    assert.ok(share <= budget / 5, `${share} of ${budget}`);
    assert.ok(lines.some(({ id }) => id === RELATED.kept.record.id));
    assert.ok(omitted.every(({ reason }) => reason === "over its share"));
  }
});

test("each source has its own share; accepted records count as the person's", () => {
  const others = learnt
    .slice(0, 20)
    .map(({ kept }, n) => match({ ...AGENTS, text: kept.record.text, source: `s${n}` }));
  assert.equal(whatApplies(PROMPT, candidates({ related: others }), options({ budget: 5000 })).lines.length, 20);
  const accepted = learnt.map(({ kept }) => match({ ...AGENTS, text: kept.record.text, accepted: true }));
  assert.equal(whatApplies(PROMPT, candidates({ related: accepted }), options({ budget: 5000 })).lines.length, 40);
});
