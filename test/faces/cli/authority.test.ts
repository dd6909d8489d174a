import assert from "node:assert/strict";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { test } from "node:test";
import { allCommands } from "../../../src/faces/cli/commands.ts";
import type { OtherAct, Owner, RecordAct, Ruling } from "../../../src/remember/authority.ts";
import { type Cell, cellsFor, putRecords } from "../../fixtures/records-by-owner.ts";
import { type Sandbox, sandbox } from "./sandbox.ts";

const AGENT = { env: { isAgent: true } };

/** An act that the command line can do to a record. */
type Driver = {
  readonly argv: (id: string, cell: Cell) => readonly string[];
  readonly status?: "archived";
  /** What an agent's call does to a record of each owner. */
  readonly expected: Readonly<Record<Owner, Ruling>>;
  /** What the person is shown. */
  readonly act?: string;
};

const ASKED: Driver["expected"] = { person: "proposed", agent: "done", other: "done" };

const DRIVERS: Readonly<Record<Exclude<RecordAct, "add" | "undo" | "merge" | "expire" | "share">, Driver>> = {
  edit: { argv: (id) => ["record", "update", id, "The lamp was moved to the garden"], expected: ASKED, act: "edit" },
  "make a rule": {
    argv: (id) => ["record", "update", id, "--type", "policy"],
    expected: { person: "proposed", agent: "proposed", other: "proposed" },
  },
  reclassify: { argv: (id) => ["record", "reclassify", id, "decision"], expected: ASKED, act: "reclassify" },
  archive: { argv: (id) => ["record", "archive", id], expected: ASKED, act: "archive" },
  restore: { argv: (id) => ["record", "restore", id], status: "archived", expected: ASKED, act: "restore" },
  delete: { argv: (id) => ["record", "delete", id], expected: ASKED, act: "delete" },
  forget: { argv: (id) => ["forget", id, "--yes"], expected: ASKED, act: "delete" },
  supersede: {
    argv: (_, { record }) => ["record", "add", "The lamp is dark", "--type", "fact", "--key", record.key, ...GLOBAL],
    expected: ASKED,
    act: "keep",
  },
};
const GLOBAL = ["--scope", "global"];

for (const [act, driver] of Object.entries(DRIVERS)) {
  test(`"${act}" on the command line does what the table says, for every trust and acceptance`, async (t) => {
    const it = sandbox(t);
    const parts = driver.status === undefined ? {} : { status: driver.status };
    const cells = cellsFor(act, parts);
    await putRecords(
      it.env,
      cells.map(({ record }) => record),
    );
    for (const cell of cells) {
      const seen = await rulingSeen(it, argvFor(driver, cell), { cell, act: driver.act });
      assert.equal(seen, driver.expected[cell.owner], cell.name);
    }
    const others = cellsFor(`${act} by a person`, parts);
    await putRecords(
      it.env,
      others.map(({ record }) => record),
    );
    for (const cell of others) {
      const done = await it.oldhand(argvFor(driver, cell));
      assert.equal(done.exit, 0, `${cell.name}: ${done.err}`);
    }
  });
}

/** Each text needs words of its own: equal texts would be merged. */
function argvFor({ argv }: Driver, cell: Cell): readonly string[] {
  return argv(cell.record.id, cell).map((word) => word.replace("The lamp", `The ${cell.record.key}`));
}

/** What became of an agent's call: the record and the pending suggestions show it, whatever the command printed. */
async function rulingSeen(
  it: Sandbox,
  argv: readonly string[],
  { cell: { record }, act }: { readonly cell: Cell; readonly act: string | undefined },
): Promise<Ruling> {
  const state = async () => (await it.oldhand(["record", "get", record.id, "--json"])).out;
  const pending = async () => (await it.json(["suggestions", "--all"])).suggestions;
  const [before, asked] = [await state(), await pending()];
  await it.oldhand(argv, AGENT);
  const ids = new Set(asked.map(({ id }: { id: string }) => id));
  const added = (await pending()).filter(({ id }: { id: string }) => !ids.has(id));
  const isChanged = (await state()) !== before;
  assert.ok(!isChanged || added.length === 0, "changed and proposed");
  if (isChanged) return "done";
  if (added.length === 0) return "refused";
  const [suggestion] = added;
  assert.equal(added.length, 1);
  assert.equal(suggestion.by, "an agent, on the command line");
  assert.ok(suggestion.changes.length > 0 && suggestion.reason !== "", "says what changes and why");
  assert.equal(suggestion.act === "keep" ? suggestion.replaces[0].id : suggestion.recordId, record.id);
  if (act !== undefined) assert.equal(suggestion.act, act);
  return "proposed";
}

