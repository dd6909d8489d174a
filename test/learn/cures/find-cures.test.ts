import assert from "node:assert/strict";
import { test } from "node:test";
import { extractSession } from "../../../src/learn/session/extract-session.ts";
import type { SessionTurn, TurnCommand } from "../../../src/learn/session/turn.ts";

const AT_MS = Date.UTC(2026, 4, 4, 12);
type Piece = Omit<SessionTurn, "ordinal" | "atMs">;

const edit = (file: string): Piece => ({ role: "agent", text: "", edit: { file } });
const ran = (line: string, rest: Omit<TurnCommand, "line"> = { status: "ok" }): Piece => ({
  role: "agent",
  text: "",
  command: { line, ...rest },
});
const NO_MODULE = "Error: Cannot find module 'x'";
const failed = (line: string, output = NO_MODULE): Piece => ran(line, { status: "failed", output });

const extracted = (...pieces: readonly Piece[]) =>
  extractSession(
    pieces.map((piece, ordinal) => ({ ordinal, atMs: AT_MS, ...piece })),
    { inProject: true },
  );
const fixes = (...pieces: readonly Piece[]) =>
  extracted(...pieces).cures.map(({ family, fix }) => `${family}: ${fix.by} ${fix.text}`);
const reasons = (...pieces: readonly Piece[]) =>
  extracted(...pieces).ledger.flatMap(({ taken, reason }) => (taken ? [] : [reason]));

test("a failed command and what made it work are found, with the attempts that did not help", () => {
  const { candidates, cures } = extracted(
    failed("npm test"),
    ran("npm cache clean --force"),
    failed("npm test"),
    ran("npm ci"),
    ran("npm test"),
  );
  assert.deepEqual(candidates, []);
  assert.deepEqual(cures, [
    {
      family: "npm test",
      mark: cures[0]?.mark,
      error: "Error: Cannot find module <name>",
      failed: "npm test",
      fix: { by: "command", text: "npm ci" },
      didNotHelp: ["npm cache clean --force"],
      trust: "agent",
      turn: 2,
      atMs: AT_MS,
    },
  ]);
  assert.match(cures[0]!.mark, /^[0-9a-f]{12}$/);
});

const FOUND: readonly [what: string, cure: string, pieces: readonly Piece[]][] = [
  [
    "an environment that was not activated",
    "pytest: preparation source .venv/bin/activate",
    [failed("pytest specs", "zsh: command not found: pytest"), ran("source .venv/bin/activate && pytest specs")],
  ],
  [
    "an environment that was not activated, run on something else",
    "pytest: preparation source .venv/bin/activate",
    [failed("pytest specs", "zsh: command not found: pytest"), ran("source .venv/bin/activate && pytest specs/a.py")],
  ],
  [
    "a cure after which another error appeared first",
    "bun test: command bun install",
    [
      failed("bun test a", "error: Cannot find package 'commander'"),
      ran("bun install"),
      failed("bun test a", "error: expect(received).toBe(expected)"),
      edit("src/a.ts"),
      ran("bun test a"),
    ],
  ],
  [
    "a wrong directory",
    "git commit: preparation cd ../shop",
    [
      failed("git add notes/a.md && git commit -m x", "fatal: pathspec 'notes/a.md' did not match any files"),
      ran("cd ../shop && git add notes/a.md && git commit -m x"),
    ],
  ],
  [
    "a missing option",
    "gh pr create: variant gh pr create --fill",
    [failed("gh pr create", "error: --title or --fill must be provided"), ran("gh pr create --fill")],
  ],
  [
    "a variable that was not set",
    "npm run build: variant NODE_OPTIONS=--max-old-space-size=6144 npm run build",
    [
      failed("npm run build", "FATAL ERROR: heap limit reached, out of memory"),
      ran("NODE_OPTIONS=--max-old-space-size=6144 npm run build"),
    ],
  ],
  [
    "a program that is only installed in the project",
    "supabase db push: variant npx supabase db push",
    [failed("supabase db push", "zsh: command not found: supabase"), ran("npx supabase db push")],
  ],
  [
    "an option that it needs, of a branch of another day",
    "git push: variant git push --set-upstream origin <branch>",
    [
      failed("git push", "fatal: The current branch fix-42 has no upstream branch."),
      ran("git push --set-upstream origin fix-42"),
    ],
  ],
  [
    "an option that it needs",
    "git push: variant git push -u",
    [failed("git push", "fatal: The current branch shop has no upstream branch."), ran("git push -u")],
  ],
  [
    "an option that does not exist",
    "uv venv: variant uv venv .venv",
    [failed("uv venv --path .venv", "error: unexpected argument '--path' found"), ran("uv venv .venv")],
  ],
  [
    "a hook that rewrites files",
    "git commit: command git add",
    [
      failed("git commit -m a", "format......Failed\n- files were modified by this hook"),
      ran("git add src/a.ts"),
      ran("git commit -m a"),
    ],
  ],
  [
    "a settings file that is wrong",
    "knip: edit knip.json",
    [
      failed("npx knip", "ERROR: Validation error: Unrecognized key in object: 'x'"),
      edit("knip.json"),
      ran("npx knip"),
    ],
  ],
  [
    "a file in a directory of one machine, by its end",
    "npm test: edit app/tsconfig.json",
    [failed("npm test"), edit("/srv/people/someone/app/tsconfig.json"), ran("npm test")],
  ],
  [
    "a command that the error asks for",
    "npm start: command npm run knead",
    [
      failed("npm start", "Error: dough.json is missing. Run npm run knead first."),
      ran("npm run knead"),
      ran("npm start"),
    ],
  ],
  [
    "a list of commands",
    "ruff check && pytest: command uv sync",
    [failed("ruff check . && pytest -x"), ran("uv sync"), ran("ruff check . && pytest -x")],
  ],
];

