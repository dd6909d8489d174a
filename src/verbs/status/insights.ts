/** The numbers of the Insights view: activity, failures and cures, records and their changes, what agents got; and a record's strength over time. */

import { DAY_MS, isoTime } from "../../core/base/clock.ts";
import type { Spent } from "../../core/job/job.ts";
import type { Kept } from "../../core/ports.ts";
import { type ProjectId, type RecordType, type Scope, TYPE_TABLE } from "../../core/record/record.ts";
import { strength } from "../../core/record/strength.ts";
import {
  type ChangeCount,
  changesByDay,
  type FamilyCount,
  failuresByFamily,
  type UseCount,
  usesByDay,
  usesBySession,
} from "../../store/rows/activity-counts.ts";
import type { DayCount } from "../../store/rows/event-counts.ts";
import type { CallContext } from "../call/call-context.ts";
import { type GuardLogView, guardVerbs } from "../guards/guard-verbs.ts";
import { BUILT_IN } from "../guards/guards-in-force.ts";
import { keptOf } from "../recalling/read-verbs.ts";

export const INSIGHT_RANGES = ["weeks", "year", "all"] as const;
export type InsightRange = (typeof INSIGHT_RANGES)[number];

export type Insights = {
  readonly range: InsightRange;
  /** Days without commands are left out. */
  readonly activity: { readonly from: string; readonly to: string; readonly days: readonly DayCount[] };
  /** The commands that failed most, with what ended their failures before. */
  readonly failures: readonly FailingCommand[];
  readonly made: readonly { readonly type: RecordType; readonly scope: Scope; readonly count: number }[];
  readonly changes: readonly ChangeCount[];
  readonly given: Given;
  /** What guards said to agents, the latest first. */
  readonly guards: readonly FiredGuard[];
};

type FiredGuard = Pick<GuardLogView, "at" | "agent" | "session" | "command" | "record" | "action" | "next"> & {
  readonly text: string;
};

type FailingCommand = Omit<FamilyCount, "lastFailureMs"> & {
  readonly lastAt: string;
  readonly cures: readonly { readonly fix: string; readonly error: string; readonly at: string }[];
};

/** Records that sessions were given for their task. */
type Given = {
  readonly sessions: number;
  readonly days: readonly UseCount[];
  readonly most: readonly { readonly id: string; readonly text: string; readonly sessions: number }[];
};

export type StrengthOverTime = {
  readonly points: readonly { readonly at: string; readonly strength: number }[];
  readonly reinforced: readonly { readonly at: string; readonly session: string }[];
  readonly archiveBelow: number;
  readonly isLasting: boolean;
};

const DAYS: Readonly<Record<Exclude<InsightRange, "all">, number>> = { weeks: 84, year: 364 };
const POINTS = 60;

/** Of this project, or of all of them in a call that covers all; by default of the last weeks, or the shortest range with commands. */
export async function insights(call: CallContext, ask: { readonly range?: InsightRange } = {}): Promise<Insights> {
  const { store, clock } = call;
  const wide = call.isEverywhere === true ? await call.everywhere?.open() : undefined;
  const nowMs = clock();
  const project = call.project?.id;
  const { range, sinceMs, days } = rangeWithCommands(call, ask);
  const kept = await (wide ?? call).search.where({});
  const active = kept.filter(({ record }) => record.status === "active");
  const made = Map.groupBy(active, ({ record }) => `${record.type} ${record.scope}`);
  return {
    range,
    activity: { from: isoTime(sinceMs).slice(0, 10), to: isoTime(nowMs).slice(0, 10), days },
    failures: failingCommands(call, { project, sinceMs }),
    made: [...made.values()].map((group) => {
      const { type, scope } = group[0]!.record;
      return { type, scope, count: group.length };
    }),
    changes: changesByDay(store.state, wide !== undefined ? undefined : store.folders.map(({ key }) => key), sinceMs),
    given: givenSince(call, kept, sinceMs),
    guards: await firedSince(call, kept, sinceMs),
  };
}

function rangeWithCommands({ store, clock, project }: CallContext, ask: { readonly range?: InsightRange }) {
  const of = (range: InsightRange) => {
    const fromMs = range === "all" ? 0 : startOfDay(clock() - (DAYS[range] - 1) * DAY_MS);
    const days = store.events.byDay({ project: project?.id, sinceMs: fromMs });
    return { range, days, sinceMs: range === "all" ? startOfDay(firstMs(days) ?? clock()) : fromMs };
  };
  if (ask.range !== undefined) return of(ask.range);
  for (const range of INSIGHT_RANGES) {
    const found = of(range);
    if (found.days.length > 0) return found;
  }
  return of("weeks");
}

function firstMs(days: readonly DayCount[]): number | undefined {
  return days.length === 0 ? undefined : Math.min(...days.map(({ day }) => Date.parse(day)));
}