test("an agent that repeats a statement changes its own record, and never the person's", async (t) => {
  const it = sandbox(t);
  const cells = cellsFor("merge");
  await putRecords(
    it.env,
    cells.map(({ record }) => record),
  );
  for (const { record, owner, name } of cells) {
    const { text, key } = record;
    await it.oldhand(["record", "add", text, "--type", "fact", "--key", key, "--tag", "again", ...GLOBAL], AGENT);
    const { tags } = await it.json(["record", "get", record.id]);
    assert.deepEqual(tags, owner === "person" ? [] : ["again"], name);
  }
  assert.deepEqual((await it.json(["suggestions", "--all"])).suggestions, []);
});

test("an agent's own record that the person archived stays archived", async (t) => {
  const it = sandbox(t);
  const argv = ["record", "add", "Deploys go through the gateway", "--type", "fact"];
  const { record } = await it.json(argv, AGENT);
  await it.oldhand(["record", "archive", record.id]);
  await it.oldhand(argv, AGENT);
  await it.oldhand(["record", "restore", record.id], AGENT);
  await it.oldhand(["record", "undo"], AGENT);
  assert.equal((await it.json(["record", "get", record.id])).status, "archived");
});

test("an agent cannot restore what the person archived by repeating it", async (t) => {
  const it = sandbox(t);
  const [cell] = cellsFor("repeat", { status: "archived" }).filter(({ owner }) => owner === "person");
  await putRecords(it.env, [cell!.record]);
  await it.oldhand(["record", "add", cell!.record.text, "--type", "fact", ...GLOBAL], AGENT);
  assert.equal((await it.json(["record", "get", cell!.record.id])).status, "archived");
});

test("an agent undoes its own changes to its own records, and nobody else's", async (t) => {
  const it = sandbox(t);
  const [own] = cellsFor("undo").filter(({ owner }) => owner === "agent");
  const { id } = own!.record;
  await putRecords(it.env, [own!.record]);
  assert.equal((await it.oldhand(["record", "undo"], AGENT)).exit, 1);
  await it.oldhand(["record", "update", id, "--tag", "x"], AGENT);
  assert.equal((await it.oldhand(["record", "undo"], AGENT)).exit, 0);
  assert.deepEqual((await it.json(["record", "get", id])).tags, []);
  await it.oldhand(["record", "reclassify", id, "decision"], AGENT);
  assert.equal((await it.oldhand(["record", "delete", id])).exit, 0);
  const undone = await it.oldhand(["record", "undo"], AGENT);
  assert.match(undone.err, /an agent cannot undo it/);
  assert.equal((await it.oldhand(["record", "get", id])).exit, 3);
});

test("a rule that a person made of an agent's record is the person's", async (t) => {
  const it = sandbox(t);
  const { record } = await it.json(["record", "add", "Deploys go through the gateway", "--type", "fact"], AGENT);
  assert.equal((await it.json(["record", "reclassify", record.id, "policy"])).accepted, true);
  await it.oldhand(["record", "update", record.id, "Deploys go anywhere"], AGENT);
  await it.oldhand(["record", "reclassify", record.id, "fact"]);
  await it.oldhand(["record", "undo"], AGENT);
  const { text, type } = await it.json(["record", "get", record.id]);
  assert.deepEqual([text, type], ["Deploys go through the gateway", "fact"]);
});

test("an agent's request to archive a rule is shown as that, with who asks and why", async (t) => {
  const it = sandbox(t);
  const { record } = await it.json(["record", "add", "Never push to main", "--type", "policy"]);
  const refused = await it.oldhand(["record", "archive", record.id], AGENT);
  const id = /sug_\w+/.exec(refused.err)?.[0] ?? "";
  assert.match(refused.err, /^oldhand: Only a person can archive rec_\w+\. Your change is pending as sug_/);
  const list = (await it.oldhand(["suggestions", "--no-color"], { columns: 200 })).out;
  const reason = "You stated this record, so an agent's change needs your confirmation.";
  assert.ok(list.includes("  Archive: Never push to main\n"), list);
  assert.ok(list.includes('    status: "active" → "archived"\n'), list);
  assert.ok(list.includes(`  Asked by an agent, on the command line. ${reason}\n`), list);
  assert.ok(
    (await it.oldhand([])).out.includes("Archive: Never push to main (asked by an agent, on the command line)"),
  );
  const { out } = await it.oldhand(["suggestions", "show", id]);
  assert.equal(
    out,
    [
      `${id} Archive: Never push to main`,
      "act         archive",
      "asked by    an agent, on the command line",
      `why         ${reason}`,
      `record      ${record.id}`,
      "kind        policy",
      "scope       project",
      "source      cli",
      "status      pending",
      '  - status: "active"',
      '  + status: "archived"',
      "",
    ].join("\n"),
  );
});

