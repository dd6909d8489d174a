/** Records of a repository or a space that do not count yet, as they would be accepted. */

import { acceptanceHash } from "../../../core/record/acceptance.ts";
import type { MemoryRecord } from "../../../core/record/record.ts";
import { isCovered } from "../../../store/replicate/team/covered-records.ts";
import type { CallContext } from "../../call/call-context.ts";

export type Acceptable = {
  readonly record: MemoryRecord;
  /** The content that an acceptance is for; another change needs another one. */
  readonly hash: string;
  /** Programs act on it, or it changed since it was accepted: it is shown before it is accepted. */
  readonly needsLook: boolean;
};

/** Where records were accepted before, what is still open has changed. */
export function acceptableOf(record: MemoryRecord, wereAccepted: boolean): Acceptable {
  const { accepted: _, ...claimed } = record;
  const needsLook = !isCovered(claimed, { isSpaceAccepted: true, isChange: wereAccepted });
  return { record, hash: acceptanceHash(claimed), needsLook };
}

type Place = Parameters<CallContext["store"]["accepted"]["add"]>[0];

/** As they were shown. */
export function acceptAll(
  { store, clock }: Pick<CallContext, "store" | "clock">,
  shown: readonly Acceptable[],
  placeOf: (record: MemoryRecord) => Place,
): void {
  store.state.write(() => {
    for (const { record, hash } of shown) store.accepted.add(placeOf(record), { id: record.id, hash }, clock());
  });
}
