/** Takes what one session teaches, by rules and by a model, to the one door; and notes what it was about. */

import type { CallContext } from "../../context/call-context.ts";
import type { CommandEvent } from "../../core/event/event.ts";
import { sessionSource } from "../../core/record/record.ts";
import { screen } from "../../core/screen/clean.ts";
import type { Turn as SaidTurn } from "../../core/session/session.ts";
import { extractSession } from "../../extract/session/extract-session.ts";
import { synopsisOf } from "../../extract/session/synopsis.ts";
import type { Extracted, LedgerLine, Turn } from "../../extract/session/turn.ts";
import type { Statement } from "../../remember/candidate.ts";
import type { RawMemory } from "../../store/local/rows/extraction.ts";
import type { KeptSession } from "../../store/local/rows/sessions.ts";
import { admit, candidateFrom, instructionsOf, type Remembered } from "../records/admit.ts";
import { checkStatement } from "../records/check-statement.ts";
import type { ReadByModel } from "./read-by-model.ts";

type Learned = { readonly remembered: number; readonly proposed: number };

type Material = {
  readonly session: KeptSession;
  readonly said: readonly SaidTurn[];
  /** Undefined where no model was asked. */
  readonly byModel: ReadByModel | undefined;
};

/** `there` is the project that the session belongs to. */
export async function learnFrom(there: CallContext, { session, said, byModel }: Material): Promise<Learned> {
  const { store } = there;
  const turns = turnsOf(said, store.events.ofSession(session.id));
  const { candidates, ledger } = extractSession(turns, { inProject: session.project !== undefined });
  const further = byModel?.outcome === "read" ? byModel.said.map((one) => ({ ...one, byModel: true })) : [];
  // A session of no known project says nothing about the one where the call stands: then only the person's own counts.
  const all: readonly Lesson[] = [...candidates, ...further].map(inPlace);
  const own = session.project === undefined ? all.filter(({ scope }) => scope === "global") : all;
  const counts = { remembered: 0, proposed: 0 };
  const known = new Map<string, string>();
  const instructions = instructionsOf(there);
  for (const lesson of own) {
    const { span } = lesson;
    const saidMs = (span === undefined ? undefined : turns[span.to]?.atMs) ?? session.endedMs ?? 0;
    const done = await add(there, lesson, { session, saidMs, instructions });
    if (done.known !== undefined) known.set(lesson.text, done.reason ?? done.known);
    else if (done.outcome === "proposed") counts.proposed += 1;
    else if (done.outcome !== "refused") counts.remembered += 1;
  }
  const unread =
    byModel === undefined || byModel.outcome === "read"
      ? []
      : [{ rule: "model", text: session.title ?? session.id, taken: false, reason: byModel.reason }];
  store.state.write(() => {
    store.ledger.record(session.id, [...rowsOf(there, ledger, known), ...unread], there.clock());
    noteSynopsis(there, { session, byModel, turns });
  });
  return counts;
}

/** What the rules or a model made of a session; a model does not say where. */
type Lesson = Pick<Extracted, "text" | "type" | "scope" | "priority" | "key" | "steps"> &
  Pick<RawMemory, "trust"> & {
    readonly span?: Extracted["span"];
    readonly byModel?: boolean;
  };

/** What a tool said in one project says nothing about others, whatever scope was read from it. */
function inPlace(lesson: Lesson): Lesson {
  const isVouched = lesson.trust === "person" || lesson.trust === "agent";
  return isVouched ? lesson : { ...lesson, scope: "project" };
}

type Circumstances = { readonly session: KeptSession; readonly saidMs: number; readonly instructions: string };

async function add(
  there: CallContext,
  { span, trust, byModel = false, ...statement }: Lesson,
  { session, saidMs, instructions }: Circumstances,
): Promise<Remembered> {
  const speaker = { origin: "extracted", trust, source: sessionSource(session.id, span), byModel } as const;
  const check = checkStatement(statementOf(statement), there);
  if (check.outcome === "refused") return check;
  return admit(there, candidateFrom(there, check.said, speaker), { byModel, saidMs, learned: { instructions } });
}

