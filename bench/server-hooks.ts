/** What hooks cost that the running server answers: alone, and while it learns from 10,000 messages and embeds them. */
import { spawn } from "node:child_process";
import { mkdirSync, rmSync, utimesSync } from "node:fs";
import { join } from "node:path";
import { DAY_MS, HOUR_MS } from "../src/core/base/clock.ts";
import { openMemory } from "../src/main/memory.ts";
import { environment } from "../src/verbs/call/environment.ts";
import { claudeSession } from "../test/fixtures/claude-session.ts";
import { homeOf } from "./home-of.ts";
import { question, sentence } from "./sentences.ts";
import { median, started } from "./started.ts";

const GUARDS = 50;
const CALLS = 200;
const WARM_UP = 20;
/** A bare start is measured after so many calls, so that both see the same machine. */
const BARE_EVERY = 10;

/** The stamps of files are trusted when they are two seconds old; until then each file is read at every call. */
const STILL_MS = 2100;
const ROWS = [
  { count: 1000, name: "1000, just written", waitMs: 0 },
  { count: 1000, name: "1000", waitMs: STILL_MS },
  { count: 10_000, name: "10000", waitMs: STILL_MS },
];

type Took = { readonly bare: number[]; readonly prompt: number[]; readonly guard: number[] };

export async function serverTimes(program: string): Promise<void> {
  console.log("\nanswered by the running server with 50 guards, median (99th percentile), as a ratio to `node -e 0`\n");
  console.log("records                      node -e 0   prompt            guard             calls");
  for (const { count, name, waitMs } of ROWS) {
    const home = homeOf(count);
    await addGuards(home);
    await new Promise((resolve) => setTimeout(resolve, waitMs));
    const server = memoryServer(program, home);
    const took: Took = { bare: [], prompt: [], guard: [] };
    for (let call = -WARM_UP; call < CALLS; call++) await measure(server, { home, call, took });
    server.end();
    print(name, took);
    rmSync(home, { recursive: true, force: true });
  }
  await whileLearning(program);
}

const SESSIONS = 100;
const MESSAGES = 100;

/** A year of talk beside the records: a prompt is compared with it, and gets passages. */
export async function withTalk(program: string): Promise<void> {
  const home = homeOf(10_000);
  await addGuards(home);
  const folder = join(home, "talk");
  mkdirSync(folder);
  const memory = await openMemory({ ...environment(), oldhandHome: home, home, cwd: home, variables: { HOME: home } });
  await memory.set("memories.enabled", "false");
  await memory.set("sessions.keepDays", "0");
  for (let session = 0; session < TALKS; session++) {
    const said = Array.from({ length: MESSAGES }, (_, at) => ({ person: sentence(session * MESSAGES + at) }));
    const startMs = Date.now() - (TALKS - session) * HOUR_MS;
    const file = claudeSession({ folder, id: `talk-${session}`, cwd: home, startMs, said });
    await memory.importSessions({ agent: "claude-code", file });
  }
  for (let note: string | undefined = ""; note !== undefined; )
    ({ note } = await memory.recall({ query: "rules", format: "json" }));
  memory.close();
  await new Promise((resolve) => setTimeout(resolve, STILL_MS));
  const server = memoryServer(program, home);
  const took: Took = { bare: [], prompt: [], guard: [] };
  for (let call = -WARM_UP; call < CALLS; call++) await measure(server, { home, call, took });
  server.end();
  print(`10000, ${TALKS * MESSAGES} messages`, took);
  rmSync(home, { recursive: true, force: true });
}

const TALKS = 1000;

async function whileLearning(program: string): Promise<void> {
  const home = homeOf(1000);
  await addGuards(home);
  writeSessions(home);
  const server = memoryServer(program, home);
  const took: Took = { bare: [], prompt: [], guard: [] };
  for (let call = -WARM_UP; call < 0; call++) await measure(server, { home, call, took });
  // Until it begins, and then until everything is learned and embedded.
  while (!(await hasSessions(home))) await new Promise((resolve) => setTimeout(resolve, 20));
  for (let call = 0; call % BARE_EVERY !== 0 || (await embedded(home)) < SESSIONS * MESSAGES; call++)
    await measure(server, { home, call, took });
  server.end();
  print("1000, while it learns", took);
  rmSync(home, { recursive: true, force: true });
}

