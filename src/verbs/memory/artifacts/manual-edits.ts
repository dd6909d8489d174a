/** Edits of a project's memory files that oldhand did not make: listed for a person, who confirms or declines them. */

import type { Artifacts } from "../../../core/artifact/artifacts.ts";
import { blocksOf, statementOf } from "../../../core/artifact/blocks.ts";
import { sha256 } from "../../../core/base/hash.ts";
import type { ProjectId, RecordId } from "../../../core/record/record.ts";
import { mergeArtifacts } from "../../../learn/consolidate/artifacts/merge-artifacts.ts";
import { artifactFolder, type LoadedArtifacts, loadArtifacts } from "../../../store/artifacts/artifact-files.ts";
import { type Database, getMeta, setMeta } from "../../../store/databases/database.ts";
import type { CallContext } from "../../call/call-context.ts";

export type ManualEdit = {
  readonly act: "add" | "change" | "remove";
  readonly id?: RecordId;
  readonly before?: string;
  readonly after?: string;
  readonly hash: string;
  /** A person was asked about it and said no. */
  readonly isDeclined: boolean;
};

export type EditsContext = Pick<CallContext, "config"> & {
  readonly place: Pick<CallContext["place"], "project">;
  readonly store: Pick<CallContext["store"], "home" | "state">;
};

/** All edits that are not confirmed yet, declined ones included. */
export function manualEdits(call: EditsContext): readonly ManualEdit[] {
  const project = call.place.project?.id;
  if (project === undefined) return [];
  const { confirmed, declined } = editDecisions(call.store.state, project);
  return foundEdits(call, project)
    .filter(({ hash }) => !confirmed.includes(hash))
    .map((edit) => ({ ...edit, isDeclined: declined.includes(edit.hash) }));
}

export function decideManualEdits(
  call: EditsContext,
  edits: readonly ManualEdit[],
  decision: keyof EditDecisions,
): void {
  const project = call.place.project?.id;
  if (project === undefined) return;
  const pending = foundEdits(call, project).map(({ hash }) => hash);
  decideEdits(call.store.state, project, { decision, hashes: edits.map(({ hash }) => hash), pending });
}

/** What the merge found, reduced to what a person confirmed. */
export function confirmedEdits<Merged extends FoundEdits>(
  { state }: Pick<CallContext["store"], "state">,
  project: ProjectId,
  merged: Merged,
): FoundEdits {
  const confirmed = new Set(editDecisions(state, project).confirmed);
  return {
    added: merged.added.filter((text) => confirmed.has(hashOf("add", text))),
    edited: merged.edited.filter(({ id, text }) => confirmed.has(hashOf("change", text, id))),
    removed: merged.removed.filter((id) => confirmed.has(hashOf("remove", "", id))),
  };
}

type FoundEdits = Pick<ReturnType<typeof mergeArtifacts>, "added" | "edited" | "removed">;
type Edit = Omit<ManualEdit, "isDeclined">;

function foundEdits({ store, config }: EditsContext, project: ProjectId): Edit[] {
  const loaded = loadArtifacts(artifactFolder(store.home, project));
  const { base } = loaded;
  if (base === undefined || !isEdited(base, loaded)) return [];
  const merged = mergeArtifacts(base, { ...loaded, limitTokens: config["memories.summaryInjectionTokenLimit"] });
  const before = (id: RecordId): string => statementFor(base, id) ?? id;
  return [
    ...merged.added.map((after): Edit => ({ act: "add", after, hash: hashOf("add", after) })),
    ...merged.edited.map(
      ({ id, text }): Edit => ({
        act: "change",
        id,
        before: before(id),
        after: text,
        hash: hashOf("change", text, id),
      }),
    ),
    ...merged.removed.map((id): Edit => ({ act: "remove", id, before: before(id), hash: hashOf("remove", "", id) })),
  ];
}

/** Merging takes longer than comparing, and nearly always there is nothing to merge. */
function isEdited(base: Artifacts, { found }: LoadedArtifacts): boolean {
  return found.memory !== base.memory || found.summary !== base.summary;
}

function statementFor({ memory, summary }: Artifacts, id: RecordId): string | undefined {
  const block = [memory, summary].flatMap((text) => blocksOf(text).blocks).find(({ ids }) => ids.includes(id));
  return block === undefined ? undefined : statementOf(block.text);
}

function hashOf(act: ManualEdit["act"], text: string, id: RecordId | "" = ""): string {
  return sha256(JSON.stringify([act, id, text]));
}

type EditDecisions = { readonly confirmed: readonly string[]; readonly declined: readonly string[] };

function editDecisions(state: Database, project: ProjectId): EditDecisions {
  const kept = getMeta(state, keyOf(project));
  const { confirmed = [], declined = [] } = kept === undefined ? {} : JSON.parse(kept);
  return { confirmed, declined };
}

/** `pending` are all edits that are in the files now: decisions about others are dropped. */
function decideEdits(state: Database, project: ProjectId, { decision, hashes, pending }: EditDecision): void {
  const before = editDecisions(state, project);
  const other = decision === "confirmed" ? "declined" : "confirmed";
  const kept = {
    [decision]: [...new Set([...before[decision], ...hashes])].filter((hash) => pending.includes(hash)),
    [other]: before[other].filter((hash) => pending.includes(hash) && !hashes.includes(hash)),
  };
  setMeta(state, keyOf(project), JSON.stringify(kept));
}

type EditDecision = {
  readonly decision: keyof EditDecisions;
  readonly hashes: readonly string[];
  readonly pending: readonly string[];
};

const keyOf = (project: ProjectId): string => `memory_edits.${project}`;
