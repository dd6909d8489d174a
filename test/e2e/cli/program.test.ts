import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { before, test } from "node:test";
import { build } from "../../../scripts/build.ts";
import { place, program } from "./program.ts";

before(build);

test("a record is added, found, explained, changed, deleted and restored", (t) => {
  const { oldhand } = place(t);
  assert.match(oldhand([]).out, /First steps\n {2}oldhand setup/);
  const added = JSON.parse(oldhand(["record", "add", "Deploys go through staging first", "--json"]).out);
  const { id } = added.record;
  assert.match(oldhand(["recall", "staging"]).out, new RegExp(`1\\. Deploys go through staging first\n.*${id}`));
  assert.ok(oldhand(["why"]).out.includes(id));
  assert.equal(oldhand(["record", "update", id, "--priority", "high"]).status, 0);
  assert.equal(oldhand(["record", "delete", id.slice(-8)]).status, 0);
  assert.equal(oldhand(["record", "get", id]).status, 3);
  assert.equal(oldhand(["record", "undo"]).out, `Undone: delete ${id}.\n`);
  const back = JSON.parse(oldhand(["record", "get", id, "--json"]).out);
  assert.deepEqual([back.text, back.priority], ["Deploys go through staging first", "high"]);
  assert.match(readFileSync(back.file, "utf8"), /Deploys go through staging first/);
});

const exits: [argv: string[], status: number][] = [
  [["--version"], 0],
  [["record", "list"], 0],
  [["recall", "?!"], 0],
  [["doctor"], 0],
  [["record", "add", ""], 1],
  [["recrod"], 2],
  [["record", "list", "--nope"], 2],
  [["-C", "/does/not/exist", "record", "list"], 2],
  [["record", "get", "rec_nothing"], 3],
  [["record", "get", "../../etc/passwd"], 3],
];

for (const [argv, status] of exits) {
  test(`\`${["oldhand", ...argv].join(" ")}\` exits with ${status}`, (t) => {
    const ran = place(t).oldhand(argv);
    assert.equal(ran.status, status, ran.err);
    assert.doesNotMatch(ran.out + ran.err, /\n\s+at /);
  });
}

test("-C runs as if started there, also with a relative path", (t) => {
  const { oldhand, project } = place(t);
  mkdirSync(join(project, "deep"));
  assert.equal(JSON.parse(oldhand(["-C", "deep", "project", "show", "--json"]).out).root, project);
  oldhand(["-C", "deep", "export", "kept"]);
  assert.match(readFileSync(join(project, "deep", "kept", "oldhand-export.json"), "utf8"), /schemaVersion/);
});

test("a record can be piped in, and invalid input is refused", (t) => {
  const { line } = place(t);
  assert.match(line("printf 'From a pipe\\n' | oldhand record add -").out, /^Added rec_/);
  assert.match(line("printf 'a\\377\\376' | oldhand record add -").err, /^oldhand: .*not UTF-8/);
  const { status, err } = line("head -c 10000000 /dev/zero | tr '\\0' a | oldhand record add -");
  assert.equal(status, 1);
  assert.match(err, /larger than 1 MB/);
});

test("a reader that exits early ends it quietly", (t) => {
  const { line } = place(t);
  const add = (letter: string) => `head -c 60000 /dev/zero | tr '\\0' ${letter} | oldhand record add - >/dev/null`;
  const ran = line(`${["a", "b", "c", "d"].map(add).join("\n")}
    oldhand record list | head -c 4
    echo " \${PIPESTATUS[0]}"`);
  assert.deepEqual(ran, { status: 0, out: "rec_ 0\n", err: "" });
});

test("a slow reader gets everything", (t) => {
  const { line } = place(t);
  const ran = line(`head -c 60000 /dev/zero | tr '\\0' a | oldhand record add - >/dev/null
    head -c 60000 /dev/zero | tr '\\0' b | oldhand record add - >/dev/null
    oldhand record list | (sleep 0.3; wc -l)`);
  assert.deepEqual([ran.out.trim(), ran.err], ["2", ""]);
});

test("an unwritable stdout fails with one line", (t) => {
  const { line } = place(t);
  for (const option of ["", "--json"]) {
    const { status, err } = line(`oldhand help ${option} > /dev/full`);
    assert.equal(status, 1);
    assert.match(err, /^oldhand: .*ENOSPC.*\n$/);
  }
});

test("Ctrl-C ends it while it reads stdin", async (t) => {
  const { project, env } = place(t);
  const child = spawn(process.execPath, [program, "record", "add", "-"], { cwd: project, env });
  child.kill("SIGINT");
  const [, signal] = await once(child, "exit");
  assert.equal(signal, "SIGINT");
});

test("a deleted working directory does not cause a failure", (t) => {
  const ran = place(t).line(
    'mkdir gone && cd gone && rmdir ../gone && oldhand record add "The office moved to Lisbon"',
  );
  assert.deepEqual([ran.status, ran.err], [0, ""]);
});

test("help loads no database", (t) => {
  const { oldhand } = place(t);
  const loads = (argv: string[]): string => oldhand(argv, { env: { PATH: "", NODE_DEBUG: "module" } }).err;
  assert.match(loads(["help"]), /chunks/);
  assert.doesNotMatch(loads(["help"]), /memory-\w+\.cjs/);
});
