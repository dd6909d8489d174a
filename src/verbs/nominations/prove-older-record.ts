/** Looks for proof of a record that an older version learned: in its session if that is still there, else in its own words. */

import { isoTime } from "../../core/base/clock.ts";
import { type MemoryRecord, sessionOfSource } from "../../core/record/record.ts";
import { saysTheSame } from "../../core/statement/says-the-same.ts";
import { normalised } from "../../core/text/words.ts";
import { captureFrom } from "../../learn/message.ts";
import { extractSession } from "../../learn/session/extract-session.ts";
import { sessionTurns } from "../../learn/session/session-turns.ts";
import type { SessionTurn } from "../../learn/session/turn.ts";
import type { CallContext } from "../call/call-context.ts";

/** The person's own words; empty if the text of their session is deleted. */
type Proof = Partial<Pick<MemoryRecord, "quote" | "saidAt" | "origin">>;

export function proofsIn(call: CallContext): (record: MemoryRecord) => Proof | undefined {
  const { store } = call;
  const read = new Map<string, readonly SessionTurn[]>();
  const turnsIn = (session: string): readonly SessionTurn[] => {
    const turns = read.get(session) ?? sessionTurns(store.sessions.turnsOf(session), store.events.ofSession(session));
    read.set(session, turns);
    return turns;
  };
  return (record) => {
    const session = sessionOfSource(record.source);
    const turns = session === undefined ? [] : turnsIn(session);
    const inProject = record.scope === "project";
    // The text of its session is deleted: the statement alone has to do.
    if (turns.every(({ text }) => text === ""))
      return record.trust === "person" && captureFrom(record.text, { inProject }).length > 0 ? {} : undefined;
    // Older versions left out words such as "from now on".
    const isSame = (text: string): boolean =>
      saysTheSame(text, record.text) || normalised(text).includes(normalised(record.text));
    const same = extractSession(turns, { inProject }).candidates.find(({ quote }) => isSame(quote));
    if (same === undefined) return undefined;
    const saidMs = turns[same.turn]?.atMs;
    return { quote: same.quote, origin: "captured", ...(saidMs !== undefined && { saidAt: isoTime(saidMs) }) };
  };
}
