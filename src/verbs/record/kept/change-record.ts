/** Changes a record that exists: lets remember/decide-change decide, then commits, or leaves the change to the person. */

import { OldhandError } from "../../../core/base/error.ts";
import type { Kept, Verb } from "../../../core/ports.ts";
import type { MemoryRecord } from "../../../core/record/record.ts";
import type { ProposedAct } from "../../../core/record/suggestion.ts";
import { screen } from "../../../core/screen/clean.ts";
import { decideChange } from "../../../remember/decide-change.ts";
import { actorOf, type CallContext, changedBy } from "../../call/call-context.ts";
import { keptOf } from "../../recalling/read-verbs.ts";
import { carryOut, knownAbout, type Remembered, retried } from "./admit.ts";
import { type RecordView, viewOf } from "./record-view.ts";

export type ChangeOptions = {
  /** The caller's reason, shown to the person if the change needs their confirmation. */
  readonly why?: string | undefined;
  /** Records that the new text may repeat. */
  readonly similar?: readonly Kept[];
};

type Wanted = { readonly kept: Kept; readonly verb: Verb; readonly next?: MemoryRecord };

/** Undefined if another process was faster and it must be decided again. */
export async function changeRecord(
  call: CallContext,
  wanted: Wanted,
  { why, similar = [] }: ChangeOptions = {},
): Promise<Remembered | undefined> {
  const caller = actorOf(call.env);
  const needsKnown = caller !== "person" && wanted.next !== undefined;
  const decision = decideChange(wanted, {
    caller,
    author: changedBy(call.env),
    why: shownReason(why),
    similar,
    known: needsKnown ? await knownAbout(call, { record: wanted.next! }) : undefined,
  });
  return carryOut(call, decision, { caller });
}

/** Decides from the record as it is now; throws if the change is refused or left to the person. */
export async function changeOrThrow(
  call: CallContext,
  id: string,
  {
    verb,
    next,
    why,
  }: Pick<ChangeOptions, "why"> & {
    readonly verb: Verb;
    /** Returns the same record if there is nothing to change; absent: it is removed. */
    readonly next?: (record: MemoryRecord) => MemoryRecord;
  },
): Promise<RecordView> {
  const done = await retried(call, async () => {
    const kept = await keptOf(call, id);
    const record = next?.(kept.record);
    if (record === kept.record) return { outcome: "remembered", record: viewOf(kept, call) } as const;
    return changeRecord(call, { kept, verb, ...(record !== undefined && { next: record }) }, { why });
  });
  if (done.outcome === "proposed") throw leftToPerson(done);
  if (done.record === undefined) throw new OldhandError("invalid", done.reason ?? "It was refused.");
  return done.record;
}

/** The error that names the suggestion, and carries it as its cause. */
function leftToPerson({ suggestion, reason }: Remembered): OldhandError {
  if (suggestion === undefined) return new OldhandError("invalid", reason ?? "It was refused.");
  return new OldhandError(
    "invalid",
    `Only a person can ${DOING[suggestion.act]} ${suggestion.recordId}. Your change is pending as ${suggestion.id}: ask the person to decide.`,
    { cause: suggestion },
  );
}

const DOING: Readonly<Record<ProposedAct, string>> = {
  keep: "keep",
  edit: "edit",
  expire: "set the expiry of",
  "make a rule": "make a rule of",
  reclassify: "reclassify",
  archive: "archive",
  restore: "restore",
  delete: "delete",
};

const LONGEST_REASON = 300;

function shownReason(why: string | undefined): string | undefined {
  const clean = why === undefined ? "" : screen(why).text.replace(/\s+/g, " ").trim();
  return clean === "" ? undefined : clean.slice(0, LONGEST_REASON);
}
