/** After an upgrade: judges what older versions learned without proof, and archives what the current rules would not keep. */

import { isoTime } from "../../core/base/clock.ts";
import { type Change, type Kept, OLDHAND } from "../../core/ports.ts";
import type { MemoryRecord } from "../../core/record/record.ts";
import { archived } from "../../remember/revise.ts";
import { getMeta, setMeta } from "../../store/databases/database.ts";
import type { CallContext } from "../call/call-context.ts";
import { commitChanges } from "../call/commit-changes.ts";
import { addToShow, markJudged, unjudgedFolders } from "./judged-folders.ts";

const REASON = "an older version learned it, and the current rules would not";

/** In one commit, which `undo` reverts. What a person accepted or changed is not judged. */
export async function judgeOlderRecords(call: CallContext): Promise<void> {
  const { store, clock, search } = call;
  const folders = unjudgedFolders(store);
  const found = await search.where({ statuses: ["active"], scopes: folders.map(({ scope }) => scope) });
  const since = isoTime(firstUseMs(call));
  const older = found.filter(({ record }) => record.createdAt < since);
  const unproven = older.filter(({ record }) => isUnproven(record) && !wasChanged(call, record));
  const judged = unproven.length === 0 ? [] : await judgedBy(call, unproven);
  const at = isoTime(clock());
  const changes = judged.flatMap(({ kept: { record, version }, proof }): Change[] => {
    if (proof !== undefined && proof.quote === undefined) return [];
    const next = proof === undefined ? archived(record, REASON, at) : { ...record, ...proof, updatedAt: at };
    const verb = proof === undefined ? "archive" : "merge";
    return [{ op: "put", record: next, base: version, why: { verb, ...OLDHAND }, keepsAcceptance: true }];
  });
  // If something changed meanwhile, the next command judges again.
  if (changes.length > 0 && (await commitChanges(call, changes, "oldhand")).outcome === "conflict") return;
  const gone = judged.filter(({ proof }) => proof === undefined).map(({ kept }) => kept.record.id);
  store.state.write(() => {
    markJudged(store, folders);
    addToShow(store, gone);
  });
}

/** When this version first opened the home: what it makes itself is proved already. */
function firstUseMs({ store: { state }, clock }: CallContext): number {
  const known = getMeta(state, FIRST_USE);
  if (known !== undefined) return Number(known);
  const nowMs = clock();
  setMeta(state, FIRST_USE, String(nowMs));
  return nowMs;
}

const FIRST_USE = "proof_since_ms";

/** Loaded on demand: a new home has nothing to judge. */
async function judgedBy(call: CallContext, unproven: readonly Kept[]) {
  const proofOf = (await import("../nominations/prove-older-record.ts")).proofsIn(call);
  return unproven.map((kept) => ({ kept, proof: proofOf(kept.record) }));
}

function isUnproven({ origin, accepted, quote }: MemoryRecord): boolean {
  return (origin === "captured" || origin === "extracted") && accepted !== true && quote === undefined;
}

/** A person who edited or restored a record wants it. */
function wasChanged({ store }: CallContext, { id }: MemoryRecord): boolean {
  return store.revisions.of(id).some(({ why: { verb } }) => ["update", "reclassify", "restore", "hand"].includes(verb));
}
