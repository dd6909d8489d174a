/** `lift`: what memory changes. Sessions with and without it are compared if the coin is on; the past is replayed either way. */
import type { CallContext } from "../../context/call-context.ts";
import { reachOf } from "../../context/everywhere.ts";
import { isoTime } from "../../core/base/clock.ts";
import type { MemoryRecord } from "../../core/record/record.ts";
import { type Difference, differences } from "../../lift/compare.ts";
import { guardsBroken } from "../../lift/guard-breaks.ts";
import { judgeRecords, type LiftMoment, type RecordLift } from "../../lift/judge-records.ts";
import { outcomesOf } from "../../lift/outcomes.ts";
import { type Replay, replayFigures } from "../../lift/replay.ts";
import type { SessionFacts } from "../../lift/session-facts.ts";
import { mayAct } from "../guards/guards-in-force.ts";
import { judgedRecords } from "./judged-records.ts";
import { isFor, type ReplayLimits, replaySessions } from "./replay-sessions.ts";
import { type KnownSince, knownSinceIn, pastSessions } from "./session-facts.ts";

export type LiftAsk = ReplayLimits & { readonly everywhere?: boolean };

export type Lift = {
  /** Sessions of agents that are stored. */
  readonly sessions: number;
  /** Sessions since the coin is on that were given something, and that would have been. */
  readonly withMemory: number;
  readonly without: number;
  /** One session in this many is held out now; 0 if none is. */
  readonly holdOut: number;
  readonly outcomes: readonly Difference[];
  readonly records: readonly LiftRecord[];
  readonly replay: Replay & {
    /** Sessions that had memory, whose text is gone, whose project is gone, or that were too many. */
    readonly skipped: number;
  };
};

export type LiftRecord = Omit<RecordLift, "moments"> & {
  /** Empty if it is gone. */
  readonly text: string;
  readonly moments: readonly (Omit<LiftMoment, "atMs"> & { readonly at: string })[];
};

/** Of this project; outside of projects, or if asked for everywhere, of all that the caller may see. */
export async function lift(call: CallContext, ask: LiftAsk = {}): Promise<Lift> {
  const { store, config } = call;
  const project = reachOf(call, { everywhere: ask.everywhere });
  const wide = project === undefined ? await call.everywhere?.open() : undefined;
  const records = (await (wide ?? call).search.where({})).map(({ record }) => record);
  const knownSince = knownSinceIn({ store });
  const past = pastSessions({ store }, { project, records, knownSince });
  const all = past.map(({ facts }) => facts);
  const compared = all.filter(({ coin, given }) => coin !== undefined && given.length > 0);
  const outcomes = outcomesOf(all, (session) => guardsBroken(guardsAgainst(session, records, knownSince), session));
  const sideOf = (heldOut: boolean) => compared.filter(({ coin }) => coin?.heldOut === heldOut);
  const [withMemory, without] = [sideOf(false), sideOf(true)];
  const holdOut = config["lift.holdOut"];
  const share = 1 / (holdOut > 1 ? holdOut : (compared.at(-1)?.coin?.oneIn ?? DEFAULT_ONE_IN));
  const numbers = (sessions: readonly SessionFacts[]) => sessions.flatMap(({ id }) => outcomes.get(id) ?? []);
  const replayed = await replaySessions(call, { past, records, knownSince, ...ask });
  return {
    ...{ sessions: past.length, withMemory: withMemory.length, without: without.length, holdOut },
    outcomes: differences({ withMemory: numbers(withMemory), without: numbers(without), share }),
    records: liftRecords(judgeRecords(judgedRecords({ store }, records), all), records),
    replay: { ...replayFigures(replayed), skipped: past.length - replayed.length },
  };
}

/** For the number of sessions that are missing if there was never a coin. */
const DEFAULT_ONE_IN = 4;

function guardsAgainst({ project, startedMs }: SessionFacts, records: readonly MemoryRecord[], knownSince: KnownSince) {
  return records
    .filter((record) => record.status === "active" && mayAct(record) && isFor(record, project))
    .filter((record) => knownSince(record) < startedMs)
    .flatMap(({ guards = [] }) => guards);
}

function liftRecords(judged: readonly RecordLift[], records: readonly MemoryRecord[]): LiftRecord[] {
  const texts = new Map(records.map(({ id, text }) => [id, text]));
  return judged.map(({ moments, ...counts }) => ({
    ...counts,
    text: texts.get(counts.id) ?? "",
    moments: moments.map(({ atMs, ...moment }) => ({ ...moment, at: isoTime(atMs) })),
  }));
}
