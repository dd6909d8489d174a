/** Acknowledged writes survive a power cut: calls are in the right order, and every state that a cut can leave is repaired. */
import assert from "node:assert/strict";
import { rmSync } from "node:fs";
import { dirname, join } from "node:path";
import { test } from "node:test";
import { acks, run } from "../tools/child.ts";
import { faultsOf, isLong, newHome, recordPaths, statementIn, within } from "../tools/homes.ts";
import type { Ack, Step } from "../tools/run-steps.ts";
import { type CrashState, crashStates, layDown, treeOf } from "./crash-states.ts";
import { type Call, traced } from "./system-calls.ts";

const HAS_STRACE = !(process.env.OLDHAND_LEFT_OUT ?? "").split(",").includes("strace");
const MOST_STATES = isLong ? Number.POSITIVE_INFINITY : 150;

const FIRST = "The tide gauge stands on the north pier";
const SECOND = "The tide gauge was moved to the south pier in May";
const THIRD = "Pilots board ships at buoy seven";

/** Verbs, and the statements expected after each number of acknowledgements; the last verb is in progress. */
const cases: { name: string; before: Step[]; steps: Step[]; right: string[][] }[] = [
  {
    name: "the first record of a new home",
    before: [],
    steps: [["add", { text: FIRST, type: "fact", scope: "global" }]],
    right: [[], [FIRST]],
  },
  {
    name: "a record added, one changed, one deleted",
    before: [["add", { text: FIRST, type: "fact", scope: "global" }]],
    steps: [
      ["list", { status: "all" }],
      ["add", { text: THIRD, type: "fact", scope: "global" }],
      ["update", "$FIRST", { text: SECOND }],
      ["delete", "$FIRST"],
    ],
    right: [[FIRST], [FIRST], [FIRST, THIRD], [SECOND, THIRD], [THIRD]],
  },
];

for (const { name, before, steps, right } of cases) {
  test(`${name}: every state that a power cut can leave is consistent`, async (t) => {
    if (!HAS_STRACE) {
      t.diagnostic("strace is missing: the order of system calls was NOT checked");
      return;
    }
    const home = newHome(t);
    const seeded =
      before.length === 0 ? [] : acks<Ack>(await run("tools/run-steps.ts", { home, args: [JSON.stringify(before)] }));
    const start = treeOf(home);
    const args = [JSON.stringify(steps).replaceAll("$FIRST", seeded[0]?.id ?? "")];
    const { calls, ended } = await traced("tools/run-steps.ts", { home, args });
    assert.equal(ended.code, 0, ended.stderr);
    assert.equal(acks<Ack>(ended).filter(({ error }) => error !== undefined).length, 0, ended.stdout);
    const states = crashStates(home, start, calls);
    const chosen = mostTelling(states, MOST_STATES);
    const wrong: string[] = [];
    for (const state of chosen) wrong.push(...(await faultsAfter(state, right, join(dirname(home), "crashed"))));
    t.diagnostic(
      `${calls.length} calls, ${states.length} crash states, ${chosen.length} opened, ${wrong.length} wrong`,
    );
    assert.deepEqual(wrong, []);
  });
}

test("an add writes, syncs, renames, syncs the directory, and only then is acknowledged", async (t) => {
  if (!HAS_STRACE) {
    t.diagnostic("strace is missing: the order of system calls was NOT checked");
    return;
  }
  const home = newHome(t);
  const { calls } = await traced("tools/run-steps.ts", { home, args: [JSON.stringify(cases[0]!.steps)] });
  const renamed = calls.findIndex((call) => call.call === "rename" && call.to.endsWith(".md"));
  const { from, to } = calls[renamed] as Extract<Call, { call: "rename" }>;
  const order = calls.flatMap((call, n): string[] => {
    if (call.call === "ack") return ["acknowledge"];
    if (call.call === "rename") return n === renamed ? ["rename"] : [];
    if (call.path === from) return [`${call.call} temporary`];
    return call.path === dirname(to) && n > renamed && call.call === "sync" ? ["sync directory"] : [];
  });
  assert.deepEqual(order, [
    "create temporary",
    "write temporary",
    "sync temporary",
    "rename",
    "sync directory",
    "acknowledge",
  ]);
  // A new directory is a name in the one above it, and as easily lost.
  const made = calls.flatMap((call) => (call.call === "mkdir" ? [call.path] : []));
  const acknowledged = calls.findIndex(({ call }) => call === "ack");
  const unsynced = made
    .filter((path) => to.startsWith(`${path}/`))
    .filter((path) => {
      const at = calls.findIndex((call) => call.call === "mkdir" && call.path === path);
      return !calls.slice(at, acknowledged).some((call) => call.call === "sync" && call.path === dirname(path));
    });
  assert.deepEqual(
    unsynced.map((path) => path.slice(home.length)),
    [],
  );
});

async function faultsAfter(state: CrashState, right: readonly string[][], home: string): Promise<string[]> {
  rmSync(home, { recursive: true, force: true });
  layDown(home, state);
  const found = await within(home, (memory) => faultsOf(memory, home)).catch((error: Error) => [error.message]);
  const now = recordPaths(home)
    .map((path) => statementIn(path)?.text ?? "torn")
    .toSorted()
    .join();
  const rightNow = [right[state.acks], right[state.acks + 1]].map((texts) => texts?.toSorted().join());
  // A deletion that was not acknowledged may have got as far as its tombstone: then the doctor names the file.
  const isBegun = found[0]?.startsWith("buried: ") && (right[state.acks + 1]?.length ?? 9) < right[state.acks]!.length;
  const faults = [...(isBegun ? [] : found), ...(rightNow.includes(now) ? [] : [`left: ${now}`])];
  return faults.map((fault) => `after ${state.acks} acks, ${state.after}: ${fault}`);
}

/** One state for each set of records, then an even sample of the rest as time allows. */
function mostTelling(states: readonly CrashState[], most: number): CrashState[] {
  const kinds = new Map<string, CrashState>();
  for (const state of states) {
    const records = [...state.files].filter(([path]) => path.endsWith(".md") || path.endsWith(".jsonl"));
    const kind = JSON.stringify([state.acks, records.map(([path, bytes]) => [path, bytes.toString("base64")])]);
    if (!kinds.has(kind)) kinds.set(kind, state);
  }
  const first = [...kinds.values()];
  const rest = states.filter((state) => !first.includes(state));
  const every = Math.max(1, rest.length / Math.max(1, most - first.length));
  return [...first, ...rest.filter((_, n) => Math.floor(n / every) !== Math.floor((n - 1) / every))];
}
