/** What one of a person's machines says about records: its versions and deletions, each with a stamp and what it had seen. */
import type { Id } from "../base/id.ts";
import type { ProjectId, RecordId } from "../record/record.ts";

export type MachineId = Id<"mac">;

/** Later means a larger time, then a larger machine id. The time is ahead of everything that the machine had seen. */
export type LogTime = { readonly t: number; readonly machine: MachineId };

/** The newest time of each machine that was known when a change was made. */
export type SeenTimes = Readonly<Record<MachineId, number>>;

/** One machine's version of a record. */
export type RecordVersion = {
  readonly id: RecordId;
  readonly stamp: LogTime;
  readonly seen: SeenTimes;
  /** The record's file, without its project, whose id may differ on other machines. */
  readonly text: string;
  readonly project?: ProjectId;
};

export type Removal = {
  readonly id: RecordId;
  readonly stamp: LogTime;
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

/** One version of a log: its number, and the hash of its list, which says everything that is in it. */
export type LogHead = { readonly seq: number; readonly sha: string };

/** Signed with an old key: its machine goes on under the id of a new one, and the old log ends there. */
export type Succession = {
  readonly id: MachineId;
  readonly from: string;
  readonly to: string;
  readonly last: LogHead;
  readonly signature: string;
};

export type MachineLog = {
  readonly machine: MachineId;
  readonly name: string;
  /** Rises with every version of this log. */
  readonly seq: number;
  /** The hashes of the versions before, the newest first: a version that leaves one out or contradicts one is recognised. */
  readonly earlier: readonly string[];
  /** The id is derived from it. */
  readonly publicKey: string;
  /** From the first key of this machine to the present one. */
  readonly successions: readonly Succession[];
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

/** A stamp as the version of a record that was agreed on. */
export function stampText({ t, machine }: LogTime): string {
  return `${t} ${machine}`;
}

export function stampOf(agreed: { readonly version?: string | undefined } | undefined): LogTime | undefined {
  if (agreed?.version === undefined) return undefined;
  const [t, machine = ""] = agreed.version.split(" ");
  return { t: Number(t), machine };
}

export function isLater(a: LogTime, b: LogTime): boolean {
  return a.t === b.t ? a.machine > b.machine : a.t > b.t;
}

/** Whether whoever made this knew of that. */
export function hasSeen({ seen }: { readonly seen: SeenTimes }, { t, machine }: LogTime): boolean {
  return (seen[machine] ?? 0) >= t;
}

/** A log whose signature fits its own key. Whether that key is the person's, and whether it may speak for the id, is judged. */
export type SignedLog = {
  readonly log: MachineLog;
  readonly sha: string;
  readonly fingerprint: string;
  /** Whether the machine's id is derived from the key. */
  readonly isIdOfKey: boolean;
  /** The ids and keys that this machine had before, with the ends of their logs, each signed with its key. */
  readonly former: readonly FormerId[];
  /** Records in the list that have no file: forgotten, or somebody removed them. */
  readonly missing: readonly RecordId[];
  /** Files that are not what was signed. */
  readonly damaged: number;
};

export type FormerId = {
  readonly id: MachineId;
  readonly fingerprint: string;
  /** False for an id from before ids came from keys: anybody can name one. */
  readonly isIdOfKey: boolean;
  readonly last: LogHead;
};

/** What this machine knows of its own log: its last number, and the hashes down from there. */
export type LogNumbers = { readonly seq: number; readonly shas: readonly string[] };

/** The last version of a known machine's log that was taken in. */
export type KnownHead = LogHead & {
  readonly name: string;
  readonly fingerprint: string;
  readonly successor?: string;
};
export type KnownHeads = Readonly<Record<MachineId, KnownHead>>;

/** The newest number of each log that a remote had. */
export type RemoteNumbers = Readonly<Record<string, Readonly<Record<MachineId, number>>>>;
