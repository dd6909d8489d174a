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
    .filter((said) => said.every(({ score }) => score < SAID_TO_LAST))
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

function demandOf(said: readonly SaidStatement[]): Demand {
  const best = said.toSorted((a, b) => b.score - a.score || b.atMs - a.atMs)[0]!;
  const projects = new Set(said.map(({ project }) => project));
  const [only] = projects;
  const place =
    projects.size === 1 && only !== undefined
      ? { scope: "project" as const, project: only }
      : { scope: "global" as const };
  const sessions = new Set(said.map(({ session }) => session)).size;
  return { text: best.text, said, sessions, ...place, score: best.score };
}

/** Each statement joins the group of the closest earlier one, if that is close enough. */
function grouped(statements: readonly SaidStatement[], meaning: Meaning | undefined): SaidStatement[][] {
  const { near, closeness } = compareDemands(
    statements.map(({ text }) => text),
    meaning,
  );
  const groups: SaidStatement[][] = [];
  const groupAt: number[] = [];
  statements.forEach((said, at) => {
    let [best, closest] = [-1, SAME_DEMAND];
    for (const other of near(at).filter((one) => one < at)) {
      const close = closeness(at, other);
      if (close >= closest) [best, closest] = [groupAt[other]!, close];
    }
    if (best === -1) best = groups.push([]) - 1;
    groups[best]!.push(said);
    groupAt.push(best);
  });
  return groups;
}
