/** Writes a project's memory as files (MEMORY.md, its summary, its skills) from records, keeping manual edits. */

import { editedRecord } from "../../../core/artifact/entry.ts";
import { DAY_MS } from "../../../core/base/clock.ts";
import type { Claim, ClaimAsk, Claimed, SkipReason } from "../../../core/job/job.ts";
import { mayCallModel } from "../../../core/job/may-call-model.ts";
import type { Version } from "../../../core/ports.ts";
import type { ProjectId, RecordId } from "../../../core/record/record.ts";
import { screen } from "../../../core/screen/clean.ts";
import {
  type ArtifactOptions,
  type MadeArtifacts,
  makeArtifacts,
} from "../../../learn/consolidate/artifacts/make-artifacts.ts";
import { mergeArtifacts } from "../../../learn/consolidate/artifacts/merge-artifacts.ts";
import {
  artifactFolder,
  type LoadedArtifacts,
  loadArtifacts,
  type Published,
  publishArtifacts,
} from "../../../store/artifacts/artifact-files.ts";
import { sweepPins } from "../../../store/artifacts/read-artifacts.ts";
import { type CallContext, demandProject, mayDo } from "../../call/call-context.ts";
import { staleCheck } from "../../record/kept/record-view.ts";
import { confirmedEdits } from "./manual-edits.ts";
import type { ModelWording } from "./word-by-model.ts";

export type Written = {
  readonly outcome: "written" | "busy";
  /** Statements that a person added to the files, remembered now. */
  readonly added: number;
  readonly edited: number;
  readonly archived: number;
  /** Entries that vanished in such numbers that a person has to confirm it. */
  readonly vanished: number;
  /** If a model is configured: who worded the files, and why it was not the model. */
  readonly wording?: { readonly by: "model" | "rules"; readonly reason?: string };
};

/** A person's edits since the files were written; found each time until they are written again. */
type ManualEdits = {
  readonly added: readonly string[];
  readonly edited: ReadonlyMap<RecordId, string>;
  readonly removed: readonly RecordId[];
  readonly vanished: number;
};

const TRIES = 5;
/** How long a process may hold a project without a heartbeat before another one takes over. */
const LEASE_MS = 180_000;
const PIN_DAYS = 30;
const NO_EDITS: ManualEdits = { added: [], edited: new Map(), removed: [], vanished: 0 };
const BUSY: Written = { outcome: "busy", added: 0, edited: 0, archived: 0, vanished: 0 };

/** One process at a time for a project; a process that lost its claim publishes nothing. `inBackground` calls no model. */
export async function writeArtifacts(
  call: CallContext,
  { inBackground = false }: { readonly inBackground?: boolean } = {},
): Promise<Written> {
  const { store, config } = call;
  const { id: project } = demandProject(call);
  // Loaded only if a model words the memory.
  const author = mayCallModel(config, "smol")
    ? (await import("./word-by-model.ts")).authorOf(call, { inBackground })
    : undefined;
  const { claimed, isOverCap } = claimFor(call, project, await author?.reserve());
  if (claimed.outcome === "none") return BUSY;
  const { claim } = claimed;
  try {
    let edits = await takeManualEdits(call);
    const worded = await author?.word(claim, { isOverCap });
    for (let tries = 0; tries < TRIES; tries++) {
      // The person may have edited the files while the model was asked, or since the last try.
      if (worded !== undefined || tries > 0) edits = await takeManualEdits(call, edits);
      const published = await publish(call, { edits, worded, claim });
      if (published === "published") return written(call, project, { edits, worded });
      if (published === "fenced") break;
    }
    store.jobs.release(claim);
    return BUSY;
  } catch (error) {
    store.jobs.fail(claim, screen(error instanceof Error ? error.message : String(error)).text);
    throw error;
  } finally {
    author?.close(claim);
  }
}

type Result = { readonly edits: ManualEdits; readonly worded: ModelWording | undefined };

function written({ store, clock }: CallContext, project: ProjectId, { edits, worded }: Result): Written {
  sweepPins(store.home, project, { beforeMs: clock() - PIN_DAYS * DAY_MS });
  const { added, edited, removed, vanished } = edits;
  const wording = worded && { by: worded.by, ...(worded.reason !== undefined && { reason: worded.reason }) };
  const counts = { added: added.length, edited: edited.size, archived: removed.length, vanished };
  return { outcome: "written", ...counts, ...(wording && { wording }) };
}

type Claiming = { readonly claimed: Claimed; readonly isOverCap: boolean };

