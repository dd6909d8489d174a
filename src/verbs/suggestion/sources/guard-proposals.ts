/** Proposes the guards that a record of the person means: once, and never again after a decision. */
import { join } from "node:path";
import { isoTime } from "../../../core/base/clock.ts";
import { derivedId } from "../../../core/base/id.ts";
import { describeGuard } from "../../../core/guard/describe.ts";
import type { Guard } from "../../../core/guard/guard.ts";
import type { MemoryRecord } from "../../../core/record/record.ts";
import type { Suggestion } from "../../../core/record/suggestion.ts";
import { guardsIn } from "../../../learn/guard/read-guard.ts";
import { ownerOf } from "../../../remember/authority.ts";
import { existingPath } from "../../../system/project/git-directory.ts";
import type { CallContext } from "../../call/call-context.ts";
import { examplesInWords, guardExamples } from "../../guards/guard-examples.ts";

export type ProposedGuards = {
  readonly guards: readonly Guard[];
  readonly says: string;
  /** What they would stop, and what would pass. */
  readonly lines: readonly [string, string];
};

const MOST_EVENTS = 2000;

/** The guards that a record's words mean; undefined if it has some, or in any doubt. */
export async function guardsFor(call: CallContext, record: MemoryRecord): Promise<ProposedGuards | undefined> {
  const { guards: own, guardProblem, text, type, status } = record;
  const isRule = type !== "workflow" && type !== "habit" && status === "active";
  if (!isRule || own !== undefined || guardProblem !== undefined) return undefined;
  const guards = guardsIn(text, await namesOf(call));
  if (guards.length === 0) return undefined;
  const says = guards.map(describeGuard).join("; ");
  return { guards, says, lines: examplesInWords(await guardExamples(call, guards)) };
}

/** What was run here, and what is in the project: words that are names here. */
async function namesOf({ store, project }: CallContext) {
  const events = await store.events.recent({ ...(project && { near: project.id }), limit: MOST_EVENTS });
  const programs = new Set(events.flatMap(({ command }) => /^[a-z][\w-]*[-_\d][\w-]*(?= )/.exec(command)?.[0] ?? []));
  return {
    isProgram: (name: string) => programs.has(name),
    isPath: (path: string) =>
      project !== undefined &&
      /^[\w.-]+(?:\/[\w.-]*)+$/.test(path) &&
      existingPath(join(project.root, path)) !== undefined,
  };
}

/** For records that nobody read for guards yet. */
export async function proposeGuards(
  call: CallContext,
  { records, wereRead }: { readonly records: readonly MemoryRecord[]; readonly wereRead?: () => void },
): Promise<void> {
  const { store, clock } = call;
  const known = new Set((await store.suggestions.list()).map(({ id }) => id));
  for (const record of records) {
    const read = ownerOf(record) === "person" ? await guardsFor(call, record) : undefined;
    if (read === undefined) continue;
    const proposal = proposalOf(record, read);
    if (!known.has(proposal.id)) await store.suggestions.put({ ...proposal, createdAt: isoTime(clock()) });
  }
  wereRead?.();
}

/** What a reader proposes for a record, where its words alone say nothing; proved before. */
export async function proposeReadGuards(
  call: CallContext,
  record: MemoryRecord,
  guards: readonly Guard[],
): Promise<void> {
  const isFree = record.guards === undefined && record.guardProblem === undefined && record.status === "active";
  if (guards.length === 0 || !isFree || ownerOf(record) !== "person") return;
  if ((await guardsFor(call, record)) !== undefined) return;
  const says = guards.map(describeGuard).join("; ");
  const lines = examplesInWords(await guardExamples(call, guards));
  const proposal = proposalOf(record, { guards, says, lines });
  const known = (await call.store.suggestions.list()).some(({ id }) => id === proposal.id);
  if (!known) await call.store.suggestions.put({ ...proposal, createdAt: isoTime(call.clock()) });
}

/** The person has seen what a record's words mean, and wants no guard: it is not proposed again. */
export async function dropGuards(call: CallContext, record: MemoryRecord): Promise<void> {
  const read = await guardsFor(call, record);
  if (read === undefined) return;
  await call.store.suggestions.put({
    ...proposalOf(record, read),
    ...{ status: "dismissed", createdAt: isoTime(call.clock()) },
  });
}

function proposalOf(record: MemoryRecord, { guards, lines }: ProposedGuards): Omit<Suggestion, "createdAt"> {
  return {
    id: derivedId("sug", `guard ${record.id} ${record.text}`),
    record: { ...record, guards },
    change: { act: "edit", by: "oldhand", before: record },
    reason: `Your words say so. ${lines.join(". ")}.`,
    status: "pending",
  };
}
