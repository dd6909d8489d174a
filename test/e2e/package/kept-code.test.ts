import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { chmodSync, cpSync, existsSync, readdirSync, readFileSync, statSync, utimesSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { type TestContext, test } from "node:test";
import { tempDir } from "../../fixtures/git-repo.ts";
import { place, program } from "../cli/program.ts";

const TEXT = "The valve opens to the left";

function used(t: TestContext) {
  const { home, oldhand, env, project } = place(t);
  oldhand(["record", "add", TEXT, "--scope", "global"]);
  const recall = () => {
    const { status, out } = oldhand(["recall", "valve", "--format", "prompt"]);
    return { status, isFound: out.includes(TEXT) };
  };
  const file = () => join(home, "code", readdirSync(join(home, "code")).find((name) => name.endsWith("-recall"))!);
  return { home, env, project, recall, file };
}

const found = { status: 0, isFound: true };

test("compiled code is cached privately, once oldhand was used", (t) => {
  const { home, recall, file } = used(t);
  recall();
  const modes = [join(home, "code"), file()].map((path) => (statSync(path).mode & 0o777).toString(8));
  assert.deepEqual(modes, ["700", "600"]);
});

test("without a home no compiled code is cached", (t) => {
  const { home, oldhand } = place(t);
  oldhand(["--version"]);
  oldhand(["hook", "recall", "valve"]);
  assert.equal(existsSync(home), false);
});

test("damaged cached code is not used, and compiled again", (t) => {
  const { recall, file } = used(t);
  recall();
  const intact = readFileSync(file());
  for (const share of [0, 0.001, 0.1, 0.25, 0.4, 0.6, 0.9]) {
    const damaged = Buffer.from(intact);
    damaged.fill(0x5a, Math.floor(intact.length * share), Math.floor(intact.length * share) + 64);
    writeFileSync(file(), damaged);
    assert.deepEqual(recall(), found);
    assert.deepEqual(recall(), found);
    assert.notDeepEqual(readFileSync(file()), damaged);
  }
});

test("truncated or empty cached code is not used", (t) => {
  const { recall, file } = used(t);
  recall();
  const intact = readFileSync(file());
  for (const share of [0, 0.3, 0.5, 0.99]) {
    writeFileSync(file(), intact.subarray(0, Math.floor(intact.length * share)));
    assert.deepEqual(recall(), found);
  }
});

test("cached code that others could have written is not used", (t) => {
  const { recall, file } = used(t);
  recall();
  const half = Buffer.from("no code at all");
  writeFileSync(file(), Buffer.concat([half, half]));
  chmodSync(file(), 0o666);
  assert.deepEqual(recall(), found);
  assert.equal(statSync(file()).mode & 0o777, 0o600);
});

test("cached code of another build is deleted after days without use, and not before", (t) => {
  const { home, recall } = used(t);
  recall();
  const [old, other] = ["0123456789abcdef", "123456789abcdef0"].map((mark) =>
    join(home, "code", `${mark}-v22.23.0-x64-recall`),
  ) as [string, string];
  for (const name of readdirSync(join(home, "code")))
    if (name.endsWith("-recall")) writeFileSync(join(home, "code", name), "");
  for (const file of [old, other]) writeFileSync(file, "");
  const longAgo = new Date(Date.now() - 3 * 24 * 60 * 60 * 1000);
  utimesSync(old, longAgo, longAgo);
  recall();
  assert.deepEqual([existsSync(old), existsSync(other)], [false, true]);
});

test("cached code contains no record and no query", (t) => {
  const { recall, file } = used(t);
  recall();
  assert.doesNotMatch(readFileSync(file(), "latin1"), /valve/);
});

test("the same build at another path shares the cached code, and neither replaces the other's", (t) => {
  const { env, project, recall, file } = used(t);
  recall();
  recall();
  const kept = readFileSync(file());
  const elsewhere = join(tempDir(t, "elsewhere"), "dist");
  cpSync(dirname(program), elsewhere, { recursive: true });
  const argv = [join(elsewhere, "oldhand.cjs"), "recall", "valve", "--format", "prompt"];
  const { status, stdout } = spawnSync(process.execPath, argv, { cwd: project, env, encoding: "utf8" });
  assert.deepEqual({ status, isFound: stdout.includes(TEXT) }, found);
  assert.deepEqual(recall(), found);
  assert.deepEqual(readFileSync(file()), kept);
});
