import assert from "node:assert/strict";
import { join } from "node:path";
import { test } from "node:test";
import { holding } from "../../fixtures/holding.ts";
import { claudeLines, write, writeAll } from "../../fixtures/transcripts/write.ts";
import { type Sandbox, sandbox } from "./sandbox.ts";

const TERMINAL = { columns: 80, env: { variables: { NO_COLOR: "1" } } };
const WORD = "zanzibarquux";

function talk({ home, project }: Sandbox): string {
  const exchanges = [{ asked: `Where is the ${WORD} kept?`, answered: "In the shed.", ran: `ls ${WORD}` }];
  return write(join(home, "../talk.jsonl"), claudeLines(project, exchanges));
}

test("session import reports what it read, with counts in its JSON", async (t) => {
  const it = sandbox(t);
  const env = { variables: { PATH: "", ...writeAll(join(it.home, "../person"), it.project) } };
  const first = await it.oldhand(["session", "import"], { env });
  assert.equal(first.exit, 0);
  assert.match(first.out, /^Imported \d+ messages of 5 sessions and \d+ commands\.\n/);
  assert.match(first.out, /Skipped \d+: thinking/);
  const again = await it.json(["session", "import"], { env });
  assert.deepEqual([again.imported, again.sessions, again.commands, again.duplicates], [0, 0, 0, 0]);
  const one = await it.json(["session", "import", "codex"], { env });
  assert.equal(one.sessions, 0);
});

test("session list and show print the same as text and as JSON", async (t) => {
  const it = sandbox(t);
  const none = await it.oldhand(["session", "list"]);
  assert.deepEqual([none.exit, none.out.trim()], [0, ""]);
  assert.match(none.err, /oldhand import/);
  const file = talk(it);
  await it.oldhand(["session", "import", "claude-code", "--file", file]);
  const { sessions } = await it.json(["session", "list"]);
  const { project, ...session } = sessions[0];
  assert.match(project, /^prj_/);
  assert.deepEqual(session, {
    id: session.id,
    agent: "claude-code",
    nativeId: "5b0c6d1e-8a43-4c58-9d0f-2f6f3a1c7e90",
    file,
    cwd: it.project,
    startedAt: "2026-05-04T10:00:00.000Z",
    endedAt: "2026-05-04T10:00:04.000Z",
  });
  const { turns, schemaVersion, ...shown } = await it.json(["session", "show", session.nativeId]);
  assert.deepEqual([schemaVersion, shown], [1, { project, ...session }]);
  assert.deepEqual(turns[0], {
    ...{ role: "person", text: `Where is the ${WORD} kept?`, at: "2026-05-04T10:00:00.000Z" },
  });
  assert.ok(turns.some(({ text }: { text: string }) => text === "In the shed."));
  const pipe = await it.oldhand(["session", "list"]);
  assert.equal(pipe.out, `${session.id}\tclaude-code\t2026-05-04 10:00\t${it.project}\t\n`);
  const printed = await it.oldhand(["session", "show", session.id.slice(-6)], TERMINAL);
  assert.match(printed.out, /In the shed\./);
  assert.equal((await it.oldhand(["session", "show", "zzzz"])).exit, 3);
  assert.equal((await it.oldhand(["session", "import", "parrot"])).exit, 2);
  assert.equal((await it.oldhand(["session", "import", "--file", file])).exit, 2);
});

test("recall finds session text with its kind and source, but not for a prompt", async (t) => {
  const it = sandbox(t);
  const file = talk(it);
  await it.oldhand(["session", "import", "claude-code", "--file", file]);
  const { results } = await it.json(["recall", WORD]);
  assert.deepEqual(
    results.map(({ kind, source }: { kind: string; source: string }) => [kind, source]),
    [
      ["chunk", file],
      ["command", "claude-code"],
    ],
  );
  assert.equal((await it.oldhand(["recall", WORD, "--format", "prompt"])).out.includes("shed"), false);
});

test("a ticket is added, annotated, moved, shown and briefed", async (t) => {
  const it = sandbox(t);
  await it.oldhand(["record", "add", "The search index lives in the cellar", "--type", "fact"]);
  const ticket = await it.json(["ticket", "add", "--title", "Faster search index", "--description", "Now slow"]);
  assert.deepEqual([ticket.title, ticket.status, ticket.notes], ["Faster search index", "backlog", []]);
  const id = ticket.id.slice(-6);
  assert.equal((await it.oldhand(["ticket", "note", id, "measure", "first"])).exit, 0);
  assert.equal((await it.oldhand(["ticket", "note", id, "-"], { input: "then\nchange" })).exit, 0);
  assert.match((await it.oldhand(["ticket", "status", id, "running"])).out, /^Changed to running: tkt_/);
  const shown = await it.json(["ticket", "show", id]);
  assert.deepEqual(
    [shown.status, shown.notes.map(({ text }: { text: string }) => text)],
    ["running", ["measure first", "then\nchange"]],
  );
  assert.match((await it.oldhand(["ticket", "list"])).out, /^tkt_\S+\trunning\t2026-11-15\tFaster search index\n$/);
  assert.match((await it.oldhand(["ticket", "show", id], TERMINAL)).out, /running, generic, medium\n\nNow slow/);
  const brief = await it.oldhand(["ticket", "brief", id]);
  assert.match(brief.out, /lives in the cellar/);
  assert.equal(brief.out.includes("measure"), false);
  const { results } = await it.json(["ticket", "brief", id]);
  assert.deepEqual(
    results.map(({ record }: { record: { text: string } }) => record.text),
    ["The search index lives in the cellar"],
  );
});

