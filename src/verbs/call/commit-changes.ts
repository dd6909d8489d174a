/** The single way to write records: checks every change against remember/authority, whichever verb makes it, and commits. */
import { timeLimit } from "../../core/base/clock.ts";
import { OldhandError } from "../../core/base/error.ts";
import type { Change, Committed } from "../../core/ports.ts";
import { keptPriority } from "../../core/record/record.ts";
import { actOfChange, type Caller, rulingOnChange } from "../../remember/authority.ts";
import { actorOf, type CallContext } from "./call-context.ts";
import { embedRecords, hasUnembeddedRecords } from "./meaning/embed-records.ts";

type Committing = Pick<CallContext, "env" | "store" | "config">;

/** All changes or none. Verbs ask before they come here: a change that may not be made is an error. */
export async function commitChanges(
  call: Committing,
  changes: readonly Change[],
  caller: Caller = actorOf(call.env),
): Promise<Committed> {
  const { records } = call.store;
  const within = changes.map(withinTrust);
  if (caller === "person") return embedded(call, await records.commit(within));
  for (const change of changes) {
    const id = change.op === "put" ? change.record.id : change.id;
    const states = {
      before: (await records.get(id))?.record,
      after: change.op === "put" ? change.record : undefined,
    };
    if (rulingOnChange(caller, change.why.verb, states) !== "done")
      throw new OldhandError("invalid", `Only a person can ${actOfChange(change.why.verb, states)} ${id}.`);
  }
  return embedded(call, await records.commit(within.map(withoutAcceptance)));
}

/** A hook compares meaning without making vectors, so a record gets its own at once; older ones without are left to due work. */
async function embedded({ store, env, config }: Committing, done: Committed): Promise<Committed> {
  try {
    if (!hasUnembeddedRecords({ store, config })) return done;
    const { embedder } = await (await import("./meaning/embedding.ts")).embeddingOf({ env, config, home: store.home });
    const most = done.outcome === "kept" ? done.kept.length : 0;
    if (embedder !== undefined) await embedRecords(store.index, embedder, { isOver: timeLimit(EMBEDDING_MS), most });
  } catch {
    // The record is kept: a caller told of an error, on a full disk for example, would take it for lost. The next command tries again.
  }
  return done;
}

/** Whoever commits it: an agent's statement stays an agent's. */
function withinTrust(change: Change): Change {
  if (change.op !== "put" || keptPriority(change.record) === change.record.priority) return change;
  return { ...change, record: { ...change.record, priority: keptPriority(change.record) } };
}

/** What is left after a large import is done by the next command. */
const EMBEDDING_MS = 100;

/** Only a person's change to a record of a repository accepts it. */
function withoutAcceptance(change: Change): Change {
  return change.op === "put" && change.base !== null ? { ...change, keepsAcceptance: true } : change;
}