function claimFor({ store, clock }: CallContext, project: ProjectId, reserve: ClaimAsk["reserve"]): Claiming {
  const name = { kind: "consolidate", key: project } as const;
  const ask = { leaseMs: LEASE_MS, key: project };
  store.jobs.want(name, clock());
  const take = (more: Pick<ClaimAsk, "reserve">): Claimed => {
    const claimed = store.jobs.claim("consolidate", { ...ask, ...more });
    if (!skippedFor(claimed, "up to date")) return claimed;
    // Done just now, or in the future after the clock was set back: no process works on it, and records may have changed.
    store.jobs.again(name);
    return store.jobs.claim("consolidate", { ...ask, ...more });
  };
  if (reserve === undefined) return { claimed: take({}), isOverCap: false };
  const claimed = take({ reserve });
  const isOverCap = skippedFor(claimed, "over cap");
  return { claimed: isOverCap ? take({}) : claimed, isOverCap };
}

function skippedFor(claimed: Claimed, why: SkipReason): boolean {
  return claimed.outcome === "none" && claimed.skipped.some(({ reason }) => reason === why);
}

/** Takes in the edits of the files that a person confirmed; all others stay in the files. */
async function takeManualEdits(call: CallContext, before: ManualEdits = NO_EDITS): Promise<ManualEdits> {
  const { store, env } = call;
  const { id: project } = demandProject(call);
  const loaded = loadArtifacts(artifactFolder(store.home, project));
  const { base } = loaded;
  if (base === undefined || !mayDo(env, "edit memory files")) return before;
  const merged = mergeArtifacts(base, { ...loaded, limitTokens: limitOf(call) });
  const confirmed = confirmedEdits(store, project, merged);
  const added = confirmed.added.filter((text) => !before.added.includes(text));
  const edited = confirmed.edited.filter(({ id, text }) => before.edited.get(id) !== text);
  const removed = confirmed.removed.filter((id) => !before.removed.includes(id));
  if (added.length + edited.length + removed.length > 0) {
    // The same verbs as for any other change by the person.
    const records = (await import("../../record/kept/record-verbs.ts")).recordVerbs(call);
    for (const text of added) await records.add({ text, scope: "project" });
    for (const { id, text } of edited) {
      const record = (await call.get(id))?.record;
      if (record !== undefined) await records.update(id, editedRecord(record, text));
    }
    for (const id of removed) if ((await call.get(id)) !== undefined) await records.archive(id);
  }
  return {
    added: [...before.added, ...added],
    edited: new Map([...before.edited, ...edited.map(({ id, text }) => [id, text] as const)]),
    removed: [...before.removed, ...removed],
    vanished: merged.vanished.length,
  };
}

/** The renames happen in the transaction that checks the claim. */
async function publish(
  call: CallContext,
  { edits, worded, claim }: Result & { readonly claim: Claim },
): Promise<Published | "fenced"> {
  const { jobs, home } = call.store;
  const loaded = loadArtifacts(artifactFolder(home, demandProject(call).id));
  const snapshot = await snapshotOf(call, loaded);
  const next = worded?.applyTo(snapshot, claim) ?? { artifacts: snapshot.made.artifacts, keep: () => {} };
  const merged = mergeArtifacts(next.artifacts, { ...loaded, limitTokens: limitOf(call) });
  const inside = (rename: () => Published): Published | "fenced" => {
    let published: Published = "changed";
    const ended = jobs.fenced(claim, () => {
      published = rename();
      if (published !== "published") return;
      next.keep();
      jobs.finish(claim);
    });
    return ended === "fenced" ? "fenced" : published;
  };
  return publishArtifacts(loaded, { ...merged, added: edits.added }, { inside, at: call.env.at });
}

export type Snapshot = {
  readonly made: MadeArtifacts;
  readonly options: ArtifactOptions;
  readonly versions: ReadonlyMap<RecordId, Version>;
  /** MEMORY.md as it is now. */
  readonly existing: string | undefined;
};

export async function snapshotOf(call: CallContext, loaded: Pick<LoadedArtifacts, "found">): Promise<Snapshot> {
  const { store, clock, config } = call;
  // A space's records leave with the space: they are not copied into files.
  const kept = (await call.search.where({})).filter(({ record }) => record.trust !== "team");
  const failing = staleCheck(call);
  const stale = new Map(
    kept.flatMap((one) => {
      const why = failing(one);
      return why === undefined ? [] : [[one.record.id, why] as const];
    }),
  );
  const options: ArtifactOptions = {
    limitTokens: limitOf(call),
    at: { nowMs: clock(), halfLifeDays: config["decay.halfLifeDays"] },
    successes: (id) => store.runs.counts(id).success,
    stale,
  };
  const made = makeArtifacts(kept, options);
  const versions = new Map(made.kept.map(({ record, version }) => [record.id, version]));
  return { made, options, versions, existing: loaded.found.memory };
}

function limitOf({ config }: CallContext): number {
  return config["memories.summaryInjectionTokenLimit"];
}
