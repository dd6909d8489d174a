/** Proposes a guard for each record of the person whose words say one exactly: once, and never again after a decision. */
import type { CallContext } from "../../context/call-context.ts";
import { isoTime } from "../../core/base/clock.ts";
import { derivedId } from "../../core/base/id.ts";
import { describeGuard } from "../../core/guard/describe.ts";
import type { Guard } from "../../core/guard/guard.ts";
import type { MemoryRecord } from "../../core/record/record.ts";
import type { Suggestion } from "../../core/record/suggestion.ts";
import { guardIn } from "../../extract/guard/read-guard.ts";
import { ownerOf } from "../../remember/authority.ts";
import { getMeta, setMeta } from "../../store/local/databases/database.ts";

export type ReadGuard = { readonly guard: Guard; readonly says: string };

/** The guard that a record's words say; undefined if it has one, or in any doubt. */
export function guardFor({ guards, guardProblem, text, type, status }: MemoryRecord): ReadGuard | undefined {
  const isRule = type !== "workflow" && type !== "habit" && status === "active";
  if (!isRule || guards !== undefined || guardProblem !== undefined) return undefined;
  const guard = guardIn(text);
  return guard === undefined ? undefined : { guard, says: describeGuard(guard) };
}

/** Looks at the records that were added since it looked last. */
export async function proposeGuards(call: CallContext): Promise<void> {
  const { store, search, clock } = call;
  const key = `guards read ${store.folders.map((folder) => folder.key).join(" ")}`;
  const sinceMs = Number(getMeta(store.state, key) ?? 0);
  const added = await search.where({ statuses: ["active"], sinceMs });
  if (added.length === 0) return;
  const known = new Set((await store.suggestions.list()).map(({ id }) => id));
  for (const { record } of added) {
    const read = ownerOf(record) === "person" ? guardFor(record) : undefined;
    if (read === undefined) continue;
    const proposal = proposalOf(record, read);
    if (!known.has(proposal.id)) await store.suggestions.put({ ...proposal, createdAt: isoTime(clock()) });
  }
  const lastMs = Math.max(...added.map(({ record }) => Date.parse(record.createdAt)));
  setMeta(store.state, key, String(lastMs + 1));
}

/** The person has seen what a record's words say, and wants no guard: it is not proposed again. */
export async function dropGuard({ store, clock }: CallContext, record: MemoryRecord): Promise<void> {
  const read = guardFor(record);
  if (read === undefined) return;
  await store.suggestions.put({ ...proposalOf(record, read), status: "dismissed", createdAt: isoTime(clock()) });
}

function proposalOf(record: MemoryRecord, { guard, says }: ReadGuard): Omit<Suggestion, "createdAt"> {
  return {
    id: derivedId("sug", `guard ${record.id} ${record.text}`),
    record: { ...record, guards: [guard] },
    change: { act: "edit", by: "oldhand", before: record },
    reason: `Your words say so. With this guard, agents are told before they act; it ${says}.`,
    status: "pending",
  };
}
