/** Learns from one finished session: its turns are read, statements found and proved, and memory decides on each of them. */

import { isoTime } from "../../core/base/clock.ts";
import { sessionSource } from "../../core/record/record.ts";
import { screen } from "../../core/screen/clean.ts";
import type { Cure } from "../../core/session/cure.ts";
import { mayCorrectValue, namesValue } from "../../learn/corrected-value.ts";
import { extractSession } from "../../learn/session/extract-session.ts";
import { sessionTurns } from "../../learn/session/session-turns.ts";
import { firstSentences, synopsisOf } from "../../learn/session/synopsis.ts";
import type { Extracted, LedgerLine, SessionTurn } from "../../learn/session/turn.ts";
import type { LedgerRow, RawMemory } from "../../store/rows/derived-texts.ts";
import type { KeptSession } from "../../store/rows/sessions.ts";
import type { CallContext } from "../call/call-context.ts";
import { givenAtStart } from "../memory/artifacts/session-block.ts";
import type { AdmittedNominations } from "../nominations/admit-nominations.ts";
import type { ReadByModel } from "../nominations/read-by-model.ts";
import { admitLearned, type LearnedStatement, type Remembered } from "../record/kept/admit.ts";

type Learned = { readonly remembered: number; readonly proposed: number; readonly dropped: number };

/** `there` is the project of the session. `byModel` is undefined if no model was called. */
export async function learnFromSession(
  there: CallContext,
  session: KeptSession,
  byModel: ReadByModel | undefined,
): Promise<Learned> {
  const { store } = there;
  const turns = sessionTurns(store.sessions.turnsOf(session.id), store.events.ofSession(session.id));
  const saidMs = (turn: number): number => turns[turn]?.atMs ?? session.endedMs ?? 0;
  const isCorrecting = turns.some(({ role, text }) => role === "person" && mayCorrectValue(text));
  const kept = isCorrecting ? await (await import("./kept-values.ts")).keptValues(there) : [];
  const found = extractSession(turns, { inProject: session.project !== undefined, kept });

  // A session outside of projects says nothing about the current project.
  const candidates = found.candidates.filter(({ scope }) => session.project !== undefined || scope === "global");
  const stated = await admitLearned(
    there,
    candidates.map((one) => learnedFrom(one, session, saidMs(one.turn))),
  );
  const nominated = await nominatedIn(there, { session, turns, byModel });
  const cures = found.cures.filter((cure) => !cureTexts(cure).some(store.tombstones.isTextForgotten));
  const seen = cures.map((cure) => ({ ...cure, atMs: saidMs(cure.turn) }));
  store.state.write(() => {
    const known = new Map(
      stated.flatMap(({ known: because, reason }, at) =>
        because === undefined ? [] : [[candidates[at]!.text, reason ?? because] as const],
      ),
    );
    const unread = byModel === undefined || byModel.outcome === "read" ? [] : [unreadRow(session, byModel.reason)];
    const rows = [...ledgerRows(there, found.ledger, known), ...nominated.rows, ...unread];
    store.ledger.record(session.id, rows, there.clock());
    storeSynopsis(there, session, { byModel, turns, memories: nominated.memories });
    storeSaid(there, session, { said: found.said, nominated: nominated.quotes, saidMs });
    store.cures.put(
      session.id,
      seen.map((cure) => ({ ...cure, ...projectOf(session) })),
    );
  });
  const given = givenTo(there, session);
  if (given.size > 0)
    await (await import("../effect/judge-advice.ts")).judgeAdvice(there, { session: session.id, turns, saidMs, given });
  const later = candidates.some(({ text }) => namesValue(text))
    ? await (await import("./kept-values.ts")).admitLaterCorrections(there, session.project)
    : [];
  const pitfalls = seen.length === 0 ? [] : await (await import("./admit-pitfalls.ts")).admitPitfalls(there, seen);
  const counts = countsOf([...stated, ...later, ...pitfalls]);
  return {
    remembered: counts.remembered + nominated.remembered,
    proposed: counts.proposed + nominated.proposed,
    dropped: nominated.dropped,
  };
}

/** What briefs and the block at its start gave to the session. */
function givenTo(
  { store, home, project }: CallContext,
  { id, startedMs = 0 }: KeptSession,
): ReadonlyMap<string, number> {
  const atStart = [...givenAtStart(home, project, id)].map((record) => [record, startedMs] as const);
  return new Map([...store.briefings.givenTo(id), ...atStart]);
}

