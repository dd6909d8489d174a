import assert from "node:assert/strict";
import { test } from "node:test";
import { isTrivialFamily } from "../../../src/core/command/family-name.ts";
import { familyOf } from "../../../src/core/command/steps.ts";
import { readTsv } from "../../fixtures/read-tsv.ts";

/** Shell lines as people type them, each with the family a person would call it by, or none. */
const EACH = readTsv("commands/command-families.tsv", ["about", "line", "family"]).map(
  ({ line, family }) => [line, family === "" ? undefined : family] as const,
);

for (const [line, family] of EACH) {
  test(`${JSON.stringify(line)} is called ${family ?? "nothing"}`, () => {
    assert.equal(familyOf(line), family);
  });
}

const isSimple = (line: string) => /^(?!sudo$|else )[\w.@/][\w .@/:-]*$/.test(line);
const NAMED = EACH.filter(([line, family]) => family !== undefined && isSimple(line));

const AROUND: readonly (readonly [what: string, around: (line: string) => string])[] = [
  ["assignments", (line) => `A=1 B="x y" ${line}`],
  ["sudo with options", (line) => `sudo -n -u someone ${line}`],
  ["timing", (line) => `time ${line}`],
  ["a directory change", (line) => `cd app && ${line}`],
  ["an option at the end", (line) => `${line} --verbose`],
  ["a redirection", (line) => `${line} > out.log 2>&1`],
  ["a comment", (line) => `${line} # as always`],
  ["a subshell", (line) => `(${line})`],
  ["the background", (line) => `${line} &`],
  ["several wrappers", (line) => `nohup env -u X nice -n 5 timeout 60 ${line}`],
];

for (const [what, around] of AROUND) {
  test(`${what} around a command change nothing about its name`, () => {
    assert.ok(NAMED.length > 100);
    const changed = NAMED.filter(
      ([line, family]) => !isTrivialFamily(family ?? "") && familyOf(around(line)) !== family,
    );
    assert.deepEqual(changed, []);
  });
}

test("moving around and looking are trivial, work is not", () => {
  const trivial = "cd ls ll clear exit pwd history echo cat less man which fg bg jobs alias source . bash sudo";
  assert.deepEqual(
    trivial.split(" ").filter((family) => !isTrivialFamily(family)),
    [],
  );
  const work = ["vim", "npm test", "git status", "rm", "tail", "bash x.sh", "make", "ssh"];
  assert.deepEqual(work.filter(isTrivialFamily), []);
});
