/** Time of entire commands as a ratio to an empty Node, interleaved in one run: `node bench/commands.ts [--rounds 21]`. */
import { rmSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { build } from "../scripts/build.ts";
import { homeOf } from "./home-of.ts";
import { question } from "./sentences.ts";
import { median, started } from "./started.ts";

const { values } = parseArgs({ options: { rounds: { type: "string", default: "21" } } });
const rounds = Number(values.rounds);
const dist = fileURLToPath(new URL("../dist", import.meta.url));
await build();

console.log(`entire commands, median of ${rounds} interleaved rounds, as a ratio to \`node -e 0\`\n`);
console.log("records   node -e 0   hook recall   hook.cjs alone   recall   record list   --version");
for (const count of [1, 2_500, 10_000]) {
  const home = homeOf(count);
  // The first command builds the index; the second finds file stamps that are old enough to be trusted.
  start(home, ["oldhand.cjs", "record", "list"]);
  await new Promise((resolve) => setTimeout(resolve, 2_100));
  start(home, ["oldhand.cjs", "record", "list"]);
  const words = question(7).split(" ");
  const calls: Record<string, readonly string[]> = {
    bare: [],
    hook: ["oldhand.cjs", "hook", "recall", ...words],
    alone: ["hook.cjs", "recall", ...words],
    recall: ["oldhand.cjs", "recall", ...words],
    list: ["oldhand.cjs", "record", "list", "--type", "policy"],
    version: ["oldhand.cjs", "--version"],
  };
  // Two warm-up runs each: the first records which files the command loads, the second keeps their compiled code.
  for (const args of [...Object.values(calls), ...Object.values(calls)]) start(home, args);
  const times = Object.fromEntries(Object.keys(calls).map((name) => [name, [] as number[]]));
  for (let round = 0; round < rounds; round++) {
    for (const [name, args] of Object.entries(calls)) times[name]!.push(start(home, args));
  }
  const bare = median(times.bare!);
  const cell = (name: string, width: number): string => `x ${(median(times[name]!) / bare).toFixed(2)}`.padStart(width);
  console.log(
    `${String(count).padStart(7)}   ${`${bare.toFixed(1)} ms`.padStart(9)}   ${cell("hook", 11)}   ${cell("alone", 14)}   ${cell("recall", 6)}   ${cell("list", 11)}   ${cell("version", 9)}`,
  );
  rmSync(home, { recursive: true, force: true });
}

function start(home: string, [script, ...rest]: readonly string[]): number {
  return started(script === undefined ? [] : [join(dist, script), ...rest], { home }).ms;
}
