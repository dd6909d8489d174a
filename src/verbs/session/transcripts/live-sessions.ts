/** The sessions that are open in this project now, with what was said in them: from transcripts and imports. A hook proves nothing. */
import { readerOf } from "../../../capture/agents/find-transcripts.ts";
import { isCompressed } from "../../../capture/agents/transcript/compressed.ts";
import {
  importOpencode,
  importTranscript,
  type TranscriptImport,
} from "../../../capture/agents/transcript/import-transcript.ts";
import { HOUR_MS } from "../../../core/base/clock.ts";
import { OldhandError } from "../../../core/base/error.ts";
import { screeningOf } from "../../../core/event/admit.ts";
import type { NewEvent } from "../../../core/event/event.ts";
import type { SessionId, Turn as StoredTurn } from "../../../core/session/session.ts";
import { sessionTurns } from "../../../learn/session/session-turns.ts";
import type { SessionTurn } from "../../../learn/session/turn.ts";
import { openOpencode } from "../../../store/foreign/foreign-databases.ts";
import { forgottenTranscripts } from "../../../store/forget/forget-rows.ts";
import type { CallContext } from "../../call/call-context.ts";
import { resolvePlace } from "../../call/resolve-place.ts";
import { ownTranscripts } from "./own-transcripts.ts";
import { isIdle } from "./readable-sessions.ts";

export type LiveSession = { readonly id: SessionId; readonly turns: readonly SessionTurn[] };

/** The most authoritative first. */
export async function* liveSessions(call: CallContext): AsyncGenerator<LiveSession> {
  const seen = new Set<SessionId>();
  for (const source of [inTranscripts(call), imported(call)])
    for await (const session of source) {
      if (!seen.has(session.id)) yield session;
      seen.add(session.id);
    }
}

/** Nobody talks for longer in one file; reading it would keep the agent waiting. */
const LARGEST_BYTES = 64 * 1024 * 1024;

/** Read where the agents keep them, and stored nowhere. */
async function* inTranscripts(call: CallContext): AsyncGenerator<LiveSession> {
  const { config, clock } = call;
  const sinceMs = clock() - config["memories.minRolloutIdleHours"] * HOUR_MS;
  const files = ownTranscripts(call)
    .filter(({ file, bytes, modifiedMs }) => modifiedMs >= sinceMs && bytes <= LARGEST_BYTES && !isCompressed(file))
    .toSorted((a, b) => b.modifiedMs - a.modifiedMs);
  for (const { agent: name, file } of files) {
    try {
      const agent = readerOf(name)!;
      const { read } = agent;
      const screening = screeningOf(config);
      if (read !== "rows") yield* here(call, importTranscript({ ...agent, read: await read() }, file, screening));
      else {
        const database = openOpencode(file);
        try {
          for (const one of database.sessions())
            if (Number(one.session.time_updated) >= sinceMs) yield* here(call, importOpencode(one, file, screening));
        } finally {
          database.close();
        }
      }
    } catch (error) {
      // A transcript that cannot be read proves nothing; another may.
      if (!(error instanceof OldhandError) && !(error instanceof Error && "code" in error)) throw error;
    }
  }
}

function* here(call: CallContext, reading: TranscriptImport): Generator<LiveSession> {
  const turns: StoredTurn[] = [];
  const ran: NewEvent[] = [];
  const forgotten = forgottenTranscripts(call.store.tombstones);
  for (const item of reading.items) {
    if (item.kind === "turn" && !forgotten.isTurn(item.turn)) turns.push(item.turn);
    if (item.kind === "command") ran.push(item.event);
  }
  const { session } = reading.end();
  if (isHere(call, session.cwd) && !forgotten.isSession(session.id))
    yield { id: session.id, turns: sessionTurns(turns, ran) };
}

function* imported(call: CallContext): Generator<LiveSession> {
  const { sessions, events } = call.store;
  for (const session of sessions.list({ project: call.project?.id, limit: MOST_IMPORTED }))
    if (!isIdle(call, session) && isHere(call, session.cwd))
      yield { id: session.id, turns: sessionTurns(sessions.turnsOf(session.id), events.ofSession(session.id)) };
}

const MOST_IMPORTED = 50;

/** In the project of the call; outside of projects, in its directory. */
function isHere({ env, project }: CallContext, cwd: string | undefined): boolean {
  if (cwd === undefined) return false;
  if (project === undefined) return cwd === env.cwd;
  return resolvePlace(env, { dir: cwd, isQuick: true }).project?.id === project.id;
}
