import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { documentOf } from "../../../src/verbs/print/json.ts";
import { added, sandbox } from "./sandbox.ts";

const AGENT = { env: { isAgent: true } };

test("a record has the pinned fields, and only those that are set", async (t) => {
  const { json, project } = sandbox(t);
  const { outcome, reason, record, schemaVersion } = await json([
    ...[
      "record",
      "add",
      "Run the linter before every commit",
      "--type",
      "policy",
      "--key",
      "lint",
      "--priority",
      "high",
    ],
    ...[
      "--tag",
      "ci",
      "--tag",
      "style",
      "--path",
      "src/**",
      "--alias",
      "eslint",
      "--keyword",
      "check",
      "--expires",
      "2027-01-31",
    ],
  ]);
  assert.deepEqual([schemaVersion, outcome, reason], [1, "remembered", undefined]);
  const { id, project: projectId, file, ...rest } = record;
  assert.match(id, /^rec_/);
  assert.match(projectId, /^prj_/);
  assert.match(file, /principles\/lint-.*\.md$/);
  assert.deepEqual(rest, {
    type: "policy",
    category: "principles",
    scope: "project",
    projectRoot: project,
    key: "lint",
    text: "Run the linter before every commit",
    priority: "high",
    confidence: 1,
    origin: "told",
    trust: "person",
    status: "active",
    tags: ["ci", "style"],
    paths: ["src/**"],
    aliases: ["eslint"],
    keywords: ["check"],
    expires: "2027-01-31",
    createdAt: "2026-11-15T12:00:00.000Z",
    updatedAt: "2026-11-15T12:00:00.000Z",
    source: "cli",
    strength: 1.5,
    reinforcement: 1,
  });
  const got = await json(["record", "get", id]);
  assert.deepEqual(got, { schemaVersion: 1, ...record });
  assert.deepEqual(await json(["record", "list"]), { schemaVersion: 1, records: [record] });
});

test("archive, restore, reclassify and delete print the record at the top", async (t) => {
  const it = sandbox(t);
  const [id = ""] = await added(it, ["The office moved to Lisbon", "--type", "fact"]);
  const { json } = it;
  const states = [
    await json(["record", "archive", id]),
    await json(["record", "restore", id]),
    await json(["record", "reclassify", id, "incidents"]),
    await json(["record", "delete", id]),
  ].map(({ id, status, type, priority }) => ({ id, status, type, priority }));
  assert.deepEqual(states, [
    { id, status: "archived", type: "fact", priority: "normal" },
    { id, status: "active", type: "fact", priority: "normal" },
    { id, status: "active", type: "pitfall", priority: "high" },
    { id, status: "active", type: "pitfall", priority: "high" },
  ]);
  assert.deepEqual(await json(["record", "undo"]), { schemaVersion: 1, undone: [{ id, verb: "delete" }] });
  const { revisions } = await json(["record", "history", id]);
  assert.deepEqual(
    revisions.map(({ verb, text, undone }: Record<string, unknown>) => ({ verb, text, undone })),
    ["add", "archive", "restore", "reclassify", "delete", "undo"].map((verb) => ({
      verb,
      text: "The office moved to Lisbon",
      undone: verb === "delete",
    })),
  );
});

test("recall answers with results and a receipt, which why explains", async (t) => {
  const it = sandbox(t);
  const [id = ""] = await added(it, ["Deploys go through the staging cluster", "--type", "fact"]);
  const answer = await it.json(["recall", "staging", "deploys"]);
  assert.deepEqual(Object.keys(answer), ["schemaVersion", "query", "results", "receipt"]);
  const [result] = answer.results;
  assert.deepEqual(Object.keys(result), ["kind", "id", "text", "relevance", "source", "record"]);
  assert.deepEqual([result.kind, result.id, result.record.id], ["record", id, id]);
  assert.match(answer.receipt, /^rcp_/);
  const why = await it.json(["why", answer.receipt]);
  assert.deepEqual(Object.keys(why), ["schemaVersion", "id", "query", "at", "included", "omitted", "budget", "tokens"]);
  assert.deepEqual([why.id, why.query, why.omitted], [answer.receipt, "staging deploys", []]);
  assert.deepEqual(await it.json(["why"]), why);
});

