/** The numbers of the Insights page: activity by day, records by type, sources, and a record's strength over time. */
import type { CallContext } from "../../context/call-context.ts";
import { DAY_MS, isoTime } from "../../core/base/clock.ts";
import type { RecordType, Scope } from "../../core/record/record.ts";
import { strength } from "../../core/record/strength.ts";
import type { DayCount, SourceCount } from "../../store/local/rows/events.ts";
import { keptOf } from "../recalling/read-verbs.ts";

export type Insights = {
  /** Days without commands are left out. */
  readonly activity: { readonly from: string; readonly to: string; readonly days: readonly DayCount[] };
  readonly made: readonly { readonly type: RecordType; readonly scope: Scope; readonly count: number }[];
  readonly sources: readonly SourceCount[];
  readonly agents: readonly { readonly agent: string; readonly sessions: number; readonly lastAt?: string }[];
};

export type StrengthOverTime = {
  readonly points: readonly { readonly at: string; readonly strength: number }[];
  readonly reinforced: readonly { readonly at: string; readonly session: string }[];
  readonly archiveBelow: number;
  readonly isLasting: boolean;
};

const DAYS = 84;
const POINTS = 60;

export async function insights(call: CallContext): Promise<Insights> {
  const { store, clock, project, search } = call;
  const nowMs = clock();
  const sinceMs = nowMs - (DAYS - 1) * DAY_MS;
  const kept = await search.where({ statuses: ["active"] });
  const made = Map.groupBy(kept, ({ record }) => `${record.type} ${record.scope}`);
  const sessions = Map.groupBy(store.sessions.list({ project: project?.id, limit: 10_000 }), ({ agent }) => agent);
  return {
    activity: {
      from: isoTime(sinceMs).slice(0, 10),
      to: isoTime(nowMs).slice(0, 10),
      days: store.events.byDay({ project: project?.id, sinceMs: startOfDay(sinceMs) }),
    },
    made: [...made.values()].map((group) => {
      const { type, scope } = group[0]!.record;
      return { type, scope, count: group.length };
    }),
    sources: store.events.bySource(),
    agents: [...sessions].map(([agent, list]) => {
      const last = Math.max(...list.map(({ endedMs, startedMs }) => endedMs ?? startedMs ?? 0));
      return { agent, sessions: list.length, ...(last > 0 && { lastAt: isoTime(last) }) };
    }),
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
    isLasting: record.type === "policy" || record.type === "architecture",
  };
}

function startOfDay(ms: number): number {
  return Date.parse(`${isoTime(ms).slice(0, 10)}T00:00:00Z`);
}