function writeSessions(home: string): void {
  const folder = join(home, ".claude", "projects", "bench");
  mkdirSync(folder, { recursive: true });
  for (let session = 0; session < SESSIONS; session++) {
    const startMs = Date.now() - 2 * DAY_MS + session;
    const said = Array.from({ length: MESSAGES }, (_, at) => ({ person: sentence(session * MESSAGES + at) }));
    const file = claudeSession({ folder, id: `bench-${session}`, cwd: home, startMs, said });
    utimesSync(file, startMs / 1000, startMs / 1000);
  }
}

async function addGuards(home: string): Promise<void> {
  const memory = await openMemory({ ...environment(), oldhandHome: home, home, cwd: home, variables: { HOME: home } });
  await memory.set("memories.enabled", "true");
  await memory.set("memories.maxRolloutsPerStartup", String(SESSIONS));
  for (let n = 0; n < GUARDS; n++)
    await memory.add({ text: `Rule ${n}`, scope: "global", guards: [{ deny: [`tool-${n} run`] }] });
  // From the first search on, sessions are indexed and embedded.
  await memory.recall({ query: "rules", format: "json" });
  memory.close();
}

async function hasSessions(home: string): Promise<boolean> {
  const { openState } = await import("../src/store/databases/state-db.ts");
  const { homeFrom } = await import("../src/store/files/home.ts");
  const state = openState(homeFrom({ oldhandHome: home }), { at: () => {}, note: () => {} });
  try {
    return Number(state.sql("SELECT count(*) AS n FROM sessions").get()?.n) > 0;
  } finally {
    state.close();
  }
}

/** How many messages have their vector. */
async function embedded(home: string): Promise<number> {
  const { openIndex } = await import("../src/store/databases/index-db.ts");
  const { passagesOf } = await import("../src/store/index/passages/passages.ts");
  const { homeFrom } = await import("../src/store/files/home.ts");
  const index = openIndex(homeFrom({ oldhandHome: home }), () => {});
  try {
    return passagesOf(index).vectors.count().embedded;
  } finally {
    index.close();
  }
}

type Measured = { readonly home: string; readonly call: number; readonly took: Took };

async function measure(server: Server, { home, call, took }: Measured): Promise<void> {
  const of = { host: "claude-code", session_id: `s${call}`, cwd: home };
  const prompt = { ...of, hook_event_name: "UserPromptSubmit", prompt: question(call + 30) };
  const input = JSON.stringify({ command: `cd src && npm run build-${call} && git push origin main` });
  const guard = { ...of, hook_event_name: "PreToolUse", tool_name: "Bash", tool_input: input };
  const [promptMs, guardMs] = [await server.tell(prompt), await server.tell(guard)];
  if (call < 0) return;
  took.prompt.push(promptMs);
  took.guard.push(guardMs);
  if (call % BARE_EVERY === 0) took.bare.push(started([], { home }).ms);
}

function print(name: string, { bare, ...took }: Took): void {
  const one = median(bare);
  const cell = (values: readonly number[]): string => {
    const last = values.toSorted((a, b) => a - b)[Math.floor(values.length * 0.99)] ?? Number.NaN;
    return `x ${(median(values) / one).toFixed(3)} (x ${(last / one).toFixed(2)})`.padEnd(16);
  };
  console.log(
    [name.padEnd(26), `${one.toFixed(1)} ms`.padStart(9), cell(took.prompt), cell(took.guard)].join("   "),
    String(took.guard.length).padStart(6),
  );
}

type Server = ReturnType<typeof memoryServer>;

/** The server over stdio, as hosts have it; `tell` returns how long an answer took. */
function memoryServer(program: string, home: string) {
  const env = { ...process.env, OLDHAND_HOME: home, HOME: home, NODE_EXTRA_CA_CERTS: "" };
  const child = spawn(process.execPath, [program, "mcp"], { cwd: home, env, stdio: ["pipe", "pipe", "ignore"] });
  let answered = (): void => {};
  child.stdout.on("data", (chunk: Buffer) => chunk.includes(10) && answered());
  let id = 0;
  return {
    tell(event: object): Promise<number> {
      id += 1;
      const params = { name: "host_event", arguments: event };
      const from = performance.now();
      child.stdin.write(`${JSON.stringify({ jsonrpc: "2.0", id, method: "tools/call", params })}\n`);
      return new Promise((resolve) => {
        answered = () => resolve(performance.now() - from);
      });
    },
    end: () => child.stdin.end(),
  };
}
