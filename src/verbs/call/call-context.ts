/** What every verb works with: one call's settings, place and store. */
import { type Clock, isoTime } from "../../core/base/clock.ts";
import type { Config, RawConfig } from "../../core/base/config.ts";
import { OldhandError } from "../../core/base/error.ts";
import type { Actor } from "../../core/event/event.ts";
import type { Author, Piece } from "../../core/ports.ts";
import type { ProjectRef } from "../../core/project/project.ts";
import { registered, withEvidence } from "../../core/project/registry-changes.ts";
import type { MemoryRecord, ProjectId, RecordId } from "../../core/record/record.ts";
import { habitConfidence } from "../../core/record/strength.ts";
import type { Meaning } from "../../core/search/search-hits.ts";
import type { KeptCure } from "../../core/session/cure.ts";
import { type OtherAct, type PossibleCaller, rulingFor } from "../../remember/authority.ts";
import type { Home } from "../../store/files/home.ts";
import type { Entry } from "../../store/index/find-entries.ts";
import type { Habits } from "../../store/index/habit-tallies.ts";
import type { ReadStore } from "../../store/read-store.ts";
import type { Intake } from "../../store/spool/shell-spool.ts";
import type { WriteStore } from "../../store/write-store.ts";
import type { Env } from "./environment.ts";
import type { Everywhere } from "./everywhere.ts";
import type { CallPlace } from "./place.ts";
import type { CallOptions } from "./resolve-place.ts";

export type { OtherAct } from "../../remember/authority.ts";

/** `unaccepted: "all"` also finds pending suggestions that an import made. */
type OtherAsk = { readonly text: string; readonly limit: number; readonly unaccepted?: "all" | undefined };

/** `note`: why something may be missing, for people and programs. */
export type OtherFound = {
  readonly pieces: readonly Piece[];
  /** Whether an embedder compared the question with them. */
  readonly isByMeaning?: boolean;
  readonly note?: string;
};

/** A few sentences of a session, a ticket, an episode or a commit. */
export type Passage = {
  readonly id: string;
  readonly text: string;
  /** What it is and when. */
  readonly label: string;
  readonly source: string;
  readonly relevance: number;
};

export type PassageAsk = {
  readonly text: string;
  /** Its own talk is not given to it. */
  readonly session: string | undefined;
  readonly most: number;
  readonly given: ReadonlySet<string>;
};

export type ReadContext = Pick<ReadStore, "search" | "get" | "doubtOf" | "journal" | "newId" | "random"> & {
  readonly clock: Clock;
  readonly config: Config;
  readonly project: ProjectRef | undefined;
  /** A habit's confidence from what was counted up to now; absent if nothing can be counted. */
  readonly confidenceOf?: (record: MemoryRecord) => number;
  /** How often a workflow succeeded; absent if no runs are kept. */
  readonly successesOf?: (id: RecordId) => number;
  /** When a record was first seen to be untrue; records it on first sight. */
  readonly staleSince?: (id: RecordId, why: string) => number;
  readonly clearStale?: (ids: readonly RecordId[]) => void;
  /** Puts the latest of several results about the same thing first; absent in hooks, which have to stay small. */
  readonly newestFirst?: (found: readonly Piece[], query: string) => readonly Piece[];
  /** Cures of an error by its marks, the latest first; absent if no state is kept. */
  readonly curesOf?: (marks: readonly string[]) => readonly KeptCure[];
  /** Whether a person dismissed a suggestion. */
  readonly isDismissed?: (suggestion: string) => boolean;
  /** The same call over all projects; absent if nobody could ask for it. */
  readonly everywhere?: Everywhere;
  /** Lists and searches cover all projects unless they are asked for one. */
  readonly isEverywhere?: boolean;
  /** A known project's name, and where its tree is if it is still there; only in a call over all projects. */
  readonly projectAt?: (id: ProjectId) => { readonly name: string; readonly root?: string } | undefined;
  /** How close records are to a query in meaning; absent or undefined if words alone are compared. */
  readonly meaningOf?: (text: string) => Promise<Meaning | undefined>;
  /** The block for the start of a session; absent if none can be written. */
  readonly sessionBlock?: (session: string) => Promise<string>;
  /** Passages that a prompt needs; absent if there is no text besides records. */
  readonly passagesFor?: (ask: PassageAsk) => Promise<readonly Passage[]>;
  /** Where the last session of the project left off, at most two lines, without what is `told` apart; absent if no sessions are kept. */
  readonly leftOff?: (session: string, told: readonly string[]) => Promise<readonly Passage[]>;
  /** Passages that a session was given before its context was compacted, by their ids. */
  readonly passagesAgain?: (ids: readonly string[]) => Promise<readonly Passage[]>;
  /** Matches among episodes, tickets and sessions; absent if only records are available. */
  readonly otherMatches?: (ask: OtherAsk) => Promise<OtherFound>;
};

