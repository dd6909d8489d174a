/** Of all that was learned, the few things that are shown first: one of each kind, then the surest of the rest. */
import type { ProjectId } from "../core/record/record.ts";

/** The order in which they are shown; `known` only fills up. */
const USEFUL_KINDS = ["fix", "workflow", "rule", "stale", "habit", "known"] as const;
export type UsefulKind = (typeof USEFUL_KINDS)[number];

export type Useful = {
  readonly kind: UsefulKind;
  /** Of a record or of a suggestion. */
  readonly id: string;
  readonly text: string;
  /** What it rests on, in a few words. */
  readonly why: string;
  readonly confidence: number;
  /** How often it was seen. */
  readonly count: number;
  /** Where it holds; absent: everywhere. */
  readonly project?: { readonly id: ProjectId; readonly name: string; readonly root: string };
  /** The command families that it tells of: a habit that stands in a workflow tells little beside it. */
  readonly about: readonly string[];
  /** Waits for a person's word. */
  readonly isSuggestion: boolean;
};

const MOST_USEFUL = 5;

export function mostUseful(all: readonly Useful[], limit: number = MOST_USEFUL): Useful[] {
  const told = new Set(all.filter(({ kind }) => kind === "workflow").flatMap(({ about }) => about));
  const isTold = ({ kind, about }: Useful): boolean => kind === "habit" && about.some((family) => told.has(family));
  const sorted = all.toSorted((a, b) => Number(isTold(a)) - Number(isTold(b)) || bySureness(a, b));
  const best = USEFUL_KINDS.filter((kind) => kind !== "known")
    .flatMap((kind) => sorted.find((one) => one.kind === kind) ?? [])
    .slice(0, limit);
  const rest = sorted.filter((one) => !best.includes(one)).slice(0, limit - best.length);
  return [...best, ...rest];
}

function bySureness(a: Useful, b: Useful): number {
  return b.confidence - a.confidence || b.count - a.count || (a.id < b.id ? -1 : 1);
}
