/** Whose calls they are: uses count once a session, and a session may write only so often. */
import type { Clock } from "../core/base/clock.ts";
import { OldhandError } from "../core/base/error.ts";
import { idMaker } from "../core/base/id.ts";

export type Session = {
  readonly id: string;
  /** Refuses once the session has written as often as it may. */
  demandWrite(): void;
  wrote(): void;
};

type Sessions = { of(caller: string): Session };

/** A session that goes on writing is rarely learning: it may be flooding the memory on somebody's behalf. */
export const MOST_WRITES = 30;
/** Over HTTP nobody says when a session ends: this much quiet does. */
const QUIET_MS = 30 * 60_000;
const MOST_CALLERS = 100;

export function newSession(clock: Clock): Session {
  let writes = 0;
  return {
    id: idMaker(clock)("ses"),
    demandWrite() {
      if (writes < MOST_WRITES) return;
      throw new OldhandError(
        "invalid",
        `This session has written ${writes} times, and more is not taken from one session. Nothing was kept. Tell the person what else is worth keeping: they can add it with \`oldhand record add\`, or go on in a new session.`,
      );
    },
    wrote() {
      writes += 1;
    },
  };
}

/** The sessions of callers who are told apart by what they call themselves. */
export function sessionsOf(clock: Clock): Sessions {
  const known = new Map<string, { session: Session; lastMs: number }>();
  return {
    of(caller) {
      const nowMs = clock();
      const before = known.get(caller);
      const isSame = before !== undefined && nowMs - before.lastMs < QUIET_MS;
      const session = isSame ? before.session : newSession(clock);
      known.delete(caller);
      known.set(caller, { session, lastMs: nowMs });
      for (const oldest of [...known.keys()].slice(0, -MOST_CALLERS)) known.delete(oldest);
      return session;
    },
  };
}
