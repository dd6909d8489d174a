/** Adds what the rules and a model found in one session, and stores its synopsis and the reasons for what was left out. */
import type { CallContext } from "../../context/call-context.ts";
import { isoTime } from "../../core/base/clock.ts";
import type { CommandEvent } from "../../core/event/event.ts";
import { sessionSource } from "../../core/record/record.ts";
import { screen } from "../../core/screen/clean.ts";
import { SAID_TO_LAST } from "../../core/session/said-statement.ts";
import type { Turn as StoredTurn } from "../../core/session/session.ts";
import { extractSession } from "../../extract/session/extract-session.ts";
import { firstSentences, synopsisOf } from "../../extract/session/synopsis.ts";
import type { Extracted, LedgerLine, Turn } from "../../extract/session/turn.ts";
import type { Statement } from "../../remember/candidate.ts";
import type { RawMemory } from "../../store/local/rows/derived-texts.ts";
import type { KeptSession } from "../../store/local/rows/sessions.ts";
import { admitStatement, instructionsOf, isForgotten } from "../records/admit.ts";
import { admitNominations } from "./admit-nominations.ts";
import type { ReadByModel } from "./read-by-model.ts";

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
  const turns = turnsOf(stored, store.events.ofSession(session.id));
  const { candidates, evidence, ledger } = extractSession(turns, { inProject: session.project !== undefined });
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
    else if (done.outcome === "proposed") counts.proposed += 1;
    else if (done.outcome !== "refused") counts.remembered += 1;
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
  return {
    remembered: counts.remembered + nominated.remembered,
    proposed: counts.proposed + nominated.proposed,
    dropped: nominated.dropped,
  };
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

type Ran = Pick<CommandEvent, "command" | "exitCode" | "startMs" | "actor">;

type Placed = {
  readonly at: number;
  readonly place: number;
  readonly turn: Omit<Turn, "ordinal" | "atMs">;
  /** Whether it is the output of a command, as far as that is known. */
  readonly isOutput: boolean;
};

/** Turns, edits and commands in order of time; the next tool turn is the output of a command. */
export function turnsOf(stored: readonly StoredTurn[], ran: readonly Ran[]): Turn[] {
  const commands = ran.map(({ command: line, exitCode, startMs, actor }): Placed => {
    const command = { line, ...(exitCode !== undefined && { exitCode }) };
    return { at: startMs ?? 0, place: -1, turn: { role: actor, text: "", command }, isOutput: false };
  });
  const items = [...stored.flatMap(turnAndEdits), ...commands].toSorted((a, b) => a.at - b.at || a.place - b.place);
  return items.map(({ at, turn }, ordinal): Turn => {
    const base = { ordinal, ...(at > 0 && { atMs: at }), ...turn };
    if (turn.command === undefined) return base;
    const next = items.slice(ordinal + 1).find(({ turn: { command, role } }) => command ?? role === "tool");
    return next?.isOutput ? { ...base, command: { ...turn.command, output: next.turn.text } } : base;
  });
}

/** A tool turn that changed files gives an edit of each file, and then the turn itself. */
function turnAndEdits({ role, text, atMs = 0, files, tool }: StoredTurn, place: number): Placed[] {
  const edits = tool?.act === "edit" ? files : [];
  // Older versions did not store which tool it was.
  const isOutput = role === "tool" && (tool === undefined || tool.act === "run");
  return [
    ...edits.map(
      (file): Placed => ({ at: atMs, place, turn: { role: "agent", text: "", edit: { file } }, isOutput: false }),
    ),
    { at: atMs, place, turn: { role, text, files }, isOutput },
  ];
}
