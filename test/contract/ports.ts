/** The inputs of the contract tests: the ports of a store, how it is opened, and the changes that the tests make. */
import assert from "node:assert/strict";
import type { TestContext } from "node:test";
import type { Change, Journal, Kept, Records, Search, Suggestions, Tombstones, Uses } from "../../src/core/ports.ts";
import type { MemoryRecord } from "../../src/core/record/record.ts";

/** What every store of records has, one of a person's machine or a team's. */
export type RecordPorts = { readonly records: Records; readonly tombstones: Tombstones };

/** One handle on a store of a person's machine. */
export type Ports = RecordPorts & {
  readonly search: Search;
  readonly suggestions: Suggestions;
  readonly uses: Uses;
  readonly journal: Journal;
};

export type SharedStore<P> = {
  /** A further handle on the same store, as another process would have it. */
  open(): Promise<P>;
};

export type StoreUnderTest = SharedStore<Ports> & {
  /** Sets the store's clock. */
  setTime(nowMs: number): void;
};

/** The project whose records the store can keep next to the global ones. */
export const PROJECT = "prj_0123456789abcdefgh";

export type MakeStore = (t: TestContext) => Promise<StoreUnderTest>;
export type MakeRecordStore = (t: TestContext) => Promise<SharedStore<RecordPorts>>;

export type Opened<P = Ports> = (t: TestContext) => Promise<P>;

export function put(record: MemoryRecord, base?: Kept, verb: Change["why"]["verb"] = "add"): Change {
  return { op: "put", record, base: base?.version ?? null, why: { verb, actor: "person", by: "a test" } };
}

export function remove({ record, version }: Kept): Change & { op: "remove" } {
  return {
    op: "remove",
    id: record.id,
    base: version,
    leaveTombstone: true,
    why: { verb: "delete", actor: "person", by: "a test" },
  };
}

export async function committed(records: Records, ...changes: readonly Change[]): Promise<readonly Kept[]> {
  const outcome = await records.commit(changes);
  assert.equal(outcome.outcome, "kept");
  return (outcome as { kept: readonly Kept[] }).kept;
}
