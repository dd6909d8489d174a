/** The first minute: what is on this machine, what is taken in of it, and what can be wired. */
import { findTranscripts } from "../../capture/agents/sources.ts";
import { type Found as FoundHistory, findSources } from "../../capture/history/sources.ts";
import type { CallContext } from "../../context/call-context.ts";
import { DAY_MS, HOUR_MS } from "../../core/base/clock.ts";
import { OldhandError } from "../../core/base/error.ts";
import type { AgentName } from "../../core/session/session.ts";
import { historyVerbs, type ImportedHistory, summed } from "../history/history-verbs.ts";
import { type Extractions, extract } from "../learning/extract-sessions.ts";
import { type ImportedSessions, importSessions } from "../sessions/import-sessions.ts";
import { installingVerbs, type TargetView } from "./install-verbs.ts";

export type Survey = {
  readonly shells: readonly TargetView[];
  readonly histories: readonly FoundHistory[];
  readonly agents: readonly TargetView[];
  readonly sessions: readonly { readonly agent: AgentName; readonly count: number; readonly bytes: number }[];
  /** Why shells and agents cannot be wired from here. */
  readonly trouble?: string;
};

type FirstLearning = {
  readonly history: ImportedHistory;
  readonly sessions: ImportedSessions;
  readonly extracted: Extractions;
  /** Sessions that nothing is learned from now: they may still go on, or are long past. */
  readonly leftAlone: { readonly fresh: number; readonly old: number };
  /** What could not be read, a sentence each. */
  readonly failures: readonly string[];
};

type Progress = (text: string) => void;

/** Looks, and changes nothing. */
export function survey({ env }: Pick<CallContext, "env">): Survey {
  const { targets, trouble } = targetsHere(env);
  const transcripts = Map.groupBy(findTranscripts(env.variables), ({ agent }) => agent);
  return {
    shells: targets.filter(({ kind }) => kind === "shell"),
    histories: findSources(env.variables),
    agents: targets.filter(({ kind }) => kind === "agent"),
    sessions: [...transcripts].map(([agent, files]) => ({
      ...{ agent, count: files.length },
      bytes: files.reduce((sum, { bytes }) => sum + bytes, 0),
    })),
    ...(trouble !== undefined && { trouble }),
  };
}

/** How long sessions are learned from at once; the rest is left to the next `learn`. */
const LEARNING_MS = 40_000;

/** What cannot be read keeps nothing else out. Broken off at any moment, the next call goes on. */
export async function learnFromMachine(
  call: CallContext,
  { histories, sessions }: Survey,
  progress: Progress,
): Promise<FirstLearning> {
  const { clock } = call;
  const { importHistory } = historyVerbs(call, { missing: [] });
  const failures: string[] = [];
  const tried = async <T>(work: () => Promise<T>): Promise<T[]> => {
    try {
      return [await work()];
    } catch (error) {
      if (!(error instanceof OldhandError)) throw error;
      failures.push(error.message);
      return [];
    }
  };
  const read: ImportedHistory[] = [];
  for (const source of new Set(histories.map(({ name }) => name)))
    read.push(...(await tried(() => importHistory({ source, progress }))));
  const imported: ImportedSessions[] = [];
  for (const { agent } of sessions) imported.push(...(await tried(() => importSessions(call, { agent, progress }))));
  const until = clock() + LEARNING_MS;
  const extracted = { sessions: 0, remembered: 0, proposed: 0, failed: 0 };
  for (let more = true; more && clock() < until; ) {
    progress(`Learning from sessions: ${extracted.sessions} read`);
    const done = await extract(call);
    more = done.sessions > 0;
    for (const name of ["sessions", "remembered", "proposed", "failed"] as const) extracted[name] += done[name];
  }
  return {
    history: { ...summed(read), sources: read.flatMap((one) => one.sources) },
    sessions: {
      ...summed(imported),
      sessions: imported.reduce((sum, one) => sum + one.sessions, 0),
      commands: imported.reduce((sum, one) => sum + one.commands, 0),
      leftOut: summed(imported.map((one) => ({ ...one, skipped: one.leftOut }))).skipped,
    },
    extracted,
    leftAlone: leftAlone(call),
    failures,
  };
}

function leftAlone({ store, clock, config }: CallContext): FirstLearning["leftAlone"] {
  const ages = store.sessions.list({ limit: Number.MAX_SAFE_INTEGER }).map(({ endedMs }) => clock() - (endedMs ?? 0));
  return {
    fresh: ages.filter((ageMs) => ageMs < config["memories.minRolloutIdleHours"] * HOUR_MS).length,
    old: ages.filter((ageMs) => ageMs > config["memories.maxRolloutAgeDays"] * DAY_MS).length,
  };
}

/** From sources nothing can be installed, and without a HOME nothing can be found; importing goes on. */
function targetsHere(env: CallContext["env"]): { readonly targets: readonly TargetView[]; readonly trouble?: string } {
  try {
    return {
      targets: installingVerbs(env)
        .targets()
        .filter(({ isHere }) => isHere),
    };
  } catch (error) {
    if (!(error instanceof OldhandError)) throw error;
    return { targets: [], trouble: error.message };
  }
}
