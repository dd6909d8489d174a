/** A project's memory as files: MEMORY.md, its summary and its playbooks, made from records, with what a hand did to them kept. */
import { editedWords } from "../consolidate/artifacts/entry.ts";
import { makeArtifacts } from "../consolidate/artifacts/make.ts";
import { mergeArtifacts } from "../consolidate/artifacts/merge-artifacts.ts";
import { DAY_MS } from "../core/base/clock.ts";
import { OldhandError } from "../core/base/error.ts";
import { toHex } from "../core/base/hash.ts";
import type { Claim, Claimed } from "../core/job/job.ts";
import type { ProjectId } from "../core/record/record.ts";
import { screen } from "../core/screen/clean.ts";
import { artifactsOf, openShelf, type Published, publishArtifacts } from "../store/local/artifacts.ts";
import { readAddress, sweepPins } from "../store/local/artifacts-read.ts";
import { getMeta, setMeta } from "../store/local/database.ts";
import { checker } from "./briefing.ts";
import { demandProject, type House } from "./house.ts";
import type { RecordVerbs } from "./records.ts";
import { startBlock as blockFor, SESSION_SECRET } from "./session-start.ts";

export type Written = {
  readonly outcome: "written" | "busy";
  /** What a hand had stated in the files, and is remembered now. */
  readonly told: number;
  readonly edited: number;
  readonly archived: number;
  /** Entries that vanished in such numbers that somebody has to say whether that was meant. */
  readonly vanished: number;
};

type Hand = Pick<RecordVerbs, "add" | "update" | "archive">;

const LEASE_MS = 3 * 60_000;
const TRIES = 5;
const PIN_DAYS = 30;

/** One process at a time for a project; whoever was stopped and continued too late publishes nothing. */
export async function writeArtifacts(house: House, records: Hand): Promise<Written> {
  const { store, clock } = house;
  const { id: project } = demandProject(house);
  const claimed = claimFor(house, project);
  if (claimed.outcome === "none") return BUSY;
  const { claim } = claimed;
  try {
    for (let tries = 0; tries < TRIES; tries++) {
      const heard = await hear(house, records);
      const published = await publish(house, heard.told, (rename) => fenced(house, claim, rename));
      if (published === "fenced") return BUSY;
      if (published === "changed") continue;
      // Hooks mark what they hand over with it, and cannot make it themselves.
      secretOf(house);
      sweepPins(store.home, project, { beforeMs: clock() - PIN_DAYS * DAY_MS });
      return { outcome: "written", ...heard.counts };
    }
    store.jobs.release(claim);
    return BUSY;
  } catch (error) {
    store.jobs.fail(claim, screen(error instanceof Error ? error.message : String(error)).text);
    throw error;
  }
}

const BUSY: Written = { outcome: "busy", told: 0, edited: 0, archived: 0, vanished: 0 };

function claimFor({ store, clock }: House, project: ProjectId): Claimed {
  const name = { kind: "consolidate", key: project } as const;
  const ask = { leaseMs: LEASE_MS, key: project };
  store.jobs.want(name, clock());
  const claimed = store.jobs.claim("consolidate", ask);
  const isDone = claimed.outcome === "none" && claimed.skipped.some(({ reason }) => reason === "up to date");
  if (!isDone) return claimed;
  // Done at this moment or, by a clock that was put back, later than now: nobody is at it, and records may have changed.
  store.jobs.again(name);
  return store.jobs.claim("consolidate", ask);
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
  return blockFor({ home: store.home, config, project, secret: () => secretOf(house) }, session);
}

/**
 * What a hand wrote into the files since they were made is taken in first, as the person's word. It stays in the files
 * where an agent has them written: an agent does not speak for the person, and the person's next call hears it.
 */
async function hear(house: House, { add, update, archive }: Hand) {
  const { store, env } = house;
  const shelf = openShelf(artifactsOf(store.home, demandProject(house).id));
  const { base } = shelf;
  const none = { told: [] as readonly string[], counts: { told: 0, edited: 0, archived: 0, vanished: 0 } };
  if (base === undefined || env.isAgent) return none;
  const merged = mergeArtifacts(base, { ...shelf, limitTokens: limitOf(house) });
  for (const text of merged.told) await add({ text, scope: "project" });
  for (const { id, text } of merged.edited) {
    const record = (await house.get(id))?.record;
    if (record !== undefined) await update(id, editedWords(record, text));
  }
  for (const id of merged.removed) if ((await house.get(id)) !== undefined) await archive(id);
  const counts = {
    told: merged.told.length,
    edited: merged.edited.length,
    archived: merged.removed.length,
    vanished: merged.vanished.length,
  };
  return { told: merged.told, counts };
}

async function publish<T>(house: House, told: readonly string[], inside: (rename: () => Published) => T): Promise<T> {
  const { store, clock, config } = house;
  const shelf = openShelf(artifactsOf(store.home, demandProject(house).id));
  const kept = await house.search.where({});
  const failing = checker(house);
  const stale = new Map(
    kept.flatMap((one) => {
      const why = failing(one);
      return why === undefined ? [] : [[one.record.id, why] as const];
    }),
  );
  const { artifacts } = makeArtifacts(kept, {
    limitTokens: limitOf(house),
    at: { nowMs: clock(), halfLifeDays: config["decay.halfLifeDays"] },
    successes: (id) => store.runs.counts(id).success,
    stale,
  });
  const merged = mergeArtifacts(artifacts, { ...shelf, limitTokens: limitOf(house) });
  return publishArtifacts(shelf, { ...merged, told }, { inside, at: house.env.at });
}

function limitOf({ config }: House): number {
  return config["memories.summaryInjectionTokenLimit"];
}

/** Known to this machine alone, so that nobody who wrote a line can have foreseen a marker. */
function secretOf({ store }: House): string {
  const known = getMeta(store.state, SESSION_SECRET);
  if (known !== undefined) return known;
  const made = toHex(store.state.random(16));
  setMeta(store.state, SESSION_SECRET, made);
  return made;
}