test("recall --format json is the document, and --json with another format carries its text", async (t) => {
  const it = sandbox(t);
  await added(it, ["Deploys go through the staging cluster"]);
  const plain = JSON.parse((await it.oldhand(["recall", "staging", "--format", "json"])).out);
  assert.deepEqual(Object.keys(plain), ["schemaVersion", "query", "results", "receipt"]);
  const { text } = await it.json(["recall", "staging", "--format", "prompt"]);
  assert.match(text, /Deploys go through the staging cluster/);
});

test("an agent's policy is a pending suggestion until a person decides", async (t) => {
  const { json } = sandbox(t);
  const proposed = await json(["record", "add", "Never push to main", "--type", "policy"], AGENT);
  assert.deepEqual([proposed.outcome, proposed.record], ["proposed", undefined]);
  const { suggestions, more } = await json(["suggestions"]);
  const [{ id, project, reason, ...rest }] = suggestions;
  assert.equal(id, proposed.suggestion.id);
  assert.match(project, /^prj_/);
  assert.equal(typeof reason, "string");
  assert.equal(more, 0);
  assert.deepEqual(rest, {
    kind: "policy",
    label: "Keep as a policy: Never push to main",
    confidence: 1,
    evidence: { count: 1, sessions: 1, examples: ["Never push to main"] },
    scope: "project",
    key: rest.key,
    value: "Never push to main",
    type: "policy",
    text: "Never push to main",
    origin: "told",
    trust: "agent",
    source: "cli:agent",
    status: "pending",
    act: "keep",
    by: "an agent, on the command line",
    changes: [{ field: "text", before: null, after: "Never push to main" }],
  });
  const accepted = await json(["suggestions", "accept", id, "--name", "protected-main"]);
  assert.deepEqual(
    [accepted.outcome, accepted.record.accepted, accepted.record.key],
    ["remembered", true, "protected-main"],
  );
  const { suggestions: left } = await json(["suggestions", "--all"]);
  assert.deepEqual(
    left.map(({ act, recordId }: { act: string; recordId: string }) => [act, recordId]),
    [["edit", accepted.record.id]],
  );
});

test("three suggestions are shown, and all with --all", async (t) => {
  const { json } = sandbox(t);
  for (const text of ["Never push to main", "Squash before merging", "Tag every release", "Review all migrations"])
    await json(["record", "add", text, "--type", "policy"], AGENT);
  const { suggestions, more } = await json(["suggestions"]);
  assert.deepEqual([suggestions.length, more], [3, 1]);
  const all = (await json(["suggestions", "--all"])).suggestions;
  assert.equal(all.length, 4);
  const dismissed = await json(["suggestions", "dismiss", all[0].id]);
  assert.deepEqual([dismissed.id, dismissed.status], [all[0].id, "dismissed"]);
  assert.equal((await json(["suggestions", "--all"])).suggestions.length, 3);
});

test("a setting of an earlier version is ignored with a note", async (t) => {
  const it = sandbox(t);
  await it.json(["config", "set", "brief.budget", "900"]);
  const file = join(it.home, "config.yml");
  writeFileSync(file, `${readFileSync(file, "utf8")}lift.holdOut: 4\n`);
  const settings = (await it.json(["doctor"])).checks.find(({ name }: { name: string }) => name === "settings");
  assert.deepEqual(
    [settings.ok, settings.detail],
    [true, "no unknown settings; no longer used, and ignored: lift.holdOut"],
  );
});

test("export --lines prints everything that is kept, and dump is its old name", async (t) => {
  const it = sandbox(t);
  await added(it, ["The office moved to Lisbon", "--type", "fact"]);
  const lines = await it.oldhand(["export", "--lines"]);
  assert.ok(lines.out.split("\n").some((line) => line.includes("The office moved to Lisbon")));
  const old = await it.oldhand(["dump"]);
  assert.deepEqual([old.out, old.exit], [lines.out, 0]);
  assert.equal(old.err, "oldhand: `oldhand dump` is now `oldhand export --lines`.\n");
  assert.equal((await it.oldhand(["export", "there", "--lines"])).exit, 2);
});

