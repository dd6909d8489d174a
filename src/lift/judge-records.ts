/** What became of the records that sessions were given: followed, ignored, contradicted, or not known. */
import { runsFamily } from "../core/command/runs-family.ts";
import { familyOf } from "../core/command/steps.ts";
import type { Guard } from "../core/guard/guard.ts";
import { judgeAct } from "./guard-breaks.ts";
import type { Act, SessionFacts } from "./session-facts.ts";

/** A record as far as a program can tell whether it is followed. */
export type JudgedRecord = {
  readonly id: string;
  readonly guards: readonly Guard[];
  /** Commands that it says to run. */
  readonly commands: readonly string[];
  /** For a known fix: the error that it is for. */
  readonly error?: string;
  /** When the person said something else instead. */
  readonly replacedMs?: number;
};

export const VERDICTS = ["followed", "ignored", "contradicted", "unknown"] as const;
export type Verdict = (typeof VERDICTS)[number];

export type RecordLift = {
  readonly id: string;
  /** Sessions that it was given to. */
  readonly given: number;
  readonly followed: number;
  readonly ignored: number;
  readonly contradicted: number;
  readonly unknown: number;
  /** The latest that are known, the newest first. */
  readonly moments: readonly LiftMoment[];
};

export type LiftMoment = {
  readonly session: string;
  readonly atMs: number;
  readonly verdict: Exclude<Verdict, "unknown">;
  /** The command or file that shows it. */
  readonly by: string;
};

const MOST_MOMENTS = 5;

/** One for each record that a session was given; what was withheld is not given. */
export function judgeRecords(
  records: ReadonlyMap<string, JudgedRecord>,
  sessions: readonly SessionFacts[],
): RecordLift[] {
  const moments = new Map<string, (LiftMoment | undefined)[]>();
  for (const session of sessions) {
    if (session.coin?.heldOut === true) continue;
    const first = new Map(session.given.toReversed().map(({ record, atMs }) => [record, atMs]));
    for (const [id, atMs] of first) {
      const record = records.get(id);
      const moment = record === undefined ? undefined : judged(record, session, atMs);
      moments.set(id, [...(moments.get(id) ?? []), moment]);
    }
  }
  return [...moments]
    .map(([id, all]) => {
      const known = all.filter((one) => one !== undefined);
      const of = (verdict: Verdict): number => known.filter((one) => one.verdict === verdict).length;
      return {
        ...{ id, given: all.length, followed: of("followed"), ignored: of("ignored") },
        ...{ contradicted: of("contradicted"), unknown: all.length - known.length },
        moments: known.toSorted((a, b) => b.atMs - a.atMs).slice(0, MOST_MOMENTS),
      };
    })
    .toSorted((a, b) => b.given - a.given || (a.id < b.id ? -1 : 1));
}

/** Undefined if nothing that happened afterwards tells. The worst counts: a rule that was broken once was not followed. */
function judged(record: JudgedRecord, session: SessionFacts, givenMs: number): LiftMoment | undefined {
  const { replacedMs } = record;
  const of = { session: session.id };
  if (replacedMs !== undefined && replacedMs >= givenMs && replacedMs <= session.endedMs)
    return { ...of, atMs: replacedMs, verdict: "contradicted", by: "the person said something else" };
  const [against, asked] = [breakOf(record, session, givenMs), followOf(record, session, givenMs)];
  const shown = against ?? asked;
  if (shown === undefined) return undefined;
  const verdict = shown === against ? "ignored" : "followed";
  return { ...of, atMs: shown.atMs ?? givenMs, verdict, by: shown.file ?? shown.line };
}

function breakOf({ guards, error, commands }: JudgedRecord, session: SessionFacts, givenMs: number): Act | undefined {
  const { acts } = session;
  const later = laterActs(session, givenMs);
  const broken = later.find((act) =>
    guards.some((guard) => judgeAct(guard, act, acts.slice(0, acts.indexOf(act))) === "against"),
  );
  if (broken !== undefined || error === undefined) return broken;
  // The same error again, and what cures it was not tried before.
  return later.find((act, at) => act.error === error && !later.slice(0, at).some((one) => runsAny(one, commands)));
}

function followOf({ guards, commands }: JudgedRecord, session: SessionFacts, givenMs: number): Act | undefined {
  const { acts } = session;
  return laterActs(session, givenMs).find(
    (act) =>
      runsAny(act, commands) ||
      guards.some((guard) => judgeAct(guard, act, acts.slice(0, acts.indexOf(act))) === "as asked"),
  );
}

function laterActs({ acts }: SessionFacts, givenMs: number): readonly Act[] {
  return acts.filter(({ by, atMs = givenMs }) => by === "agent" && atMs >= givenMs);
}

function runsAny({ line }: Act, commands: readonly string[]): boolean {
  return commands.some((command) => {
    const family = familyOf(command);
    return family !== undefined && runsFamily(line, family);
  });
}