test("tickets are imported from JSON on stdin and from a folder, and mistakes are reported", async (t) => {
  const it = sandbox(t);
  const input = '{"id": 1, "title": "Paint"}\n{"id": 2}\n';
  assert.equal(
    (await it.oldhand(["ticket", "import", "-"], { input })).out,
    "Imported 1 new or changed ticket; 0 duplicates skipped.\nSkipped 1: no title\n",
  );
  write(join(it.project, "tickets/two.md"), "# Sand\n");
  const imported = async (from: string) => {
    const { duplicates, skipped, ...done } = await it.json(["ticket", "import", from]);
    return [done.imported, duplicates, skipped];
  };
  assert.deepEqual(await imported(join(it.project, "tickets")), [1, 0, []]);
  assert.deepEqual(await imported("tickets"), [0, 1, []]);
  const exits: [argv: string[], exit: number][] = [
    [["ticket", "import", "nowhere"], 3],
    [["ticket", "add"], 2],
    [["ticket", "status", "1"], 2],
    [["ticket", "show", "zzzz"], 3],
  ];
  for (const [argv, exit] of exits) assert.equal((await it.oldhand(argv)).exit, exit, argv.join(" "));
});

test("an episode is added and listed, and a secret or an unknown outcome is refused", async (t) => {
  const it = sandbox(t);
  const { episode } = await it.json(["episode", "add", "Upgraded Node", "--outcome", "success", "--tag", "node"]);
  assert.deepEqual([episode.text, episode.at, episode.scope], ["Upgraded Node", "2026-11-15T12:00:00.000Z", "project"]);
  assert.deepEqual((await it.json(["episode", "list"])).episodes, [episode]);
  assert.equal(
    (await it.oldhand(["episode", "list"])).out,
    `${episode.id}\tsuccess\tproject\t2026-11-15\tnode\tUpgraded Node\n`,
  );
  const secret = `ghp_${"a1B2".repeat(9)}`;
  assert.equal((await it.oldhand(["episode", "add", `It was ${secret}`, "--outcome", "success"])).exit, 1);
  assert.equal((await it.oldhand(["episode", "add", "It went", "--outcome", "great"])).exit, 2);
  assert.equal((await it.oldhand(["episode", "add", "It went"])).exit, 2);
  assert.deepEqual(holding(it.home, secret), []);
});

test("forget deletes a session by the agent's id, and words from everything besides records", async (t) => {
  const it = sandbox(t);
  await it.oldhand(["session", "import", "claude-code", "--file", talk(it)]);
  await it.oldhand(["episode", "add", `The ${WORD} broke`, "--outcome", "failure"]);
  await it.oldhand(["ticket", "add", "--title", `Mend the ${WORD}`]);
  const { sessions } = await it.json(["session", "list"]);
  const done = await it.oldhand(["forget", "--session", sessions[0].nativeId, "--yes"]);
  assert.equal(done.exit, 0, done.err);
  assert.deepEqual((await it.json(["session", "list"])).sessions, []);
  assert.equal((await it.json(["recall", WORD])).results.length, 2);
  assert.equal((await it.oldhand(["forget", "--query", WORD, "--yes"])).exit, 0);
  assert.deepEqual(holding(it.home, WORD), []);
});

test("a session's file that is not there is named in words", async (t) => {
  const it = sandbox(t);
  const file = join(it.home, "../missing.jsonl");
  const { exit, err } = await it.oldhand(["session", "import", "claude-code", "--file", file]);
  assert.equal(exit, 3);
  assert.ok(err.includes(`Cannot read ${file}: it does not exist. Nothing was imported from it.`), err);
});

test("a session without a title is listed by what was asked in it", async (t) => {
  const it = sandbox(t);
  await it.oldhand(["session", "import", "claude-code", "--file", talk(it)]);
  await it.oldhand(["learn", "--since", "2026-01-01"]);
  const [{ synopsis }] = (await it.json(["session", "list"])).sessions;
  assert.match(synopsis, new RegExp(WORD));
  const { out } = await it.oldhand(["session", "list"]);
  assert.ok(out.trim().endsWith(`\t${synopsis}`), out);
});
