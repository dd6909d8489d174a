/** What would be suggested to a person, with weights that were trained on all other people. */
import { demandsIn } from "../../src/detect/repeated-demands.ts";
import { LEAST_EVIDENCE } from "../../src/extract/lasting-score.ts";
import type { Labelled } from "./sessions-data.ts";
import { meaning, type SaidSentence, scoreOf, sentencesIn, trained } from "./train.ts";

export type Suggested = {
  readonly quotes: readonly string[];
  readonly sessions: number;
  readonly score: number;
  /** The lessons that it states. */
  readonly states: readonly string[];
};

export function suggestedTo(data: Labelled, person: string): Suggested[] {
  const all = sentencesIn(data);
  const weights = trained(all.filter((one) => one.person !== person));
  const scored = (one: SaidSentence): number =>
    one.isSaidToLast ? 1 : 1 / (1 + Math.exp(-scoreOf(weights, one.features)));
  const own = all.filter((one) => one.person === person);
  const statements = own.map((one, at) => ({ ...one, turn: at, atMs: at, score: scored(one) }));
  const demands = demandsIn(
    statements.filter(({ score }) => score >= LEAST_EVIDENCE),
    meaning,
  );
  return demands.map(({ said, sessions, score }) => ({
    score,
    quotes: said.map(({ text }) => text),
    sessions,
    states: said.flatMap(({ turn }) => own[turn]!.states),
  }));
}
