/** What the page draws: activity by day, what memory is made of, how alive the sources are, one record's strength over time. */

import type { CallContext } from "../../context/call-context.ts";
import { DAY_MS, isoTime } from "../../core/base/clock.ts";
import type { RecordType, Scope } from "../../core/record/record.ts";
import { strength } from "../../core/record/strength.ts";
import type { DayCount, SourceCount } from "../../store/local/rows/events.ts";
import { keptOf } from "../recalling/read-verbs.ts";

export type Pictures = {
  /** From the first day asked for to today, days without commands left out. */
  readonly activity: { readonly from: string; readonly to: string; readonly days: readonly DayCount[] };
  readonly made: readonly { readonly type: RecordType; readonly scope: Scope; readonly count: number }[];
  readonly sources: readonly SourceCount[];
  readonly agents: readonly { readonly agent: string; readonly sessions: number; readonly lastAt?: string }[];
};

export type StrengthPicture = {
  readonly points: readonly { readonly at: string; readonly strength: number }[];
  readonly reinforced: readonly { readonly at: string; readonly session: string }[];
  readonly archiveBelow: number;
  readonly isLasting: boolean;
};

const DAYS = 84;
const POINTS = 60;

export async function pictures(call: CallContext): Promise<Pictures> {
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

/** As it was by what is known of its uses, from the day it was made to a half-life from now. */
export async function strengthPicture(call: CallContext, id: string): Promise<StrengthPicture> {
  const { store, clock, config } = call;
  const { record, reinforcement } = await keptOf(call, id);
  const halfLifeDays = config["decay.halfLifeDays"];
  const bornMs = Date.parse(record.createdAt);
  const uses = store.counters.usesOf(record.id);
  const endMs = clock() + halfLifeDays * DAY_MS;
  // Uses that were counted before their times were kept stand at its birth.
  const unseen = Math.max(0, reinforcement - 1 - uses.length);
  const at = (ms: number): number => {
    const before = uses.filter(({ atMs }) => atMs <= ms);
    const lastUsedMs = before.at(-1)?.atMs ?? bornMs;
    return strength(
      record.type,
      { lastUsedMs, reinforcement: 1 + unseen + before.length },
      { nowMs: ms, halfLifeDays },
    );
  };
  const even = Array.from({ length: POINTS + 1 }, (_, n) => Math.round(bornMs + ((endMs - bornMs) * n) / POINTS));
  const around = uses.flatMap(({ atMs }) => [atMs - 1, atMs]);
  const times = [...even, ...around].filter((ms) => ms >= bornMs).toSorted((a, b) => a - b);
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
