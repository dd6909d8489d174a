/**
 * What was changed on the command line in the last day, as the person, without a line in a known shell before it: an agent that opens
 * a terminal of its own cannot be told from the person, but it can be shown. Only known where shells record what is typed.
 */

import { DAY_MS, isoTime, MINUTE_MS } from "../../../core/base/clock.ts";
import { readLine } from "../../../core/command/read-line.ts";
import type { Verb } from "../../../core/ports.ts";
import { type CallContext, changedBy } from "../../call/call-context.ts";

export type ActWithoutKeys = {
  readonly at: string;
  readonly verb: Verb;
  readonly record: string;
  readonly text: string;
};

export async function actsWithoutKeys({
  store,
  clock,
}: Pick<CallContext, "store" | "clock">): Promise<readonly ActWithoutKeys[]> {
  const { by } = changedBy({ isAgent: false });
  // The shell records a line when it has ended: the one that is running now is not there yet.
  const toMs = clock() - MINUTE_MS;
  const changes = store.revisions.besideTyped({ by, program: PROGRAM, fromMs: clock() - DAY_MS, toMs });
  if (changes.length === 0) return [];
  const { VERBS } = await import("../../all-verbs.ts");
  const verbs = VERBS.map(({ name, act }) => ({ parts: name.split(" "), reads: act === "read" }));
  return changes
    .filter(({ typed }) => !typed.some((line) => mayChange(line, verbs)))
    .map(({ atMs, why, record, after, before }) => ({
      at: isoTime(atMs),
      verb: why.verb,
      record,
      text: (after ?? before)?.text ?? "",
    }));
}

const PROGRAM = "oldhand";

type Named = { readonly parts: readonly string[]; readonly reads: boolean };

/** Whether a line runs the program with a verb that does more than read; a name that is not known may. */
function mayChange(line: string, verbs: readonly Named[]): boolean {
  return readLine(line).commands.some(({ program, args }) => {
    if (program !== PROGRAM) return false;
    const fitting = verbs.filter(({ parts }) => parts.every((part, at) => args[at]?.value === part));
    // `review` reads, `review accept` does not.
    const [longest] = fitting.toSorted((a, b) => b.parts.length - a.parts.length);
    return longest?.reads !== true;
  });
}
