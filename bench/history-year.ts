/**
 * Imports a year of generated shell history; the planted habits must be suggested, and nothing else:
 * `node bench/history-year.ts [--check] [--seed 1] [--commands 200000] [--projects 40] [--sessions 1500]`.
 */
import { parseArgs } from "node:util";
import { checkYear } from "./history-year/check.ts";
import { generateYear, type Year } from "./history-year/generate.ts";
import { type Learned, learnFromFile, learnFromSpool, oneMore } from "./history-year/learn.ts";
import type { Planted } from "./history-year/ledger.ts";
import { differences, expectedOf, expectedOfFile, type Suggested } from "./history-year/suggested.ts";

const { values } = parseArgs({
  options: {
    check: { type: "boolean", default: false },
    seed: { type: "string", default: "1" },
    commands: { type: "string", default: "200000" },
    projects: { type: "string", default: "40" },
    sessions: { type: "string", default: "1500" },
  },
});

const began = performance.now();
const year = generateYear({
  seed: Number(values.seed),
  commands: Number(values.commands),
  projects: Number(values.projects),
  sessions: Number(values.sessions),
});
console.log(`generated in ${seconds(began)}: ${size(year)}`);
for (const name of ["planted", "decoys", "inFile"] as const) console.log(`${name.padEnd(7)}  ${kinds(year[name])}`);
if (values.check) check(year);

const small = generateYear({ commands: 1000, projects: 3, sessions: 20 });
const fewer = await learnFromSpool(small);
const own = await learnFromSpool(year);
report("live capture", own, expectedOf(year));
const fromFile = await learnFromFile(year);
report("zsh history file", fromFile, expectedOfFile(year));
const [few, many] = [await oneMore(fewer.home), await oneMore(own.home)];
console.log(
  `one more command: ${few.toFixed(2)} ms at ${fewer.events} commands, ${many.toFixed(2)} ms at ${own.events}: x ${(many / few).toFixed(2)}`,
);
for (const learned of [fewer, own, fromFile]) learned.remove();

function report(way: string, learned: Learned, expected: readonly Suggested[]): void {
  const { suggested, events, cpuMs, wallMs, listMs, peakMb } = learned;
  const faults = differences(suggested, expected);
  console.log(
    `${way}: ${events} commands in ${(wallMs / 1000).toFixed(1)} s (${(cpuMs / 1000).toFixed(1)} s of CPU, ${Math.round((events / wallMs) * 1000)} per second, ${Math.round(peakMb)} MB at most)`,
  );
  console.log(`  ${suggested.length} suggestions, listed in ${Math.round(listMs)} ms; ${faults.length} differences`);
  for (const fault of faults.slice(0, 20)) console.log(`  ${fault}`);
  if (faults.length > 0) process.exitCode = 1;
}

function check(made: Year): void {
  const start = performance.now();
  const { counted, faults } = checkYear(made);
  console.log(`counted ${counted} lines again in ${seconds(start)}: ${faults.length} differences`);
  for (const fault of faults.slice(0, 20)) console.log(`  ${fault}`);
  if (faults.length > 0) process.exitCode = 1;
}

function size({ events, zshHistory }: Year): string {
  const sessions = new Set(events.map(({ session }) => session)).size;
  const failed = events.filter(({ status }) => status !== "success").length;
  const megabytes = (Buffer.byteLength(zshHistory) / 1e6).toFixed(1);
  return `${events.length} commands in ${sessions} sessions, ${failed} of them failed; ${megabytes} MB of history`;
}

function kinds(items: readonly Planted[]): string {
  const count = (kind: Planted["kind"]): number => items.filter((item) => item.kind === kind).length;
  return `${count("recurring")} recurring, ${count("sequence")} sequences, ${count("directory")} directories`;
}

function seconds(start: number): string {
  return `${((performance.now() - start) / 1000).toFixed(1)} s`;
}
