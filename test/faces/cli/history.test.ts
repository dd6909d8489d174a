/** History, workflow and suggestion commands: their JSON, their text, and their errors. */
import assert from "node:assert/strict";
import { existsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { widthOf } from "../../../src/verbs/print/style.ts";
import { FIRST_MS } from "../../fixtures/command-events.ts";
import { spool, typed, zshHistory } from "../../fixtures/shell-traces.ts";
import { type Sandbox, sandbox } from "./sandbox.ts";

const DAY_MS = 24 * 3_600_000;
const RUNNING = { env: { variables: { PATH: process.env.PATH, NO_COLOR: "1" } } };
const TERMINAL = { ...RUNNING, columns: 60 };
const SHIP = ["git add .", "git commit -m 'A message that is rather long for a narrow terminal'", "git push"];

function shipped(it: Sandbox): string {
  spool(it.home, typed([...SHIP, "ls", ...SHIP], { cwd: it.project }));
  return spool(it.home, typed(SHIP, { cwd: it.project, fromMs: FIRST_MS + DAY_MS }), { name: "two" });
}

test("history list and search answer with events, the latest first", async (t) => {
  const it = sandbox(t);
  const session = shipped(it);
  const { schemaVersion, events } = await it.json(["history", "list", "--limit", "2"]);
  assert.deepEqual([schemaVersion, events.length], [1, 2]);
  const [{ id, project, ...event }] = events;
  assert.match(`${id} ${project}`, /^evt_\w+ prj_\w+$/);
  assert.deepEqual(event, {
    session,
    source: "live",
    shell: "zsh",
    actor: "person",
    command: "git push",
    cwd: it.project,
    durationMs: 500,
    exitCode: 0,
    status: "success",
    startedAt: "2026-01-06T09:02:00.000Z",
  });
  const found = await it.json(["history", "search", "RATHER", "commit"]);
  assert.equal(found.events.length, 1, "a line that ran three times is found once");
  assert.deepEqual((await it.json(["history", "search", "nothing-of-this"])).events, []);
});

test("history import and learn count imported, duplicate and skipped commands", async (t) => {
  const it = sandbox(t);
  const file = join(it.project, "zsh");
  writeFileSync(file, zshHistory([...typed(SHIP), { command: " echo private", startMs: FIRST_MS }]));
  const counts = { imported: 3, duplicates: 0, skipped: [{ reason: "leading space", count: 1 }] };
  assert.deepEqual(await it.json(["history", "import", "zsh", "--file", file]), {
    schemaVersion: 1,
    ...counts,
    sources: [{ source: "zsh", file, ...counts }],
    suggestions: 0,
  });
  spool(it.home, typed(["make"]));
  assert.deepEqual(await it.json(["learn"]), {
    schemaVersion: 1,
    imported: 1,
    duplicates: 0,
    skipped: [],
    sessions: { imported: 0, duplicates: 0, skipped: [], sessions: 0, commands: 0, leftOut: [] },
    extracted: { sessions: 0, remembered: 0, proposed: 0, failed: 0 },
    written: [],
    expired: { sessions: 0 },
    suggestions: 0,
  });
  const result = await it.oldhand(["history", "import", "zsh", "--file", file]);
  assert.deepEqual([result.exit, result.out], [0, `zsh: 0 commands from ${file}\nNo pending suggestions.\n`]);
});

test("a suggestion has the fields of the contract, and accepting a pattern makes a workflow", async (t) => {
  const it = sandbox(t);
  shipped(it);
  const { suggestions } = await it.json(["suggestions", "--all"]);
  const pattern = suggestions.find(({ kind }: { kind: string }) => kind === "workflow_pattern");
  assert.deepEqual(
    Object.keys(pattern).sort(),
    [
      ...["confidence", "evidence", "id", "key", "kind", "label", "origin", "project", "reason", "scope", "source"],
      ...["status", "steps", "text", "trust", "type", "value", "act", "by", "changes"],
    ].sort(),
  );
  const { outcome, record } = await it.json(["suggestions", "accept", pattern.id, "--name", "ship"]);
  assert.deepEqual([outcome, record.type, record.key, record.steps], ["remembered", "workflow", "ship", pattern.steps]);
  const again = await it.oldhand(["suggestions", "dismiss", pattern.id]);
  assert.deepEqual([again.exit, again.out], [1, ""]);
});

test("workflow show has name, steps, slots, runs and the last run", async (t) => {
  const it = sandbox(t);
  await it.json(["workflow", "save", "go", "--step", "true <word>", "--step", "false"]);
  const ran = await it.json(["workflow", "run", "go", "--set", "word=$(touch x)", "--yes"], RUNNING);
  const { exitCode, status, steps } = ran.ran;
  assert.deepEqual([ran.name, exitCode, status], ["go", 1, "failure"]);
  assert.deepEqual(
    steps.map((step: { status: string }) => step.status),
    ["success", "failure"],
  );
  assert.equal(existsSync(join(it.project, "x")), false);
  const { record, ...shown } = await it.json(["workflow", "show", "go"]);
  assert.equal(record.type, "workflow");
  assert.deepEqual(Object.keys(shown), [
    ...["schemaVersion", "name", "steps", "slots", "description", "success", "failure", "runs", "lastRun"],
  ]);
  assert.deepEqual([shown.slots, shown.failure, shown.lastRun.id], [["word"], 1, shown.runs[0].id]);
  const { workflows } = await it.json(["workflow", "list"]);
  assert.deepEqual(
    workflows.map(({ name }: { name: string }) => name),
    ["go"],
  );
});

test("a workflow runs only after it is approved", async (t) => {
  const it = sandbox(t);
  await it.json(["workflow", "save", "go", "--step", "touch done"]);
  const isDone = (): boolean => existsSync(join(it.project, "done"));
  const piped = await it.oldhand(["workflow", "run", "go"], RUNNING);
  assert.deepEqual(
    [piped.exit, piped.out],
    [0, "touch done\nNothing was run. Add --yes to run it without a terminal.\n"],
  );
  const refused = await it.oldhand(["workflow", "run", "go"], { ...TERMINAL, answer: "no" });
  assert.deepEqual([refused.exit, isDone()], [1, false]);
  assert.deepEqual((await it.json(["workflow", "run", "go"], RUNNING)).ran, false);
  const agreed = await it.oldhand(["workflow", "run", "go"], { ...TERMINAL, answer: "y" });
  assert.deepEqual([agreed.exit, agreed.out, isDone()], [0, "go: 1 step succeeded.\n", true]);
  assert.match(agreed.err, /\[1\/1\] touch done\n/);
});

test("a failing run says where it stopped", async (t) => {
  const it = sandbox(t);
  await it.json(["workflow", "save", "go", "--step", "true", "--step", "exit 3", "--step", "true"]);
  const { exit, out } = await it.oldhand(["workflow", "run", "go", "--yes"], RUNNING);
  assert.deepEqual([exit, out], [1, "go: step 2 of 3 failed with exit code 3: exit 3\n"]);
});

test("workflow export prints the recipe alone, and delete can be undone", async (t) => {
  const it = sandbox(t);
  await it.json(["workflow", "save", "ship", "--step", "npm test"]);
  const { exit, out } = await it.oldhand(["workflow", "export", "ship", "--to", "sh"]);
  assert.equal(exit, 0);
  assert.match(out, /^ship\(\)|^#/);
  const { format, text } = await it.json(["workflow", "export", "ship", "--to", "skill"]);
  assert.deepEqual([format, text.startsWith("---\nname: ship\n")], ["skill", true]);
  await it.oldhand(["workflow", "delete", "ship"]);
  assert.equal((await it.oldhand(["workflow", "show", "ship"])).exit, 3);
  await it.oldhand(["record", "undo"]);
  assert.equal((await it.oldhand(["workflow", "show", "ship"])).exit, 0);
});

test("the status screen has the three most useful suggestions for programs, and one thing for people", async (t) => {
  const it = sandbox(t);
  shipped(it);
  spool(it.home, typed(Array(12).fill("npm test"), { cwd: it.project, fromMs: FIRST_MS + 2 * DAY_MS }), {
    name: "three",
  });
  const { found, suggestions } = await it.json([]);
  assert.deepEqual(
    found.map(({ kind, confidence }: { kind: string; confidence: number }) => [kind, confidence]),
    [
      ["workflow_pattern", 0.65],
      ["preferred_cwd", 0.95],
      ["recurring_command", 0.9],
    ],
  );
  assert.equal(suggestions.pending, 3);
  const { out } = await it.oldhand(["--no-color"], { columns: 200 });
  assert.match(out, /^Project .*\nRecords .*\nActivity \d+ commands.*\nPending {2}3 suggestions.*\nHealth .*\n$/);
});

const SCREENS: readonly string[][] = [
  ["history", "list"],
  ["history", "search", "git"],
  ["suggestions", "--all"],
  ["workflow", "list"],
  ["workflow", "show", "ship"],
  ["learn"],
  [],
];

for (const argv of SCREENS) {
  test(`oldhand ${argv.join(" ")} fits 60 columns, and a pipe has one line for each item`, async (t) => {
    const it = sandbox(t);
    shipped(it);
    await it.json(["workflow", "save", "ship", ...SHIP.flatMap((step) => ["--step", step]), "--step", "echo <word>"]);
    const { exit, out } = await it.oldhand(argv, TERMINAL);
    assert.equal(exit, 0);
    const wide = out.split("\n").filter((line) => widthOf(line) > 60 && !line.includes(it.project));
    assert.deepEqual(wide, []);
    const piped = await it.oldhand(argv, RUNNING);
    assert.equal(piped.exit, 0);
    assert.doesNotMatch(piped.out, /\u001b/);
  });
}

const MISTAKES: readonly [argv: string[], exit: number, says: RegExp][] = [
  [["history", "import", "tcsh"], 2, /zsh, bash, fish, powershell/],
  [["history", "import", "--file", "x"], 2, /--file needs the source/],
  [["history", "import", "zsh", "--file", "none"], 3, /Cannot read none: it does not exist/],
  [["history", "import", "zsh", "--file", "."], 1, /Cannot read \.: it is a directory/],
  [["history", "import", "atuin", "--file", "package.json"], 1, /cannot be read as a database/],
  [["history", "list", "--limit", "many"], 2, /--limit/],
  [["history", "search"], 2, /QUERY/],
  [["workflow", "run", "go", "--set", "word"], 2, /Expected SLOT=VALUE, got /],
  [["workflow", "run", "go", "--set", "=x"], 2, /Expected SLOT=VALUE, got /],
  [["workflow", "run", "go"], 2, /--set word=VALUE/],
  [["workflow", "run", "go", "--set", "wort=x"], 2, /no slot wort/],
  [["workflow", "run", "gone"], 3, /gone matches no workflow/],
  [["workflow", "show", "gone"], 3, /gone matches no workflow/],
  [["workflow", "delete", "gone"], 3, /gone matches no workflow/],
  [["workflow", "save", "x"], 2, /--step/],
  [["workflow", "export", "go"], 2, /--to/],
  [["workflow", "export", "go", "--to", "bat"], 2, /sh/],
  [["init", "tcsh"], 2, /zsh/],
  [["suggestions", "accept", "sug_none"], 3, /matches no suggestion/],
  [["forget", "--session", "ses_none", "--yes"], 3, /Nothing contains/],
];

for (const [argv, exit, says] of MISTAKES) {
  test(`oldhand ${argv.join(" ")} exits with ${exit} and says what to do`, async (t) => {
    const it = sandbox(t);
    await it.json(["workflow", "save", "go", "--step", "touch <word>"]);
    const result = await it.oldhand(argv, RUNNING);
    assert.deepEqual([result.exit, result.out], [exit, ""]);
    assert.match(result.err, says);
    const { error } = JSON.parse((await it.oldhand([...argv, "--json"], RUNNING)).out);
    assert.match(error.message, says);
  });
}

test("forget deletes commands by session and by words, and shows how many", async (t) => {
  const it = sandbox(t);
  const session = shipped(it);
  const asked = await it.oldhand(["forget", "--query", "narrow"]);
  assert.match(asked.err, /This permanently deletes 0 records and 3 commands/);
  assert.equal((await it.json(["forget", "--session", session, "--yes"])).counts.state, 3);
  assert.equal((await it.json(["forget", "--query", "narrow", "--yes"])).counts.state, 2);
  assert.equal((await it.json(["history", "list"])).events.length, 5);
});

for (const shell of ["zsh", "bash", "fish"]) {
  test(`init ${shell} prints a script and makes its spool`, async (t) => {
    const it = sandbox(t);
    const { exit, out } = await it.oldhand(["init", shell]);
    assert.equal(exit, 0);
    assert.ok(out.includes(join(it.home, "spool")));
    assert.ok(existsSync(join(it.home, "spool")));
    assert.equal((await it.json(["init", shell])).script.trimEnd(), out.trimEnd());
  });
}

const COMMANDS = ["history import", "history list", "history search", "learn", "init", "review"].concat(
  ["save", "list", "show", "run", "export", "delete"].map((verb) => `workflow ${verb}`),
);

test("every command has help, and completions know it", async (t) => {
  const it = sandbox(t);
  const { out: completions } = await it.oldhand(["completion", "zsh"]);
  for (const command of COMMANDS) {
    const { exit, out } = await it.oldhand([...command.split(" "), "--help"]);
    assert.equal(exit, 0, command);
    assert.match(out, new RegExp(`oldhand ${command}`));
    assert.ok(completions.includes(command.split(" ").at(-1)!), command);
  }
});

test("a search without a match says so", async (t) => {
  const it = sandbox(t);
  const { exit, out, err } = await it.oldhand(["search", "zanzibar"]);
  assert.deepEqual([exit, out.trim()], [3, ""]);
  assert.match(err, /No command in your history matches "zanzibar"/);
});
