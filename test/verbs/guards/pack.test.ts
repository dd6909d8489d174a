import assert from "node:assert/strict";
import { test } from "node:test";
import { whatRuns } from "../../../src/core/command/what-runs.ts";
import { PACK, packMatches, type UncommittedWork } from "../../../src/verbs/guards/pack.ts";

const DIRTY: UncommittedWork = { changed: true, untracked: true };

function namesFor(line: string, work: UncommittedWork | undefined = DIRTY): readonly string[] {
  const [cwd, home] = ["/home/ann/app", "/home/ann"];
  const runs = whatRuns(line, { isThorough: true, cwd, home, scripts: { find: () => undefined } });
  return packMatches(runs, { cwd, root: cwd, home, work: () => work }).map(({ record }) => record.replace("pack:", ""));
}

for (const { name, stops, passes } of PACK) {
  for (const line of stops) test(`${name} asks before: ${line}`, () => assert.ok(namesFor(line).includes(name)));
  for (const line of passes)
    test(`${name} does not ask before: ${line}`, () => assert.ok(!namesFor(line).includes(name)));
}

test("nothing is asked where there is nothing to lose, and it is asked where git does not say", () => {
  const clean = { changed: false, untracked: false };
  const lines = ["git reset --hard", "git checkout -- src/a.ts", "git clean -fdx"];
  assert.deepEqual(
    lines.map((line) => namesFor(line, clean)),
    [[], [], []],
  );
  assert.deepEqual(namesFor("git reset --hard"), ["discard-changes"]);
});

test("another machine and a container have their own files", () => {
  for (const line of ["ssh host rm -rf /srv/x", "docker exec db rm -rf /var/lib/x"])
    assert.deepEqual(namesFor(line), []);
});
