import assert from "node:assert/strict";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { makeRepo } from "../../fixtures/git-repo.ts";
import { memoryHome } from "../../fixtures/memory-home.ts";

const HOSTILE = `**/${"*a".repeat(30)}b/**`;
const FILE = `src/${"a".repeat(240)}/x.ts`;

test("a repository's glob that was made to hang is answered, and one beyond the limits is shown as ignored", async (t) => {
  const home = memoryHome(t);
  const repo = makeRepo(t);
  const folder = join(repo, ".oldhand", "records");
  mkdirSync(folder, { recursive: true });
  const write = (name: string, glob: string): void =>
    writeFileSync(
      join(folder, `${name}.md`),
      `---\ntype: fact\npaths: ${JSON.stringify([glob])}\n---\n\nThe gateway of ${name}\n`,
    );
  write("hostile", HOSTILE);
  write("long", `${HOSTILE}${HOSTILE}`);
  write("dotted", `{${".".repeat(30_000)}}`);
  const memory = await home.open(repo);
  const { text } = await memory.recall({ query: "gateway", path: FILE, format: "snippets" });
  assert.doesNotMatch(text, /gateway of/);
  const problems = (await memory.list({ status: "active" })).map(({ pathProblem }) => pathProblem);
  const kinds = problems.map((problem) => /more than \d+ \w+/.exec(problem ?? "")?.[0]);
  assert.deepEqual(kinds.toSorted(), ["more than 300 characters", "more than 32 wildcards", undefined]);
});

test("such a glob is refused when a record or a setting is written", async (t) => {
  const memory = await memoryHome(t).open();
  const many = "*a".repeat(40);
  const refused = await memory.add({ text: "The gateway speaks HTTP", paths: [many] });
  assert.equal(refused.outcome, "refused");
  assert.match(refused.reason ?? "", /more than 32 wildcards/);
  const { record } = await memory.add({ text: "The gateway speaks HTTP" });
  assert.equal((await memory.update(record!.id, { paths: [many] })).outcome, "refused");
  await assert.rejects(memory.add({ text: "Hands off", guards: [{ protect: many }] }), /more than 32 wildcards/);
  await assert.rejects(memory.set("capture.ignore", many), /more than 32 wildcards/);
});
