import assert from "node:assert/strict";
import { test } from "node:test";
import { FORMS, LOOK_ALIKES, WRAPS } from "./abuses.ts";
import { riskOf } from "./judged.ts";
import { HARMLESS } from "./ordinary.ts";

const FORMS_AT_ONCE = 12;

test("no abuse is low, however it is wrapped", (t) => {
  // Every form as it is, and then each wrap around a share of the forms, so that every form meets several.
  const wrapped = WRAPS.flatMap((wrap, at) =>
    FORMS.filter((_, place) => at === 0 || (place + at) % FORMS_AT_ONCE === 0).map(wrap),
  );
  const all = [...wrapped, ...LOOK_ALIKES];
  assert.ok(all.length >= 1000, `${all.length}`);
  const low = all.filter((command) => riskOf(command) === "low");
  t.diagnostic(`${all.length} abuses of ${FORMS.length} forms`);
  assert.deepEqual(
    low.map((command) => command.slice(0, 120)),
    [],
  );
});

test("many commands, padding and hidden characters are never low, whatever is hidden", () => {
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
