import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync } from "node:fs";
import { dirname, join } from "node:path";
import { type TestContext, test } from "node:test";
import { sha256 } from "../../../src/core/base/hash.ts";
import { AS_PERSON } from "../../fixtures/as-person.ts";
import { claudeSession, type Said } from "../../fixtures/claude-session.ts";
import { filesUnder } from "../../fixtures/files-under.ts";
import { git, makeRepo } from "../../fixtures/git-repo.ts";
import { until } from "../../fixtures/patience.ts";
import { place, program } from "../cli/program.ts";

const SAID: readonly (readonly Said[])[] = [
  [{ person: "You must never push to main." }],
  [{ person: "Always use pnpm in this repo." }],
  [
    { person: "Run the tests." },
    { run: "npm test", printed: "Error: Cannot find module 'left-pad'", exit: 1 },
    { run: "npm install left-pad", printed: "added 1 package" },
    { run: "npm test", printed: "ok" },
  ],
];

function desk(t: TestContext, sessions = SAID) {
  const sandbox = place(t);
  makeRepo(t, { dir: sandbox.project });
  const folder = join(dirname(sandbox.home), ".claude/projects/app");
  mkdirSync(folder, { recursive: true });
  const startMs = Date.now() - 3 * 24 * 3_600_000;
  sessions.forEach((said, n) => {
    claudeSession({ folder, id: `s${n}`, cwd: sandbox.project, startMs: startMs + n * 3_600_000, said });
  });
  assert.equal(sandbox.oldhand(["learn"]).status, 0);
  return { ...sandbox, replay: () => sandbox.oldhand(["learn", "--replay", "--json"]) };
}

/** Paths with a hash of their bytes and their times; without the compiled code of the program, which is no memory. */
const stateOf = (...directories: readonly string[]): string[] =>
  directories
    .flatMap(filesUnder)
    .filter(({ path }) => !path.includes("/home/code/"))
    .map(({ path, bytes }) => `${path} ${sha256(bytes)} ${statSync(path).mtimeMs}`)
    .toSorted();

const ruleFile = (home: string): string =>
  filesUnder(home).find(
    ({ path, bytes }) => path.endsWith(".md") && /\/records\//.test(path) && /never push/.test(String(bytes)),
  )!.path;

test("today's rules over the stored sessions make what is kept, and not a byte of the home changes", (t) => {
  const { home, project, replay } = desk(t);
  const before = stateOf(home, project);
  const { status, out } = replay();
  assert.equal(status, 0);
  const { sessions, unchanged, new: made, gone, changed, withoutText } = JSON.parse(out);
  assert.deepEqual(
    { sessions, unchanged, made, gone, changed, withoutText },
    {
      ...{ sessions: 3, unchanged: 2, made: [], gone: [], changed: [], withoutText: 0 },
    },
  );
  assert.deepEqual(stateOf(home, project), before);
});

test("what the rules would now add, drop or word differently is shown", (t) => {
  const { home, oldhand, replay } = desk(t);
  const rule = ruleFile(home);
  const id = /rec_\w+/.exec(readFileSync(rule, "utf8"))![0];
  assert.equal(oldhand(["record", "update", id, "You must never push to main or release"]).status, 0);
  const { changed } = JSON.parse(replay().out);
  assert.deepEqual(
    changed.map((one: { before: { text: string }; after: { text: string } }) => [one.before.text, one.after.text]),
    [["You must never push to main or release", "You must never push to main"]],
  );
  rmSync(rule);
  const { new: made } = JSON.parse(replay().out);
  assert.deepEqual(
    made.map(({ text }: { text: string }) => text),
    ["You must never push to main"],
  );
});

test("records in a repository are left alone, also in a shared project", (t) => {
  const { home, project, oldhand, replay } = desk(t);
  assert.equal(oldhand(["project", "share"]).status, 0);
  git(project, "add", "--all");
  const before = stateOf(home, project);
  assert.equal(replay().status, 0);
  assert.deepEqual(stateOf(home, project), before);
});

test("a signal in the middle leaves no copy behind", async (t) => {
  const many = Array.from({ length: 60 }, (_, n): Said[] => [{ person: `You must never touch the folder area${n}.` }]);
  const { env, project, home } = desk(t, many);
  const temporary = join(dirname(home), "temporary");
  mkdirSync(temporary);
  const child = spawn(process.execPath, [...AS_PERSON, program, "learn", "--replay"], {
    cwd: project,
    env: { ...env, TMPDIR: temporary },
    stdio: "ignore",
  });
  const ended = once(child, "exit");
  await until(
    () => readdirSync(temporary).some((name) => existsSync(join(temporary, name, "index.db"))),
    () => "a copy of the memory",
  );
  child.kill("SIGTERM");
  const [code] = await ended;
  assert.equal(code, 143);
  assert.deepEqual(readdirSync(temporary), []);
});

test("other options of learn are refused next to --replay", (t) => {
  const { oldhand } = place(t);
  const { status, err } = oldhand(["learn", "--replay", "--since", "7d"]);
  assert.equal(status, 2);
  assert.match(err, /leave out --since/);
});

test("an empty home has nothing to replay, and stays empty", (t) => {
  const { oldhand, home } = place(t);
  const { status, out } = oldhand(["learn", "--replay"]);
  assert.equal(status, 0);
  assert.match(out, /Read 0 sessions .*No difference/s);
  assert.equal(existsSync(home), false);
});
