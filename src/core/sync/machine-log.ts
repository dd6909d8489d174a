/** What one of a person's machines says about records: its versions and deletions, each with a stamp and what it had seen. */
import type { Id } from "../base/id.ts";
import type { ProjectId, RecordId } from "../record/record.ts";

export type MachineId = Id<"mac">;

/** Later means a larger time, then a larger machine id. The time is ahead of everything that the machine had seen. */
export type Stamp = { readonly t: number; readonly machine: MachineId };

/** The newest time of each machine that was known when a change was made. */
export type SeenTimes = Readonly<Record<MachineId, number>>;

/** One machine's version of a record. */
export type RecordVersion = {
  readonly id: RecordId;
  readonly stamp: Stamp;
  readonly seen: SeenTimes;
  /** The record's file, without its project, whose id may differ on other machines. */
  readonly text: string;
  readonly project?: ProjectId;
};

export type Removal = {
  readonly id: RecordId;
  readonly stamp: Stamp;
  readonly seen: SeenTimes;
  readonly why: "delete" | "forget";
};

/** A decision on a habit that was suggested. */
export type SharedDecision = {
  readonly suggestion: string;
  readonly status: "accepted" | "dismissed";
  readonly atMs: number;
  readonly made?: RecordId;
};

/** How a project is recognised on another machine: no paths. */
export type SharedProject = {
  readonly id: ProjectId;
  readonly name: string;
  readonly rootCommits: readonly string[];
  readonly remotes: readonly string[];
};

/** A new key, signed with the one before. */
export type KeyChange = { readonly from: string; readonly to: string; readonly signature: string };

export type MachineLog = {
  readonly machine: MachineId;
  readonly name: string;
  /** Rises with every version of this log. */
  readonly seq: number;
  readonly publicKey: string;
  readonly keyChanges: readonly KeyChange[];
  /** Fingerprints that the person confirmed or revoked at this machine. */
  readonly confirmed: readonly string[];
  readonly revoked: readonly string[];
  readonly versions: readonly RecordVersion[];
  readonly removals: readonly Removal[];
  readonly decisions: readonly SharedDecision[];
  readonly tombstones: readonly string[];
  readonly projects: readonly SharedProject[];
  /** Rows of state.db that `sync.include` asks for, as JSON lines. */
  readonly included: readonly string[];
};

export function isLater(a: Stamp, b: Stamp): boolean {
  return a.t === b.t ? a.machine > b.machine : a.t > b.t;
}

/** Whether whoever made this knew of that. */
export function hasSeen({ seen }: { readonly seen: SeenTimes }, { t, machine }: Stamp): boolean {
  return (seen[machine] ?? 0) >= t;
}
