/** The engine is the same for every remote: one that is made up here exchanges through it. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { OldhandError } from "../../../src/core/base/error.ts";
import type { MemoryRecord } from "../../../src/core/record/record.ts";
import { ownFolders } from "../../../src/store/files/record-folder.ts";
import { arrivedFrom } from "../../../src/store/replicate/local-change.ts";
import { openForWriting } from "../../../src/verbs/call/open-for-writing.ts";
import { exchange } from "../../../src/verbs/exchange/exchange.ts";
import type { ArrivalOutcome, ArrivingChange, Remote } from "../../../src/verbs/exchange/remote.ts";
import { type MemoryHome, memoryHome } from "../../fixtures/memory-home.ts";
import { recordOf } from "../../fixtures/records.ts";

const RED: MemoryRecord = recordOf({ text: "The buoy is red", scope: "global", trust: "agent" });
const MACHINE = arrivedFrom("machine", "desk");
const MEMBER = arrivedFrom("member", "Ana");

type Made = { readonly outcomes: ArrivalOutcome["is"][] };
type Plan = {
  readonly changes: readonly ArrivingChange[];
  /** How many rounds somebody else is faster. */
  readonly overtaken?: number;
  readonly problem?: string;
};

/** Exchanges the records of a home with a remote that has these changes. */
async function exchanged(home: MemoryHome, { changes, overtaken = 0, problem }: Plan): Promise<Made> {
  const call = await openForWriting(home.env(), { note: () => {} });
  let rounds = 0;
  const outcomes: ArrivalOutcome["is"][] = [];
  const remote: Remote<Made> = {
    id: "made-up",
    folders: ownFolders(call.home),
    async begin() {
      rounds += 1;
      if (problem !== undefined) throw new OldhandError("io", problem);
      return {
        async *arrivals() {
          for (const change of changes) {
            const applied: ArrivalOutcome = yield change;
            outcomes.push(applied.is);
          }
        },
        finish: async () => (rounds > overtaken ? { outcomes } : "overtaken"),
      };
    },
    found: ({ outcomes: all }) => ({ arrived: all.length, problem: undefined }),
  };
  try {
    return await exchange(call, remote);
  } finally {
    call.store.close();
  }
}

async function progress(home: MemoryHome) {
  const call = await openForWriting(home.env(), { note: () => {} });
  const { arrived, problem } = call.store.remotes.progress("made-up");
  call.store.close();
  return { arrived, problem };
}

test("what a remote says is written, changed, deleted and forgotten here, and how much came is known", async (t) => {
  const home = memoryHome(t, { on: "memory" });
  const put = (record: MemoryRecord): ArrivingChange => ({ op: "put", id: record.id, from: MACHINE, record });
  const green = { ...RED, text: "The buoy is green" };
  assert.deepEqual(await exchanged(home, { changes: [put(RED), put(green)] }), { outcomes: ["applied", "applied"] });
  const memory = await home.open();
  assert.deepEqual(
    (await memory.list({ status: "active" })).map(({ text }) => text),
    ["The buoy is green"],
  );
  assert.deepEqual(
    (await memory.history(RED.id)).revisions.map(({ why }) => why.by),
    ["your machine desk", "your machine desk"],
  );
  await exchanged(home, { changes: [{ op: "remove", id: RED.id, from: MACHINE }] });
  assert.deepEqual(await (await home.open()).list({ status: "active" }), []);
  await exchanged(home, { changes: [put(green), { op: "forget", id: RED.id, from: MACHINE, texts: [] }] });
  assert.deepEqual(await (await home.open()).list({ status: "all" }), []);
  assert.deepEqual(await progress(home), { arrived: 5, problem: undefined });
});

test("what a person's own machine did can be undone here, what a member did cannot", async (t) => {
  for (const [from, isUndone] of [
    [MACHINE, true],
    [MEMBER, false],
  ] as const) {
    const home = memoryHome(t, { on: "memory" });
    await exchanged(home, { changes: [{ op: "put", id: RED.id, from, record: RED }] });
    const memory = await home.open();
    await memory.undo({ of: RED.id }).catch((error: unknown) => assert.ok(error instanceof OldhandError));
    assert.equal((await memory.list({ status: "active" })).length, isUndone ? 0 : 1, from.actor);
  }
});

test("a change that was decided for another version than the one here is left open, and nothing is overwritten", async (t) => {
  const home = memoryHome(t, { on: "memory" });
  await exchanged(home, { changes: [{ op: "put", id: RED.id, from: MACHINE, record: RED }] });
  const record = { ...RED, text: "The buoy is green" };
  for (const base of [null, "another"])
    assert.deepEqual(
      await exchanged(home, { changes: [{ op: "put", id: RED.id, from: MACHINE, record, base }] }),
      { outcomes: ["open"] },
      String(base),
    );
  assert.deepEqual(
    (await (await home.open()).list({ status: "active" })).map(({ text }) => text),
    ["The buoy is red"],
  );
});

test("a round that was overtaken is made again, a few times", async (t) => {
  const home = memoryHome(t, { on: "memory" });
  const changes: ArrivingChange[] = [{ op: "put", id: RED.id, from: MACHINE, record: RED }];
  assert.deepEqual(await exchanged(home, { changes, overtaken: 2 }), { outcomes: ["applied", "applied", "applied"] });
  assert.equal((await (await home.open()).list({ status: "active" })).length, 1);
  await assert.rejects(exchanged(home, { changes, overtaken: 100 }), /publish at the same time/);
});

test("why a remote could not be reached is kept until it can be", async (t) => {
  const home = memoryHome(t, { on: "memory" });
  await assert.rejects(exchanged(home, { changes: [], problem: "nobody answers" }), /nobody answers/);
  assert.deepEqual(await progress(home), { arrived: 0, problem: "nobody answers" });
  await exchanged(home, { changes: [] });
  assert.deepEqual(await progress(home), { arrived: 0, problem: undefined });
});
