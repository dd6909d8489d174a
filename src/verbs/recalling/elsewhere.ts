/** What other projects have when there is nothing here: how many matches, in how many projects. Nothing of them is shown. */

import type { ProjectId } from "../../core/record/record.ts";
import type { ReadContext } from "../call/call-context.ts";
import { countElsewhere, type Elsewhere } from "../call/everywhere.ts";
import { found, type RecallAsk } from "./recall.ts";

/** More are not counted. */
const MOST = 100;

/** Undefined if there is nothing elsewhere, or if this caller may not know. */
export async function matchesElsewhere(call: ReadContext, ask: RecallAsk): Promise<Elsewhere | undefined> {
  if (call.everywhere === undefined || call.everywhere.refusal() !== undefined) return undefined;
  const { pieces } = await found(await call.everywhere.open(), { ...ask, limit: MOST });
  const elsewhere = elsewhereIn(call, pieces);
  return elsewhere && pieces.length >= MOST ? { ...elsewhere, isCapped: true } : elsewhere;
}

/** Counts what belongs to other projects. */
export function elsewhereIn(
  call: ReadContext,
  items: readonly { readonly project?: ProjectId | undefined }[],
): Elsewhere | undefined {
  const byProject = Map.groupBy(items, ({ project }) => project ?? "");
  return countElsewhere(
    call,
    [...byProject].map(([project, some]) => ({ project, count: some.length })),
  );
}
