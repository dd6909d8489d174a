import assert from "node:assert/strict";
import { globSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import type { Memory } from "../../../src/main/memory.ts";
import { approvedRun } from "../../fixtures/approved-run.ts";
import { FIRST_MS } from "../../fixtures/command-events.ts";
import { filesUnder } from "../../fixtures/files-under.ts";
import { makeRepo } from "../../fixtures/git-repo.ts";
import { type MemoryHome, memoryHome } from "../../fixtures/memory-home.ts";
import { spool, type Typed, typed, zshHistory } from "../../fixtures/shell-traces.ts";

const DAY_MS = 24 * 3_600_000;
const SHIP = "git add → git commit → git push";
const ship = (message: string): string[] => ["git add .", `git commit -m "${message}"`, "git push"];

/** Three times in two sessions, with read-only commands in between. */
function shipThrice(cwd?: string): [Typed[], Typed[]] {
  const where = cwd === undefined ? {} : { cwd };
  return [
    typed([...ship("one"), "ls", ...ship("two")], where),
    typed(ship("three"), { fromMs: FIRST_MS + DAY_MS, ...where }),
  ];
}

function spoolShips(home: MemoryHome, cwd?: string): void {
  for (const [at, lines] of shipThrice(cwd).entries()) spool(home.path, lines, { name: `ship ${at}` });
}

async function pending(memory: Memory): Promise<[kind: string, key: string, scope: string, count: number][]> {
  return (await memory.suggestions("pending")).map(({ kind, key, scope, evidence }) => [
    kind,
    key,
    scope,
    evidence.count,
  ]);
}

async function patternIn(memory: Memory) {
  return (await memory.suggestions("pending")).find(({ kind }) => kind === "workflow_pattern")!;
}

function removeDatabase(home: MemoryHome, name: "index.db" | "state.db"): void {
  home.close();
  for (const path of globSync(join(home.path, `${name}*`))) rmSync(path);
  if (name === "state.db") rmSync(join(home.path, "snapshots"), { recursive: true, force: true });
}

const POINTS: readonly [
  kind: string,
  lines: (n: number) => Typed[],
  points: readonly [n: number, confidence: number][],
][] = [
  [
    "recurring_command",
    (n) => typed(Array(n).fill("npm test")),
    [
      [4, 0.6],
      [8, 0.75],
      [12, 0.9],
    ],
  ],
  [
    "preferred_cwd",
    (n) => typed(Array(n).fill("ls"), { cwd: "/tmp" }),
    [
      [5, 0.7],
      [10, 0.83],
      [15, 0.95],
    ],
  ],
  [
    "workflow_pattern",
    (n) => typed(Array(n).fill(["git add .", "git push", "clear", "make x"]).flat()),
    [
      [3, 0.65],
      [6, 0.75],
      [9, 0.85],
    ],
  ],
];

for (const [kind, lines, points] of POINTS) {
  test(`the confidence of a ${kind} grows with its evidence, before and after it is accepted`, async (t) => {
    const home = memoryHome(t);
    const sure: number[] = [];
    let id = "";
    for (const [at, [n]] of points.entries()) {
      const more = n - (points[at - 1]?.[0] ?? 0);
      // In two sessions, neither of them enough alone.
      const all = lines(more).map((line) => ({ ...line, startMs: line.startMs + at * DAY_MS }));
      const half = (all.length / more) * Math.floor(more / 2);
      spool(home.path, all.slice(0, half), { name: `${at} a` });
      spool(home.path, all.slice(half), { name: `${at} b` });
      const memory = await home.open();
      if (id === "") {
        const found = (await memory.suggestions("pending")).find((one) => one.kind === kind)!;
        sure.push(found.confidence);
        if (at === 0) continue;
        id = (await memory.accept(found.id)).record!.id;
      } else sure.push((await memory.get(id)).confidence);
    }
    assert.deepEqual(
      sure,
      points.map(([, confidence]) => confidence),
    );
  });
}

test("three times in two sessions are one suggestion of three steps, and no pairs", async (t) => {
  const home = memoryHome(t);
  const repo = makeRepo(t);
  spoolShips(home, repo);
  const memory = await home.open(repo);
  const patterns = (await memory.suggestions("pending")).filter(({ kind }) => kind === "workflow_pattern");
  assert.equal(patterns.length, 1);
  const { id, reason, ...shown } = patterns[0]!;
  assert.match(id, /^sug_/);
  assert.equal(reason, "Seen 3 times in 2 sessions.");
  assert.deepEqual(shown, {
    kind: "workflow_pattern",
    label: "You often run git add, then git commit, then git push",
    confidence: 0.65,
    evidence: {
      count: 3,
      sessions: 2,
      examples: ["three", "two", "one"].map((word) => `git add .; git commit -m "${word}"; git push`),
    },
    scope: "project",
    project: memory.project!.id,
    key: SHIP,
    value: SHIP,
    steps: ["git add .", "git commit -m <message>", "git push"],
    type: "workflow",
    text: "git add . → git commit -m <message> → git push",
    origin: "observed",
    trust: "person",
    source: "history",
    status: "pending",
    act: "keep",
    by: "oldhand",
    changes: [
      { field: "text", before: null, after: "git add . → git commit -m <message> → git push" },
      { field: "steps", before: null, after: ["git add .", "git commit -m <message>", "git push"] },
    ],
  });
});

test("a dismissed habit never returns: after a restart, a second import, or the loss of its databases", async (t) => {
  const home = memoryHome(t);
  const repo = makeRepo(t);
  const file = join(home.outside, "zsh");
  writeFileSync(file, zshHistory(shipThrice().flat()));
  spoolShips(home, repo);
  const memory = await home.open(repo);
  const found = await patternIn(memory);
  assert.equal(found.key, SHIP);
  assert.equal((await memory.dismiss(found.id)).status, "dismissed");
  const isGone = async (when: string): Promise<void> => {
    const patterns = (await pending(await home.open(repo))).filter(([kind]) => kind === "workflow_pattern");
    assert.deepEqual(patterns, [], when);
  };
  await isGone("restarted");
  await (await home.open(repo)).importHistory({ source: "zsh", file });
  await isGone("imported again");
  removeDatabase(home, "index.db");
  await isGone("without index.db");
  removeDatabase(home, "state.db");
  await (await home.open(repo)).importHistory({ source: "zsh", file });
  await isGone("without state.db, and imported again");
  spool(home.path, typed(["git commit", "git push", "clear", "git commit", "git push"]), { name: "later" });
  spool(home.path, typed(["git commit", "git push"], { fromMs: FIRST_MS + 9 * DAY_MS }), { name: "more" });
  await isGone("done in parts");
  assert.deepEqual(
    (await (await home.open(repo)).suggestions("dismissed")).map(({ key }) => key),
    [SHIP],
  );
});

test("a dismissed habit is suggested in no scope", async (t) => {
  const home = memoryHome(t);
  const [shop, office] = [makeRepo(t), makeRepo(t)];
  spool(home.path, typed(Array(4).fill("npm test"), { cwd: shop }));
  const memory = await home.open(shop);
  const [found] = await memory.suggestions("pending");
  assert.deepEqual([found!.scope, found!.key], ["project", "npm test"]);
  await memory.dismiss(found!.id);
  spool(home.path, typed(Array(9).fill("npm test"), { cwd: office, fromMs: FIRST_MS + DAY_MS }), { name: "two" });
  const later = await home.open(office);
  assert.deepEqual(
    (await pending(later)).filter(([, key]) => key === "npm test"),
    [],
  );
});

test("a habit in two projects is global, one in a single project belongs to it, wherever it is listed", async (t) => {
  const home = memoryHome(t);
  const [shop, office] = [makeRepo(t), makeRepo(t)];
  spool(home.path, typed(["npm test", "npm test", "make", "make", "make", "make"], { cwd: shop }));
  spool(home.path, typed(["npm test", "npm test"], { cwd: office, fromMs: FIRST_MS + DAY_MS }), { name: "two" });
  const project = (await home.open(shop)).project!.id;
  for (const dir of [shop, office, home.outside]) {
    const commands = (await (await home.open(dir)).suggestions("pending", { everywhere: true })).filter(
      ({ kind }) => kind === "recurring_command",
    );
    assert.deepEqual(
      commands.map(({ key, scope, project: of }) => [key, scope, of]).sort(),
      [
        ["make", "project", project],
        ["npm test", "global", undefined],
      ],
      dir,
    );
  }
});

test("a project's habit is stored in its project, wherever it is accepted", async (t) => {
  const home = memoryHome(t);
  const shop = makeRepo(t);
  spool(home.path, typed(Array(4).fill("make"), { cwd: shop }));
  const memory = await home.open();
  const { record } = await memory.accept((await memory.suggestions("pending"))[0]!.id);
  assert.deepEqual(
    [record!.scope, record!.type, record!.habit, record!.key, record!.accepted],
    ["project", "habit", "recurring_command", "make", true],
  );
  assert.deepEqual((await (await home.open()).list({ status: "all" })).length, 0);
  assert.deepEqual(
    (await (await home.open(shop)).list({ status: "all" })).map(({ id }) => id),
    [record!.id],
  );
});

test("agents' commands between a person's commands are not part of the person's habits", async (t) => {
  const home = memoryHome(t);
  const [first, second] = shipThrice();
  spool(home.path, first, { name: "one" });
  spool(home.path, second, { name: "two" });
  const between = first.map((line) => ({ ...line, command: "npm run build", startMs: line.startMs + 5000 }));
  spool(home.path, between, { name: "one", actor: "agent" });
  const memory = await home.open();
  assert.deepEqual(await pending(memory), [
    ["workflow_pattern", SHIP, "global", 3],
    ["preferred_cwd", "/nowhere", "global", 10],
  ]);
  const agents = await memory.suggestions("pending", { actor: "agent" });
  assert.deepEqual(
    agents.map(({ key, trust }) => [key, trust]),
    [["npm run build", "agent"]],
  );
});

test("a bash history without times still yields global suggestions", async (t) => {
  const home = memoryHome(t);
  const memory = await home.open(makeRepo(t));
  const file = join(home.outside, "bash");
  writeFileSync(file, `${Array(4).fill("npm test").join("\n")}\n`);
  await memory.importHistory({ source: "bash", file });
  assert.deepEqual(await pending(memory), [["recurring_command", "npm test", "global", 4]]);
  const [found] = await memory.suggestions("pending");
  assert.deepEqual(found!.evidence.examples, ["npm test", "npm test", "npm test"]);
});

test("an accepted pattern is a workflow that can be edited before it is saved", async (t) => {
  const home = memoryHome(t);
  const repo = makeRepo(t);
  spoolShips(home, repo);
  const memory = await home.open(repo);
  const found = await patternIn(memory);
  const steps = ["npm test", "git commit -am <message>", "git push"];
  const { outcome, record } = await memory.accept(found.id, { name: "ship", steps });
  assert.deepEqual(
    [outcome, record!.type, record!.habit, record!.key, record!.value, record!.steps, record!.origin],
    ["remembered", "workflow", "workflow_pattern", "ship", SHIP, steps, "observed"],
  );
  const { name, slots, lastRun } = await memory.workflow("SHIP");
  assert.deepEqual([name, slots, lastRun], ["ship", ["message"], null]);
  await assert.rejects(memory.accept(found.id), { code: "invalid", message: `${found.id} is already accepted.` });
  const later = await home.open(repo);
  assert.deepEqual(
    (await pending(later)).filter(([kind]) => kind === "workflow_pattern"),
    [],
  );
});

test("a name that is taken is refused, and the suggestion stays", async (t) => {
  const home = memoryHome(t);
  spoolShips(home);
  const memory = await home.open();
  await memory.saveWorkflow({ name: "ship", steps: ["make ship"] });
  const found = await patternIn(memory);
  await assert.rejects(memory.accept(found.id, { name: "Ship" }), { code: "invalid", message: /--name/ });
  assert.equal((await patternIn(memory)).id, found.id);
});

test("forgotten words leave no byte, their habits are deleted, and no import brings them back", async (t) => {
  const home = memoryHome(t);
  const lines = typed([...Array(5).fill("zanzibar deploy"), "npm test"]);
  const session = spool(home.path, lines);
  const memory = await home.open();
  assert.deepEqual(await pending(memory), [["recurring_command", "zanzibar", "global", 5]]);
  assert.equal(await memory.forgettableCommands({ query: "zanzibar" }), 5);
  const { counts } = await memory.forget([], "zanzibar");
  assert.equal(counts.state, 5);
  assert.deepEqual(await pending(memory), []);
  const holding = () =>
    filesUnder(home.path)
      .filter(({ bytes }) => bytes.includes("zanzibar"))
      .map(({ path }) => path);
  assert.deepEqual(holding(), []);
  const file = join(home.outside, "zsh");
  const older = lines.map((line) => ({ ...line, startMs: line.startMs - 30 * DAY_MS }));
  writeFileSync(file, zshHistory([...older, ...lines]));
  const again = await (await home.open()).importHistory({ source: "zsh", file });
  assert.deepEqual([again.imported, again.duplicates], [1, 1]);
  home.close();
  assert.deepEqual(holding(), []);
  // After it was forgotten: an older one would be a copy of what was forgotten.
  spool(home.path, typed(["zanzibar deploy"], { fromMs: home.env().clock() + 1000 }));
  const typedAgain = await (await home.open()).commands({ words: ["zanzibar"], limit: 9 });
  assert.deepEqual(
    typedAgain.map((event) => event.session),
    [session],
  );
});

test("forgetting a session deletes its own runs of a command, and no others", async (t) => {
  const home = memoryHome(t);
  const lines = typed(["npm test", "make"]);
  const session = spool(home.path, lines);
  spool(home.path, typed(["npm test"], { fromMs: FIRST_MS + DAY_MS }), { name: "two" });
  const memory = await home.open();
  await memory.forget([], undefined, { session });
  const file = join(home.outside, "zsh");
  writeFileSync(file, zshHistory([...lines, ...typed(["npm test"], { fromMs: FIRST_MS + 2 * DAY_MS })]));
  const { imported } = await memory.importHistory({ source: "zsh", file });
  assert.equal(imported, 1);
  assert.deepEqual(
    (await memory.commands({ limit: 9 })).map(({ command }) => String(command)),
    ["npm test", "npm test"],
  );
});

test("a query without words forgets nothing", async (t) => {
  const home = memoryHome(t);
  spool(home.path, typed(["npm test"]));
  const memory = await home.open();
  await memory.forget([], '"..."');
  assert.equal(memory.commandCounts().events, 1);
});

test("export, wipe and import restore commands, decisions, habits and runs", async (t) => {
  const home = memoryHome(t);
  const repo = makeRepo(t);
  spoolShips(home, repo);
  spool(home.path, typed(Array(4).fill("npm test"), { cwd: repo }), { name: "tests" });
  const memory = await home.open(repo, { variables: { PATH: process.env.PATH } });
  const found = await memory.suggestions("pending");
  await memory.dismiss(found.find(({ key }) => key === "npm test")!.id);
  await memory.accept(found.find(({ key }) => key === SHIP)!.id, { name: "ship", steps: ["true"] });
  await approvedRun(memory, "ship");
  const before = await home.open(repo);
  const [dump, all] = [await before.dump(), await before.suggestions()];
  for (const kind of ["event", "decision", "run"]) {
    assert.ok(
      dump.some((line) => line.startsWith(`{"kind":"${kind}"`)),
      kind,
    );
  }
  const directory = join(home.outside, "export");
  await before.export(directory);
  home.close();
  rmSync(home.path, { recursive: true });
  const fresh = await home.open(repo);
  await fresh.import(directory);
  assert.deepEqual(await fresh.dump(), dump);
  const after = await home.open(repo);
  assert.deepEqual(await after.dump(), dump);
  assert.deepEqual(await after.suggestions(), all);
  await after.forget([], "git push");
  const without = await after.dump();
  await after.import(directory);
  assert.deepEqual(
    (await after.dump()).filter((line) => line.includes('"git push"')),
    [],
  );
  assert.equal(
    (await after.dump()).filter((line) => line.startsWith('{"kind":"event"')).length,
    without.filter((line) => line.startsWith('{"kind":"event"')).length,
  );
});

test("an accepted habit is not suggested again after state.db was lost and everything was imported again", async (t) => {
  const home = memoryHome(t);
  const file = join(home.outside, "history");
  writeFileSync(file, zshHistory(shipThrice().flat()));
  const memory = await home.open();
  await memory.importHistory({ source: "zsh", file });
  await memory.accept((await patternIn(memory)).id, { name: "ship" });
  removeDatabase(home, "state.db");
  const later = await home.open();
  await later.importHistory({ source: "zsh", file });
  assert.deepEqual(
    (await pending(later)).filter(([kind]) => kind === "workflow_pattern"),
    [],
  );
});

const ROUTINE = ["git pull", "npm ci", "npm run build", "npm test", "git add .", "git commit -m x", "git push"];
const ALL_SEVEN = "git pull → npm ci → npm run build → npm test → git add → git commit → git push";

function spoolRoutine(home: MemoryHome, lines: readonly string[], times = 3): void {
  for (let at = 0; at < times; at++)
    spool(home.path, typed(lines, { fromMs: FIRST_MS + at * DAY_MS }), { name: `${lines.length} ${at}` });
}

const patternsIn = async (memory: Memory) =>
  (await pending(memory)).filter(([kind]) => kind === "workflow_pattern").map(([, key]) => key);

test("a routine of seven steps is one suggestion of seven steps, and first", async (t) => {
  const home = memoryHome(t);
  spoolRoutine(home, ROUTINE);
  const memory = await home.open();
  assert.deepEqual(await patternsIn(memory), [ALL_SEVEN]);
  const [first] = await memory.suggestions("pending");
  assert.equal(first!.key, ALL_SEVEN);
  assert.equal(first!.steps?.length, 7);
});

for (const act of ["dismiss", "accept"] as const) {
  test(`after a routine is ${act}ed, its parts and its steps stay silent`, async (t) => {
    const home = memoryHome(t);
    spoolRoutine(home, ROUTINE);
    const memory = await home.open();
    await memory[act]((await memory.suggestions("pending"))[0]!.id);
    spoolRoutine(home, ROUTINE.slice(2, 5), 5);
    const later = await home.open();
    assert.deepEqual(await patternsIn(later), []);
    const commands = (await pending(later)).filter(([kind]) => kind === "recurring_command");
    assert.equal(commands.length > 0, act === "dismiss");
  });
}

test("a dismissed triple silences a longer sequence only if it is at least half of it", async (t) => {
  const home = memoryHome(t);
  spoolRoutine(home, ROUTINE.slice(0, 3));
  const memory = await home.open();
  await memory.dismiss((await patternIn(memory)).id);
  spoolRoutine(home, ROUTINE.slice(0, 5));
  assert.deepEqual(await patternsIn(await home.open()), []);
  spoolRoutine(home, ROUTINE);
  assert.deepEqual(await patternsIn(await home.open()), [ALL_SEVEN]);
});

test("oldhand's own commands are not habits", async (t) => {
  const home = memoryHome(t);
  spoolRoutine(home, ["oldhand recall x", "oldhand suggestions", "oldhand recall y"], 4);
  assert.deepEqual(
    (await pending(await home.open())).filter(([kind]) => kind !== "preferred_cwd"),
    [],
  );
});

test("a suggestion for another project says which", async (t) => {
  const home = memoryHome(t);
  const shop = makeRepo(t);
  spool(home.path, typed(Array(4).fill("make"), { cwd: shop }));
  const labels = async (dir: string) => (await (await home.open(dir)).suggestions("pending")).map(({ label }) => label);
  assert.deepEqual(await labels(shop), ["You often run make"]);
  const [label] = await labels(home.outside);
  assert.match(label!, /^You often run make \(in .+\)$/);
});

const AGENTS: readonly [says: string, lines: readonly string[], found: number][] = [
  ["steps that can be repeated", ["npm ci", "npm test"], 1],
  ["a step of high risk", ["npm ci", "git push --force"], 0],
  ["a literal hash", ["npm ci", "git cherry-pick 3f2a91bc77"], 0],
  ["a literal message", ["npm ci", "git commit -m 'fix the till'"], 0],
];

for (const [says, lines, found] of AGENTS)
  test(`a sequence of an agent with ${says} is ${found === 0 ? "not " : ""}suggested`, async (t) => {
    const home = memoryHome(t);
    for (let at = 0; at < 3; at++)
      spool(home.path, typed(lines, { fromMs: FIRST_MS + at * DAY_MS }), { name: `agent ${at}`, actor: "agent" });
    const memory = await home.open(makeRepo(t));
    const patterns = (await memory.suggestions("pending", { actor: "agent" })).filter(
      ({ type }) => type === "workflow",
    );
    assert.equal(patterns.length, found);
  });
