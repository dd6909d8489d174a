/** The verbs on agents' sessions: import transcripts, list sessions, show one. */

import { isoTime } from "../../../core/base/clock.ts";
import { OldhandError } from "../../../core/base/error.ts";
import { isShortFor } from "../../../core/base/id.ts";
import { count, quotedName } from "../../../core/text/wording.ts";
import type { RawMemory } from "../../../store/rows/derived-texts.ts";
import type { KeptSession } from "../../../store/rows/sessions.ts";
import { type CallContext, demandPerson } from "../../call/call-context.ts";
import { reachOf } from "../../call/everywhere.ts";
import type { ImportedSessions, SessionsAsk } from "./import-sessions.ts";

export type SessionView = Omit<KeptSession, "startedMs" | "endedMs" | "readMs" | "textDeletedMs" | "textDeletedWhy"> & {
  readonly startedAt?: string;
  readonly endedAt?: string;
  /** What it was about, once it was extracted. */
  readonly synopsis?: string;
  /** When its text was deleted, and why. */
  readonly expired?: { readonly at: string; readonly why: string };
};

export function sessionVerbs(call: CallContext) {
  const { store, env } = call;
  const view = (session: KeptSession): SessionView => sessionView(session, store.synopses.get(session.id)?.text);
  return {
    async importSessions(ask: SessionsAsk = {}): Promise<ImportedSessions> {
      // Its words would count as the person's; the agent's own folders are known.
      if (ask.file !== undefined) demandPerson(env, "import a session from a file");
      return (await import("./import-sessions.ts")).importSessions(call, ask);
    },

    /** Of this project; outside of projects, or if asked for everywhere, of all that the caller may see. */
    sessions: ({ limit = 50, everywhere }: { limit?: number; everywhere?: boolean } = {}): readonly SessionView[] =>
      store.sessions.list({ project: reachOf(call, { everywhere }), limit }).map(view),

    session(id: string): {
      session: SessionView;
      /** What a model found in it. */
      memories: readonly RawMemory[];
    } {
      const only = oneSession(call, id);
      return { session: view(only), memories: store.synopses.get(only.id)?.memories ?? [] };
    },

    /** The text of a pinned session does not expire. */
    pinSession(id: string, as: "pinned" | "free"): SessionView {
      const { id: fullId } = oneSession(call, id);
      store.transcripts.pin(fullId, as);
      return view(oneSession(call, fullId));
    },

    /** `onDisk` counts the transcripts on this machine, imported or not. */
    sessionCounts: async () => ({
      onDisk: (await import("../../../capture/agents/find-transcripts.ts")).findTranscripts(env.variables).length,
      imported: store.sessions.count(),
      expired: store.transcripts.deletedCount(),
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
    throw new OldhandError(
      "not-found",
      `${quotedName(id)} matches ${found.length === 0 ? "no session" : count(found.length, "session")}. List them with \`oldhand session list\`.`,
    );
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
    ...(textDeletedMs !== undefined && { expired: { at: isoTime(textDeletedMs), why: textDeletedWhy } }),
  };
}
