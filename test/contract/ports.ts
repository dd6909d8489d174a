/** The inputs of the contract tests: the ports of a store, how it is opened, and the changes that the tests make. */
import assert from "node:assert/strict";
import type { TestContext } from "node:test";
import type { Change, Journal, Kept, Records, Search, Suggestions, Tombstones, Uses } from "../../src/core/ports.ts";
import type { MemoryRecord } from "../../src/core/record/record.ts";

/** One handle on a store. */
export type Ports = {
  readonly records: Records;
  readonly search: Search;
  readonly tombstones: Tombstones;
  readonly suggestions: Suggestions;
  readonly uses: Uses;
  readonly journal: Journal;
};

export type StoreUnderTest = {
  /** A further handle on the same store, as another process would have it. */
  open(): Promise<Ports>;
  /** Sets the store's clock. */
  setTime(nowMs: number): void;
};

/** The project whose records the store can keep next to the global ones. */
export const PROJECT = "prj_0123456789abcdefgh";

export type MakeStore = (t: TestContext) => Promise<StoreUnderTest>;

export type Opened = (t: TestContext) => Promise<Ports>;

export function put(record: MemoryRecord, base?: Kept, verb: Change["why"]["verb"] = "add"): Change {
  return { op: "put", record, base: base?.version ?? null, why: { verb, by: "a test" } };
}

export function remove({ record, version }: Kept): Change & { op: "remove" } {
  return { op: "remove", id: record.id, base: version, leaveTombstone: true, why: { verb: "delete", by: "a test" } };
}

export async function committed(records: Records, ...changes: readonly Change[]): Promise<readonly Kept[]> {
  const outcome = await records.commit(changes);
  assert.equal(outcome.outcome, "kept");
  return (outcome as { kept: readonly Kept[] }).kept;
}
