/** What is on this machine: shells, agents, histories and sessions; imports all of it for the first run. */
import { agentsWith } from "../../agents/all.ts";
import { findTranscripts } from "../../capture/agents/find-transcripts.ts";
import { type FoundHistoryFile as FoundHistory, findSources, HISTORY_SOURCES } from "../../capture/history/sources.ts";
import { DAY_MS, HOUR_MS, isoTime } from "../../core/base/clock.ts";
import { OldhandError } from "../../core/base/error.ts";
import { summed } from "../../core/event/admit.ts";
import { LIVE } from "../../core/event/event.ts";
import type { AgentName } from "../../core/session/session.ts";
import type { CallContext } from "../call/call-context.ts";
import { historyVerbs, type ImportedHistory } from "../history/history-verbs.ts";
import { inferProjects } from "../history/infer-projects.ts";
import { readSessions } from "../learning/read-sessions.ts";
import { type ImportedSessions, importSessions, summedSessions } from "../session/transcripts/import-sessions.ts";
import { installVerbs, type TargetView } from "./install-verbs.ts";

export type Survey = {
  readonly shells: readonly TargetView[];
  readonly histories: readonly FoundHistory[];
  readonly agents: readonly TargetView[];
  readonly sessions: readonly { readonly agent: AgentName; readonly count: number; readonly bytes: number }[];
  /** Why oldhand cannot be installed into shells and agents from here. */
  readonly trouble?: string;
};

/** Changes nothing. */
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

/** How long sessions are read, the newest first; the next `learn` reads the rest. */
const LEARNING_MS = 60_000;

/** An unreadable source does not stop the others, and the next call continues after an interruption. */
export async function learnFromMachine(
  call: CallContext,
  { histories, sessions }: Survey,
  progress: (text: string) => void,
) {
  const { clock } = call;
  const { importHistory } = historyVerbs(call, { missing: [] });
  /** One message for each source that could not be read. */
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
  // Sessions name further projects, which histories may be about.
  const placed = await inferProjects(call);
  const until = clock() + LEARNING_MS;
  const extracted = { sessions: 0, remembered: 0, proposed: 0, failed: 0 };
  for (let more = true; more && clock() < until; ) {
    const readBefore = extracted.sessions;
    const done = await readSessions(call, {
      ...{ sinceMs: 0, rulesOnly: true, newestFirst: true, untilMs: until },
      onRead: (n) => progress(`Learning from sessions, newest first: ${readBefore + n} read`),
    });
    more = done.sessions > 0;
    for (const name of ["sessions", "remembered", "proposed", "failed"] as const) extracted[name] += done[name];
  }
  return {
    history: { ...summed(read), sources: read.flatMap((one) => one.sources) },
    sessions: { ...summedSessions(imported), sessions: imported.reduce((sum, one) => sum + one.sessions, 0) },
    placed,
    extracted,
    leftAlone: countSkipped(call),
    failures,
  };
}

/** Sessions that were not read: active recently, or old and the time was over. */
function countSkipped({ store, clock, config }: CallContext) {
  const read = store.jobs.doneMarks("extract");
  const unread = store.sessions.list({ limit: Number.MAX_SAFE_INTEGER }).filter(({ id }) => !read.has(id));
  const ages = unread.map(({ endedMs }) => clock() - (endedMs ?? 0));
  return {
    fresh: ages.filter((ageMs) => ageMs < config["memories.minRolloutIdleHours"] * HOUR_MS).length,
    old: ages.filter((ageMs) => ageMs > config["memories.maxRolloutAgeDays"] * DAY_MS).length,
  };
}

/** None if oldhand runs from its sources or HOME is not set; importing works all the same. */
function targetsHere(env: CallContext["env"]): { readonly targets: readonly TargetView[]; readonly trouble?: string } {
  try {
    return {
      targets: installVerbs(env)
        .targets()
        .filter(({ isHere }) => isHere),
    };
  } catch (error) {
    if (!(error instanceof OldhandError)) throw error;
    return { targets: [], trouble: error.message };
  }
}

export type SourceState = {
  readonly name: string;
  readonly kind: "shell" | "agent";
  /** History files or transcripts on this machine. */
  readonly found: number;
  /** Imported commands or sessions. */
  readonly taken: number;
  readonly lastAt?: string;
};

export function sourcesHere(call: CallContext): {
  readonly sources: readonly SourceState[];
  readonly live: { readonly commands: number; readonly lastAt?: string };
} {
  const { store, env } = call;
  const taken = new Map(store.events.bySource().map((row) => [row.source, row]));
  const histories = findSources(env.variables);
  const transcripts = findTranscripts(env.variables);
  const sessions = store.sessions.list({ limit: Number.MAX_SAFE_INTEGER });
  const at = (ms: number | undefined) => (ms === undefined || ms <= 0 ? {} : { lastAt: isoTime(ms) });
  const live = taken.get(LIVE);
  return {
    sources: [
      ...HISTORY_SOURCES.map(({ name }): SourceState => {
        const row = taken.get(name);
        const found = histories.filter((one) => one.name === name).length;
        return { name, kind: "shell", found, taken: row?.count ?? 0, ...at(row?.lastMs) };
      }),
      ...agentsWith("transcripts").map(({ name }): SourceState => {
        const own = sessions.filter(({ agent }) => agent === name);
        const found = transcripts.filter(({ agent }) => agent === name).length;
        const last = Math.max(0, ...own.map(({ endedMs, startedMs }) => endedMs ?? startedMs ?? 0));
        return { name, kind: "agent", found, taken: own.length, ...at(last) };
      }),
    ],
    live: { commands: live?.count ?? 0, ...at(live?.lastMs) },
  };
}