test("status --effect prints the pinned fields; lift is its old name", async (t) => {
  const it = sandbox(t);
  const none = { schemaVersion: 1, since: null, given: 0, stopped: 0, tokens: 0, records: [] };
  assert.deepEqual(await it.json(["status", "--effect"]), none);
  const { out, err } = await it.oldhand(["lift", "--json"]);
  assert.deepEqual(JSON.parse(out), none);
  assert.equal(err, "oldhand: `oldhand lift` is now `oldhand status --effect`.\n");
});

test("stats counts what is stored, and null means unreadable", async (t) => {
  const it = sandbox(t);
  const [id = ""] = await added(
    it,
    ["The office moved to Lisbon", "--type", "fact"],
    ["Release with make ship", "--type", "workflow", "--scope", "global"],
    ["Builds need 8 GB", "--type", "fact"],
  );
  await it.json(["record", "archive", id]);
  const { records, ...rest } = await it.json(["stats"]);
  const { tokens, ...counts } = records;
  assert.ok(tokens > 10);
  assert.deepEqual(counts, { byType: { fact: 1, workflow: 1 }, byScope: { global: 1, project: 1 }, archived: 1 });
  assert.deepEqual(rest, {
    schemaVersion: 1,
    events: 0,
    commandSessions: 0,
    sessions: { onDisk: 0, imported: 0, skipped: 0, expired: 0 },
    suggestions: { pending: 0, accepted: 0, dismissed: 0 },
    episodes: 0,
    workflows: 1,
    embedder: { setting: "static", embedded: 3, wanted: 3 },
    jobs: [],
    spending: [],
  });
});

const shapes: [argv: string[], fields: string[]][] = [
  [[], ["project", "records", "suggestions", "found", "newest", "signals", "activity", "attention"]],
  [
    ["project", "show"],
    ["id", "root", "evidence", "name", "known", "shared", "kin", "because"],
  ],
  [
    ["project", "why"],
    ["id", "lines", "kin"],
  ],
  [["doctor"], ["healthy", "checks"]],
  [["rebuild"], ["records", "deleted"]],
  [["config", "list"], ["settings"]],
  [
    ["config", "get", "brief.budget"],
    ["key", "value", "default", "unit", "says", "from"],
  ],
  [
    ["config", "set", "review", "low"],
    ["key", "value", "default", "says", "from"],
  ],
  [["export", "--lines"], ["things"]],
  [["help"], ["commands"]],
  [["version"], ["version"]],
  [
    ["completion", "zsh"],
    ["shell", "script"],
  ],
];

for (const [argv, fields] of shapes) {
  test(`\`${["oldhand", ...argv].join(" ")} --json\` has ${fields.join(", ")}`, async (t) => {
    const it = sandbox(t);
    await added(it, ["The office moved to Lisbon", "--type", "fact"]);
    assert.deepEqual(Object.keys(await it.json(argv)), ["schemaVersion", ...fields]);
  });
}

test("export and import report counts", async (t) => {
  const [here, there] = [sandbox(t), sandbox(t)];
  await added(here, ["The office moved to Lisbon", "--type", "fact", "--scope", "global"]);
  const directory = join(here.home, "..", "out");
  const { records, directory: to } = await here.json(["export", directory]);
  assert.deepEqual([records, to], [1, directory]);
  const first = await there.json(["import", directory]);
  assert.deepEqual(first, { schemaVersion: 1, imported: 1, duplicates: 0, skipped: [], proposed: 0 });
  assert.deepEqual((await there.json(["import", directory])).duplicates, 1);
});

test("a document contains no terminal escapes or invisible characters, and parses to the same value", () => {
  const fields = { text: "a\u009b31m\u202eb\u001b[2J", other: "naïve 日本" };
  const document = documentOf(fields);
  assert.deepEqual(JSON.parse(document), { schemaVersion: 1, ...fields });
  assert.ok(!/[\u001b\u0080-\u009f\u202e]/.test(document));
});