const MOST_FAILING = 12;
const MOST_CURES = 3;

function failingCommands(
  { store }: CallContext,
  ask: { readonly project: ProjectId | undefined; readonly sinceMs: number },
): FailingCommand[] {
  const cures = Map.groupBy(
    store.cures.all().filter(({ project }) => ask.project === undefined || project === ask.project),
    ({ family }) => family,
  );
  return failuresByFamily(store.index, { ...ask, limit: MOST_FAILING }).map(({ lastFailureMs, ...counts }) => {
    const known = new Map((cures.get(counts.family) ?? []).map((cure) => [cure.fix.text, cure]));
    return {
      ...counts,
      lastAt: isoTime(lastFailureMs),
      cures: [...known.values()]
        .toSorted((a, b) => b.atMs - a.atMs)
        .slice(0, MOST_CURES)
        .map(({ fix, error, atMs }) => ({ fix: fix.text, error, at: isoTime(atMs) })),
    };
  });
}

const MOST_FIRED = 50;

async function firedSince(call: CallContext, kept: readonly Kept[], sinceMs: number): Promise<FiredGuard[]> {
  const texts = new Map([...kept.map(({ record }) => [record.id, record.text] as const), [BUILT_IN, "built in"]]);
  return (await guardVerbs(call).guardLog())
    .filter(({ at, record }) => Date.parse(at) >= sinceMs && texts.has(record))
    .slice(0, MOST_FIRED)
    .map(({ at, agent, session, command, record, action, next }) => ({
      ...{ at, agent, session, command, record, action, text: texts.get(record) ?? "" },
      ...(next !== undefined && { next }),
    }));
}

const MOST_GIVEN = 8;

function givenSince({ store }: CallContext, kept: readonly Kept[], sinceMs: number): Given {
  const texts = new Map(kept.map(({ record }) => [record.id, record.text]));
  const uses = usesBySession(store.state).filter(({ record, atMs }) => atMs >= sinceMs && texts.has(record));
  const byRecord = [...Map.groupBy(uses, ({ record }) => record)];
  return {
    sessions: new Set(uses.map(({ session }) => session)).size,
    days: usesByDay(uses),
    most: byRecord
      .toSorted(([, a], [, b]) => b.length - a.length)
      .slice(0, MOST_GIVEN)
      .map(([id, of]) => ({ id, text: texts.get(id) ?? "", sessions: of.length })),
  };
}

export type ModelUse = {
  /** 0: no model is called. */
  readonly capPerDay: number;
  readonly today: readonly Spent[];
  /** The last days with any use, by model, the latest first. */
  readonly days: readonly Spent[];
};

const USE_DAYS = 30;

export function modelUse({ store, config, clock }: CallContext): ModelUse {
  return {
    capPerDay: config["models.dailyTokenCap"],
    today: store.spending.today(),
    days: store.spending.since(isoTime(clock() - USE_DAYS * DAY_MS).slice(0, 10)),
  };
}

/** From its creation to one half-life from now, by its recorded uses. */
export async function strengthOverTime(call: CallContext, id: string): Promise<StrengthOverTime> {
  const { store, clock, config } = call;
  const { record, reinforcement } = await keptOf(call, id);
  const halfLifeDays = config["decay.halfLifeDays"];
  const createdMs = Date.parse(record.createdAt);
  const uses = store.counters.usesOf(record.id);
  const endMs = clock() + halfLifeDays * DAY_MS;
  // Uses without a recorded time count from its creation.
  const untimed = Math.max(0, reinforcement - 1 - uses.length);
  const at = (ms: number): number => {
    const before = uses.filter(({ atMs }) => atMs <= ms);
    const lastUsedMs = before.at(-1)?.atMs ?? createdMs;
    return strength(
      record.type,
      { lastUsedMs, reinforcement: 1 + untimed + before.length },
      { nowMs: ms, halfLifeDays },
    );
  };
  const even = Array.from({ length: POINTS + 1 }, (_, n) => Math.round(createdMs + ((endMs - createdMs) * n) / POINTS));
  const around = uses.flatMap(({ atMs }) => [atMs - 1, atMs]);
  const times = [...even, ...around].filter((ms) => ms >= createdMs).toSorted((a, b) => a - b);
  return {
    points: times.map((ms) => ({ at: isoTime(ms), strength: Math.round(at(ms) * 1000) / 1000 })),
    reinforced: uses.map(({ atMs, session }) => ({ at: isoTime(atMs), session })),
    archiveBelow: config["decay.archiveBelow"],
    isLasting: !TYPE_TABLE[record.type].decays,
  };
}

function startOfDay(ms: number): number {
  return Date.parse(`${isoTime(ms).slice(0, 10)}T00:00:00Z`);
}
