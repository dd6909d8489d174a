/** Adds what the rules and a model found in one session, and stores its synopsis and the reasons for what was left out. */
import type { CallContext } from "../../context/call-context.ts";
import { isoTime } from "../../core/base/clock.ts";
import { sessionSource } from "../../core/record/record.ts";
import { screen } from "../../core/screen/clean.ts";
import type { Cure } from "../../core/session/cure.ts";
import { SAID_TO_LAST } from "../../core/session/said-statement.ts";
import type { Turn as StoredTurn } from "../../core/session/session.ts";
import { extractSession } from "../../extract/session/extract-session.ts";
import { firstSentences, synopsisOf } from "../../extract/session/synopsis.ts";
import type { Extracted, LedgerLine, Turn } from "../../extract/session/turn.ts";
import type { Statement } from "../../remember/candidate.ts";
import type { RawMemory } from "../../store/local/rows/derived-texts.ts";
import type { KeptSession } from "../../store/local/rows/sessions.ts";
import { admitNominations } from "../nominations/admit-nominations.ts";
import type { ReadByModel } from "../nominations/read-by-model.ts";
import { admitStatement, instructionsOf, isForgotten, type Remembered } from "../records/admit.ts";
import { keepCures } from "./keep-cures.ts";
import { sessionTurns } from "./session-turns.ts";

type Material = {
  readonly session: KeptSession;
  readonly turns: readonly StoredTurn[];
  /** Undefined if no model was called. */
  readonly byModel: ReadByModel | undefined;
};

/** `there` is the project of the session. */
export async function learnFromSession(
  there: CallContext,
  { session, turns: stored, byModel }: Material,
): Promise<{ readonly remembered: number; readonly proposed: number; readonly dropped: number }> {
  const { store } = there;
  const turns = sessionTurns(stored, store.events.ofSession(session.id));
  const { candidates, evidence, cures, ledger } = extractSession(turns, { inProject: session.project !== undefined });
  const saidMs = (turn: number | undefined): number =>
    (turn === undefined ? undefined : turns[turn]?.atMs) ?? session.endedMs ?? 0;
  const counts = { remembered: 0, proposed: 0 };
  const known = new Map<string, string>();
  const learned = { instructions: instructionsOf(there) };
  for (const found of candidates) {
    const finding = withOwnScope(found);
    const { span, trust, quote } = finding;
    // A session outside of projects says nothing about the current project.
    if (session.project === undefined && finding.scope !== "global") continue;
    const origin = quote === undefined ? "extracted" : "captured";
    const speaker = { origin, trust, source: sessionSource(session.id, span) } as const;
    const said = saidMs(span.to);
    const statement = { ...statementOf(finding), ...(quote !== undefined && { quote, saidAt: isoTime(said) }) };
    const done = await admitStatement(there, statement, { speaker, saidMs: said, learned, caller: "oldhand" });
    if (done.known !== undefined) known.set(finding.text, done.reason ?? done.known);
    else count(counts, done);
  }
  const nominated = await admitNominations(there, {
    ...{ session, turns, ...learned },
    nominations: byModel?.outcome === "read" ? byModel.nominations : [],
    known: candidates.flatMap(({ quote }) => quote ?? []),
  });
  const unread =
    byModel === undefined || byModel.outcome === "read"
      ? []
      : [{ rule: "model", text: session.title ?? session.id, taken: false, reason: byModel.reason }];
  store.state.write(() => {
    const rows = [...ledgerRows(there, ledger, known), ...nominated.rows, ...unread];
    store.ledger.record(session.id, rows, there.clock());
    storeSynopsis(there, session, { byModel, turns, memories: nominated.memories });
    const own = evidence.filter(({ text }) => screen(text).outcome === "clean" && !isForgotten(store, text));
    store.statements.put(
      session.id,
      own.map(({ turn, text, score: ownScore }) => {
        // Said once, it would be suggested a second time.
        const score = nominated.quotes.some((quote) => quote.includes(text)) ? SAID_TO_LAST : ownScore;
        const project = session.project === undefined ? {} : { project: session.project };
        return { turn, text, score, atMs: saidMs(turn), ...project };
      }),
    );
  });
  const seen = cures.filter((cure) => !cureTexts(cure).some((text) => isForgotten(store, text)));
  const pitfalls = await keepCures(
    there,
    session,
    seen.map((cure) => ({ ...cure, atMs: saidMs(cure.turn) })),
  );
  for (const done of pitfalls) if (done.known === undefined) count(counts, done);
  return {
    remembered: counts.remembered + nominated.remembered,
    proposed: counts.proposed + nominated.proposed,
    dropped: nominated.dropped,
  };
}

function count(counts: { remembered: number; proposed: number }, { outcome }: Remembered): void {
  if (outcome === "proposed") counts.proposed += 1;
  else if (outcome !== "refused") counts.remembered += 1;
}

function cureTexts({ failed, fix, error, didNotHelp }: Cure): string[] {
  return [failed, fix.text, error, ...didNotHelp];
}

/** Tool output in one project says nothing about others, whatever scope was found. */
function withOwnScope(finding: Extracted): Extracted {
  return finding.trust === "person" || finding.trust === "agent" ? finding : { ...finding, scope: "project" };
}

function statementOf({ text, type, scope, priority, key }: Extracted): Statement {
  return {
    ...{ text, type },
    ...(scope !== undefined && { scope }),
    ...(priority !== undefined && { priority }),
    ...(key !== undefined && { key }),
  };
}

type Read = Pick<Material, "byModel"> & { readonly turns: readonly Turn[]; readonly memories: readonly RawMemory[] };

function storeSynopsis({ store, clock }: CallContext, session: KeptSession, { byModel, turns, memories }: Read): void {
  // The session may have been forgotten while a model read it.
  if (store.sessions.get(session.id) === undefined) return;
  const read = byModel?.outcome === "read" ? byModel : undefined;
  const isUsable = read?.synopsis.split(/[.!?]\s/).every((sentence) => !isForgotten(store, sentence.trim()));
  const ofModel = isUsable ? firstSentences(read?.synopsis ?? "", MOST_SENTENCES) : "";
  const text = screen(ofModel || synopsisOf(turns, session)).text;
  if (text === "") return;
  store.synopses.put({ session: session.id, atMs: clock(), maker: ofModel === "" ? "rules" : "model", text, memories });
}

const MOST_SENTENCES = 3;

function ledgerRows({ store }: CallContext, ledger: readonly LedgerLine[], known: ReadonlyMap<string, string>) {
  return ledger.flatMap(({ rule, text, taken, reason }) => {
    if (isForgotten(store, text)) return [];
    const why = taken ? known.get(text) : undefined;
    return [{ rule, text: screen(text).text, taken: taken && why === undefined, reason: why ?? reason }];
  });
}
