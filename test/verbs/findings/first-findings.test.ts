/** The first minute on a lived-in home: at most one finding of each kind, none of them trivial, each with its command. */
import assert from "node:assert/strict";
import { type TestContext, test } from "node:test";
import type { Memory } from "../../../src/main/memory.ts";
import { FIRST_MS, MINUTE_MS } from "../../fixtures/command-events.ts";
import { makeRepo } from "../../fixtures/git-repo.ts";
import { livedInHome } from "../../fixtures/lived-in/home.ts";
import { memoryHome } from "../../fixtures/memory-home.ts";
import { spool, typed } from "../../fixtures/shell-traces.ts";

async function afterSetup(t: TestContext, dir?: string) {
  const home = memoryHome(t, { on: "memory" });
  const person = home.env().home!;
  const { projects, env } = livedInHome(person, t, { nowMs: home.env().clock() });
  const parts = { variables: { ...env, PATH: process.env.PATH } };
  const open = (at?: string, further = {}): Promise<Memory> => home.open(at, { ...parts, ...further });
  const memory = await open(dir === undefined ? undefined : projects[dir]);
  const progress: string[] = [];
  const learned = await memory.learnFromMachine(await memory.survey(), (text) => progress.push(text));
  return { memory, projects, learned, progress, open };
}

test("a lived-in home has five findings of different kinds, each with why it matters and a command that works", async (t) => {
  const { memory, learned, projects, open } = await afterSetup(t, "shop");
  assert.equal(learned.history.imported, 956);
  assert.equal(learned.sessions.sessions, 9);
  assert.equal(learned.extracted.sessions, 9);
  const found = await memory.findings();
  assert.deepEqual(
    found.map(({ kind, project }) => [kind, project?.name]),
    [
      ["told", "shop"],
      ["cure", "api"],
      ["routine", undefined],
      ["contradicted", "shop"],
      ["workaround", "shop"],
    ],
  );
  const texts = found.map(({ text }) => text);
  assert.match(
    texts[0]!,
    /^You told agents the same thing in 3 sessions, last on .*only (?:run )?the tests of the file you changed/,
  );
  assert.match(
    texts[1]!,
    /^`uv run pytest -q` failed the same way in 2 sessions \(ModuleNotFoundError.*`uv sync` fixed it each time$/,
  );
  assert.match(
    texts[2]!,
    /^You typed these 6 commands in a row \d+ times, about [\d,]+ keystrokes: npm run lint → .* → npm run deploy:canary$/,
  );
  assert.match(texts[3]!, /npm run typecheck.* cannot be followed: package\.json has no script "typecheck"$/);
  assert.match(texts[4]!, /^You forced `--legacy-peer-deps` in \d+ of \d+ runs of `npm install`/);
  assert.doesNotMatch(texts.join("\n"), /git (?:add|commit|push)/);
  assert.deepEqual(found[1]!.command, ["record", "get", found[1]!.id]);
  assert.match((await memory.get(found[1]!.id!)).text, /uv sync/);
  assert.deepEqual(found[3]!.command, ["record", "archive", found[3]!.id], "no -C for the project of the caller");
  const toDo = await memory.findings({ everywhere: false, toDo: true });
  assert.ok(toDo.length > 0 && toDo.every(({ isKept }) => isKept === undefined), "what is kept asks for nothing");
  assert.equal((await memory.accept(found[0]!.id!)).outcome, "remembered");
  assert.equal((await memory.accept(found[2]!.id!, { name: "release" })).record?.steps?.length, 6);
  assert.equal((await memory.archive(found[3]!.id!)).status, "archived");
  const later = (await memory.findings()).map(({ kind }) => kind);
  assert.ok(!later.includes("contradicted"), later.join());
  const agent = await open(projects.blog, { isAgent: true });
  assert.deepEqual(
    (await agent.findings()).filter(({ project }) => project !== undefined && project.name !== "blog"),
    [],
  );
});

test("imported commands of a lived-in home find their projects, and the page's switch has counts", async (t) => {
  const { memory, learned } = await afterSetup(t);
  assert.ok(learned.placed.inferred > learned.placed.unplaced * 0.8, JSON.stringify(learned.placed));
  const { projects, everywhere } = await memory.projectCounts();
  assert.deepEqual(projects.map(({ name }) => name).sort(), ["api", "blog", "infra", "shop"]);
  assert.ok(projects.every(({ commands, sessions }) => commands > 0 && sessions > 0));
  assert.deepEqual([everywhere.commands, everywhere.sessions], [968, 9]);
});

test("sessions are read newest first, with progress", async (t) => {
  const { progress } = await afterSetup(t);
  const reading = progress.filter((line) => line.startsWith("Learning"));
  assert.deepEqual(reading[0], "Learning from sessions, newest first: 1 read");
  assert.deepEqual(reading.at(-1), "Learning from sessions, newest first: 9 read");
});

test("git add, commit and push alone are no finding, and an empty memory has none", async (t) => {
  const home = memoryHome(t);
  assert.deepEqual(await (await home.open()).findings(), []);
  const repo = makeRepo(t);
  for (let day = 0; day < 8; day += 1)
    spool(
      home.path,
      typed(["git add -A", "git commit -m x", "git push"], { cwd: repo, fromMs: FIRST_MS + day * 1440 * MINUTE_MS }),
      {
        name: `day-${day}`,
      },
    );
  const memory = await home.open(repo);
  assert.ok((await memory.suggestions("pending")).length > 0);
  assert.deepEqual(await memory.findings(), []);
});

test("a command that fails more often than any other is where time goes", async (t) => {
  const home = memoryHome(t);
  const repo = makeRepo(t);
  const lines = typed(Array(8).fill("npm test"), { cwd: repo });
  spool(
    home.path,
    lines.map((line, at) => ({ ...line, exitCode: at % 2 })),
  );
  const [found] = await (await home.open(repo)).findings();
  assert.deepEqual(
    [found?.kind, found?.text],
    ["time", "`npm test` failed in 4 of 8 runs, more often than any other command"],
  );
  assert.deepEqual(found?.command, ["history", "search", "npm test", "--failed", "--everywhere"]);
});

test("without failures, what took the most time is; editors and servers are not waited for", async (t) => {
  const home = memoryHome(t);
  const repo = makeRepo(t);
  const minutes = (line: string, durationMs: number) =>
    spool(home.path, typed(Array(6).fill(line), { cwd: repo }), { name: line, durationMs });
  minutes("vim notes.txt", 20 * MINUTE_MS);
  minutes("npm run dev", 25 * MINUTE_MS);
  minutes("docker compose build", 4 * MINUTE_MS);
  const [found] = await (await home.open(repo)).findings();
  assert.equal(found?.text, "You waited 24 minutes for `docker compose build`: 6 runs, 4 minutes each");
});
