/** Makes a record here what a remote says, through the one way to write records. */
import type { Change, Version } from "../../core/ports.ts";
import { forgetEverywhere } from "../../store/forget/forget.ts";
import type { CallContext } from "../call/call-context.ts";
import { commitChanges } from "../call/commit-changes.ts";
import type { ArrivalOutcome, ArrivingChange } from "./remote.ts";

type Applying = Pick<CallContext, "env" | "config" | "store">;
type Writing = Exclude<ArrivingChange, { readonly op: "forget" }>;

const TRIES = 3;

export async function applyArrival(call: Applying, arrival: ArrivingChange): Promise<ArrivalOutcome> {
  const { env, store } = call;
  const { id, from } = arrival;
  if (arrival.op === "forget") {
    await forgetEverywhere(store, { ids: [id], texts: arrival.texts, isArrival: isMembers(arrival) }, env.at);
    return { is: "applied" };
  }
  if (arrival.base !== undefined) return write(call, arrival, arrival.base);
  for (let tries = 0; tries < TRIES; tries++) {
    let here = await store.records.get(id);
    if (here !== undefined && arrival.op === "put" && here.record.project !== arrival.record.project) {
      await applyArrival(call, { op: "remove", id, from });
      here = undefined;
    }
    if (here === undefined && arrival.op === "remove") return { is: "applied" };
    const applied = await write(call, arrival, here?.version ?? null);
    if (applied.is === "applied") return applied;
  }
  return { is: "open" };
}

async function write(call: Applying, arrival: Writing, base: Version | null): Promise<ArrivalOutcome> {
  const { store } = call;
  if (arrival.op === "put" && base === null) await liftTombstone(call, arrival);
  const committed = await commitChanges(call, [changeOf(arrival, base)], "person");
  if (committed.outcome === "conflict") return { is: "open" };
  // `record undo` is for what this person did, here or on another machine.
  const last = isMembers(arrival) ? store.revisions.of(arrival.id).at(-1) : undefined;
  if (last !== undefined) store.revisions.markUndone([last.seq]);
  const [kept] = committed.kept;
  return kept === undefined ? { is: "applied" } : { is: "applied", kept };
}

/** What a member deleted may be written again; what the person deleted elsewhere is not learned again here. */
function changeOf(arrival: Writing, base: Version | null): Change {
  const { id, from } = arrival;
  if (arrival.op === "remove") {
    const why = { verb: "delete" as const, ...from };
    return { op: "remove", id, base: base ?? "", leaveTombstone: !isMembers(arrival), why };
  }
  const why = { verb: "import" as const, ...from };
  return { op: "put", record: arrival.record, base, why, isArrival: isMembers(arrival) };
}

/** It was deleted here, and others have a later version; of the person's own machines, its words are wanted again. */
async function liftTombstone({ store }: Applying, arrival: Extract<Writing, { op: "put" }>): Promise<void> {
  const { id, record } = arrival;
  if (!isMembers(arrival)) await store.tombstones.lift({ id, text: record.text });
  else if (store.tombstones.removalOf(id) !== undefined) store.tombstones.liftOf(id);
}

function isMembers({ from }: ArrivingChange): boolean {
  return from.actor === "member";
}
