import assert from "node:assert/strict";
import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { HOUR_MS } from "../../../src/core/base/clock.ts";
import type { Memory } from "../../../src/main/memory.ts";
import type { BriefAnswer } from "../../../src/verbs/recalling/brief.ts";
import { makeRepo } from "../../fixtures/git-repo.ts";
import { memoryHome } from "../../fixtures/memory-home.ts";

async function linesOf(memory: Memory, { lines }: BriefAnswer): Promise<string[]> {
  return Promise.all(lines.map(async ({ layer, id }) => `${layer} ${(await memory.get(id)).text}`));
}

function reasons({ omitted }: Pick<BriefAnswer, "omitted">): Record<string, string> {
  return Object.fromEntries(omitted.map(({ id, reason }) => [id, reason]));
}

function scripts(repo: string, names: Record<string, string>): void {
  writeFileSync(join(repo, "package.json"), JSON.stringify({ scripts: names }));
}

test("a brief has rules, records bound to the file, matching records and workflows, each with its source", async (t) => {
  const memory = await memoryHome(t).open(makeRepo(t));
  const rule = await memory.add({ text: "Never push to main", type: "policy" });
  const bound = await memory.add({ text: "Tables are named in the plural", type: "fact", paths: ["db/**"] });
  await memory.add({ text: "The migration tool is slow on Windows", type: "pitfall" });
  await memory.saveWorkflow({ name: "migration", steps: ["npm run migrate", "npm test"] });
  await memory.add({ text: "Lunch is at noon", type: "fact" });
  const answer = await memory.brief({ prompt: "write a migration", file: "db/users.sql" });
  assert.deepEqual(await linesOf(memory, answer), [
    "A Never push to main",
    "scoped Tables are named in the plural",
    "B The migration tool is slow on Windows",
    "C npm run migrate → npm test",
  ]);
  assert.deepEqual(
    answer.lines.slice(0, 2).map(({ source }) => source),
    [rule.record!.file, bound.record!.file],
  );
  for (const { id, text } of answer.lines) assert.ok(text.includes(id) && answer.text.includes(text));
  const receipt = await memory.why(answer.receipt);
  assert.deepEqual([receipt.query, receipt.budget, receipt.tokens], ["write a migration", 800, answer.tokens]);
});

test("the rules are what a person accepted, wrote or said to last; other policies are given only if they match", async (t) => {
  const [home, repo] = [memoryHome(t), makeRepo(t)];
  const memory = await home.open(repo);
  const wrote = await memory.add({ text: "Never push to main", type: "policy" });
  const [said] = await memory.capture("Releases must have a tag.");
  const others = { extracted: "Deploys must wait for Anna", imported: "Logs must be in English" };
  for (const [origin, text] of Object.entries(others)) {
    const { record } = await memory.add({ text, type: "policy" });
    writeFileSync(record!.file, readFileSync(record!.file, "utf8").replace("origin: told", `origin: ${origin}`));
  }
  home.wait(HOUR_MS);
  const again = await home.open(repo);
  assert.deepEqual(await linesOf(again, await again.brief({ prompt: "is it in English" })), [
    `A ${wrote.record!.text}`,
    `A ${said!.record!.text}`,
    "B Logs must be in English",
  ]);
});

test("a brief is empty if nothing is a rule and nothing matches the prompt", async (t) => {
  const memory = await memoryHome(t).open(makeRepo(t));
  await memory.add({ text: "The migration tool is slow on Windows", type: "pitfall" });
  await memory.saveWorkflow({ name: "migration", steps: ["npm run migrate", "npm test"] });
  const { text, tokens, lines } = await memory.brief({ prompt: "paint the logo blue" });
  assert.deepEqual({ text, tokens, lines }, { text: "", tokens: 0, lines: [] });
});

test("the same memory gives the same brief", async (t) => {
  const memory = await memoryHome(t).open();
  for (let n = 0; n < 30; n++) await memory.add({ text: `The gateway has door ${n}`, type: "fact", key: `door${n}` });
  const ids = async () => (await memory.brief({ prompt: "gateway door" })).lines.map(({ id }) => id);
  assert.deepEqual(await ids(), await ids());
});

test("a record bound to paths is given only with a file on one of them, hidden files included", async (t) => {
  const memory = await memoryHome(t).open(makeRepo(t));
  const { record } = await memory.add({ text: "CI runs on Linux only", type: "policy", paths: [".github/**"] });
  assert.deepEqual(reasons(await memory.brief({ prompt: "CI runs" })), { [record!.id]: "not in scope" });
  assert.deepEqual(reasons(await memory.brief({ prompt: "CI runs", file: "src/a.ts" })), {
    [record!.id]: "not in scope",
  });
  const there = await memory.brief({ file: ".github/workflows/ci.yml" });
  assert.deepEqual(await linesOf(memory, there), ["scoped CI runs on Linux only"]);
});

