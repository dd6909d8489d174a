/** Groups what a person told agents: the same demand in several sessions, and the single statements most likely to last. */
import type { ProjectId, Scope } from "../core/record/record.ts";
import { SAID_TO_LAST, type SaidStatement } from "../core/session/said-statement.ts";
import { queryTerms } from "../core/text/words.ts";

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

/** Two statements this close ask for the same thing. */
const SAME_DEMAND = 0.5;
/** Fewer distinctive words are too few to compare. */
const LEAST_TERMS = 2;
/** A demand said in two sessions needs less of a likelihood than one said once. */
const LEAST_REPEATED = 0.3;
const LEAST_SINGLE = 0.42;
/** Of the statements that were said once, only the likeliest of a session are shown. */
const MOST_PER_SESSION = 3;

/** The most often said first, then the likeliest. */
export function demandsIn(statements: readonly SaidStatement[]): Demand[] {
  // Said to last once, it is a record already.
  const groups = grouped(statements)
    .filter((said) => said.every(({ score }) => score < SAID_TO_LAST))
    .map(demandOf);
  const repeated = groups.filter(({ sessions, score }) => sessions > 1 && score >= LEAST_REPEATED);
  const single = groups.filter(({ sessions, score }) => sessions === 1 && score >= LEAST_SINGLE);
  return [...repeated, ...likeliestOfSession(single)].toSorted((a, b) => b.sessions - a.sessions || b.score - a.score);
}

/** What was said in two or more sessions, the most often said first; also if it was said to last and is a record. */
export function repeatedIn(statements: readonly SaidStatement[]): Demand[] {
  return grouped(statements)
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

type Compared = { readonly said: SaidStatement; readonly terms: ReadonlySet<string> };

/** Each statement joins the group of the closest earlier one, if that is close enough. */
function grouped(statements: readonly SaidStatement[]): SaidStatement[][] {
  const all = statements.map(
    (said): Compared => ({ said, terms: new Set(queryTerms(said.text).map(({ stem }) => stem)) }),
  );
  const rarity = rarityIn(all);
  const groups: Compared[][] = [];
  const byTerm = new Map<string, Set<number>>();
  for (const one of all) {
    const near = new Set([...one.terms].flatMap((term) => [...(byTerm.get(term) ?? [])]));
    let [best, closest] = [-1, SAME_DEMAND];
    for (const at of near) {
      const close = Math.max(...groups[at]!.map((other) => closeness(one.terms, other.terms, rarity)));
      if (close >= closest) [best, closest] = [at, close];
    }
    if (best === -1) best = groups.push([]) - 1;
    groups[best]!.push(one);
    for (const term of one.terms) byTerm.set(term, (byTerm.get(term) ?? new Set()).add(best));
  }
  return groups.map((group) => group.map(({ said }) => said));
}

type Rarity = (term: string) => number;

function rarityIn(all: readonly Compared[]): Rarity {
  const counts = new Map<string, number>();
  for (const { terms } of all) for (const term of terms) counts.set(term, (counts.get(term) ?? 0) + 1);
  return (term) => Math.log(1 + all.length / (counts.get(term) ?? 1));
}

/** The share of distinctive words that both have. */
function closeness(a: ReadonlySet<string>, b: ReadonlySet<string>, rarity: Rarity): number {
  if (Math.min(a.size, b.size) < LEAST_TERMS) return 0;
  const weight = (terms: Iterable<string>): number => [...terms].reduce((sum, term) => sum + rarity(term), 0);
  return weight([...a].filter((term) => b.has(term))) / Math.sqrt(weight(a) * weight(b));
}
