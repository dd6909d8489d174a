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
  /** How often each family came next, by the families before it. */
  readonly kinds: Map<string, Seen>;
  readonly lines: Map<string, LineFacts>;
  /** The lines of each family, the latest first. */
  readonly latest: Map<string, string[]>;
  /** The last commands of each session, the latest last. */
  readonly tails: Map<string, RanStep[]>;
  /** How many commands were counted. */
  clock: number;
};

export type LineFacts = {
  n: number;
  failures: number;
  lastAt: number;
  /** How many commands were between its last two runs; 0 after the first. */
  gap: number;
  /** Where it was run last, and how that ended. */
  session: string;
  worked: RanStep["worked"];
  readonly family: string;
  readonly subjects: readonly string[];
};

export function noCounts(): Counts {
  return { contexts: new Map(), kinds: new Map(), lines: new Map(), latest: new Map(), tails: new Map(), clock: 0 };
}

const LONGEST_TAIL = 3;
/** Older lines of a family are as unlikely as each other. */
const MOST_LATEST = 30;

export function count(counts: Counts, step: RanStep): void {
  const tail = counts.tails.get(step.session) ?? [];
  for (const { key } of contextsOf(tail, step)) add(counts.contexts, key, step.command);
  for (const key of kindKeysOf(tail, step)) add(counts.kinds, key, step.family);
  const facts = counts.lines.get(step.command) ?? newLine(step);
  if (facts.n > 0) facts.gap = counts.clock - facts.lastAt;
  facts.n += 1;
  if (step.worked === "no") facts.failures += 1;
  facts.lastAt = counts.clock;
  facts.session = step.session;
  facts.worked = step.worked;
  counts.lines.set(step.command, facts);
  const others = (counts.latest.get(step.family) ?? []).filter((line) => line !== step.command);
  counts.latest.set(step.family, [step.command, ...others].slice(0, MOST_LATEST));
  counts.tails.set(step.session, [...tail.slice(1 - LONGEST_TAIL), step]);
  counts.clock += 1;
}

function newLine({ command, family, session, worked }: RanStep): LineFacts {
  return { n: 0, failures: 0, lastAt: 0, gap: 0, session, worked, family, subjects: subjectsOf(command) };
}

/** What a command is about: its words without the program, options and quotes. */
export function subjectsOf(command: string): string[] {
  const words = command.slice(0, LONGEST_READ).split(/[\s'"=;|&()<>]+/);
  return [...new Set(words.slice(1).filter((word) => word.length > 2 && !word.startsWith("-")))];
}

const LONGEST_READ = 1000;

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

/** The contexts in which families are counted, the widest first: any, after a family, after how it ended, after two. */
export function kindKeysOf(tail: readonly RanStep[], { isAfterEdit }: PredictedFrom): string[] {
  const one = tail.at(-1)?.family ?? "";
  const ended = `${one}\0${tail.at(-1)?.worked === "no"}\0${isAfterEdit}`;
  return [ANY, `one\0${one}`, `ended\0${ended}`, `two\0${tail.at(-2)?.family ?? ""}\0${ended}`];
}

export const ANY = "any";
