/** The time of a brief: as an entire command compared with an empty Node, and in process: `node bench/brief.ts [--rounds 21]`. */
import { rmSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { build } from "../scripts/build.ts";
import { openMemory } from "../src/main/memory.ts";
import { environment } from "../src/verbs/call/environment.ts";
import { homeOf } from "./home-of.ts";
import { question } from "./sentences.ts";
import { started } from "./started.ts";

const { values } = parseArgs({ options: { rounds: { type: "string", default: "21" } } });
const rounds = Number(values.rounds);
const BRIEFS = 100;
const program = fileURLToPath(new URL("../dist/oldhand.cjs", import.meta.url));

await build();
const homes = new Map<number, string>();
for (const count of [1_000, 10_000]) homes.set(count, await settledHome(count));

console.log(`entire commands, median of ${rounds} interleaved rounds, as a ratio to \`node -e 0\`\n`);
console.log("records   node -e 0   brief --prompt   brief   --version   first brief, with index");
for (const [count, home] of homes) wholeCommands(count, home);

console.log(
  `\nin process, median and 95th percentile of ${BRIEFS}, next to the bare full-text query for the same words\n`,
);
console.log("records   first   with a prompt          without one            bare query   file of a session");
for (const [count, home] of homes) await inProcess(count, home);
for (const home of homes.values()) rmSync(home, { recursive: true, force: true });

/** Indexed, with file stamps that are old enough to be trusted. */
async function settledHome(count: number): Promise<string> {
  const home = homeOf(count);
  start(home, ["record", "list", "--type", "policy"]);
  await new Promise((resolve) => setTimeout(resolve, 2_100));
  start(home, ["record", "list", "--type", "policy"]);
  return home;
}

function wholeCommands(count: number, home: string): void {
  const calls: Record<string, readonly string[] | undefined> = {
    bare: undefined,
    prompt: ["brief", "--prompt", question(7)],
    plain: ["brief"],
    version: ["--version"],
  };
  // Two warm-up runs each, which keep the compiled code.
  for (const args of [...Object.values(calls), ...Object.values(calls)]) start(home, args);
  const times = Object.fromEntries(Object.keys(calls).map((name) => [name, [] as number[]]));
  for (let round = 0; round < rounds; round++) {
    for (const [name, args] of Object.entries(calls)) times[name]!.push(start(home, args));
  }
  const bare = median(times.bare!);
  const ratio = (ms: number, width: number): string => `x ${(ms / bare).toFixed(2)}`.padStart(width);
  for (const end of ["", "-wal", "-shm"]) rmSync(join(home, `index.db${end}`), { force: true });
  const cells = [
    `${bare.toFixed(1)} ms`.padStart(9),
    ratio(median(times.prompt!), 14),
    ratio(median(times.plain!), 5),
    ratio(median(times.version!), 9),
    ratio(start(home, ["brief"]), 29),
  ];
  console.log(`${String(count).padStart(7)}   ${cells.join("   ")}`);
}

async function inProcess(count: number, home: string): Promise<void> {
  const memory = await openMemory(
    { ...environment(), oldhandHome: home, cwd: home },
    { settle: "files", note: console.error },
  );
  const db = new DatabaseSync(join(home, "index.db"), { readOnly: true });
  const query = db.prepare("SELECT rowid FROM words WHERE words MATCH ? ORDER BY rank LIMIT 32");
  const words = (n: number): string =>
    question(n)
      .split(/[^A-Za-z0-9]+/)
      .map((word) => `"${word}"`)
      .join(" OR ");
  const asked: Record<string, (n: number) => unknown> = {
    prompt: (n) => memory.brief({ prompt: question(n) }),
    plain: () => memory.brief({}),
    session: (n) => memory.brief({ prompt: question(n), file: "src/a.ts", session: "bench" }),
    bare: (n) => query.all(words(n)),
  };
  const times = Object.fromEntries(Object.keys(asked).map((name) => [name, [] as number[]]));
  for (let n = 0; n < BRIEFS; n++) {
    for (const [name, ask] of Object.entries(asked)) times[name]!.push(await timed(() => ask(n * 17)));
  }
  db.close();
  memory.close();
  const ms = (name: string): string => `${median(times[name]!).toFixed(2)} ms`;
  const both = (name: string): string => `${ms(name)}, ${percentile(times[name]!, 0.95).toFixed(2)} ms`.padEnd(20);
  const first = `${times.prompt![0]!.toFixed(0)} ms`.padStart(5);
  console.log(
    `${String(count).padStart(7)}   ${first}   ${both("prompt")}   ${both("plain")}   ${ms("bare").padEnd(10)}   ${both("session")}`,
  );
}

async function timed(work: () => unknown): Promise<number> {
  const from = performance.now();
  await work();
  return performance.now() - from;
}

function median(values: readonly number[]): number {
  return percentile(values, 0.5);
}

function percentile(values: readonly number[], share: number): number {
  return values.toSorted((a, b) => a - b)[Math.floor((values.length - 1) * share)]!;
}

function start(home: string, args: readonly string[] | undefined): number {
  return started(args === undefined ? [] : [program, ...args], { home }).ms;
}
