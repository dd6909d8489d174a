/** Which sessions may be read now: those that rested, and those whose end was told, none of them too old. */

import type { CallContext } from "../../context/call-context.ts";
import { DAY_MS, HOUR_MS } from "../../core/base/clock.ts";
import type { SessionId } from "../../core/session/session.ts";
import type { KeptSession } from "../../store/local/rows/sessions.ts";
import { mayCallModel } from "../learning/pipeline-settings.ts";

type OpenSession = { readonly session: KeptSession; readonly mark: number };

/**
 * The sessions that may be read now. Their end is the mark for the rules, and the moment after it for a model: a session
 * that the rules have read can still be read by a model.
 */
export function openSessions(call: CallContext): OpenSession[] {
  const { store, config } = call;
  const ends = store.sessions.ends();
  const isForModel = mayCallModel(config, "default");
  return store.sessions.list({ limit: Number.MAX_SAFE_INTEGER }).flatMap((session) => {
    const ageMs = call.clock() - (session.endedMs ?? 0);
    if (ageMs > config["memories.maxRolloutAgeDays"] * DAY_MS) return [];
    const isIdle = hasRested(call, session);
    if (!isIdle && !isSaidOver(session, ends)) return [];
    return [{ session, mark: rulesMark(session) + (isIdle && isForModel ? 1 : 0) }];
  });
}

/** Long enough without a word that nobody goes on with it; a model waits for that also where the end was told. */
export function hasRested({ clock, config }: CallContext, { endedMs }: KeptSession): boolean {
  return clock() - (endedMs ?? 0) >= config["memories.minRolloutIdleHours"] * HOUR_MS;
}

/** A session that was taken up again after its end was told is not over; the last lines may be written a moment after it. */
function isSaidOver({ id, endedMs }: KeptSession, ends: ReadonlyMap<SessionId, number>): boolean {
  const endMs = ends.get(id);
  return endMs !== undefined && (endedMs ?? 0) <= endMs + LAST_LINES_MS;
}

const LAST_LINES_MS = 60_000;

/** How far the rules have to have read. */
export function rulesMark({ endedMs }: KeptSession): number {
  return endedMs ?? 1;
}

/** When sessions were last read by more than what is done in passing. */
export const LEARNED = "learned_ms";
