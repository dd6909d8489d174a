/** Where commands and sessions come from on this machine: which shells and agents are there, and when each last told something. */
import { AGENTS, findTranscripts } from "../../capture/agents/sources.ts";
import { findSources, SOURCES } from "../../capture/history/sources.ts";
import type { CallContext } from "../../context/call-context.ts";
import { isoTime } from "../../core/base/clock.ts";
import { LIVE } from "../../core/event/event.ts";

export type SourceState = {
  readonly name: string;
  readonly kind: "shell" | "agent";
  /** What it keeps on this machine: history files, or transcripts. */
  readonly found: number;
  /** What was taken in: commands, or sessions. */
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
      ...SOURCES.map(({ name }): SourceState => {
        const row = taken.get(name);
        const found = histories.filter((one) => one.name === name).length;
        return { name, kind: "shell", found, taken: row?.count ?? 0, ...at(row?.lastMs) };
      }),
      ...AGENTS.map(({ name }): SourceState => {
        const own = sessions.filter(({ agent }) => agent === name);
        const found = transcripts.filter(({ agent }) => agent === name).length;
        const last = Math.max(0, ...own.map(({ endedMs, startedMs }) => endedMs ?? startedMs ?? 0));
        return { name, kind: "agent", found, taken: own.length, ...at(last) };
      }),
    ],
    live: { commands: live?.count ?? 0, ...at(live?.lastMs) },
  };
}
