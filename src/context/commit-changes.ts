/** The single way to write records: checks every change against remember/authority, whichever verb makes it, and commits. */
import { OldhandError } from "../core/base/error.ts";
import type { Change, Committed } from "../core/ports.ts";
import { actOfChange, type Caller, rulingOnChange } from "../remember/authority.ts";
import { actorOf, type CallContext } from "./call-context.ts";

/** All changes or none. Verbs ask before they come here: a change that may not be made is an error. */
export async function commitChanges(
  call: Pick<CallContext, "env" | "store">,
  changes: readonly Change[],
  caller: Caller = actorOf(call.env),
): Promise<Committed> {
  const { records } = call.store;
  if (caller === "person") return records.commit(changes);
  for (const change of changes) {
    const id = change.op === "put" ? change.record.id : change.id;
    const states = {
      before: (await records.get(id))?.record,
      after: change.op === "put" ? change.record : undefined,
    };
    if (rulingOnChange(caller, change.why.verb, states) !== "done")
      throw new OldhandError("invalid", `Only a person can ${actOfChange(change.why.verb, states)} ${id}.`);
  }
  return records.commit(changes.map(withoutAcceptance));
}

/** Only a person's change to a record of a repository accepts it. */
function withoutAcceptance(change: Change): Change {
  return change.op === "put" && change.base !== null ? { ...change, keepsAcceptance: true } : change;
}
