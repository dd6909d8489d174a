/** Sessions of MCP clients: a use counts once per session, and a session has a limited number of writes. */
import type { Clock } from "../../core/base/clock.ts";
import { OldhandError } from "../../core/base/error.ts";
import { idMaker } from "../../core/base/id.ts";

export type Session = {
  readonly id: string;
  /** Throws once the session has used up its writes. */
  demandWrite(): void;
  wrote(): void;
};

type Sessions = { of(caller: string): Session };

/** A session that keeps writing may be following an instruction to flood the memory. */
export const MOST_WRITES = 30;
/** HTTP has no end of a session: it ends after this much silence. */
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
        `This session has used all of its ${writes} writes, so nothing was saved. Tell the person what else is worth saving: they can add it with \`oldhand record add\`, or continue in a new session.`,
      );
    },
    wrote() {
      writes += 1;
    },
  };
}

/** One session for each client name. */
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
