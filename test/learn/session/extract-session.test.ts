import assert from "node:assert/strict";
import { test } from "node:test";
import { extractSession } from "../../../src/learn/session/extract-session.ts";
import type { SessionTurn, TurnCommand } from "../../../src/learn/session/turn.ts";
import { closestLines as whyNot } from "../../../src/verbs/learning/explain-learning.ts";

const AT_MS = Date.UTC(2026, 4, 4, 12);
type Piece = Omit<SessionTurn, "ordinal" | "atMs">;

const person = (text: string): Piece => ({ role: "person", text });
const agent = (text: string): Piece => ({ role: "agent", text });
const ran = (line: string, rest: Omit<TurnCommand, "line"> = { status: "ok" }): Piece => ({
  role: "agent",
  text: "",
  command: { line, ...rest },
});
const failed = (line: string, output = "Error: Cannot find module 'x'"): Piece =>
  ran(line, { status: "failed", output });

const extracted = (...pieces: readonly Piece[]) =>
  extractSession(
    pieces.map((piece, ordinal) => ({ ordinal, atMs: AT_MS, ...piece })),
    { inProject: true },
  );
const texts = (...pieces: readonly Piece[]) => extracted(...pieces).candidates.map(({ text }) => text);
const reasons = (...pieces: readonly Piece[]) =>
  extracted(...pieces).ledger.flatMap(({ rule, taken, reason }) => (taken || rule === "none" ? [] : [reason]));

test("the person's statements are found with their quote and the turn they come from", () => {
  const { candidates, ledger } = extracted(agent("I will use npm."), person("Always use pnpm in this repo."));
  assert.deepEqual(candidates, [
    {
      rule: "preference",
      type: "preference",
      priority: "medium",
      scope: "project",
      text: "Always use pnpm in this repo",
      quote: "Always use pnpm in this repo.",
      turn: 1,
    },
  ]);
  assert.deepEqual(ledger, [
    {
      rule: "preference",
      text: "Always use pnpm in this repo",
      taken: true,
      reason: "the person said so (preference)",
      turn: 1,
    },
  ]);
});

test("every sentence of the person is counted, also what is kept", () => {
  const { candidates, said } = extracted(
    person("why are you editing the main workspace, not the session?"),
    person("ok, continue"),
    person("Never edit the main workspace."),
  );
  assert.deepEqual(
    candidates.map(({ text }) => text),
    ["Never edit the main workspace"],
  );
  assert.deepEqual(said, [
    { text: "why are you editing the main workspace, not the session?", turn: 0, isKept: false },
    { text: "ok, continue", turn: 1, isKept: false },
    { text: "Never edit the main workspace.", turn: 2, isKept: true },
  ]);
});

test("what hosts and buttons send, tools printed or the person took back is not counted", () => {
  const { said } = extracted(
    person("@agent Try Again"),
    person("/review the page"),
    person("Implement the plan."),
    person("PLEASE IMPLEMENT THIS PLAN:\n# Plan\nAlways use tabs."),
    { role: "tool", text: "Every module must start with a licence header" },
    person("Every module must start with a licence header"),
    person("Always use Redis for sessions."),
    person("scratch that"),
  );
  assert.deepEqual(
    said.map(({ text }) => text),
    ["scratch that"],
  );
});

test("a correction is written out with the value that the agent named", () => {
  assert.deepEqual(texts(agent("The server listens on port 8080."), person("no, use port 8081")), [
    "The port is 8081, not 8080",
  ]);
  assert.deepEqual(texts(agent("I set the port to 8080."), person("actually it's 8081")), [
    "The port is 8081, not 8080",
  ]);
  assert.deepEqual(texts(agent("Done."), person("no, use port 8081")), []);
});

const REFUSALS: readonly [why: string, reason: string, pieces: readonly Piece[]][] = [
  [
    "what the person took back",
    "the person took it back",
    [person("Always use Redis for sessions."), person("scratch that")],
  ],
  [
    "what the person put differently later",
    "the person changed it later in the session",
    [person("Always use npm."), person("Always use pnpm.")],
  ],
];

for (const [why, reason, pieces] of REFUSALS) {
  test(`the ledger says why ${why} is refused`, () => {
    assert.ok(reasons(...pieces).includes(reason), reasons(...pieces).join("\n"));
    const { candidates, ledger } = extracted(...pieces);
    assert.equal(candidates.length, ledger.filter(({ taken }) => taken).length);
    assert.ok(candidates.length <= 1);
  });
}

test("a statement made twice is kept once", () => {
  assert.deepEqual(texts(person("Never use var."), person("Never use var!")), ["Never use var"]);
});

test("a secret is neither kept nor written into the ledger", () => {
  const token = "ghp_16C7e42F292c6912E7710c838347Ae178B4a";
  const { candidates, ledger } = extracted(
    person(`Remember that the token is ${token}.`),
    failed("npm publish", "npm error 401 Unauthorized, login required"),
    ran(`export NPM_TOKEN=${token} && npm publish`),
  );
  assert.deepEqual(candidates, []);
  assert.ok(!JSON.stringify(ledger).includes(token));
  assert.equal(ledger.filter(({ reason }) => reason === "it contains a secret").length, 2);
});

test("reasoning, machine messages and oldhand's own text are ignored", () => {
  const nonce = "0123456789abcdef0123456789abcdef";
  assert.deepEqual(
    texts(
      { role: "machine", text: "Always use tabs." },
      person(`<oldhand-memory-${nonce} role="data">\nAlways use tabs.\n</oldhand-memory-${nonce}>\ngo on`),
      agent("<thinking>Let's use Redis because it is fast.</thinking>"),
      person("yes, go with that"),
    ),
    [],
  );
});

test("without a project every statement is global", () => {
  const { candidates } = extractSession([{ ordinal: 0, ...person("Always use tabs.") }], { inProject: false });
  assert.deepEqual(
    candidates.map(({ scope }) => scope),
    ["global"],
  );
});

test("an empty session gives nothing", () => {
  assert.deepEqual(extracted(), { candidates: [], said: [], cures: [], ledger: [] });
});

test("the ledger answers why something was not kept", () => {
  const { ledger } = extracted(
    person("My manager said we must always write docstrings. Fix the parser."),
    person("must the config be async?"),
  );
  assert.deepEqual(
    whyNot("always write docstrings", ledger).map(({ rule, reason }) => ({ rule, reason })),
    [{ rule: "none", reason: "it reports what somebody else says" }],
  );
  assert.deepEqual(
    whyNot("config must be async", ledger).map(({ reason }) => reason),
    ["it is a question"],
  );
  assert.deepEqual(whyNot("something else entirely", ledger), []);
  assert.deepEqual(whyNot(" ", ledger), []);
});

test("a statement that only repeats earlier tool output is not kept", () => {
  const words = "Every module must start with a licence header";
  assert.deepEqual(texts({ role: "tool", text: words }, person(words), person(words)), []);
});

test("a choice that is repeated after another was made wins", () => {
  assert.deepEqual(texts(person("Always use npm."), person("Always use pnpm."), person("Always use npm.")), [
    "Always use npm",
  ]);
});