export type CallContext = ReadContext & {
  readonly env: Env;
  readonly home: Home;
  readonly place: CallPlace;
  readonly raw: RawConfig;
  readonly configFaults: readonly string[];
  readonly store: WriteStore;
  /** How the call was opened, for other projects that it opens. */
  readonly openedWith?: Pick<CallOptions, "isQuick" | "busyMs">;
};

/** A memory that was opened to be read, perhaps because it cannot be written. */
export type OpenedToRead = ReadContext & Pick<CallContext, "env" | "home" | "place" | "raw" | "configFaults">;

/** The whole context, unless the memory can only be read. */
export function fullContext(context: ReadContext | CallContext): CallContext | undefined {
  return "store" in context ? context : undefined;
}

/** The result of the work that was due before the call. */
export type Settled = {
  /** Record files that are gone, if so many that a person has to confirm it. */
  readonly missing: readonly Entry[];
  /** Commands that shells had spooled. */
  readonly intake?: Intake;
};

type ReadParts = Pick<CallContext, "env" | "config" | "place"> & { readonly store: ReadStore };

/** The part that every way to open a memory shares; each adds what its store supports. */
export function readContext({ env, config, place, store }: ReadParts): ReadContext {
  const { search, get, doubtOf, journal, newId, random } = store;
  return { clock: env.clock, config, project: place.project, search, get, doubtOf, journal, newId, random };
}

/** A habit's confidence from all counts, including those after its acceptance. */
export function confidenceNow(habits: Pick<Habits, "count">): (record: MemoryRecord) => number {
  return ({ habit, key, value, confidence }) => {
    if (habit === undefined) return confidence;
    // A person may have renamed it; its value is what was counted, except for a substitution, which has both.
    const count = habits.count(habit, habit === "accepted_substitution" ? key : (value ?? key));
    return count === 0 ? confidence : habitConfidence(habit, count);
  };
}

type CallerEnv = Pick<Env, "isAgent" | "seenCaller" | "onPersonAct">;

/** Who makes a change, for the history. */
export function changedBy(env: CallerEnv & Pick<Env, "face">): Author {
  const faces = { mcp: "through MCP", page: "on the page" };
  const actor = actorOf(env);
  const who = actor === "agent" ? "an agent" : "a person";
  return { actor, by: `${who}, ${env.face === undefined ? "on the command line" : faces[env.face]}` };
}

/** Who gets the credit for a call: a script without a terminal counts as the person who wrote it, unless it was detached from whoever started it. */
export function actorOf(env: CallerEnv): Actor {
  const caller = callerOf(env);
  if (caller !== "unknown") return caller;
  const seen = env.seenCaller?.();
  return seen?.who === "unknown" && seen.detached === "yes" ? "agent" : "person";
}

/** Who may be calling, for acts that need a person. */
export function callerOf({ isAgent, seenCaller }: CallerEnv): PossibleCaller {
  return isAgent ? "agent" : (seenCaller?.().who ?? "person");
}

/** Whether remember/authority lets the caller do it. */
export function mayDo(env: CallerEnv, act: OtherAct): boolean {
  return rulingFor(callerOf(env), act) === "done";
}

/** Throws if this act needs a person and it is not certain that a person makes the call. */
export function demandPerson(env: CallerEnv, act: OtherAct): void {
  const refusal = refusalFor(env, act);
  if (refusal !== undefined) throw new OldhandError("invalid", refusal);
}

/** Why this caller may not do this, and what to do instead; undefined if it may. */
export function refusalFor(env: CallerEnv, act: OtherAct): string | undefined {
  if (mayDo(env, act)) {
    env.onPersonAct?.(act);
    return undefined;
  }
  if (callerOf(env) === "unknown")
    return `To ${act}, run this in a terminal. Without one, oldhand cannot tell a person from an agent.`;
  const seen = env.isAgent ? undefined : env.seenCaller?.();
  const why = seen?.who === "agent" ? ` This command was started by ${seen.by}.` : "";
  return `Only a person can ${act}.${why} Ask the person to do it.`;
}

/** The project that a verb acts on; throws with the reason outside of projects. */
export function demandProject({ place }: Pick<CallContext, "place">): ProjectRef {
  if (place.project !== undefined) return place.project;
  throw new OldhandError("not-found", noProject(place));
}

export function noProject({ why }: Pick<CallPlace, "why">): string {
  return `There is no project here. ${why} Change to a project's directory, or use --scope global.`;
}

export function demandDirectory({ env }: Pick<CallContext, "env">): string {
  if (env.cwd !== undefined) return env.cwd;
  throw new OldhandError("not-found", "The current directory no longer exists. Change to one that does.");
}

/** A project enters the registry with the first thing kept for it; from then on new evidence is added to it. */
export function ensureRegistered({ place, store, clock }: Pick<CallContext, "place" | "store" | "clock">): void {
  const { project } = place;
  if (project === undefined) return;
  const row = place.known.find(({ id }) => id === project.id);
  if (row === undefined) store.registry.put(registered(project, isoTime(clock())));
  else if (withEvidence(row, project.evidence) !== row) store.registry.learn(row.id, project.evidence);
}