function statementOf({ text, type, scope, priority, key, steps }: Omit<Lesson, "trust">): Statement {
  return {
    text,
    type,
    ...(scope !== undefined && { scope }),
    ...(priority !== undefined && { priority }),
    ...(key !== undefined && { key }),
    ...(steps !== undefined && { steps }),
  };
}

type Noting = Pick<Material, "session" | "byModel"> & { readonly turns: readonly Turn[] };

function noteSynopsis({ store, clock }: CallContext, { session, byModel, turns }: Noting): void {
  // It may have been forgotten while a model read it.
  if (store.sessions.get(session.id) === undefined) return;
  const isRead = byModel?.outcome === "read" && byModel.synopsis !== "" && tellsNothingBuried(store, byModel.synopsis);
  const text = screen(isRead ? byModel.synopsis : synopsisOf(turns, session)).text;
  if (text === "") return;
  store.synopses.put({
    session: session.id,
    atMs: clock(),
    maker: isRead ? "model" : "rules",
    text,
    memories: byModel?.outcome === "read" ? byModel.said.filter((one) => isWanted(store, one)) : [],
  });
}

/** A model may tell again, word for word, what was forgotten since. */
function tellsNothingBuried({ tombstones }: CallContext["store"], text: string): boolean {
  if (tombstones.forgotten() === 0) return true;
  return text.split(/[.!?]\s/).every((sentence) => !tombstones.matchNow({ text: sentence.trim() }).text);
}

function isWanted({ tombstones }: CallContext["store"], { text }: RawMemory): boolean {
  return screen(text).outcome === "clean" && (tombstones.forgotten() === 0 || !tombstones.matchNow({ text }).text);
}

/** What was forgotten is in no ledger; a tombstone does not tell it from what was only deleted. */
function rowsOf(
  { store: { tombstones } }: CallContext,
  ledger: readonly LedgerLine[],
  known: ReadonlyMap<string, string>,
) {
  const kept = tombstones.forgotten() === 0 ? ledger : ledger.filter(({ text }) => !tombstones.matchNow({ text }).text);
  return kept.map(({ rule, text, taken, reason }) => {
    const why = taken ? known.get(text) : undefined;
    return { rule, text: screen(text).text, taken: taken && why === undefined, reason: why ?? reason };
  });
}

type Placed = {
  readonly at: number;
  readonly place: number;
  readonly turn: Omit<Turn, "ordinal" | "atMs">;
  /** Printed by a command, as far as it is known. */
  readonly isOutput: boolean;
};

/** Talk, edits and commands in the order of time; what a command printed is what a tool said next. */
export function turnsOf(said: readonly SaidTurn[], ran: readonly CommandEvent[]): Turn[] {
  const commands = ran.map(({ command: line, exitCode, startMs, actor }): Placed => {
    const command = { line, ...(exitCode !== undefined && { exitCode }) };
    return { at: startMs ?? 0, place: -1, turn: { role: actor, text: "", command }, isOutput: false };
  });
  const items = [...said.flatMap(spoken), ...commands].toSorted((a, b) => a.at - b.at || a.place - b.place);
  return items.map(({ at, turn }, ordinal): Turn => {
    const base = { ordinal, ...(at > 0 && { atMs: at }), ...turn };
    if (turn.command === undefined) return base;
    const next = items.slice(ordinal + 1).find(({ turn: { command, role } }) => command ?? role === "tool");
    return next?.isOutput ? { ...base, command: { ...turn.command, output: next.turn.text } } : base;
  });
}

/** A tool that changed files stands for an edit of each, and then says what it said. */
function spoken({ role, text, atMs = 0, files, tool }: SaidTurn, place: number): Placed[] {
  const edits = tool?.act === "edit" ? files : [];
  // Which tool it was is not known of what was read by an older version.
  const isOutput = role === "tool" && (tool === undefined || tool.act === "run");
  return [
    ...edits.map(
      (file): Placed => ({ at: atMs, place, turn: { role: "agent", text: "", edit: { file } }, isOutput: false }),
    ),
    { at: atMs, place, turn: { role, text, files }, isOutput },
  ];
}
