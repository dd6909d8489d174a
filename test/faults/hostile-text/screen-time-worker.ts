/** Runs every pattern and the entire screen on every hostile text, off the main thread, so that a hang can be named. */
import { parentPort } from "node:worker_threads";
import { screen } from "../../../src/core/screen/clean.ts";
import { SECRET_RULES } from "../../../src/core/screen/secrets.ts";
import { FILLS, PUMPS, repeat } from "./slow-pattern-texts.ts";

const LENGTH = 100_000;
const SLOW_MS = 50;
const runs = FILLS.map((fill) => repeat(fill, LENGTH));

for (const rule of SECRET_RULES) {
  parentPort?.postMessage({ pump: `the pattern of ${rule.name}` });
  for (const run of runs) {
    const text = rule.keywords[0] + run;
    if ("parse" in rule) rule.parse(text, 0);
    else rule.pattern().exec(text);
  }
}

const timings = PUMPS.map(({ name, make }) => {
  parentPort?.postMessage({ pump: name });
  return { pump: name, halfMs: timeOf(make(LENGTH / 2)), wholeMs: timeOf(make(LENGTH)) };
});
parentPort?.postMessage({ timings });

/** CPU time of this thread, so that other work on the machine does not count. A slow run is repeated all the same. */
function timeOf(text: string): number {
  const first = timeOnce(text);
  return first < SLOW_MS ? first : Math.min(first, timeOnce(text), timeOnce(text));
}

function timeOnce(text: string): number {
  const before = process.threadCpuUsage();
  screen(text);
  const { user, system } = process.threadCpuUsage(before);
  return (user + system) / 1000;
}
