/** Lists and searches over all projects, and that agents get neither. */
import assert from "node:assert/strict";
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { test } from "node:test";
import { openMemory } from "../../../src/main/memory.ts";
import { memoryPool } from "../../../src/main/memory-pool.ts";
import { claudeSession } from "../../fixtures/claude-session.ts";
import { NOON, type Sandbox, sandbox } from "./sandbox.ts";

const AGENT = { env: { isAgent: true } };

type World = {
  readonly it: Sandbox;
  readonly other: string;
  readonly there: { readonly env: { readonly cwd: string } };
};

/** `app` has nothing but its directory; `shop` has a record, a session and commands. */
async function world(t: Parameters<typeof sandbox>[0]): Promise<World> {
  const it = sandbox(t);
  const other = join(dirname(it.project), "shop");
  mkdirSync(other);
  writeFileSync(join(other, "package.json"), "{}\n");
  const there = { env: { cwd: other } };
  await it.oldhand(["record", "add", "Deploys of the shop go through the canary first", "--type", "policy"], there);
  const folder = join(dirname(it.home), "transcripts");
  mkdirSync(folder);
  const said = [
    { person: "Why does the checkout fail with a timeout?" },
    { agent: "The payment gateway needs its own pool." },
    { run: "npm run deploy:canary", printed: "ok" },
  ];
  const file = claudeSession({ folder, id: "one", cwd: other, startMs: NOON - 86_400_000, said });
  await it.oldhand(["session", "import", "claude-code", "--file", file], there);
  return { it, other, there };
}

const EVERYWHERE = [
  ["recall", "canary"],
  ["record", "list"],
  ["session", "list"],
  ["history", "list"],
  ["history", "search", "deploy"],
] as const;

for (const argv of EVERYWHERE) {
  const command = argv.join(" ");

  test(`${command} shows what other projects have with --everywhere, and nothing of them without`, async (t) => {
    const { it } = await world(t);
    const here = await it.oldhand(argv);
    assert.equal(here.out, "");
    assert.doesNotMatch(here.err, /shop|canary first/);
    const wide = await it.oldhand([...argv, "--everywhere"], { columns: 80 });
    assert.deepEqual([wide.exit, wide.err], [0, ""]);
    assert.match(wide.out, argv[0] === "session" ? /Why does the checkout|shop/ : /canary/);
    assert.match(wide.out, /shop/);
  });

  test(`${command} tells an agent nothing of other projects`, async (t) => {
    const { it } = await world(t);
    const hint = await it.oldhand(argv, AGENT);
    assert.doesNotMatch(`${hint.out}${hint.err}`, /other project|shop|canary first/);
    const outside = await it.oldhand(argv, { env: { isAgent: true, cwd: "/" } });
    assert.doesNotMatch(`${outside.out}${outside.err}`, /shop|deploy:canary|canary first/);
    const refused = await it.oldhand([...argv, "--everywhere"], AGENT);
    assert.deepEqual([refused.exit, refused.out], [1, ""]);
    assert.match(refused.err, /Only a person can look into other projects\..*recall\.agentsEverywhere/);
    await it.oldhand(["config", "set", "recall.agentsEverywhere", "true"]);
    assert.match((await it.oldhand([...argv, "--everywhere"], AGENT)).out, /shop|canary/);
  });
}

test("an agent cannot set recall.agentsEverywhere", async (t) => {
  const it = sandbox(t);
  const refused = await it.oldhand(["config", "set", "recall.agentsEverywhere", "true"], AGENT);
  assert.equal(refused.exit, 1);
  assert.match(refused.err, /Only a person can change safety settings/);
});

test("no prompt gets another project's records, whoever asks and whatever is set", async (t) => {
  const { it } = await world(t);
  await it.oldhand(["config", "set", "recall.agentsEverywhere", "true"]);
  const asked = await it.oldhand(["recall", "canary", "--everywhere", "--format", "prompt"]);
  assert.equal(asked.exit, 2);
  assert.match(asked.err, /a prompt gets only what belongs to its project/);
  const { env } = it;
  const pool = memoryPool(env, () => {});
  t.after(() => pool.close());
  await pool.lend({ everywhere: true, dir: it.project }, async (memory) => {
    assert.equal((await memory.list({ status: "all" })).length, 1);
    assert.equal((await memory.brief({ prompt: "How do we deploy the canary?" })).text, "");
    assert.deepEqual((await memory.context()).memoryItems, []);
  });
});

test("a memory of all projects lists and finds everything, with the project of each", async (t) => {
  const { it, other } = await world(t);
  const memory = await openMemory(it.env, { everywhere: true });
  t.after(() => memory.close());
  const [record] = await memory.list({ status: "active" });
  assert.deepEqual([record?.projectName, record?.projectRoot], ["shop", other]);
  const { results } = await memory.recall({ query: "checkout timeout", format: "json" });
  assert.deepEqual(
    results.map(({ kind, project }) => [kind, project?.name]),
    [["chunk", "shop"]],
  );
  assert.deepEqual(
    (await memory.commands({ limit: 9 })).map(({ command }) => command),
    ["npm run deploy:canary"],
  );
  assert.equal(memory.sessions().length, 1);
});

test("a record of another project can be read by its id, and a change says where to make it", async (t) => {
  const { it, other, there } = await world(t);
  const { id } = (await it.json(["record", "list"], there)).records[0];
  assert.equal((await it.json(["record", "get", id])).projectRoot, other);
  const refused = await it.oldhand(["record", "archive", id]);
  assert.equal(refused.exit, 3);
  assert.match(refused.err, new RegExp(`belongs to another project, shop\\. Add -C ${other}`));
  assert.equal((await it.oldhand(["record", "get", id], AGENT)).exit, 3);
  assert.equal((await it.oldhand(["-C", other, "record", "archive", id])).exit, 0);
});

test("project list has the counts of each project, the latest activity first", async (t) => {
  const { it, other } = await world(t);
  it.wait(60_000);
  await it.oldhand(["record", "add", "The app runs on port 4000", "--type", "fact"]);
  const { projects, everywhere, somewhere } = await it.json(["project", "list"]);
  assert.deepEqual(
    projects.map(({ id: _, lastAt: __, ...project }: { id: string; lastAt: string }) => project),
    [
      { name: "app", root: it.project, isHere: true, commands: 0, sessions: 0, records: 1, suggestions: 0 },
      { name: "shop", root: other, isHere: false, commands: 1, sessions: 1, records: 1, suggestions: 0 },
    ],
  );
  assert.deepEqual([everywhere.commands, everywhere.sessions, everywhere.records, somewhere.records], [1, 1, 2, 0]);
  const { out } = await it.oldhand(["project", "list", "--no-color"], { columns: 60 });
  assert.match(out, /^app here, just now/);
  assert.match(out, /1 command, 1 session, 1 record/);
});
