/** Which sessions can be read now: idle ones, and those with a reported end, unless they are too old. */

import { DAY_MS, HOUR_MS, isoTime } from "../../../core/base/clock.ts";
import { mayCallModel } from "../../../core/job/may-call-model.ts";
import type { KeptSession } from "../../../store/rows/sessions.ts";
import type { CallContext } from "../../call/call-context.ts";

/** Hosts may write the last lines of a transcript after they reported its end. */
const LAST_LINES_MS = 60_000;

export type ReadAsk = {
  /** The oldest session to read; default: as many days ago as the settings say. */
  readonly sinceMs?: number;
  /** No model is called, and no old session is left open for one. */
  readonly rulesOnly?: boolean;
};

export type TooOld = {
  readonly count: number;
  /** The day of the oldest one, for `learn --since`. */
  readonly since: string;
};

type SessionsToRead = { readonly readable: ReturnType<typeof readableSessions>; readonly tooOld?: TooOld };

/** Those that can be read, and unless a time is asked for, how many nothing has read for their age. */
export function sessionsToRead(call: CallContext, ask: ReadAsk): SessionsToRead {
  const readable = readableSessions(call, ask);
  if (ask.sinceMs !== undefined || ask.rulesOnly === true) return { readable };
  const { store } = call;
  const done = store.jobs.doneMarks("extract");
  const ended = store.sessions
    .list({ limit: Number.MAX_SAFE_INTEGER })
    .filter(({ id, textDeletedMs }) => !done.has(id) && textDeletedMs === undefined)
    .map(({ endedMs = 0 }) => endedMs)
    .filter((endedMs) => endedMs < oldestToRead(call));
  if (ended.length === 0) return { readable };
  return {
    readable,
    tooOld: { count: ended.length, since: isoTime(Math.min(...ended)).slice(0, "2026-01-01".length) },
  };
}

function oldestToRead({ clock, config }: CallContext): number {
  return clock() - config["memories.maxRolloutAgeDays"] * DAY_MS;
}

/** The mark is the session's end for the rules, plus one for a model: a session that the rules have read can still be read by a model. */
export function readableSessions(
  call: CallContext,
  { sinceMs, rulesOnly = false }: ReadAsk = {},
): { readonly session: KeptSession; readonly mark: number }[] {
  const { store, config } = call;
  const oldestMs = oldestToRead(call);
  const ends = store.sessions.ends();
  const isForModel = mayCallModel(config, "reader");
  return store.sessions.list({ limit: Number.MAX_SAFE_INTEGER }).flatMap((session) => {
    const { id, endedMs = 0 } = session;
    if (endedMs < (sinceMs ?? oldestMs)) return [];
    const idle = isIdle(call, session);
    // A session that continued after its reported end is not finished.
    const isEnded = endedMs <= (ends.get(id) ?? Number.NEGATIVE_INFINITY) + LAST_LINES_MS;
    if (!idle && !isEnded) return [];
    const isTooOld = rulesOnly && endedMs < oldestMs;
    return [{ session, mark: rulesMark(session) + (idle && isForModel && !isTooOld ? 1 : 0) }];
  });
}

/** A model reads only idle sessions, even if their end was reported. */
export function isIdle({ clock, config }: CallContext, { endedMs }: KeptSession): boolean {
  return clock() - (endedMs ?? 0) >= config["memories.minRolloutIdleHours"] * HOUR_MS;
}

/** How far the rules have to read. */
export function rulesMark({ endedMs }: KeptSession): number {
  return endedMs ?? 1;
}

/** The name in the meta table of when sessions were last read other than in the background of a command. */
export const LAST_READ = "learned_ms";
