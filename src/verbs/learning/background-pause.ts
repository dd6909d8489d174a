/** How often commands look for sessions in the background. */
import { type Database, getMeta, setMeta } from "../../store/databases/database.ts";

/** Commands often follow each other: looking for sessions at each one would be noticeable. */
const PAUSE_MS = 10 * 60_000;
const UNFINISHED_PAUSE_MS = 30_000;
const LAST_RUN = "passed_ms";

/** If it is time to look again, the pause starts anew. */
export function isBackgroundRunDue(state: Database, nowMs: number): boolean {
  const lastMs = Number(getMeta(state, LAST_RUN) ?? 0);
  if (nowMs >= lastMs && nowMs - lastMs < PAUSE_MS) return false;
  setMeta(state, LAST_RUN, String(nowMs));
  return true;
}

/** The run was not finished: a command soon after continues it. */
export function continueSoon(state: Database, nowMs: number): void {
  setMeta(state, LAST_RUN, String(nowMs - PAUSE_MS + UNFINISHED_PAUSE_MS));
}
