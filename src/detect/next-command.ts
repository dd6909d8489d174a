/** The likely next commands: counts of what was run after what, from the two commands before it back to any command at all. */

export type PredictedFrom = {
  readonly session: string;
  /** Where it was run; empty if unknown. */
  readonly cwd: string;
  /** Whether an agent changed files of the project since the command before it. */
  readonly isAfterEdit: boolean;
};

export type RanStep = PredictedFrom & {
  readonly command: string;
  /** What a person would call the command. */
  readonly family: string;
  /** `unknown`: the source did not record how it ended. */
  readonly worked: "yes" | "no" | "unknown";
};

/** What is looked at, the widest first. */
const VIEWS = ["recency", "directory", "family", "ended", "one", "here", "edit", "two"] as const;
type View = (typeof VIEWS)[number];

/** How often each line was seen in a context; later ones count more. */
type Seen = { readonly n: Map<string, number>; total: number };

export type Counts = {
  readonly contexts: Map<string, Seen>;
  readonly lines: Map<string, { n: number; lastAt: number; readonly family: string }>;
  /** The last commands of each session, the latest last. */
  readonly tails: Map<string, RanStep[]>;
  /** How many commands were counted. */
  clock: number;
};

const LONGEST_TAIL = 2;
/** After this many commands a line counts half; where anything may follow, a little sooner. */
const HALF_LIFE = 400;
const HALF_LIFE_OF_ANY = 300;

export function countSteps(steps: readonly RanStep[]): Counts {
  const counts: Counts = { contexts: new Map(), lines: new Map(), tails: new Map(), clock: 0 };
  for (const step of steps) countRun(counts, step);
  return counts;
}

export function countRun(counts: Counts, step: RanStep): void {
  const tail = counts.tails.get(step.session) ?? [];
  for (const { view, key } of contextsOf(tail, step)) {
    const seen = counts.contexts.get(key) ?? { n: new Map<string, number>(), total: 0 };
    const weight = weightAt(counts.clock, view);
    const before = seen.n.get(step.command) ?? 0;
    // Moved to the end, so that the lines are in the order in which they were last seen.
    seen.n.delete(step.command);
    seen.n.set(step.command, before + weight);
    seen.total += weight;
    counts.contexts.set(key, seen);
  }
  const { n } = counts.lines.get(step.command) ?? { n: 0 };
  counts.lines.set(step.command, { n: n + 1, lastAt: counts.clock, family: step.family });
  counts.tails.set(step.session, [...tail.slice(1 - LONGEST_TAIL), step]);
  counts.clock += 1;
}

/** Later commands count more, so that nothing counted before has to be touched. */
function weightAt(clock: number, view: View): number {
  return 2 ** (clock / (view === "recency" ? HALF_LIFE_OF_ANY : HALF_LIFE));
}

/** The contexts of the next command, from the commands before it in its session, the latest last; the widest first. */
function contextsOf(
  tail: readonly RanStep[],
  { cwd, isAfterEdit }: PredictedFrom,
): { readonly view: View; readonly key: string }[] {
  const [one, two] = [tail.at(-1), tail.at(-2)];
  const state = `${one?.worked === "no" ? "failed" : ""}\0${isAfterEdit ? "edit" : ""}`;
  const parts: readonly (readonly [View, ...(string | undefined)[]])[] = [
    ["recency"],
    ["directory", cwd === "" ? undefined : cwd],
    ["family", one?.family ?? "start"],
    ["ended", one?.family ?? "start", state],
    ["one", one?.command],
    ["here", one?.command, cwd],
    ["edit", isAfterEdit ? "" : undefined],
    ["two", two?.command, one?.command],
  ];
  return parts.flatMap(([view, ...of]) => (of.includes(undefined) ? [] : [{ view, key: [view, ...of].join("\0") }]));
}

export function wasCounted({ contexts }: Counts, view: View, tail: readonly RanStep[], at: PredictedFrom): boolean {
  return contextsOf(tail, at).some((context) => context.view === view && contexts.has(context.key));
}

/** The lines that are likely whatever came before. */
export function usualLines({ contexts }: Counts): readonly string[] {
  return likeliest(contexts.get("recency"));
}

export type Prediction = { readonly command: string; readonly probability: number; readonly source: View };

type PredictOptions = {
  readonly limit: number;
  /** Lines that must not be offered. */
  readonly isAllowed?: (line: string) => boolean;
};

export function predictNext(
  counts: Counts,
  tail: readonly RanStep[],
  at: PredictedFrom,
  { limit, isAllowed = () => true }: PredictOptions,
): Prediction[] {
  const found = contextsOf(tail, at).flatMap(({ view, key }) => {
    const seen = counts.contexts.get(key);
    return seen === undefined ? [] : [{ view, seen, weight: weightAt(counts.clock, view) }];
  });
  const lines = new Set(found.flatMap(({ seen }) => likeliest(seen)));
  // Each context starts from what the wider one says, and counts for more the less varied it is (Witten and Bell).
  const shareOf = (line: string): number =>
    found.reduce((share, { seen: { n, total }, weight }) => {
      const distinct = n.size * weight;
      return ((n.get(line) ?? 0) + distinct * share) / (total + distinct);
    }, 0);
  const best = [...lines]
    .map((command) => ({ command, share: shareOf(command) }))
    .toSorted((a, b) => b.share - a.share || (a.command < b.command ? -1 : 1));
  const chosen: Prediction[] = [];
  for (const { command, share } of best) {
    if (chosen.length >= limit) break;
    if (!isAllowed(command)) continue;
    const source = found.findLast(({ seen }) => seen.n.has(command))?.view ?? "recency";
    chosen.push({ command, probability: Math.round(share * 1000) / 1000, source });
  }
  return chosen;
}

const MOST_LIKELY = 40;

/** The heaviest lines of a context, and the latest. */
function likeliest(seen: Seen | undefined): readonly string[] {
  if (seen === undefined) return [];
  const { n, total } = seen;
  if (n.size <= MOST_LIKELY) return [...n.keys()];
  const known = sorted.get(seen);
  if (known?.total === total) return known.lines;
  const heaviest = [...n].toSorted(([, a], [, b]) => b - a).slice(0, MOST_LIKELY);
  const lines = heaviest.map(([line]) => line);
  sorted.set(seen, { total, lines });
  return lines;
}

/** A table asks for the same contexts hundreds of times. */
const sorted = new WeakMap<Seen, { readonly total: number; readonly lines: readonly string[] }>();
