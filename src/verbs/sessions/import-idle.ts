/** Imports the transcripts that changed since the last time, for what runs by itself: no active ones, and no old ones. */
import { agentNamed, findTranscripts } from "../../capture/agents/sources.ts";
import type { CallContext } from "../../context/call-context.ts";
import { DAY_MS, HOUR_MS } from "../../core/base/clock.ts";
import { OldhandError } from "../../core/base/error.ts";
import { getMeta, setMeta } from "../../store/local/databases/database.ts";
import { importSessions } from "./import-sessions.ts";

type Limits = { readonly most: number; readonly untilMs: number };

/** The longest unchanged first; true if all are imported, false if the limits left some to the next time. */
export async function importIdleSessions(call: CallContext, { most, untilMs }: Limits): Promise<boolean> {
  const { store, clock } = call;
  const due = transcriptsDue(call);
  for (const [at, { agent, file, modifiedMs, mark }] of due.entries()) {
    if (at >= most || clock() > untilMs) return false;
    try {
      const { isPartial = false } = await importSessions(call, { agent, file, untilMs });
      if (isPartial) return false;
    } catch (error) {
      // One that cannot be read does not stop the others; `learn` reports it.
      if (!(error instanceof OldhandError)) throw error;
    }
    // Another transcript with the same time may still be due.
    if (!due.slice(at + 1).some((next) => next.mark === mark && next.modifiedMs === modifiedMs))
      setMeta(store.state, mark, String(modifiedMs));
  }
  return true;
}

/** The names in the meta table of the time up to which files are imported. */
const FILES_UP_TO = "imported_files_ms";
/** A database of many sessions changes whenever one of them does. */
const DATABASES_UP_TO = "imported_databases_ms";

function transcriptsDue({ store, env, config, clock }: CallContext) {
  const nowMs = clock();
  const idleMs = config["memories.minRolloutIdleHours"] * HOUR_MS;
  const oldestMs = nowMs - config["memories.maxRolloutAgeDays"] * DAY_MS;
  const known = new Map([FILES_UP_TO, DATABASES_UP_TO].map((mark) => [mark, Number(getMeta(store.state, mark) ?? 0)]));
  return findTranscripts(env.variables)
    .map((found) => {
      const isFile = agentNamed(found.agent)?.readLine !== undefined;
      return { ...found, isFile, mark: isFile ? FILES_UP_TO : DATABASES_UP_TO };
    })
    .filter(({ modifiedMs, isFile, mark }) => {
      if (modifiedMs <= known.get(mark)! || modifiedMs < oldestMs) return false;
      return !isFile || nowMs - modifiedMs >= idleMs;
    })
    .toSorted((a, b) => a.modifiedMs - b.modifiedMs);
}
