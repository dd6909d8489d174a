import assert from "node:assert/strict";
import { test } from "node:test";
import { readLines } from "../../fixtures/read-tsv.ts";
import { LOOK_ALIKES, WRAPS } from "./disguises.ts";
import { riskOf } from "./judged.ts";

const HARMLESS = readLines("commands/harmless-commands.tsv", "command");

/** Programs that can be made to start a shell, to write or to send data, each in a form that does. */
const ABUSES = readLines("commands/commands-that-must-not-be-low-risk.tsv", "command");

/** Each wrap goes around one in this many commands. */
const SHARES = 12;

test("no abuse is of low risk, however it is wrapped", (t) => {
  // Every command unwrapped, then each wrap around a share of them, so that every command meets several wraps.
  const wrapped = WRAPS.flatMap((wrap, at) =>
    ABUSES.filter((_, place) => at === 0 || (place + at) % SHARES === 0).map(wrap),
  );
  const all = [...wrapped, ...LOOK_ALIKES];
  assert.ok(all.length >= 1000, `${all.length}`);
  const low = all.filter((command) => riskOf(command) === "low");
  t.diagnostic(`${all.length} commands made of ${ABUSES.length}`);
  assert.deepEqual(
    low.map((command) => command.slice(0, 120)),
    [],
  );
});

test("long lists of commands, padding and hidden characters are never of low risk, whatever they hide", () => {
  const tricks: readonly ((command: string) => string)[] = [
    (command) => `${command}\r`,
    (command) => `${command} \u202e`,
    (command) => `${command}${" ".repeat(400)}`,
    (command) => `${command}\n\n\n\n${command}`,
    (command) => `${command} # ${"x".repeat(1100)}`,
    (command) => Array(51).fill("true").join("; ").concat(`; ${command}`),
    (command) => `X=1; ${command}`,
    (command) => `${command} )`,
  ];
  const some = HARMLESS.filter((command, at) => at % 8 === 0 && !command.includes("\n"));
  const low = some.flatMap((command) => tricks.map((trick) => trick(command)).filter((one) => riskOf(one) === "low"));
  assert.deepEqual(
    low.map((command) => command.slice(0, 120)),
    [],
  );
});
