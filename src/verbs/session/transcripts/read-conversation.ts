/** One session as a person reads it: its messages and commands in order, what was learned from it and what it was given. */

import { isoTime } from "../../../core/base/clock.ts";
import type { SessionId } from "../../../core/session/session.ts";
import { sessionTurns } from "../../../learn/session/session-turns.ts";
import type { SessionTurn } from "../../../learn/session/turn.ts";
import { firstAsked, learnedBySession, usesBySession } from "../../../store/rows/activity-counts.ts";
import { receiptsOf } from "../../../store/spool/journal.ts";
import type { CallContext } from "../../call/call-context.ts";

/** One message, command or edit; the output of a command is with the command. */
export type ConversationTurn = Pick<SessionTurn, "role" | "text" | "command" | "edit"> & { readonly at?: string };

export type ConversationPage = { readonly turns: readonly ConversationTurn[]; readonly total: number };

export function readConversation(
  { store }: CallContext,
  session: SessionId,
  { skip = 0, limit = Number.MAX_SAFE_INTEGER }: { readonly skip?: number; readonly limit?: number } = {},
): ConversationPage {
  const all = sessionTurns(store.sessions.turnsOf(session), store.events.ofSession(session));
  const shown = all.filter((turn, at) => !isOutputOf(turn, all, at));
  return {
    total: shown.length,
    turns: shown.slice(skip, skip + limit).map(({ role, text, command, edit, atMs }) => ({
      ...{ role, text },
      ...(command !== undefined && { command }),
      ...(edit !== undefined && { edit }),
      ...(atMs !== undefined && { at: isoTime(atMs) }),
    })),
  };
}

/** How far back the command of an output may be: edits and messages come between. */
const NEAR = 8;

function isOutputOf({ role, text }: SessionTurn, all: readonly SessionTurn[], at: number): boolean {
  if (role !== "tool") return false;
  return all.slice(Math.max(0, at - NEAR), at).some(({ command }) => command?.output === text);
}

export type GivenRecord = {
  readonly id: string;
  /** Empty if the record is gone, or in another project. */
  readonly text: string;
  readonly at: string;
  /** What it was given for; absent once the receipt is gone. */
  readonly query?: string;
};

/** The records that a session was given, each once, the first one first. */
export async function givenTo(call: CallContext, session: SessionId): Promise<readonly GivenRecord[]> {
  const { store } = call;
  const receipts = receiptsOf(store.home, session);
  const briefed = receipts.flatMap(({ included, atMs, query }) =>
    included.filter(({ id }) => id.startsWith("rec_")).map(({ id }) => ({ id, atMs, query })),
  );
  const used = usesBySession(store.state, session).map(({ record, atMs }) => ({ id: record, atMs, query: undefined }));
  const first = new Map([...briefed, ...used].toReversed().map((one) => [one.id, one]));
  const given = [...first.values()].toSorted((a, b) => a.atMs - b.atMs);
  return Promise.all(
    given.map(async ({ id, atMs, query }) => ({
      ...{ id, at: isoTime(atMs), text: (await store.records.get(id))?.record.text ?? "" },
      ...(query !== undefined && query !== "" && { query }),
    })),
  );
}

const NAME_CHARS = 200;

/** What a session that nothing else names was about: what was asked first. */
export function askedFirst({ store }: CallContext, session: SessionId): string | undefined {
  return firstAsked(store.state, session, NAME_CHARS);
}

/** How many records each session taught and was given. */
export function sessionTallies({ store }: CallContext): {
  readonly learned: ReadonlyMap<string, number>;
  readonly given: ReadonlyMap<string, number>;
} {
  const given = Map.groupBy(usesBySession(store.state), ({ session }) => session);
  return {
    learned: learnedBySession(store.index),
    given: new Map([...given].map(([session, uses]) => [session, uses.length])),
  };
}