for (const [what, cure, pieces] of FOUND) {
  test(`${what} is cured by what removed the error`, () => {
    assert.deepEqual(fixes(...pieces), [cure]);
  });
}

const REFUSED: readonly [what: string, reason: string, pieces: readonly Piece[]][] = [
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
    "an edit of code",
    "nothing in between is known to remove such an error",
    [failed("npm test"), edit("src/a.ts"), ran("npm test")],
  ],
  [
    "a failed assertion",
    "an error in the code, which is ordinary work",
    [failed("npm test", "AssertionError: expected 1 to equal 2"), edit("package.json"), ran("npm test")],
  ],
  [
    "a failure that printed nothing",
    "no output identifies the error",
    [failed("npm test", ""), ran("npm ci"), ran("npm test")],
  ],
  [
    "a failure with nothing but an exit code",
    "no output identifies the error",
    [failed("npm test", "Exit code 1"), ran("npm ci"), ran("npm test")],
  ],
  [
    "six changes at once",
    "too many changes before it worked",
    [failed("npm test"), ..."abcdef".split("").map((name) => edit(`${name}.json`)), ran("npm test")],
  ],
  [
    "staging after an edit",
    "nothing in between is known to remove such an error",
    [
      failed("git commit -m a", "lint......Failed\n- files were modified by this hook"),
      edit("src/a.ts"),
      ran("git add -A"),
      ran("git commit -m a"),
    ],
  ],
  [
    "staging that was forgotten on one occasion",
    "nothing in between is known to remove such an error",
    [failed("git commit -m a", "error: no changes added to commit"), ran("rm -r dist"), ran("git commit -m a")],
  ],
  [
    "an unrelated command in between",
    "nothing in between is known to remove such an error",
    [failed("npm test"), ran("rm -r dist"), ran("npm test")],
  ],
  [
    "an option that the program learned to accept",
    "it was run with other values",
    [failed("tool run --fast", "error: unknown option '--fast'"), ran("tool run --fast --more x")],
  ],
];

for (const [what, reason, pieces] of REFUSED) {
  test(`${what} is refused, and the ledger says why`, () => {
    assert.deepEqual(fixes(...pieces), []);
    assert.ok(reasons(...pieces).includes(reason), reasons(...pieces).join("\n"));
  });
}

const markOf = (output: string, fix: string) =>
  extracted(failed("npm test", output), ran(fix), ran("npm test")).cures[0]?.mark;

test("the same error of the same command has the same mark in every session", () => {
  assert.equal(markOf("Error: Cannot find module 'a'", "npm ci"), markOf("Error: Cannot find module 'b'", "npm ci"));
});

test("a cure that names what the error names is for that name only", () => {
  const one = markOf("Error: Cannot find module 'a'", "npm install a");
  assert.equal(one, markOf("Error: Cannot find module 'a'", "npm install a"));
  assert.notEqual(one, markOf("Error: Cannot find module 'b'", "npm install b"));
});

test("an exit status that a pipe hides proves nothing", () => {
  const hidden = ran("npm test | tail -5", { status: "ok", output: NO_MODULE });
  assert.deepEqual(fixes(failed("npm test"), ran("npm ci"), hidden), []);
  assert.deepEqual(fixes(failed("npm test"), ran("npm ci"), ran("npm test || true")), []);
});

test("a command without a status neither fails nor succeeds", () => {
  assert.deepEqual(fixes(failed("npm test"), ran("npm ci"), ran("npm test", {})), []);
});

test("a command that never passes has no cure", () => {
  const other = failed("npm test", "Error: Cannot find module 'y', nor its parent");
  assert.deepEqual(fixes(failed("npm test"), ran("npm ci"), other), []);
});

test("of two errors in a row each has its own cure", () => {
  const found = fixes(
    failed("flask run", "ModuleNotFoundError: No module named 'a'"),
    ran("pip install a"),
    failed("flask run", "RuntimeError: DATABASE must be set"),
    edit(".env"),
    ran("flask run"),
  );
  assert.deepEqual(found, ["flask run: command pip install a", "flask run: edit .env"]);
});

test("a command that the person ran has a person's trust", () => {
  const own = (piece: Piece): Piece => ({ ...piece, role: "person" });
  const { cures } = extracted(own(failed("npm start")), own(ran("npm ci")), own(ran("npm start")));
  assert.deepEqual(
    cures.map(({ trust }) => trust),
    ["person"],
  );
});

test("a cure that tool output suggested has a tool's trust, unless it is a plain command that oldhand knows", () => {
  const trustOf = (hint: string) =>
    extracted(failed("npm test", `Error: broken, please run ${hint}`), ran(hint), ran("npm test")).cures.map(
      ({ trust }) => trust,
    );
  assert.deepEqual(trustOf("npm install some-package"), ["tool"]);
  assert.deepEqual(trustOf("npm install"), ["agent"]);
});

test("commands that tool output suggested are not listed as failed attempts", () => {
  const hint = failed("npm test", "Error: Cannot find module, please run npm install some-package");
  const { cures } = extracted(hint, ran("npm install some-package"), hint, ran("npm ci"), ran("npm test"));
  assert.deepEqual(
    cures.map(({ trust, didNotHelp }) => ({ trust, didNotHelp })),
    [{ trust: "agent", didNotHelp: [] }],
  );
});
