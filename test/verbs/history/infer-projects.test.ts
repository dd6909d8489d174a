/** Imported commands find their project, are marked, count in no project's tallies, and move when more is known. */
import assert from "node:assert/strict";
import { rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { type TestContext, test } from "node:test";
import type { Memory } from "../../../src/main/memory.ts";
import { FIRST_MS, MINUTE_MS } from "../../fixtures/command-events.ts";
import { makeRepo } from "../../fixtures/git-repo.ts";
import { type MemoryHome, memoryHome } from "../../fixtures/memory-home.ts";
import { spool, typed, zshHistory } from "../../fixtures/shell-traces.ts";

type World = { readonly home: MemoryHome; readonly shop: string; readonly blog: string };

function world(t: TestContext): World {
  const home = memoryHome(t);
  const person = join(dirname(home.outside), "person");
  const [shop, blog] = [join(person, "code", "shop"), join(person, "code", "blog")];
  for (const dir of [shop, blog]) makeRepo(t, { dir });
  writeFileSync(join(shop, "Makefile"), "tide:\n\techo high\n");
  return { home, shop, blog };
}

async function imported(home: MemoryHome, lines: readonly string[], { fromMs = FIRST_MS } = {}): Promise<Memory> {
  const file = join(home.outside, `history-${fromMs}`);
  writeFileSync(file, zshHistory(typed(lines, { fromMs })));
  const memory = await home.open();
  await memory.importHistory({ source: "zsh", file });
  return memory;
}

async function places(memory: Memory): Promise<Record<string, string>> {
  const names = new Map(memory.projects.known().map(({ id, name }) => [id, name]));
  const events = await memory.commands({ limit: 100, everywhere: true });
  return Object.fromEntries(
    events.map(({ command, project = "", inferred }) => [
      command,
      `${names.get(project) ?? "somewhere"} ${inferred ?? ""}`.trim(),
    ]),
  );
}

/** What was counted: every row of the tallies, the sums, and the command lines. */
function counts(home: MemoryHome): object[][] {
  home.close();
  const index = new DatabaseSync(join(home.path, "index.db"), { readOnly: true });
  const rows = ["tallies", "lines"].map((table) => index.prepare(`SELECT * FROM ${table}`).all());
  index.close();
  return rows;
}

test("imported commands find their project by cd, and the rest is somewhere", async (t) => {
  const { home } = world(t);
  const memory = await imported(home, [
    "uptime",
    "cd ~/code/shop",
    "npm run tea",
    "cd ../blog",
    "hugo server",
    "cd /",
    "free -h",
  ]);
  assert.deepEqual(await places(memory), {
    uptime: "somewhere",
    "cd ~/code/shop": "shop cd",
    "npm run tea": "shop cd",
    "cd ../blog": "blog cd",
    "hugo server": "blog cd",
    "cd /": "somewhere",
    "free -h": "somewhere",
  });
});

test("an inferred command is in its project's history and counts, but in none of its habits", async (t) => {
  const { home, shop } = world(t);
  const lines = Array.from({ length: 6 }, (_, n) => ["cd ~/code/shop", `npm run tea -- ${n}`]).flat();
  await imported(home, lines);
  const memory = await home.open(shop);
  assert.equal((await memory.commands({ limit: 100, project: memory.project!.id })).length, 12);
  const [found] = (await memory.suggestions("pending")).filter(({ kind }) => kind === "recurring_command");
  assert.deepEqual([found?.key, found?.scope, found?.project], ["npm run tea", "global", undefined]);
  assert.deepEqual(
    (await memory.suggestions("pending")).filter(({ kind }) => kind === "preferred_cwd"),
    [],
  );
  assert.deepEqual((await memory.context()).recentCommands, []);
});

test("a better inference moves a command, and only what ran in a project counts for it", async (t) => {
  const { home, shop, blog } = world(t);
  await imported(home, ["make tide", "psql shop_test", "uptime"]);
  assert.deepEqual(await places(await home.open()), {
    "make tide": "somewhere",
    "psql shop_test": "somewhere",
    uptime: "somewhere",
  });
  // Live commands make both projects known.
  const one = spool(home.path, typed(["psql shop_test", "git log"], { cwd: shop, fromMs: FIRST_MS + 900 * MINUTE_MS }));
  const two = spool(home.path, typed(["hugo", "git log"], { cwd: blog, fromMs: FIRST_MS + 900 * MINUTE_MS }), {
    name: "two",
  });
  const memory = await home.open();
  await memory.learn();
  const found = await memory.commands({ limit: 100, everywhere: true });
  const inferred = found.flatMap(({ command, inferred: by }) => (by === undefined ? [] : [`${command}: ${by}`]));
  assert.deepEqual(inferred.sort(), ["make tide: script", "psql shop_test: live"]);
  // The target is in both projects now, so it says nothing any more.
  writeFileSync(join(blog, "Makefile"), "tide:\n\techo low\n");
  const three = spool(home.path, typed(["make -n"], { cwd: blog, fromMs: FIRST_MS + 990 * MINUTE_MS }), {
    name: "three",
  });
  await (await home.open()).learn();
  assert.equal((await places(await home.open()))["make tide"], "somewhere");
  const inProjects = (counts(home)[0] as { project: string; session: string }[]).filter(
    ({ project }) => project !== "" && project !== "*",
  );
  assert.deepEqual(new Set(inProjects.map(({ session }) => session)), new Set([one, two, three]));
});

test("what is counted is the same with and without inference, also from an index that was deleted", async (t) => {
  const { home, shop } = world(t);
  const lines = ["cd ~/code/shop", "make tide", "npm run tea", "make tide", "npm run tea", "make tide", "npm run tea"];
  await imported(home, lines);
  spool(home.path, typed(["make tide", "npm run tea"], { cwd: shop, fromMs: FIRST_MS + 900 * MINUTE_MS }));
  await (await home.open()).learn();
  const before = counts(home);
  for (const end of ["", "-wal", "-shm"]) rmSync(join(home.path, `index.db${end}`), { force: true });
  await (await home.open()).learn();
  assert.deepEqual(counts(home), before);
});

test("a directory that arrives later replaces the inference, and the counts are as if it had always been known", async (t) => {
  const { home, blog } = world(t);
  const lines = ["cd ~/code/shop", "make tide"];
  await imported(home, lines);
  assert.equal((await places(await home.open()))["make tide"], "shop cd");
  // The same command, recorded live in another place.
  spool(home.path, [{ command: "make tide", startMs: FIRST_MS + MINUTE_MS, exitCode: 0, cwd: blog }]);
  const memory = await home.open();
  assert.equal((await places(memory))["make tide"], "blog");
  const moved = counts(home);
  for (const end of ["", "-wal", "-shm"]) rmSync(join(home.path, `index.db${end}`), { force: true });
  await home.open();
  assert.deepEqual(counts(home), moved);
});

test("forgetting an inferred command leaves nothing of it", async (t) => {
  const { home } = world(t);
  await imported(home, ["cd ~/code/shop", "make tide", "uptime"]);
  const memory = await home.open();
  await memory.forget([], "make tide");
  assert.deepEqual(await places(memory), { uptime: "shop cd", "cd ~/code/shop": "shop cd" });
  assert.doesNotMatch(JSON.stringify(counts(home)), /make tide/);
});
