/** A recall over MCP as a ratio to the same recall in process, interleaved in one run: `node bench/mcp.ts [--records 100000]`. */
import { mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { build } from "../scripts/build.ts";
import { openMemory } from "../src/main/memory.ts";
import { environment } from "../src/verbs/call/environment.ts";
import { homeOf } from "./home-of.ts";
import { connectMcp } from "./mcp-client.ts";
import { question } from "./sentences.ts";

const { values } = parseArgs({
  options: { rounds: { type: "string", default: "60" }, records: { type: "string", default: "100000" } },
});
const [rounds, count] = [Number(values.rounds), Number(values.records)];
const program = fileURLToPath(new URL("../dist/oldhand.cjs", import.meta.url));
await build();

const home = homeOf(count);
const cwd = join(home, "nowhere");
mkdirSync(cwd);
const memory = await openMemory({ ...environment(), oldhandHome: home, cwd }, { settle: "files", note: () => {} });
const { NODE_EXTRA_CA_CERTS: _, ...env } = process.env;
const server = await connectMcp({
  ...{ command: process.execPath, args: [program, "mcp"], cwd, env: { ...env, OLDHAND_HOME: home } },
  onError: (text) => process.stderr.write(text),
});
const firstMs = await timed(() => recallOverMcp(0));

const times = { inProcess: [] as number[], overMcp: [] as number[], learn: [] as number[] };
for (let round = 1; round <= rounds; round++) {
  times.inProcess.push(await timed(() => memory.recall({ query: question(round), format: "json" })));
  times.overMcp.push(await timed(() => recallOverMcp(round)));
}
for (let round = 0; round < 20; round++) {
  const text = `Bench number ${round} was measured on bench ${round * 7919}`;
  times.learn.push(await timed(() => server.call("memory_learn", { text, type: "fact" })));
}
memory.close();
const exitMs = await timed(() => server.close());
rmSync(home, { recursive: true, force: true });

const [inProcess, overMcp] = [median(times.inProcess), median(times.overMcp)];
console.log(`${count} records, medians of ${rounds} interleaved rounds`);
console.log(`recall in process    ${ms(inProcess)}`);
console.log(`memory_recall, stdio ${ms(overMcp)}   x ${(overMcp / inProcess).toFixed(2)}`);
console.log(`memory_learn, stdio  ${ms(median(times.learn))}`);
console.log(`first call, which opens the memory and checks every file: ${ms(firstMs)}`);
console.log(`exit after the client closed: ${ms(exitMs)}`);

function recallOverMcp(round: number): Promise<unknown> {
  return server.call("memory_recall", { query: question(round) });
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const began = process.hrtime.bigint();
  await work();
  return Number(process.hrtime.bigint() - began) / 1e6;
}

function median(all: readonly number[]): number {
  return all.toSorted((a, b) => a - b)[all.length >> 1]!;
}

function ms(value: number): string {
  return `${value.toFixed(1)} ms`;
}
