/** Groups what a person told agents: the same demand in several sessions, and the single statements most likely to last. */
import type { ProjectId, Scope } from "../core/record/record.ts";
import { SAID_TO_LAST, type SaidStatement } from "../core/session/said-statement.ts";
import { compareDemands, type Meaning, SAME_DEMAND } from "../core/session/same-demand.ts";

export type Demand = {
  /** The statement that says it best. */
  readonly text: string;
  /** All statements of the group, the earliest first. */
  readonly said: readonly SaidStatement[];
  readonly sessions: number;
  /** How many of these sessions say it in words that are likely to last, or in nearly the same words. */
  readonly surely: number;
  readonly scope: Scope;
  readonly project?: ProjectId;
  readonly score: number;
};

/** A demand said in two sessions needs less of a likelihood than one said once. */
const LEAST_REPEATED = 0.3;
const LEAST_SINGLE = 0.42;
/** Of the statements that were said once, only the likeliest of a session are shown. */
const MOST_PER_SESSION = 3;

/** The most often said first, then the likeliest. Without `meaning`, words alone are compared. */
export function demandsIn(statements: readonly SaidStatement[], meaning?: Meaning): Demand[] {
  // Said to last once, it is a record already.
  const groups = grouped(statements, meaning)
    .filter(({ said }) => said.every(({ score }) => score < SAID_TO_LAST))
    .map(demandOf);
  const repeated = groups.filter(({ sessions, score }) => sessions > 1 && score >= LEAST_REPEATED);
  const single = groups.filter(({ sessions, score }) => sessions === 1 && score >= LEAST_SINGLE);
  return [...repeated, ...likeliestOfSession(single)].toSorted((a, b) => b.sessions - a.sessions || b.score - a.score);
}

/** What was said in two or more sessions, the most often said first; also if it was said to last and is a record. */
export function repeatedIn(statements: readonly SaidStatement[], meaning?: Meaning): Demand[] {
  return grouped(statements, meaning)
    .map(demandOf)
    .filter(({ sessions, score }) => sessions > 1 && score >= LEAST_REPEATED)
    .toSorted((a, b) => b.sessions - a.sessions || b.said.at(-1)!.atMs - a.said.at(-1)!.atMs);
}

function likeliestOfSession(single: readonly Demand[]): Demand[] {
  return [...Map.groupBy(single, ({ said }) => said[0]!.session).values()].flatMap((ofSession) =>
    ofSession.toSorted((a, b) => b.score - a.score).slice(0, MOST_PER_SESSION),
  );
}

type Group = {
  readonly best: SaidStatement;
  readonly said: readonly SaidStatement[];
  /** Those of them that are not there by chance. */
  readonly sure: readonly SaidStatement[];
};

/** Else two that are close may be the same task twice. */
const LIKELY = 0.6;
const SAME_WORDS = 0.8;

function demandOf({ best, said, sure }: Group): Demand {
  const projects = new Set(said.map(({ project }) => project));
  const [only] = projects;
  const place =
    projects.size === 1 && only !== undefined
      ? { scope: "project" as const, project: only }
      : { scope: "global" as const };
  const counts = { sessions: sessionsOf(said), surely: sessionsOf(sure) };
  return { text: best.text, said, ...counts, ...place, score: best.score };
}

function sessionsOf(said: readonly SaidStatement[]): number {
  return new Set(said.map(({ session }) => session)).size;
}

/**
 * A group is one statement and those close to it, not those close to each other: the last of a chain says something else than
 * the first. The statements that the most sessions agree with, weighed by how likely they are to last, choose first.
 */
function grouped(all: readonly SaidStatement[], meaning: Meaning | undefined): Group[] {
  const statements = withoutCopies(all);
  const { near, closeness } = compareDemands(
    statements.map(({ text }) => text),
    meaning,
  );
  const close: Map<number, number>[] = statements.map((_, at) => new Map([[at, 1]]));
  statements.forEach((_, at) => {
    for (const other of near(at).filter((one) => one < at)) {
      const how = closeness(at, other);
      if (how < SAME_DEMAND) continue;
      close[at]!.set(other, how);
      close[other]!.set(at, how);
    }
  });
  const weights = statements.map(
    ({ score }, at) => score * sessionsOf([...close[at]!.keys()].map((one) => statements[one]!)),
  );
  const heaviest = statements.map((_, at) => at).toSorted((a, b) => weights[b]! - weights[a]! || b - a);
  const isTaken = new Set<number>();
  return heaviest.flatMap((at) => {
    if (isTaken.has(at)) return [];
    const own = [...close[at]!.keys()].filter((one) => !isTaken.has(one)).toSorted((a, b) => a - b);
    for (const one of own) isTaken.add(one);
    const isSure = (one: number): boolean => statements[one]!.score >= LIKELY || close[at]!.get(one)! >= SAME_WORDS;
    const of = (some: readonly number[]): SaidStatement[] => some.map((one) => statements[one]!);
    return [{ best: statements[at]!, said: of(own), sure: of(own.filter(isSure)) }];
  });
}

/** A session that goes on with another one repeats its messages, with their times. */
function withoutCopies(statements: readonly SaidStatement[]): SaidStatement[] {
  const first = new Map<string, SaidStatement>();
  for (const one of statements) {
    const said = `${one.atMs} ${one.text}`;
    if (!first.has(said)) first.set(said, one);
  }
  return [...first.values()];
}