function learnedFrom(found: Extracted, { id }: KeptSession, saidMs: number): LearnedStatement {
  const { rule: _, turn, replaces, ...said } = found;
  return {
    replaces,
    statement: { ...said, saidAt: isoTime(saidMs) },
    speaker: { origin: "captured", trust: "person", source: sessionSource(id, { from: turn, to: turn }) },
    saidMs,
  };
}

type Read = {
  readonly session: KeptSession;
  readonly turns: readonly SessionTurn[];
  readonly byModel: ReadByModel | undefined;
};

const NO_NOMINATIONS: AdmittedNominations = {
  ...{ remembered: 0, proposed: 0, dropped: 0 },
  ...{ memories: [], quotes: [], rows: [] },
};

/** Loaded only if a reader nominated something. */
async function nominatedIn(there: CallContext, { session, turns, byModel }: Read): Promise<AdmittedNominations> {
  if (byModel?.outcome !== "read" || byModel.nominations.length === 0) return NO_NOMINATIONS;
  const { admitNominations } = await import("../nominations/admit-nominations.ts");
  return admitNominations(there, { session, turns, nominations: byModel.nominations });
}

/** What memory had already counts as neither. */
function countsOf(done: readonly Remembered[]): Pick<Learned, "remembered" | "proposed"> {
  const fresh = done.filter(({ known, outcome }) => known === undefined && outcome !== "refused");
  const proposed = fresh.filter(({ outcome }) => outcome === "proposed").length;
  return { remembered: fresh.length - proposed, proposed };
}

function cureTexts({ failed, fix, error, didNotHelp }: Cure): string[] {
  return [failed, fix.text, error, ...didNotHelp];
}

function projectOf({ project }: KeptSession): Pick<KeptSession, "project"> {
  return project === undefined ? {} : { project };
}

type SaidIn = {
  readonly said: ReturnType<typeof extractSession>["said"];
  /** What the person said that is a record or a suggestion by nomination. */
  readonly nominated: readonly string[];
  readonly saidMs: (turn: number) => number;
};

/** Every sentence counts, also of what is kept: said again, it still shows how often. */
function storeSaid({ store }: CallContext, session: KeptSession, { said, nominated, saidMs }: SaidIn): void {
  const own = said.filter(({ text }) => !store.tombstones.isTextForgotten(text));
  const rows = own.map(({ turn, text, isKept }) => {
    const isNominated = nominated.some((quote) => quote.includes(text));
    return { turn, text, isKept: isKept || isNominated, atMs: saidMs(turn), ...projectOf(session) };
  });
  store.statements.put(session.id, rows);
}

type Synopsis = Pick<Read, "byModel" | "turns"> & { readonly memories: readonly RawMemory[] };

function storeSynopsis(
  { store, clock }: CallContext,
  session: KeptSession,
  { byModel, turns, memories }: Synopsis,
): void {
  // The session may have been forgotten while a model read it.
  if (store.sessions.get(session.id) === undefined) return;
  const { isTextForgotten } = store.tombstones;
  const read = byModel?.outcome === "read" ? byModel : undefined;
  const isUsable = read?.synopsis.split(/[.!?]\s/).every((sentence) => !isTextForgotten(sentence.trim()));
  const ofModel = isUsable ? firstSentences(read?.synopsis ?? "", MOST_SENTENCES) : "";
  const text = screen(ofModel || synopsisOf(turns, session)).text;
  if (text === "") return;
  store.synopses.put({ session: session.id, atMs: clock(), maker: ofModel === "" ? "rules" : "model", text, memories });
}

const MOST_SENTENCES = 3;

function unreadRow({ id, title }: KeptSession, reason: string): Omit<LedgerRow, "session"> {
  return { rule: "model", text: title ?? id, taken: false, reason };
}

function ledgerRows({ store }: CallContext, ledger: readonly LedgerLine[], known: ReadonlyMap<string, string>) {
  return ledger.flatMap(({ rule, text, taken, reason }) => {
    if (store.tombstones.isTextForgotten(text)) return [];
    const why = taken ? known.get(text) : undefined;
    return [{ rule, text: screen(text).text, taken: taken && why === undefined, reason: why ?? reason }];
  });
}
