/** The verbs on agents' sessions: import what agents kept, list it, show one. */

import type { CallContext } from "../../context/call-context.ts";
import { isoTime } from "../../core/base/clock.ts";
import { OldhandError } from "../../core/base/error.ts";
import { isShortFor } from "../../core/base/id.ts";
import type { SessionId } from "../../core/session/session.ts";
import type { RawMemory } from "../../store/local/rows/derived-texts.ts";
import type { KeptChunk, KeptSession } from "../../store/local/rows/sessions.ts";
import type { ImportedSessions, SessionsAsk } from "./import-sessions.ts";

export type SessionView = Omit<KeptSession, "startedMs" | "endedMs" | "readMs" | "textDeletedMs" | "textDeletedWhy"> & {
  readonly startedAt?: string;
  readonly endedAt?: string;
  /** What it was about, once it was read. */
  readonly synopsis?: string;
  /** What had been said until then is no longer kept, and why. */
  readonly letGo?: { readonly at: string; readonly why: string };
};

export function sessionVerbs(call: CallContext) {
  const { store, env } = call;
  const view = (session: KeptSession): SessionView => sessionView(session, store.synopses.get(session.id)?.text);
  return {
    async importSessions(ask: SessionsAsk = {}): Promise<ImportedSessions> {
      return (await import("./import-sessions.ts")).importSessions(call, ask);
    },

    /** Those of this project, or, outside of one, all. */
    sessions: ({ limit = 50 }: { limit?: number } = {}): readonly SessionView[] =>
      store.sessions.list({ project: call.project?.id, limit }).map(view),

    session(id: string): {
      session: SessionView;
      chunks: readonly KeptChunk[];
      /** What a model took from it. */
      memories: readonly RawMemory[];
    } {
      const only = oneSession(call, id);
      const memories = store.synopses.get(only.id)?.memories ?? [];
      return { session: view(only), chunks: store.sessions.chunksOf(only.id), memories };
    },

    /** An agent said that a session is over, by oldhand's id of it: the rules read it at the next run. */
    noteSessionEnded: (session: SessionId): void => store.sessions.recordEnd(session, call.clock()),

    /** What was said in it is kept whatever its age, until it is free again. */
    pinSession(id: string, as: "pinned" | "free"): SessionView {
      const { id: whole } = oneSession(call, id);
      store.transcripts.pin(whole, as);
      return view(oneSession(call, whole));
    },

    /** `onDisk`: those on this machine, whether they were read or not. */
    sessionCounts: async () => ({
      onDisk: (await import("../../capture/agents/sources.ts")).findTranscripts(env.variables).length,
      imported: store.sessions.counts().sessions,
      letGo: store.transcripts.deletedCount(),
      episodes: store.episodes.count(),
    }),
  };
}

function oneSession({ store }: CallContext, id: string): KeptSession {
  const found = store.sessions
    .list({ limit: Number.MAX_SAFE_INTEGER })
    .filter((one) => one.id === id || one.nativeId === id || isShortFor(one.id, id));
  const [only] = found;
  if (only === undefined || found.length > 1)
    throw new OldhandError("not-found", `There is no one session ${id}. \`oldhand session list\` shows them.`);
  return only;
}

function sessionView(
  { startedMs, endedMs, readMs: _, textDeletedMs, textDeletedWhy = "", ...session }: KeptSession,
  synopsis?: string,
): SessionView {
  return {
    ...session,
    ...(startedMs !== undefined && { startedAt: isoTime(startedMs) }),
    ...(endedMs !== undefined && { endedAt: isoTime(endedMs) }),
    ...(synopsis !== undefined && { synopsis }),
    ...(textDeletedMs !== undefined && { letGo: { at: isoTime(textDeletedMs), why: textDeletedWhy } }),
  };
}
