import assert from "node:assert/strict";
import { globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import type { Memory } from "../../../src/main/memory.ts";
import { openForReading } from "../../../src/main/open-call.ts";
import { openForSearch } from "../../../src/main/open-for-search.ts";
import { reading } from "../../../src/verbs/recalling/read-verbs.ts";
import type { Cleaning } from "../../fixtures/git-repo.ts";
import { holding } from "../../fixtures/holding.ts";
import { type MemoryHome, memoryHome } from "../../fixtures/memory-home.ts";
import { write } from "../../fixtures/transcripts/write.ts";

type Ran = { readonly command: string; readonly purpose?: string; readonly isError?: boolean };

const RAN: readonly Ran[] = [
  { command: "pg_ctl -D data/pg start", purpose: "Start the local database" },
  { command: "docker compose up -d redis", purpose: "Bring up the cache" },
  { command: "npm run build -- --watch" },
  { command: "make deploy-staging", isError: true },
  { command: "make deploy-prod" },
  { command: 'git commit -m "Describe how the local database is started and stopped, and what the cache is for"' },
];

/** A session of Claude Code that ran these commands. */
function linesOf(cwd: string, ran: readonly Ran[]): string[] {
  const place = { sessionId: "5e55", cwd, version: "2.0.0", isSidechain: false };
  const at = (n: number): string => new Date(Date.parse("2026-11-01T08:00:00Z") + n * 60_000).toISOString();
  return [
    { type: "user", uuid: "u", timestamp: at(0), message: { role: "user", content: "Please set everything up" } },
    ...ran.flatMap(({ command, purpose, isError = false }, n) => [
      {
        ...{ type: "assistant", uuid: `a${n}`, timestamp: at(n + 1) },
        message: {
          role: "assistant",
          content: [
            {
              type: "tool_use",
              id: `t${n}`,
              name: "Bash",
              input: { command, ...(purpose && { description: purpose }) },
            },
          ],
        },
      },
      {
        ...{ type: "user", uuid: `r${n}`, timestamp: at(n + 1) },
        message: {
          role: "user",
          content: [{ type: "tool_result", tool_use_id: `t${n}`, content: "", is_error: isError }],
        },
      },
    ]),
  ].map((line) => JSON.stringify({ ...place, ...line }));
}

async function ran(t: Cleaning, embedder = "static", commands = RAN): Promise<{ home: MemoryHome; memory: Memory }> {
  const home = memoryHome(t);
  mkdirSync(home.path, { recursive: true });
  writeFileSync(join(home.path, "config.yml"), `recall.embedder: ${embedder}\n`);
  const memory = await home.open();
  const file = write(join(home.outside, "set-up.jsonl"), linesOf(home.outside, commands));
  await memory.importSessions({ agent: "claude-code", file });
  return { home, memory };
}

const found = async (memory: Memory, text: string, filters = {}) =>
  (await memory.searchCommands({ text, limit: 10, ...filters })).commands.map(({ command }) => command as string);

test("a command is found by the purpose that an agent stated, by its words and by its letters", async (t) => {
  const { memory } = await ran(t);
  for (const [query, first] of [
    ["start the local database", 0],
    ["docker redis", 1],
    ["build", 2],
    ["ploy-stag", 3],
  ] as const)
    assert.equal((await found(memory, query))[0], RAN[first]!.command, query);
  assert.deepEqual(await found(memory, "zebra"), []);
});

test("meaning decides between purposes that share the same words with the question", async (t) => {
  const commands = [
    { command: "./run.sh 1", purpose: "Launch the database server" },
    { command: "./run.sh 2", purpose: "Launch the sailing boat" },
  ];
  const { memory } = await ran(t, "static", commands);
  assert.equal((await found(memory, "launch postgres"))[0], "./run.sh 1");
  assert.equal((await found(memory, "launch the ship"))[0], "./run.sh 2");
});

test("a line that means almost the same is found without a shared word, by a search and not by a recall", async (t) => {
  const commands = [
    { command: "./run.sh 1", purpose: "Delete the directory" },
    { command: "./run.sh 2", purpose: "Launch the sailing boat" },
  ];
  const { home, memory } = await ran(t, "static", commands);
  assert.deepEqual(await found(memory, "remove folder"), ["./run.sh 1"]);
  assert.deepEqual(await found(memory, "zebra stripes"), []);
  const { results } = await memory.recall({ query: "remove folder", format: "json" });
  assert.deepEqual(
    results.filter(({ kind }) => kind === "command"),
    [],
  );
  const finder = openForSearch(home.env());
  t.after(() => finder.close());
  assert.deepEqual(await finder.meantBy("remove folder", "everywhere"), ["./run.sh 1"]);
});

test("of equal commands, what worked comes first", async (t) => {
  const { memory } = await ran(t, "none", [
    { command: "make deploy-east" },
    { command: "make deploy-west", isError: true },
  ]);
  assert.deepEqual(await found(memory, "make deploy"), ["make deploy-east", "make deploy-west"]);
});

test("filters hold for the run that is shown", async (t) => {
  const { memory } = await ran(t);
  assert.deepEqual(await found(memory, "make deploy", { failed: true }), ["make deploy-staging"]);
  assert.deepEqual(await found(memory, "make deploy", { actor: "person" }), []);
});

test("recall returns a command that the question means, to people, and never in a prompt", async (t) => {
  const { home, memory } = await ran(t);
  const { context, close } = await openForReading(home.env(), {});
  t.after(close);
  for (const face of [memory, reading(context)]) {
    const { results } = await face.recall({ query: "start the local database", format: "json" });
    const [command] = results.filter(({ kind }) => kind === "command");
    assert.equal(command?.text, RAN[0]!.command);
    assert.match(command?.id ?? "", /^evt_/);
    const prompt = await face.recall({ query: "start the local database", format: "prompt" });
    assert.ok(!prompt.text.includes("pg_ctl"), prompt.text);
  }
});

for (const embedder of ["none", "static"])
  test(`deleting the index of commands changes no answer with ${embedder}`, async (t) => {
    const { home, memory } = await ran(t, embedder);
    const answers = async (one: Memory) =>
      Promise.all(["start the local database", "make deploy", "cache"].map((query) => found(one, query)));
    const before = await answers(memory);
    home.close();
    for (const ending of ["", "-wal", "-shm"]) rmSync(join(home.path, `index.db${ending}`), { force: true });
    assert.deepEqual(await answers(await home.open()), before);
  });

test("forgetting a purpose leaves no byte of it, and the others are found again", async (t) => {
  const { home, memory } = await ran(t, "static", [
    { command: "./run.sh 1", purpose: "Wake the zanzibarquux" },
    { command: "./run.sh 2", purpose: "Start the local database" },
  ]);
  assert.equal((await found(memory, "zanzibarquux"))[0], "./run.sh 1");
  await memory.forget([], "zanzibarquux");
  assert.deepEqual(await found(memory, "zanzibarquux"), []);
  assert.equal((await found(memory, "local database"))[0], "./run.sh 2");
  assert.deepEqual(holding(home.path, "zanzibarquux"), []);
});

test("a secret in a purpose is not stored", async (t) => {
  const token = `ghp_${"a1B2c3D4".repeat(5).slice(0, 36)}`;
  const { home, memory } = await ran(t, "static", [{ command: "./run.sh 1", purpose: `Log in with ${token}` }]);
  await found(memory, "log in");
  const files = globSync(join(home.path, "*.db*"));
  assert.ok(files.length > 1);
  for (const file of files) assert.ok(!readFileSync(file).includes(token), file);
});
