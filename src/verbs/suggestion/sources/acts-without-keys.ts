/**
 * What was changed on the command line in the last day, as the person, without a line in a known shell before it: an agent that opens
 * a terminal of its own cannot be told from the person, but it can be shown. Only known where shells record what is typed.
 */

import { DAY_MS, isoTime, MINUTE_MS } from "../../../core/base/clock.ts";
import type { Verb } from "../../../core/ports.ts";
import { type CallContext, changedBy } from "../../call/call-context.ts";

export type ActWithoutKeys = {
  readonly at: string;
  readonly verb: Verb;
  readonly record: string;
  readonly text: string;
};

export function actsWithoutKeys({ store, clock }: Pick<CallContext, "store" | "clock">): readonly ActWithoutKeys[] {
  const { by } = changedBy({ isAgent: false });
  // The shell records a line when it has ended: the one that is running now is not there yet.
  const toMs = clock() - MINUTE_MS;
  return store.revisions
    .withoutTypedLine({ by, program: "oldhand", fromMs: clock() - DAY_MS, toMs })
    .map(({ atMs, why, record, after, before }) => ({
      at: isoTime(atMs),
      verb: why.verb,
      record,
      text: (after ?? before)?.text ?? "",
    }));
}
