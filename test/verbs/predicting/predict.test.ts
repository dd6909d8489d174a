/** `predict` and the tables for shells, over a real memory: who counts, what is never offered, what forgetting leaves. */
import assert from "node:assert/strict";
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { FIRST_MS } from "../../fixtures/command-events.ts";
import { makeRepo } from "../../fixtures/git-repo.ts";
import { type MemoryHome, memoryHome } from "../../fixtures/memory-home.ts";
import { spool, typed } from "../../fixtures/shell-traces.ts";

const ROUTINE = ["git add .", "git commit", "git push", "ls"];
const later = { clock: () => FIRST_MS + 86_400_000 };

function rounds(lines: readonly string[], times = 5): string[] {
  return Array.from({ length: times }, () => lines).flat();
}

function tables(home: MemoryHome): string[] {
  const folder = join(home.path, "predict");
  if (!existsSync(folder)) return [];
  return readdirSync(folder)
    .filter((name) => name !== "roots" && name !== ".tmp")
    .map((name) => readFileSync(join(folder, name), "utf8"));
}

test("the next command of a routine is predicted, and why", async (t) => {
  const home = memoryHome(t);
  const repo = makeRepo(t);
  spool(home.path, typed(rounds(ROUTINE), { cwd: repo }));
  const memory = await home.open(repo, later);
  const [first] = await memory.predict({ after: ["git add ."], limit: 1 });
  assert.equal(first?.command, "git commit");
  assert.ok(first.probability > 0.2 && first.probability <= 1);
  assert.equal(tables(home).length, 1);
});

test("an imported history without directories predicts in every project, and what is run there counts more", async (t) => {
  const home = memoryHome(t);
  const [repo, other] = [makeRepo(t), makeRepo(t)];
  const file = join(home.outside, "bash_history");
  writeFileSync(file, `${rounds(ROUTINE).join("\n")}\n`);
  await (await home.open(repo, later)).importHistory({ source: "bash", file });
  const offered = async (at: string): Promise<string[]> =>
    (await (await home.open(at, later)).predict({ after: ["git add ."] })).map(({ command }) => command);
  assert.equal((await offered(repo))[0], "git commit");
  spool(home.path, typed(rounds(["git add .", "make check"]), { cwd: repo }));
  assert.equal((await offered(repo))[0], "make check");
  assert.equal((await offered(other))[0], "git commit");
  assert.ok(!(await offered(other)).includes("make check"));
});

test("no high risk, no secret, no message of one occasion, and no agent's command", async (t) => {
  const home = memoryHome(t);
  const repo = makeRepo(t);
  const token = `ghp_${"3F9A0C7E5B81D264".repeat(3).slice(0, 36)}`;
  const secret = `curl -H 'Authorization: Bearer ${token}' https://x`;
  spool(home.path, typed(rounds(["make", "rm -rf ../..", secret]), { cwd: repo }));
  spool(home.path, typed(["git commit -m 'fix the tests of today'"], { cwd: repo, fromMs: FIRST_MS + 9_000_000 }));
  spool(home.path, typed(rounds(["cargo check"]), { cwd: repo }), { name: "agent", actor: "agent" });
  const memory = await home.open(repo, later);
  const offered = async () => (await memory.predict({ limit: 50 })).map(({ command }) => command);
  assert.deepEqual(await offered(), ["make"]);
  assert.doesNotMatch(tables(home).join(), /^=.*(?:rm -rf|cargo)|ghp_|secret|today/m);
});

test("what was forgotten is in no table, and a deleted index changes no answer", async (t) => {
  const home = memoryHome(t);
  const repo = makeRepo(t);
  spool(home.path, typed(rounds([...ROUTINE, "deploy-moonbase now"]), { cwd: repo }));
  const memory = await home.open(repo, later);
  assert.match(tables(home).join(), /moonbase/);
  await memory.forget([], "moonbase");
  assert.doesNotMatch(tables(home).join(), /moonbase/);
  const before = await memory.predict({ after: ["git add ."] });
  await home.open(repo, later);
  const [table] = tables(home);
  assert.doesNotMatch(table ?? "", /moonbase/);
  for (const name of ["index.db", "index.db-wal", "index.db-shm"]) rmSync(join(home.path, name), { force: true });
  rmSync(join(home.path, "predict"), { recursive: true });
  const rebuilt = await home.open(repo, later);
  assert.deepEqual(await rebuilt.predict({ after: ["git add ."] }), before);
  assert.deepEqual(tables(home), [table]);
});

test("turned off, no table is left", async (t) => {
  const home = memoryHome(t);
  const repo = makeRepo(t);
  spool(home.path, typed(ROUTINE, { cwd: repo }));
  const memory = await home.open(repo, later);
  await memory.set("predict.enabled", "false");
  await home.open(repo, later);
  assert.deepEqual(tables(home), []);
});

test("each project has its own table, and the roots name them", async (t) => {
  const home = memoryHome(t);
  const [one, two] = [makeRepo(t), makeRepo(t)];
  spool(home.path, typed(rounds(["make one"]), { cwd: one }));
  spool(home.path, typed(rounds(["make two"]), { cwd: two }), { name: "two" });
  await home.open(one, later);
  const roots = readFileSync(join(home.path, "predict", "roots"), "utf8")
    .trimEnd()
    .split("\n")
    .slice(1);
  assert.deepEqual(roots.map((row) => row.split("\t")[1]).toSorted(), [one, two].toSorted());
  for (const row of roots) {
    const [id = "", path] = row.split("\t");
    assert.match(readFileSync(join(home.path, "predict", id), "utf8"), path === one ? /=make one/ : /=make two/);
  }
});
