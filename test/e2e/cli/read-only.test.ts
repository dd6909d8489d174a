import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { chmodSync, cpSync, readdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { before, test } from "node:test";
import { build } from "../../../scripts/build.ts";
import type { Cleaning } from "../../fixtures/git-repo.ts";
import { type ProgramSandbox, place, program } from "./program.ts";

before(build);

// Root can write everywhere, so the program runs as another user, from a copy that everyone can read.
const DROP = "if (process.getuid() === 0) { process.setgroups([]); process.setgid(65534); process.setuid(65534); }\n";

function asVisitor(
  t: Cleaning,
): ProgramSandbox & { visit(...argv: string[]): { status: number | null; out: string; err: string } } {
  const here = place(t);
  const root = dirname(here.home);
  cpSync(dirname(program), join(root, "dist"), { recursive: true });
  writeFileSync(join(root, "drop.cjs"), DROP);
  chmodSync(dirname(root), 0o755); // temporary directories are private
  return {
    ...here,
    visit(...argv) {
      setModes(root, { directory: 0o555, file: 0o444 });
      const args = ["-r", join(root, "drop.cjs"), join(root, "dist", "oldhand.cjs"), ...argv];
      const done = spawnSync(process.execPath, args, { cwd: here.project, env: here.env, encoding: "utf8" });
      setModes(root, { directory: 0o755, file: 0o644 });
      return { status: done.status, out: done.stdout, err: done.stderr };
    },
  };
}

test("a read-only home can be read, with one message", (t) => {
  const { oldhand, visit } = asVisitor(t);
  oldhand(["record", "add", "Deploys go through staging first"]);
  const listBefore = oldhand(["record", "list"]).out;
  const list = visit("record", "list");
  assert.deepEqual([list.status, list.out], [0, listBefore]);
  assert.match(list.err, /^oldhand: .*cannot be written.*\n$/);
  const { results } = JSON.parse(visit("recall", "staging", "--json").out);
  assert.deepEqual(
    results.map(({ text }: { text: string }) => text),
    ["Deploys go through staging first"],
  );
  assert.match(visit().out, /The memory is read-only here/);
});

test("writing to it fails with a reason, and the doctor reports it", (t) => {
  const { oldhand, visit } = asVisitor(t);
  oldhand(["record", "add", "Deploys go through staging first"]);
  const add = visit("record", "add", "Another one", "--json");
  assert.equal(add.status, 1);
  assert.equal(JSON.parse(add.out).error.code, "read-only");
  const { healthy, checks } = JSON.parse(visit("doctor", "--json").out);
  assert.deepEqual([healthy, checks.length], [false, 1]);
});

function setModes(path: string, modes: { directory: number; file: number }): void {
  chmodSync(path, 0o755);
  for (const entry of readdirSync(path, { withFileTypes: true })) {
    const below = join(path, entry.name);
    if (entry.isDirectory()) setModes(below, modes);
    else chmodSync(below, modes.file);
  }
  chmodSync(path, modes.directory);
}