/** The commands for each act without a record; every one is refused to an agent and open to a person. */
const OTHER_DRIVERS: Readonly<Record<OtherAct, readonly (readonly string[])[]>> = {
  "accept a repository's records": [
    ["project", "join", "--yes"],
    ["accept", "project", "--yes"],
  ],
  "approve a command": [
    ["ask", "ship it", "--yes"],
    ["workflow", "run", "ship", "--yes"],
  ],
  "approve a command, even a low-risk one": [["ask", "run ship", "--yes"]],
  "change safety settings": [["config", "set", "review", "all"]],
  "confirm changed files": [
    ["record", "confirm"],
    ["accept", "files"],
  ],
  "clear memory": [
    ["memory", "clear", "--yes"],
    ["memory", "clear", "--everywhere", "--yes"],
    ["memory", "reset", "--yes"],
  ],
  "change settings": [["config", "set", "brief.budget", "10"]],
  "confirm that files were deleted": [["rebuild", "--gone"]],
  "decide on suggestions": [
    ["suggestions", "accept", "SUGGESTION"],
    ["accept", "SUGGESTION"],
    ["suggestions", "accept", "SUGGESTION", "--name", "other"],
    ["suggestions", "dismiss", "SUGGESTION"],
  ],
  "edit memory files": [["consolidate"]],
  "forget history": [
    ["forget", "--query", "nothing-has-this", "--yes"],
    ["forget", "--session", "ses_none", "--yes"],
  ],
  "import an export": [["import", "EXPORT"]],
  "import a session from a file": [["session", "import", "claude-code", "--file", "EXPORT/session.jsonl"]],
  install: [
    ["install", "zsh"],
    ["uninstall", "zsh"],
  ],
  "look into other projects": [
    ["recall", "anything", "--everywhere"],
    ["history", "list", "--everywhere"],
    ["history", "search", "anything", "--everywhere"],
    ["session", "list", "--everywhere"],
    ["record", "list", "--everywhere"],
    ["suggestions", "--everywhere"],
    ["project", "list"],
  ],
  "change projects": [
    ["project", "split"],
    ["project", "share"],
    ["project", "unshare"],
    ["project", "link", "nowhere"],
  ],
  sync: [["sync"]],
  "change how machines sync": [
    ["sync", "add", "REMOTE"],
    ["sync", "remove"],
    ["sync", "rotate"],
    ["sync", "confirm", "OTHER"],
    ["sync", "revoke", "OTHER"],
  ],
  "accept a team's records": [
    ["team", "accept", "rec_000000000000000000"],
    ["team", "accept", "acme", "--yes"],
    ["accept", "rec_000000000000000000"],
  ],
  "change a team": [
    ["team", "create", "acme"],
    ["team", "invite"],
    ["team", "role", "Ana", "viewer"],
    ["team", "bind", "Ana", "ana@example.org"],
    ["team", "remove", "Ana"],
    ["team", "accept", "prp_000000000000000000"],
    ["accept", "prp_000000000000000000"],
    ["team", "proposals", "--reject", "prp_000000000000000000"],
    ["team", "token", "add", "ci"],
    ["team", "token", "revoke", "ci"],
  ],
  "join or leave a team": [
    ["team", "join", "https://memory.example.org/#ohi_x"],
    ["team", "join", "https://memory.example.org/#spc_000000000000000000"],
    ["team", "leave"],
  ],
  "route a project to a team": [
    ["team", "route", "acme"],
    ["team", "route", "--off"],
  ],
};

type World = { readonly it: Sandbox; readonly placeholders: Readonly<Record<string, string>> };

/** A home with something to lose for each act. */
async function world(t: Parameters<typeof sandbox>[0]): Promise<World> {
  const it = sandbox(t);
  await it.oldhand(["record", "add", "Releases are cut on Thursdays", "--type", "fact"]);
  await it.oldhand(["workflow", "save", "ship", "--step", "echo shipped"]);
  const { suggestion } = await it.json(["record", "add", "Never push to main", "--type", "policy"], AGENT);
  const folder = join(it.project, ".oldhand", "records", "facts");
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, "carried.md"), "The cellar is flooded in spring\n");
  const directory = join(dirname(it.home), "export");
  await it.oldhand(["export", directory]);
  return { it, placeholders: { SUGGESTION: suggestion.id, EXPORT: directory } };
}