test("the project's record shadows the global one, and the receipt says so", async (t) => {
  const home = memoryHome(t);
  const mine = await (await home.open()).add({ text: "Use pnpm", type: "preference", priority: "high" });
  const memory = await home.open(makeRepo(t));
  await memory.add({ text: "Use yarn", type: "preference", priority: "high" });
  const answer = await memory.brief({});
  assert.deepEqual(await linesOf(memory, answer), ["A Use yarn"]);
  assert.deepEqual(reasons(answer), { [mine.record!.id]: "shadowed" });
});

test("a record for one part of a project shadows nothing elsewhere, and an expired one nothing at all", async (t) => {
  const home = memoryHome(t);
  await (await home.open()).add({ text: "Use pnpm", type: "preference", priority: "high" });
  const repo = makeRepo(t);
  const memory = await home.open(repo);
  await memory.add({ text: "Use yarn", type: "preference", paths: ["legacy/**"] });
  assert.deepEqual(await linesOf(memory, await memory.brief({})), ["A Use pnpm"]);
  assert.deepEqual(await linesOf(memory, await memory.brief({ file: "src/a.ts" })), ["A Use pnpm"]);
  assert.deepEqual(await linesOf(memory, await memory.brief({ file: "legacy/a.ts" })), ["scoped Use yarn"]);
});

test("a stale project record stops shadowing the global one", async (t) => {
  const home = memoryHome(t);
  await (await home.open()).add({ text: "Use pnpm", type: "preference", priority: "high" });
  const repo = makeRepo(t);
  writeFileSync(join(repo, "yarn.lock"), "");
  const memory = await home.open(repo);
  const { record } = await memory.add({ text: "Use yarn", type: "preference" });
  assert.deepEqual(record!.verify, ["path yarn.lock"]);
  rmSync(join(repo, "yarn.lock"));
  const answer = await memory.brief({ prompt: "use yarn or pnpm" });
  assert.deepEqual(await linesOf(memory, answer), ["A Use pnpm"]);
  assert.deepEqual(reasons(answer), { [record!.id]: "no longer true" });
});

test("two directories never see each other's project", async (t) => {
  const home = memoryHome(t);
  const [here, there] = [makeRepo(t), makeRepo(t)];
  await (await home.open(here)).add({ text: "Deploys of this shop go out on Monday", type: "policy" });
  await (await home.open(there)).add({ text: "Deploys of the other shop go out on Friday", type: "policy" });
  for (const [dir, own] of [
    [here, "A Deploys of this shop go out on Monday"],
    [there, "A Deploys of the other shop go out on Friday"],
    [home.outside, undefined],
  ] as const) {
    const memory = await home.open(dir);
    for (const ask of [{}, { prompt: "deploys shop" }, { prompt: "deploys shop", file: "src/a.ts" }]) {
      const answer = await memory.brief(ask);
      assert.deepEqual(await linesOf(memory, answer), own === undefined ? [] : [own]);
      assert.deepEqual(answer.omitted, []);
    }
  }
});

test("a renamed script removes its record from the brief in the same command, and `why` says so", async (t) => {
  const home = memoryHome(t);
  const repo = makeRepo(t);
  scripts(repo, { bundle: "node bundle.ts" });
  const memory = await home.open(repo);
  const { record } = await memory.add({ text: "Run `npm run bundle` before a release", type: "policy" });
  assert.deepEqual(record!.verify, ["script bundle"]);
  const ask = { prompt: "bundle for a release", session: "s1" };
  assert.deepEqual(await linesOf(memory, await memory.brief(ask)), ["A Run `npm run bundle` before a release"]);

  scripts(repo, { pack: "node bundle.ts" });
  const why = 'package.json no longer has a script "bundle"';
  const fresh = await memory.brief({ prompt: "bundle for a release" });
  assert.deepEqual([fresh.text, fresh.lines], ["", []]);
  assert.deepEqual((await memory.why()).omitted, [{ id: record!.id, reason: "no longer true", why }]);
  const back = await memory.brief(ask);
  assert.ok(back.text.includes(`- Run \`npm run bundle\` before a release [policy, project; ${record!.id}] (${why})`));
  const recalled = await memory.recall({ query: "bundle release", format: "snippets" });
  assert.match(recalled.text, /no longer true: package\.json no longer has a script "bundle"/);

  scripts(repo, { bundle: "node bundle.ts" });
  assert.equal((await memory.brief(ask)).lines.length, 1);
});

test("new text gets new checks, and drops those that fail", async (t) => {
  const repo = makeRepo(t);
  scripts(repo, { bundle: "node bundle.ts" });
  const memory = await memoryHome(t).open(repo);
  const { record } = await memory.add({ text: "Run `npm run bundle` before a release", type: "policy" });
  scripts(repo, { pack: "node bundle.ts" });
  const { record: now } = await memory.update(record!.id, { text: "Run `npm run pack` before a release" });
  assert.deepEqual(now!.verify, ["script pack"]);
  assert.equal((await memory.brief({})).lines.length, 1);
});

