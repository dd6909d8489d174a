import assert from "node:assert/strict";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import type { Memory } from "../../../src/open/memory.ts";
import { database, homeWithProject, note } from "./home-with-project.ts";

const TOKEN = `ghp_${"a1B2c3D4e5F6g7H8i9J0".repeat(2).slice(0, 36)}`;

const insert = (id: string, text: string, recalled = 1): string =>
  `INSERT INTO memories SELECT '${id}', created, last_retrieved, ${recalled}, strength, half_life_days, layer, '[]',
   emotional_valence, schema_fit, source, outcome_score, conflicts_with_json, pinned, 'verified', '${text}', updated_at
   FROM memories WHERE id = 'mem_1';`;

const found = async (memory: Memory): Promise<string[]> =>
  (await memory.auditMemories()).findings.map(({ kind, text }) => `${kind}: ${text}`);

test("an audit names what is secret, stale, doubled, contradicted and never used", async (t) => {
  const { shop, open } = homeWithProject(t);
  writeFileSync(join(shop, "package.json"), JSON.stringify({ scripts: { dist: "x" }, engines: { node: "24" } }));
  mkdirSync(join(shop, "src"));
  const memory = await open();
  await memory.add({ text: "The harbour closes at nine in winter", scope: "project" });
  const { record } = await memory.add({ text: "Use pnpm to install packages", scope: "project" });
  database(
    join(shop, ".hippo/hippo.db"),
    "hippo",
    [
      "DELETE FROM memories WHERE id <> 'mem_1';",
      insert("a", `The deploy token is ${TOKEN}`),
      insert("b", "Run `npm run build` before a release"),
      insert("c", "The prices are read in src/prices.ts"),
      insert("d", "The harbour closes at nine in winter"),
      insert("e", "Use yarn to install packages"),
      insert("f", "The ferry leaves from the third pier"),
      insert("g", "The ferry leaves from the third pier."),
      insert("h", "The pier and/or the quay has two lamps since May 2023", 0),
      "DELETE FROM memories WHERE id = 'mem_1';",
    ].join("\n"),
  );
  const audit = await memory.auditMemories();
  assert.deepEqual([audit.files, audit.statements], [1, 8]);
  assert.deepEqual(audit.counts, { secret: 1, stale: 2, contradicted: 1, doubled: 2, unused: 1 });
  const whyOf = (kind: string): string[] => audit.findings.filter((one) => one.kind === kind).map(({ why }) => why);
  assert.equal(JSON.stringify(audit).includes(TOKEN), false);
  assert.match(whyOf("secret")[0]!, /^It contains a secret \(/);
  assert.deepEqual(whyOf("stale"), [
    'package.json no longer has a script "build".',
    "src/prices.ts is no longer there.",
  ]);
  assert.deepEqual(whyOf("contradicted"), [`It contradicts ${record!.id}: "Use pnpm to install packages"`]);
  assert.equal(
    whyOf("doubled").some((why) => why.startsWith("hippo:.hippo/hippo.db says it too:")),
    true,
  );
  assert.deepEqual(whyOf("unused"), ["hippo never gave it to an agent."]);
});

test("statements of two programs about one project are compared", async (t) => {
  const { person, shop, open } = homeWithProject(t);
  database(join(person, ".memorix/data/memorix.db"), "memorix");
  note(join(shop, "memory-bank"), "techContext.md", "- Building the image takes four minutes\n");
  assert.deepEqual(await found(await open()), [
    "unused: Tag every image with the commit it was built from",
    "doubled: Building the image takes four minutes",
  ]);
});

test("two choices for one thing contradict each other, in one source or in two", async (t) => {
  const { shop, open } = homeWithProject(t);
  note(join(shop, "memory-bank"), "techContext.md", "- Use pnpm to install packages\n- Use yarn to install packages\n");
  assert.deepEqual(await found(await open()), ["contradicted: Use yarn to install packages"]);
});

test("an audit changes nothing: no suggestion, no project, no record", async (t) => {
  const { home, person, shop, open } = homeWithProject(t);
  const other = join(home.outside, "other");
  note(other, "package.json", "{}");
  database(join(person, ".memorix/data/memorix.db"), "memorix");
  writeFileSync(
    join(person, ".memorix/data/.project-aliases.json"),
    JSON.stringify({ groups: [{ aliases: ["local/shop"], rootPaths: [other] }] }),
  );
  database(join(shop, ".hippo/hippo.db"), "hippo");
  const memory = await open();
  const projects = join(home.env().oldhandHome!, "projects.json");
  const before = existsSync(projects) ? readFileSync(projects, "utf8") : "";
  assert.equal((await memory.auditMemories()).statements, 5);
  assert.equal(existsSync(projects) ? readFileSync(projects, "utf8") : "", before);
  assert.deepEqual([await memory.suggestions(), await memory.list({ status: "active" })], [[], []]);
});

test("a statement of a directory that is gone is skipped and counted", async (t) => {
  const { person, open } = homeWithProject(t);
  database(join(person, ".memorix/data/memorix.db"), "memorix", "UPDATE observations SET projectId = 'local/gone'");
  const { statements, skipped } = await (await open()).auditMemories({ source: "memorix" });
  assert.equal(statements, 1);
  assert.ok(skipped.some(({ reason, count }) => reason === "memory of an unknown project" && count === 2));
});