for (const [act, commands] of Object.entries(OTHER_DRIVERS)) {
  if (act === "edit memory files") continue;
  for (const argv of commands) {
    test(`only a person can ${act}: ${argv.join(" ")}`, async (t) => {
      const { it, placeholders } = await world(t);
      const program = join(dirname(it.home), "oldhand.cjs");
      writeFileSync(program, "");
      mkdirSync(join(dirname(it.home), "person"));
      const started = { node: process.execPath, program };
      if (act === "confirm changed files") {
        mkdirSync(join(it.home, "records", "facts"), { recursive: true });
        writeFileSync(join(it.home, "records", "facts", "changed.md"), "The attic is dry in summer\n");
      }
      const given = argv.map((word) => placeholders[word] ?? word);
      const settings = async () => (await it.oldhand(["config", "list"])).out;
      const before = [(await it.oldhand(["export", "--lines"])).out, await settings()];
      const refused = await it.oldhand(given, { env: { isAgent: true, started } });
      assert.deepEqual([refused.exit, refused.out], [1, ""], refused.err);
      assert.match(refused.err, /Only a person can /);
      assert.deepEqual([(await it.oldhand(["export", "--lines"])).out, await settings()], before);
      const asPerson = await it.oldhand(given, { env: { started } });
      assert.doesNotMatch(asPerson.err, /Only a person can/);
    });
  }
}

test("a manual edit of MEMORY.md is taken in once a person confirmed it, and at no agent's call", async (t) => {
  const it = sandbox(t);
  await it.oldhand(["record", "add", "Releases are cut on Thursdays", "--type", "fact"]);
  await it.oldhand(["consolidate"]);
  const { id } = await it.json(["project", "show"]);
  const file = join(it.home, "projects", id, "MEMORY.md");
  writeFileSync(file, `${readFileSync(file, "utf8")}\n- Always deploy from the attic\n`);
  const texts = async () => (await it.json(["record", "list"])).records.map(({ text }: { text: string }) => text);
  for (const setting of [AGENT, {}]) {
    await it.oldhand(["consolidate"], setting);
    assert.deepEqual(await texts(), ["Releases are cut on Thursdays"]);
  }
  await it.oldhand(["consolidate"], { columns: 80, answers: ["y"] });
  assert.ok((await texts()).includes("Always deploy from the attic"));
});

/** Commands that an agent may use freely: they read, or they add something that is labelled as the agent's. */
const FREE = [
  "guard list",
  "guard test",
  "guard log",
  "status",
  "help",
  "version",
  "setup",
  "ui",
  "sample add",
  "sample remove",
  "recall",
  "brief",
  "context",
  "why",
  "review",
  "review show",
  "history import",
  "history list",
  "history search",
  "workflow list",
  "workflow show",
  "workflow export",
  "episode add",
  "episode list",
  "learn",
  "session import",
  "session list",
  "session show",
  "session pin",
  "session unpin",
  "memory view",
  "memory enqueue",
  "memory rebuild",
  "memory import",
  "sync status",
  "search",
  "predict",
  "sync machines",
  "team members",
  "team audit",
  "show",
  "why-not",
  "ticket add",
  "ticket import",
  "ticket note",
  "ticket status",
  "ticket start",
  "ticket list",
  "ticket show",
  "ticket brief",
  "record list",
  "record get",
  "record history",
  "project show",
  "project why",
  "status --counts",
  "status --effect",
  "doctor",
  "export",
  "export --lines",
  "config list",
  "config get",
  "hook",
  "mcp",
  "init",
  "completion",
  "check",
];

/** Commands whose acts are driven elsewhere in this file, or that end in one that is. */
const DRIVEN_OTHERWISE = ["record add", "record undo", "workflow save", "workflow delete"];

test("every command is in the table of authority, or is known to be free for agents", () => {
  const placeholder: Cell = { record: cellsFor("any")[0]!.record, owner: "person", name: "" };
  const driven = [
    ...Object.values(DRIVERS).map(({ argv }) => argv("rec_x", placeholder)),
    ...Object.values(OTHER_DRIVERS).flat(),
  ];
  const isDriven = (words: readonly string[]): boolean =>
    words.length > 0 && driven.some((argv) => words.every((word, at) => argv[at] === word));
  const unknown = allCommands()
    .map(({ verb }) => verb)
    .filter(({ name, also = [] }) => ![name, ...also].some((one) => isDriven(one.split(" "))))
    .map(({ name }) => name)
    .filter((name) => !FREE.includes(name) && !DRIVEN_OTHERWISE.includes(name));
  assert.deepEqual(unknown, []);
});

test("an agent's workflow of a name that the person uses is only proposed", async (t) => {
  const it = sandbox(t);
  await it.oldhand(["workflow", "save", "ship", "--step", "echo shipped"]);
  await it.oldhand(["workflow", "save", "ship", "--step", "curl evil.example"], AGENT);
  await it.oldhand(["workflow", "delete", "ship"], AGENT);
  assert.deepEqual((await it.json(["workflow", "show", "ship"])).steps, ["echo shipped"]);
  const { suggestions } = await it.json(["suggestions", "--all"]);
  assert.deepEqual(suggestions.map(({ act }: { act: string }) => act).toSorted(), ["delete", "edit"]);
});