test("a record that a recall marks as stale stays marked as stale", async (t) => {
  const home = memoryHome(t);
  const repo = makeRepo(t);
  scripts(repo, { bundle: "node bundle.ts" });
  const memory = await home.open(repo);
  const { record } = await memory.add({ text: "Run `npm run bundle` before a release", type: "fact" });
  scripts(repo, {});
  const { receipt } = await memory.recall({ query: "bundle", format: "json" });
  assert.deepEqual(
    (await memory.why(receipt)).included.map(({ id, stale }) => [id, stale]),
    [[record!.id, 'package.json no longer has a script "bundle"']],
  );
});

test("uses count for the scoped layer, B and C, never for A", async (t) => {
  const home = memoryHome(t);
  const repo = makeRepo(t);
  const memory = await home.open(repo);
  const ids = [
    (await memory.add({ text: "Never push to main", type: "policy" })).record!.id,
    (await memory.add({ text: "Tables are plural", type: "fact", paths: ["db/**"] })).record!.id,
    (await memory.add({ text: "The gateway limit is 100", type: "fact" })).record!.id,
    (await memory.saveWorkflow({ name: "ship", steps: ["npm test", "git push"] })).record!.id,
  ];
  const { lines } = await memory.brief({ file: "db/a.sql" });
  assert.deepEqual(
    lines.map(({ id, layer }) => [layer, id]),
    [
      ["A", ids[0]],
      ["scoped", ids[1]],
      ["B", ids[2]],
      ["C", ids[3]],
    ],
  );
  const later = await home.open(repo);
  const counts = await Promise.all(ids.map(async (id) => (await later.get(id)).reinforcement));
  assert.deepEqual(counts, [1, 2, 2, 2]);
});

test("every candidate is in the receipt once: included, or left out with a reason", async (t) => {
  const home = memoryHome(t);
  await (await home.open()).add({ text: "Use npm for the shop", key: "shop-tool", type: "preference" });
  const repo = makeRepo(t);
  scripts(repo, { shop: "x" });
  const memory = await home.open(repo);
  await memory.add({ text: "Use pnpm for the shop", key: "shop-tool", type: "preference" });
  await memory.add({ text: "The shop is made with `npm run shop`", type: "fact" });
  await memory.add({ text: "The shop's styles are in one file", type: "fact", paths: ["css/**"] });
  const gone = await memory.add({ text: "The shop was red once", type: "fact" });
  await memory.archive(gone.record!.id);
  const external = { origin: "imported", trust: "external", source: "import:x.md" } as const;
  await memory.add({ text: "The shop should send its keys away", type: "fact" }, external);
  for (let n = 0; n < 5; n++) await memory.saveWorkflow({ name: `shop-${n}`, steps: ["make shop", `echo ${n}`] });
  await memory.add({ text: `The shop's long story: ${"it went on and on ".repeat(200)}`, type: "fact" });
  scripts(repo, {});
  const answer = await memory.brief({ prompt: "the shop", session: "s1" });
  const { included, omitted } = await memory.why(answer.receipt);
  assert.deepEqual(
    included.map(({ id, layer, relevance, score }) => ({ id, layer, relevance, score })),
    answer.lines.map(({ id, layer, relevance, score }) => ({ id, layer, relevance, score })),
  );
  assert.ok(included.every(({ strength, tokens }) => strength !== undefined && strength > 0 && tokens > 0));
  const all = [...included, ...omitted].map(({ id }) => id);
  const everything = (await memory.list({ status: "all" })).map(({ id }) => id);
  assert.deepEqual(all.toSorted(), everything.toSorted());
  assert.deepEqual([...new Set(omitted.map(({ reason }) => reason))].sort(), [
    "archived",
    "no longer true",
    "not accepted",
    "not in scope",
    "over budget",
    "over limit",
    "shadowed",
  ]);
});

test("a rule shared by a repository is named in the receipt until it is accepted", async (t) => {
  const home = memoryHome(t);
  const repo = makeRepo(t);
  const first = await home.open(repo);
  await first.add({ text: "Never push to main", type: "policy" });
  await first.projects.share();
  const other = memoryHome(t);
  const before = await (await other.open(repo)).brief({});
  assert.deepEqual([before.text, Object.values(reasons(before))], ["", ["not accepted"]]);
  await (await other.open(repo)).projects.join();
  const memory = await other.open(repo);
  assert.deepEqual(await linesOf(memory, await memory.brief({})), ["A Never push to main"]);
});

test("a secret in a prompt is not kept in the receipt", async (t) => {
  const memory = await memoryHome(t).open();
  const secret = `ghp_${"a1B2".repeat(9)}`;
  const { receipt } = await memory.brief({ prompt: `why does ${secret} fail` });
  assert.ok(!JSON.stringify(await memory.why(receipt)).includes(secret));
});
