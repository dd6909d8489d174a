/** Gathers what is stored about each session into the facts that lift compares. */
import type { CallContext } from "../../context/call-context.ts";
import { parseLine } from "../../core/command/steps.ts";
import { type MemoryRecord, saidOn } from "../../core/record/record.ts";
import { saysTheSame } from "../../core/record/similar.ts";
import type { SaidStatement } from "../../core/session/said-statement.ts";
import { trimEndOf } from "../../core/text/wording.ts";
import { repeatedIn } from "../../detect/repeated-demands.ts";
import { natureOf } from "../../extract/cures/nature.ts";
import { type SessionSigns, sessionSigns } from "../../extract/session/session-signs.ts";
import { sessionTurns } from "../../extract/session/session-turns.ts";
import type { Turn } from "../../extract/session/turn.ts";
import type { Act, Given, Repeated, SessionFacts } from "../../lift/session-facts.ts";
import type { Briefing } from "../../store/local/rows/briefings.ts";
import type { KeptSession } from "../../store/local/rows/sessions.ts";

export type PastSession = {
  readonly session: KeptSession;
  readonly facts: SessionFacts;
  /** Empty once its text is deleted. */
  readonly turns: readonly Turn[];
};

/** Older statements are not compared. */
const MOST_STATEMENTS = 20_000;

type PastAsk = {
  readonly project: string | undefined;
  readonly records: readonly MemoryRecord[];
  readonly knownSince: KnownSince;
};

/** Sessions of agents, without subagents, in order; `records` are those that may have said something before. */
export function pastSessions(
  { store }: Pick<CallContext, "store">,
  { project, records, knownSince }: PastAsk,
): PastSession[] {
  const briefings = Map.groupBy(store.briefings.all(), ({ session }) => session);
  const repeated = repeatedBySession(store.statements.latest(MOST_STATEMENTS), records, knownSince);
  return store.sessions
    .list({ project, limit: Number.MAX_SAFE_INTEGER })
    .filter(({ parent }) => parent === undefined)
    .map((session): PastSession => {
      const stored = store.sessions.turnsOf(session.id);
      const turns = sessionTurns(stored, store.events.ofSession(session.id));
      const signs = stored.length > 0 ? sessionSigns(turns) : store.sessionSigns.of(session.id);
      const given = briefings.get(session.id) ?? [];
      const coin = given[0]?.coin;
      const startedMs = session.startedMs ?? session.endedMs ?? 0;
      return {
        session,
        turns: stored.length > 0 ? turns : [],
        facts: {
          ...{ id: session.id, project: session.project ?? "", startedMs, endedMs: session.endedMs ?? startedMs },
          acts: actsIn(turns, signs),
          corrections: signs?.corrections ?? 0,
          repeated: repeated.get(session.id)?.(startedMs) ?? [],
          given: given.flatMap(linesOf),
          ...(coin !== undefined && given.every((one) => one.coin?.heldOut === coin.heldOut) && { coin }),
        },
      };
    })
    .filter(({ facts, turns }) => turns.length + facts.acts.length > 0)
    .toSorted((a, b) => a.facts.startedMs - b.facts.startedMs);
}

/** The tokens of a brief count for its first line. */
function linesOf({ records, atMs, tokens }: Briefing): Given[] {
  return records.map((record, at) => ({ record, atMs, tokens: at === 0 ? tokens : 0 }));
}

function actsIn(turns: readonly Turn[], signs: Pick<SessionSigns, "errors"> | undefined): Act[] {
  let place = -1;
  return turns.flatMap(({ ordinal, role, atMs, command, edit }): Act[] => {
    const by = role === "person" ? "person" : "agent";
    const of = { turn: ordinal, by, ...(atMs !== undefined && { atMs }) } as const;
    if (edit !== undefined) return [{ ...of, cwd: "/", line: "", file: edit.file, isCheck: false }];
    if (command === undefined) return [];
    place += 1;
    const error = signs?.errors[place];
    const { line, status, cwd = "/" } = command;
    return [
      {
        ...{ ...of, cwd, line, isCheck: parseLine(line).some((step) => natureOf(step) === "check") },
        ...(status !== undefined && { worked: status === "ok" }),
        ...(error !== undefined && { error }),
      },
    ];
  });
}

type RepeatedSince = (startedMs: number) => readonly Repeated[];

/** What was said in a session and had been said in an earlier one, with the records that say it. */
function repeatedBySession(
  statements: readonly SaidStatement[],
  records: readonly MemoryRecord[],
  knownSince: KnownSince,
): ReadonlyMap<string, RepeatedSince> {
  const found = new Map<string, Repeated[]>();
  const knownMs = new Map(records.map((record) => [record.id, knownSince(record)]));
  for (const { said } of repeatedIn(statements)) {
    const saying = records.filter((record) => said.some(({ text }) => isSaidBy(record, text))).map(({ id }) => id);
    const firstMs = Math.min(...said.map(({ atMs }) => atMs));
    const first = said.find(({ atMs }) => atMs === firstMs)!;
    const once = new Map(said.toReversed().map((one) => [one.session, one]));
    for (const { session, turn, text } of once.values())
      if (session !== first.session)
        found.set(session, [...(found.get(session) ?? []), { turn, text, records: saying }]);
  }
  return new Map(
    [...found].map(([session, all]) => [
      session,
      (startedMs) =>
        all.map((one) => ({ ...one, records: one.records.filter((id) => (knownMs.get(id) ?? 0) < startedMs) })),
    ]),
  );
}

/** When a record began to be known. */
export type KnownSince = (record: Pick<MemoryRecord, "id" | "saidAt" | "createdAt">) => number;

/** When it was first said, or else made: what is said again later changes the date of a record. */
export function knownSinceIn({ store }: Pick<CallContext, "store">): KnownSince {
  const known = new Map<string, number>();
  return (record) => {
    const found = known.get(record.id);
    if (found !== undefined) return found;
    const versions = [record, ...store.revisions.of(record.id).flatMap(({ after }) => after ?? [])];
    const first = Math.min(...versions.map((one) => Date.parse(saidOn(one))));
    known.set(record.id, first);
    return first;
  };
}

function isSaidBy({ text, quote }: MemoryRecord, statement: string): boolean {
  const contained = quote !== undefined && statement.toLowerCase().includes(trimEndOf(quote.toLowerCase(), ".!"));
  return contained || saysTheSame(text, statement) || (quote !== undefined && saysTheSame(quote, statement));
}
