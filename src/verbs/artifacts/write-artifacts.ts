/** A project's memory as files: MEMORY.md, its summary and its playbooks, made from records, with what a hand did to them kept. */
import { editedWords } from "../../consolidate/artifacts/entry.ts";
import { type Made, type MakeMeans, makeArtifacts } from "../../consolidate/artifacts/make.ts";
import { mergeArtifacts } from "../../consolidate/artifacts/merge-artifacts.ts";
import { demandProject, type House } from "../../context/call-context.ts";
import { DAY_MS } from "../../core/base/clock.ts";
import { OldhandError } from "../../core/base/error.ts";
import type { Claim, ClaimAsk, Claimed, SkipReason } from "../../core/job/job.ts";
import type { Version } from "../../core/ports.ts";
import type { ProjectId, RecordId } from "../../core/record/record.ts";
import { screen } from "../../core/screen/clean.ts";
import {
  artifactFolder,
  type LoadedArtifacts,
  loadArtifacts,
  type Published,
  publishArtifacts,
} from "../../store/local/artifacts/artifact-files.ts";
import { readAddress, sweepPins } from "../../store/local/artifacts/read-artifacts.ts";
import { mayCallModel, tuningOf } from "../learning/pipeline-settings.ts";
import { checker } from "../records/find-stale.ts";
import type { RecordVerbs } from "../records/record-verbs.ts";
import { startBlock as blockFor } from "./session-block.ts";
import { sessionSecret } from "./session-secret.ts";
import type { Author, Wording } from "./word-by-model.ts";

export type Written = {
  readonly outcome: "written" | "busy";
  /** What a hand had stated in the files, and is remembered now. */
  readonly told: number;
  readonly edited: number;
  readonly archived: number;
  /** Entries that vanished in such numbers that somebody has to say whether that was meant. */
  readonly vanished: number;
  /** Where a model is configured: who worded the files, and why it was not the model. */
  readonly wording?: { readonly by: "model" | "rules"; readonly reason?: string };
};

/** What a hand did to the files and was taken in; while they are not written anew it is found again each time. */
type Heard = {
  readonly told: readonly string[];
  readonly edited: ReadonlyMap<RecordId, string>;
  readonly removed: readonly RecordId[];
  readonly vanished: number;
};

type Hand = Pick<RecordVerbs, "add" | "update" | "archive">;

const TRIES = 5;
const PIN_DAYS = 30;

/** In passing no model is called: what it worded before stays, and what is new stands in its own words. */
export type WriteAsk = { readonly inPassing?: boolean };

/** One process at a time for a project; whoever was stopped and continued too late publishes nothing. */
export async function writeArtifacts(
  house: House,
  records: Hand,
  { inPassing = false }: WriteAsk = {},
): Promise<Written> {
  const { store } = house;
  const { id: project } = demandProject(house);
  const author = await authorFor(house, { inPassing });
  const { claimed, isOverCap } = claimFor(house, project, await author?.reserve());
  if (claimed.outcome === "none") return BUSY;
  const { claim } = claimed;
  try {
    const first = await hear(house, records);
    const worded = await author?.word(claim, { isOverCap });
    const written = await publishHeard(house, records, { claim, first, worded });
    if (written.outcome === "busy") store.jobs.release(claim);
    return written;
  } catch (error) {
    store.jobs.fail(claim, screen(error instanceof Error ? error.message : String(error)).text);
    throw error;
  } finally {
    author?.close(claim);
  }
}

const BUSY: Written = { outcome: "busy", told: 0, edited: 0, archived: 0, vanished: 0 };

/** Loaded only where a model words the memory. */
async function authorFor(house: House, ask: Required<WriteAsk>): Promise<Author | undefined> {
  if (!mayCallModel(house.config, "smol")) return undefined;
  return (await import("./word-by-model.ts")).authorOf(house, ask);
}

type Writing = { readonly claim: Claim; readonly first: Heard; readonly worded: Wording | undefined };

/** What a hand did while a model was asked is heard as well, before the files are written over. */
async function publishHeard(house: House, records: Hand, { claim, first, worded }: Writing): Promise<Written> {
  const { store, clock } = house;
  const { id: project } = demandProject(house);
  let heard = first;
  for (let tries = 0; tries < TRIES; tries++) {
    if (worded !== undefined || tries > 0) heard = await hear(house, records, heard);
    const published = await publish(house, { told: heard.told, worded, claim });
    if (published === "fenced") return BUSY;
    if (published === "changed") continue;
    // Hooks mark what they hand over with it, and cannot make it themselves.
    sessionSecret(house.store.state);
    sweepPins(store.home, project, { beforeMs: clock() - PIN_DAYS * DAY_MS });
    const wording = worded && { by: worded.by, ...(worded.reason !== undefined && { reason: worded.reason }) };
    return { outcome: "written", ...countsOf(heard), ...(wording && { wording }) };
  }
  return BUSY;
}

type Claiming = { readonly claimed: Claimed; readonly isOverCap: boolean };

