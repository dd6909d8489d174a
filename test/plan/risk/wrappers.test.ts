import assert from "node:assert/strict";
import { test } from "node:test";
import type { Program } from "../../../src/core/command/tables/program.ts";
import { TABLE } from "../../../src/core/command/tables/programs.ts";
import { judged, riskOf } from "./judged.ts";

const LINES: Readonly<Record<NonNullable<Program["takesLine"]>, string>> = {
  "after-c": "-c '_'",
  "as-word": "'_'",
  "all-words": "_",
  "first-word": "'_' EXIT",
  "after-host": "host _",
  "quoted-words": "'_'",
  "after-equals": "x='_'",
};

/** Every way to run a command with a program, by its row in the table. */
function callsOf([name, row]: readonly [string, Program]): string[] {
  const { runs, runsAfter = {}, runsAfterOption, takesLine, splits } = row;
  const own = (count: number | "version"): string => (count === "version" ? "" : "5 ".repeat(count));
  return [
    ...(runs === undefined ? [] : [`${own(runs)}_`, `${own(runs)}-- _`]),
    ...Object.entries(runsAfter).flatMap(([verb, count]) => [
      `${verb} ${own(count)}_`,
      ...(count === "version" ? [`${verb} 20 _`, `${verb} lts/iron _`] : []),
    ]),
    ...(runsAfterOption?.split(" ").map((option) => `. ${option} _ \\;`) ?? []),
    ...(takesLine === undefined ? [] : [LINES[takesLine]]),
    ...(splits === undefined ? [] : ["-S '_'"]),
  ].map((call) => `${name} ${call}`);
}

const CALLS = [...TABLE].flatMap((row) => callsOf(row).map((call) => ({ call, row: row[1] })));
const wrap = (call: string, command: string): string => call.replace("_", command);

test("no wrapper hides a destructive command", () => {
  assert.ok(CALLS.length > 120, `${CALLS.length}`);
  const hidden = CALLS.map(({ call }) => wrap(call, "rm -rf src")).filter(
    (command) => riskOf(command) !== "high" || !judged(command).flags.some(({ rule }) => rule === "removes-trees"),
  );
  assert.deepEqual(hidden, []);
});

test("no wrapper in another wrapper hides a destructive command", () => {
  const around = ["env A=1", "nvm exec 20", "sudo -u ann", "time", "npx"];
  const hidden = CALLS.flatMap(({ call }) =>
    around.map((outer) => `${outer} ${wrap(call, "git push --force")}`),
  ).filter((command) => !judged(command).flags.some(({ rule }) => rule === "rewrites-history"));
  assert.deepEqual(hidden, []);
});

test("a harmless command stays low in a wrapper that adds nothing", () => {
  const raised = CALLS.filter(({ call, row }) => row.addsNothing !== undefined && !call.includes(" -S "))
    .map(({ call }) => wrap(call, "ls -la"))
    .filter((command) => riskOf(command) !== "low");
  assert.deepEqual(raised, []);
});

/** They run it as another user or in another root, or build the command at run time. */
const RISKY_BY_ITSELF = /^(?:sudo|doas|run0|su|pkexec|dzdo|gsudo|please|gosu|su-exec|runuser|chroot) |^env -S /;

test("a harmless command is high only in a wrapper that is risky by itself", () => {
  const raised = CALLS.map(({ call }) => wrap(call, "ls -la")).filter(
    (command) => riskOf(command) === "high" && !RISKY_BY_ITSELF.test(command),
  );
  assert.deepEqual(raised, []);
});
