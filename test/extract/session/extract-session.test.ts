import assert from "node:assert/strict";
import { test } from "node:test";
import { extractSession } from "../../../src/extract/session/extract-session.ts";
import type { Command, Turn } from "../../../src/extract/session/turn.ts";
import { whyNot } from "../../../src/extract/session/why-not.ts";

const AT_MS = Date.UTC(2026, 4, 4, 12);
type Piece = Omit<Turn, "ordinal" | "atMs">;

const person = (text: string): Piece => ({ role: "person", text });
const agent = (text: string): Piece => ({ role: "agent", text });
const edit = (file: string): Piece => ({ role: "agent", text: "", edit: { file } });
const ran = (line: string, rest: Omit<Command, "line"> = { exitCode: 0 }): Piece => ({
  role: "agent",
  text: "",
  command: { line, ...rest },
});
const failed = (line: string, output = "Error: Cannot find module 'x'"): Piece => ran(line, { exitCode: 1, output });

const extracted = (...pieces: readonly Piece[]) =>
  extractSession(
    pieces.map((piece, ordinal) => ({ ordinal, atMs: AT_MS, ...piece })),
    { inProject: true },
  );
const texts = (...pieces: readonly Piece[]) => extracted(...pieces).candidates.map(({ text }) => text);
const reasons = (...pieces: readonly Piece[]) =>
  extracted(...pieces).ledger.flatMap(({ rule, taken, reason }) => (taken || rule === "none" ? [] : [reason]));

test("the person's statements are kept with a person's trust and the turn they come from", () => {
  const { candidates, ledger } = extracted(agent("I will use npm."), person("Always use pnpm in this repo."));
  assert.deepEqual(candidates, [
    {
      rule: "preference",
      type: "preference",
      priority: "medium",
      scope: "project",
      text: "Always use pnpm in this repo",
      quote: "Always use pnpm in this repo.",
      trust: "person",
      span: { from: 1, to: 1 },
    },
  ]);
  assert.deepEqual(ledger, [
    {
      rule: "preference",
      text: "Always use pnpm in this repo",
      taken: true,
      reason: "the person said so (preference)",
      span: { from: 1, to: 1 },
    },
  ]);
});

