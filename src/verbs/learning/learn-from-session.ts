/** Adds what the rules and a model found in one session, and stores its synopsis and the reasons for what was left out. */
import type { CallContext } from "../../context/call-context.ts";
import { isoTime } from "../../core/base/clock.ts";
import { sessionSource } from "../../core/record/record.ts";
import { screen } from "../../core/screen/clean.ts";
import type { Cure } from "../../core/session/cure.ts";
import type { Turn as StoredTurn } from "../../core/session/session.ts";
import { extractSession } from "../../extract/session/extract-session.ts";
import { synopsisOf } from "../../extract/session/synopsis.ts";
import type { Extracted, LedgerLine, Turn } from "../../extract/session/turn.ts";
import type { Statement } from "../../remember/candidate.ts";
import type { RawMemory } from "../../store/local/rows/derived-texts.ts";
import type { KeptSession } from "../../store/local/rows/sessions.ts";
import { admitStatement, instructionsOf, type Remembered } from "../records/admit.ts";
import { keepCures } from "./keep-cures.ts";
import type { ReadByModel } from "./read-by-model.ts";
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
): Promise<{ readonly remembered: number; readonly proposed: number }> {
  const { store } = there;
  const turns = sessionTurns(stored, store.events.ofSession(session.id));
  const { candidates, evidence, cures, ledger } = extractSession(turns, { inProject: session.project !== undefined });
  const more = byModel?.outcome === "read" ? byModel.memories.map((one) => ({ ...one, byModel: true })) : [];
  const findings = [...candidates, ...more].map((one: Finding) => withOwnScope(one));
  const saidMs = (turn: number | undefined): number =>
    (turn === undefined ? undefined : turns[turn]?.atMs) ?? session.endedMs ?? 0;
  const counts = { remembered: 0, proposed: 0 };
  const known = new Map<string, string>();
  const learned = { instructions: instructionsOf(there) };
  for (const finding of findings) {
    const { span, trust, quote, byModel: isModels = false } = finding;
    // A session outside of projects says nothing about the current project.
    if (session.project === undefined && finding.scope !== "global") continue;
    const origin = quote === undefined ? "extracted" : "captured";
    const speaker = { origin, trust, source: sessionSource(session.id, span), byModel: isModels } as const;
    const said = saidMs(span?.to);
    const statement = { ...statementOf(finding), ...(quote !== undefined && { quote, saidAt: isoTime(said) }) };
    const done = await admitStatement(there, statement, { speaker, saidMs: said, learned });
    if (done.known !== undefined) known.set(finding.text, done.reason ?? done.known);
    else count(counts, done);
  }
  const unread =
    byModel === undefined || byModel.outcome === "read"
      ? []
      : [{ rule: "model", text: session.title ?? session.id, taken: false, reason: byModel.reason }];
  store.state.write(() => {
    store.ledger.record(session.id, [...ledgerRows(there, ledger, known), ...unread], there.clock());
    storeSynopsis(there, session, { byModel, turns });
    const own = evidence.filter(({ text }) => screen(text).outcome === "clean" && !isForgotten(store, text));
    store.statements.put(
      session.id,
      own.map(({ turn, text, score }) => {
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
  return counts;
}

function count(counts: { remembered: number; proposed: number }, { outcome }: Remembered): void {
  if (outcome === "proposed") counts.proposed += 1;
  else if (outcome !== "refused") counts.remembered += 1;
}

function cureTexts({ failed, fix, error, didNotHelp }: Cure): string[] {
  return [failed, fix.text, error, ...didNotHelp];
}

/** A statement that the rules or a model found; a model does not say in which turns. */
type Finding = Pick<Extracted, "text" | "type" | "scope" | "priority" | "key" | "quote"> &
  Partial<Pick<Extracted, "span">> &
  Pick<RawMemory, "trust"> & { readonly byModel?: boolean };

/** Tool output in one project says nothing about others, whatever scope was found. */
function withOwnScope(finding: Finding): Finding {
  return finding.trust === "person" || finding.trust === "agent" ? finding : { ...finding, scope: "project" };
}

function statementOf({ text, type, scope, priority, key }: Finding): Statement {
  return {
    ...{ text, type },
    ...(scope !== undefined && { scope }),
    ...(priority !== undefined && { priority }),
    ...(key !== undefined && { key }),
  };
}

type Read = Pick<Material, "byModel"> & { readonly turns: readonly Turn[] };

function storeSynopsis({ store, clock }: CallContext, session: KeptSession, { byModel, turns }: Read): void {
  // The session may have been forgotten while a model read it.
  if (store.sessions.get(session.id) === undefined) return;
  const read = byModel?.outcome === "read" ? byModel : undefined;
  const isUsable = read?.synopsis.split(/[.!?]\s/).every((sentence) => !isForgotten(store, sentence.trim()));
  const ofModel = isUsable ? (read?.synopsis ?? "") : "";
  const text = screen(ofModel || synopsisOf(turns, session)).text;
  if (text === "") return;
  const memories = (read?.memories ?? []).filter(
    (one) => screen(one.text).outcome === "clean" && !isForgotten(store, one.text),
  );
  store.synopses.put({ session: session.id, atMs: clock(), maker: ofModel === "" ? "rules" : "model", text, memories });
}

/** A model or a transcript may repeat a text that was forgotten since. */
function isForgotten({ tombstones }: CallContext["store"], text: string): boolean {
  return tombstones.forgotten() > 0 && tombstones.matchNow({ text }).text;
}

function ledgerRows({ store }: CallContext, ledger: readonly LedgerLine[], known: ReadonlyMap<string, string>) {
  return ledger.flatMap(({ rule, text, taken, reason }) => {
    if (isForgotten(store, text)) return [];
    const why = taken ? known.get(text) : undefined;
    return [{ rule, text: screen(text).text, taken: taken && why === undefined, reason: why ?? reason }];
  });
}
