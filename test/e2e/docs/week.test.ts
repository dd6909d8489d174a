// What docs/week.md shows is what the program prints in a lived-in home; `node scripts/write-week.ts` updates it.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { build } from "../../../scripts/build.ts";
import { livedInConsole, stepsOf } from "./console-blocks.ts";

test("every command of docs/week.md prints what it shows", async (t) => {
  await build();
  const run = livedInConsole(t);
  const steps = stepsOf(readFileSync(new URL("../../../docs/week.md", import.meta.url), "utf8"));
  assert.ok(steps.length > 5);
  for (const { command, shows } of steps) assert.equal(run(command), shows, command);
});