test("sentences that may state a demand are evidence, and what was said to last counts too", () => {
  const { candidates, evidence } = extracted(
    person("why are you editing the main workspace, not the session?"),
    person("ok, continue"),
    person("Never edit the main workspace."),
  );
  assert.deepEqual(
    candidates.map(({ text }) => text),
    ["Never edit the main workspace"],
  );
  assert.deepEqual(
    evidence.map(({ text, turn }) => ({ text, turn })),
    [
      { text: "why are you editing the main workspace, not the session?", turn: 0 },
      { text: "Never edit the main workspace.", turn: 2 },
    ],
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

test("an error and its fix are found from commands alone, with the attempts that did not help", () => {
  const { candidates } = extracted(
    failed("npm test"),
    ran("npm cache clean --force"),
    failed("npm test"),
    ran("npm ci"),
    ran("npm test"),
  );
  assert.deepEqual(candidates, [
    {
      rule: "error-fix",
      type: "pitfall",
      text: "`npm test` failed (exit 1); it worked after `npm ci` (exit 0, 2026-05-04). Did not help: `npm cache clean --force`",
      scope: "project",
      trust: "agent",
      span: { from: 0, to: 4 },
      key: candidates[0]?.key,
      evidence: {
        kind: "error-fix",
        signature: { text: "Error: Cannot find module <name>", trust: "tool" },
        failed: { line: "npm test", exitCode: 1, atMs: AT_MS },
        fix: { by: "command", line: "npm ci", exitCode: 0, atMs: AT_MS },
        didNotHelp: ["npm cache clean --force"],
        alongside: [],
      },
    },
  ]);
  assert.match(candidates[0]!.key!, /^npm test [0-9a-f]{12}$/);
});

test("the same error of the same command has the same key in every session", () => {
  const keyOf = (name: string) =>
    extracted(failed("npm test", `Error: Cannot find module '${name}'`), ran("npm ci"), ran("npm test")).candidates[0]
      ?.key;
  assert.equal(keyOf("a"), keyOf("b"));
});

const REFUSALS: readonly [why: string, reason: string, pieces: readonly Piece[]][] = [
  ["a command that works the second time", "it worked again without a change", [failed("npm test"), ran("npm test")]],
  [
    "a hook that is bypassed",
    "the check was bypassed",
    [failed("git commit -m a"), ran("git commit --no-verify -m a")],
  ],
  [
    "another value of the same option",
    "it was run with other values",
    [failed("vite --port 3000"), ran("vite --port 3001")],
  ],
  [
    "a file that was already being edited",
    "fixed in a file that was already being edited when it failed",
    [edit("src/a.ts"), failed("npm test"), edit("src/a.ts"), ran("npm test")],
  ],
  [
    "an assertion that an edit fixes",
    "an edit fixed a failed assertion, which is ordinary work",
    [failed("npm test", "AssertionError: expected 1 to equal 2"), edit("src/a.ts"), ran("npm test")],
  ],
  [
    "a failure that printed nothing",
    "no output identifies the error",
    [failed("npm test", ""), ran("npm ci"), ran("npm test")],
  ],
  [
    "six changes at once",
    "too many changes before it worked",
    [failed("npm test"), ..."abcdef".split("").map((name) => edit(`${name}.json`)), ran("npm test")],
  ],
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

test("an exit status that a pipe hides proves nothing", () => {
  const hidden = ran("npm test | tail -5", { exitCode: 0, output: "Error: Cannot find module 'x'" });
  assert.deepEqual(texts(failed("npm test"), ran("npm ci"), hidden), []);
  assert.deepEqual(texts(failed("npm test"), ran("npm ci"), ran("npm test || true")), []);
});

test("a command without a status neither fails nor succeeds", () => {
  assert.deepEqual(texts(failed("npm test"), ran("npm ci"), ran("npm test", {})), []);
});

test("an error that followed another has its own fix", () => {
  const kept = texts(
    failed("flask run", "ModuleNotFoundError: No module named 'a'"),
    ran("pip install a"),
    failed("flask run", "RuntimeError: DATABASE must be set"),
    edit(".env"),
    ran("flask run"),
  );
  assert.deepEqual(kept, ["`flask run` failed (exit 1); it worked after an edit of `.env` (2026-05-04)"]);
});

test("a command that the person ran has a person's trust", () => {
  const own = (piece: Piece): Piece => ({ ...piece, role: "person" });
  const { candidates } = extracted(own(failed("npm start")), own(ran("cp .env.example .env")), own(ran("npm start")));
  assert.deepEqual(
    candidates.map(({ trust }) => trust),
    ["person"],
  );
});

test("a fix that tool output suggested has a tool's trust, unless it is a plain command that oldhand knows", () => {
  const trustOf = (hint: string) =>
    extracted(failed("npm test", `Error: broken, please run ${hint}`), ran(hint), ran("npm test")).candidates.map(
      ({ trust }) => trust,
    );
  assert.deepEqual(trustOf("npm install some-package"), ["tool"]);
  assert.deepEqual(trustOf("npm install"), ["agent"]);
});

test("an absolute path is shortened to its end", () => {
  const [text] = texts(failed("npm test"), edit("/srv/people/someone/app/tsconfig.json"), ran("npm test"));
  assert.equal(text, "`npm test` failed (exit 1); it worked after an edit of `app/tsconfig.json` (2026-05-04)");
});

test("a secret is neither kept nor written into the ledger", () => {
  const token = "ghp_16C7e42F292c6912E7710c838347Ae178B4a";
  const { candidates, ledger } = extracted(
    person(`Remember that the token is ${token}.`),
    failed("npm publish"),
    ran(`export NPM_TOKEN=${token}`),
    ran("npm publish"),
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
  assert.deepEqual(extracted(), { candidates: [], evidence: [], ledger: [] });
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

test("a failing command list is one command, named by all its parts", () => {
  const list = "ruff check . && pytest -x";
  assert.deepEqual(texts(failed(list), ran("ruff check . --fix"), ran(list)), [
    `\`${list}\` failed (exit 1); it worked after \`ruff check . --fix\` (exit 0, 2026-05-04)`,
  ]);
  assert.deepEqual(reasons(failed("npm ci && npm test"), ran("npm ci && npm test")), [
    "it worked again without a change",
  ]);
});

test("commands that tool output suggested are not listed as failed attempts", () => {
  const hint = failed("npm test", "Error: broken, please run npm install some-package");
  const { candidates } = extracted(hint, ran("npm install some-package"), hint, ran("npm ci"), ran("npm test"));
  assert.deepEqual(
    candidates.map(({ trust, text }) => ({ trust, text })),
    [{ trust: "agent", text: "`npm test` failed (exit 1); it worked after `npm ci` (exit 0, 2026-05-04)" }],
  );
});
