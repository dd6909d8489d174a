/** Proves the nominations that a reader made for one session, and adds those that hold. */
import type { CallContext } from "../../context/call-context.ts";
import { screen } from "../../core/screen/clean.ts";
import type { ReaderNomination } from "../../core/session/nomination.ts";
import { normalised } from "../../core/text/words.ts";
import { proverOf } from "../../extract/quote/prove-quote.ts";
import type { Turn } from "../../extract/session/turn.ts";
import type { LedgerRow, RawMemory } from "../../store/local/rows/derived-texts.ts";
import type { KeptSession } from "../../store/local/rows/sessions.ts";
import { isForgotten, type Remembered } from "../records/admit.ts";
import { admitNomination } from "./admit-nomination.ts";

type Nominations = {
  readonly session: KeptSession;
  readonly turns: readonly Turn[];
  readonly nominations: readonly ReaderNomination[];
  /** Quotes that the rules took already. */
  readonly known: readonly string[];
  readonly instructions: string;
};

type Admitted = {
  readonly remembered: number;
  readonly proposed: number;
  readonly dropped: number;
  readonly memories: readonly RawMemory[];
  /** What the person said that is a record or a suggestion now. */
  readonly quotes: readonly string[];
  readonly rows: readonly Omit<LedgerRow, "session">[];
};

/** A quote counts once, whoever found it first. */
export async function admitNominations(
  there: CallContext,
  { session, turns, nominations, known, instructions }: Nominations,
): Promise<Admitted> {
  const counts = { remembered: 0, proposed: 0, dropped: 0 };
  const memories: RawMemory[] = [];
  const quotes: string[] = [];
  const rows: Omit<LedgerRow, "session">[] = [];
  if (nominations.length === 0) return { ...counts, memories, quotes, rows };
  const prove = proverOf(turns, { inProject: session.project !== undefined });
  const taken = new Set(known.map(normalised));
  const replaced = new Set(
    nominations.flatMap(({ supersedes }) => (supersedes === null ? [] : [normalised(supersedes)])),
  );
  for (const { quote, text, type } of nominations) {
    const note = (isTaken: boolean, reason: string): void => {
      const shown = screen(quote);
      if (!isForgotten(there.store, quote)) rows.push({ rule: "reader", text: shown.text, taken: isTaken, reason });
    };
    const proof = prove({ quote, text });
    if (proof.by === "nobody") {
      counts.dropped += 1;
      note(false, proof.reason);
      continue;
    }
    const name = normalised(proof.quote);
    const isOver = replaced.has(normalised(quote)) || replaced.has(name);
    if (isOver || taken.has(name)) {
      note(false, isOver ? "the person changed it later in the session" : "duplicate of an earlier finding");
      continue;
    }
    // A session outside of projects says nothing about the current project.
    if (session.project === undefined && (proof.by === "agent" || proof.scope !== "global")) continue;
    const done = [text, proof.quote].some((words) => isForgotten(there.store, words))
      ? FORGOTTEN
      : await admitNomination(
          there,
          { quote, text, type },
          {
            ...{ proof, session: session.id, nominator: "reader", endedMs: session.endedMs ?? 0, instructions },
          },
        );
    const isKept = done.known === undefined && done.outcome !== "refused";
    note(isKept, done.reason ?? "the reader nominated it");
    if (done.outcome === "refused" && done.known === undefined) counts.dropped += 1;
    if (done.known !== undefined || isKept) taken.add(name);
    if (!isKept) continue;
    counts[done.outcome === "proposed" ? "proposed" : "remembered"] += 1;
    if (proof.by === "person") quotes.push(proof.quote);
    const kept = done.record ?? done.suggestion;
    if (kept !== undefined) memories.push({ type, scope: kept.scope, text: kept.text, trust: kept.trust });
  }
  return { ...counts, memories, quotes, rows };
}

const FORGOTTEN: Remembered = { outcome: "refused", reason: "it was forgotten", known: "deleted" };
