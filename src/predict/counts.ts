/** What was run after what: counts of command lines by the commands before them, their directory and their session. */
import type { PredictedFrom, RanStep } from "./step.ts";

/** How often each line was seen in a context, and in which order. */
export type Seen = {
  readonly n: Map<string, number>;
  total: number;
  /** The line that was seen there last. */
  last: string;
};

export type Counts = {
  readonly contexts: Map<string, Seen>;
  readonly lines: Map<string, LineFacts>;
  /** The last commands of each session, the latest last. */
  readonly tails: Map<string, RanStep[]>;
  /** How many commands were counted. */
  clock: number;
};

export type LineFacts = { n: number; failures: number; lastAt: number; readonly family: string };

export function noCounts(): Counts {
  return { contexts: new Map(), lines: new Map(), tails: new Map(), clock: 0 };
}

const LONGEST_TAIL = 3;

export function count(counts: Counts, step: RanStep): void {
  const tail = counts.tails.get(step.session) ?? [];
  for (const { key } of contextsOf(tail, step)) add(counts.contexts, key, step.command);
  const facts = counts.lines.get(step.command) ?? { n: 0, failures: 0, lastAt: 0, family: step.family };
  facts.n += 1;
  if (step.worked === "no") facts.failures += 1;
  facts.lastAt = counts.clock;
  counts.lines.set(step.command, facts);
  counts.tails.set(step.session, [...tail.slice(1 - LONGEST_TAIL), step]);
  counts.clock += 1;
}

function add(contexts: Counts["contexts"], key: string, line: string): void {
  const seen = contexts.get(key) ?? { n: new Map(), total: 0, last: "" };
  seen.n.set(line, (seen.n.get(line) ?? 0) + 1);
  seen.total += 1;
  seen.last = line;
  contexts.set(key, seen);
}

/** What is looked at before a command, each with the key under which lines are counted. */
export const VIEWS = ["two", "one", "ended", "routine", "family", "edit", "session", "directory", "start"] as const;
export type View = (typeof VIEWS)[number];

/** The contexts of the next command, from the commands before it in its session, the latest last. */
export function contextsOf(
  tail: readonly RanStep[],
  at: PredictedFrom,
): { readonly view: View; readonly key: string }[] {
  const one = tail.at(-1);
  const two = tail.at(-2);
  const three = tail.at(-3);
  const found: [View, readonly (string | undefined)[]][] = [
    ["session", [at.session]],
    ["directory", [at.cwd]],
    ...(one === undefined ? [["start", []] as [View, string[]]] : []),
    ...(at.isAfterEdit ? [["edit", []] as [View, string[]]] : []),
    ...(one === undefined
      ? []
      : ([
          ["one", [one.command]],
          ["ended", [one.family, one.worked === "no" ? "failed" : ""]],
          ["family", [one.family]],
        ] as [View, string[]][])),
    ...(one === undefined || two === undefined
      ? []
      : ([
          ["two", [two.command, one.command]],
          ["routine", [three?.family ?? "", two.family, one.family]],
        ] as [View, string[]][])),
  ];
  return found.map(([view, parts]) => ({ view, key: [view, ...parts].join("\0") }));
}