function claimFor({ store, clock, config }: House, project: ProjectId, reserve: ClaimAsk["reserve"]): Claiming {
  const name = { kind: "consolidate", key: project } as const;
  const ask = { leaseMs: tuningOf(config).consolidationLeaseMs, key: project };
  store.jobs.want(name, clock());
  const take = (more: Pick<ClaimAsk, "reserve">): Claimed => {
    const claimed = store.jobs.claim("consolidate", { ...ask, ...more });
    if (!skippedFor(claimed, "up to date")) return claimed;
    // Done at this moment or, by a clock that was put back, later than now: nobody is at it, and records may have changed.
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

/** The renames stand in the transaction that looks whether the claim is still worth something. */
function fenced({ store }: House, claim: Claim, rename: () => Published): Published | "fenced" {
  const done: Published[] = [];
  const ended = store.jobs.fenced(claim, () => {
    done.push(rename());
    if (done[0] === "published") store.jobs.finish(claim);
  });
  return ended === "fenced" ? "fenced" : (done[0] ?? "changed");
}

/** What stands at a memory:// address. */
export function resource(house: House, address: string): string {
  const read = readAddress(house.store.home, demandProject(house).id, address);
  if (read.outcome === "found") return read.text;
  throw new OldhandError(read.outcome === "missing" ? "not-found" : "invalid", read.reason);
}

/** The block for a session's start: the same bytes for as long as the session lasts. */
export function startBlock(house: House, session: string): string {
  const { store, config, project } = house;
  return blockFor({ home: store.home, config, project, secret: () => sessionSecret(house.store.state) }, session);
}

/**
 * What a hand wrote into the files since they were made is taken in first, as the person's word. It stays in the files
 * where an agent has them written: an agent does not speak for the person, and the person's next call hears it.
 */
async function hear(house: House, { add, update, archive }: Hand, before: Heard = SILENCE): Promise<Heard> {
  const { store, env } = house;
  const shelf = loadArtifacts(artifactFolder(store.home, demandProject(house).id));
  const { base } = shelf;
  if (base === undefined || env.isAgent) return before;
  const merged = mergeArtifacts(base, { ...shelf, limitTokens: limitOf(house) });
  const told = merged.told.filter((text) => !before.told.includes(text));
  const edited = merged.edited.filter(({ id, text }) => before.edited.get(id) !== text);
  const removed = merged.removed.filter((id) => !before.removed.includes(id));
  for (const text of told) await add({ text, scope: "project" });
  for (const { id, text } of edited) {
    const record = (await house.get(id))?.record;
    if (record !== undefined) await update(id, editedWords(record, text));
  }
  for (const id of removed) if ((await house.get(id)) !== undefined) await archive(id);
  return {
    told: [...before.told, ...told],
    edited: new Map([...before.edited, ...edited.map(({ id, text }) => [id, text] as const)]),
    removed: [...before.removed, ...removed],
    vanished: merged.vanished.length,
  };
}

const SILENCE: Heard = { told: [], edited: new Map(), removed: [], vanished: 0 };

function countsOf({ told, edited, removed, vanished }: Heard) {
  return { told: told.length, edited: edited.size, archived: removed.length, vanished };
}

type Publishing = { readonly told: readonly string[]; readonly worded: Wording | undefined; readonly claim: Claim };

async function publish(house: House, { told, worded, claim }: Publishing): Promise<Published | "fenced"> {
  const shelf = loadArtifacts(artifactFolder(house.store.home, demandProject(house).id));
  const snapshot = await snapshotOf(house, shelf);
  const next = worded?.over(snapshot, claim) ?? { artifacts: snapshot.made.artifacts, keep: () => {} };
  const merged = mergeArtifacts(next.artifacts, { ...shelf, limitTokens: limitOf(house) });
  const inside = (rename: () => Published): Published | "fenced" =>
    fenced(house, claim, () => {
      const published = rename();
      if (published === "published") next.keep();
      return published;
    });
  return publishArtifacts(shelf, { ...merged, added: told }, { inside, at: house.env.at });
}

export type Snapshot = {
  readonly made: Made;
  readonly means: MakeMeans;
  readonly versions: ReadonlyMap<RecordId, Version>;
  /** MEMORY.md as it is. */
  readonly existing: string | undefined;
};

export async function snapshotOf(house: House, shelf: Pick<LoadedArtifacts, "found">): Promise<Snapshot> {
  const { store, clock, config } = house;
  const kept = await house.search.where({});
  const failing = checker(house);
  const stale = new Map(
    kept.flatMap((one) => {
      const why = failing(one);
      return why === undefined ? [] : [[one.record.id, why] as const];
    }),
  );
  const means: MakeMeans = {
    limitTokens: limitOf(house),
    at: { nowMs: clock(), halfLifeDays: config["decay.halfLifeDays"] },
    successes: (id) => store.runs.counts(id).success,
    stale,
  };
  const made = makeArtifacts(kept, means);
  const versions = new Map(made.kept.map(({ record, version }) => [record.id, version]));
  return { made, means, versions, existing: shelf.found.memory };
}

function limitOf({ config }: House): number {
  return config["memories.summaryInjectionTokenLimit"];
}
