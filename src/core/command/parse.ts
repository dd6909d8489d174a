/** Turns a shell line into steps: what was run, in order, each with the name that a person would give it. */
import { nameOf } from "./name.ts";
import { type Run, runsOf } from "./syntax.ts";
import { FILTERS, isTrivialFamily } from "./trivial.ts";
import { unwrap } from "./unwrap.ts";

export type Step = {
  /** What a person would call it; undefined where nothing is run or nothing may be named. */
  readonly family: string | undefined;
  readonly program: string;
  /** The words of the command that names the step, unquoted, with assignments and wrappers. */
  readonly words: readonly string[];
  /** The whole step cut into words and operators, with their quotes: what a workflow is mined from. */
  readonly written: readonly string[];
  readonly text: string;
  readonly isTrivial: boolean;
};

const MOST_STEPS = 256;
const MOST_MEMBERS = 32;
const MOST_NESTED_LINES = 3;

/**
 * Every command of a list is a step, inside groups, loops and conditions too; of a function only its calls are.
 * A pipeline is one step: its first member that is neither trivial nor a filter names it (`echo x | kubectl apply -f -`
 * is `kubectl apply`), else its first (`cat x | grep y` is `cat`, which is trivial).
 * A line handed to a shell (`bash -c '…'`) is read as that line.
 */
export function parseLine(line: string): Step[] {
  return nestedSteps(line, 0).slice(0, MOST_STEPS);
}

function nestedSteps(line: string, nesting: number): Step[] {
  return runsOf(line)
    .slice(0, MOST_STEPS)
    .flatMap((run) => stepsOf(run, nesting));
}

function stepsOf(run: Run, nesting: number): Step[] {
  if (run.kind === "command") return commandSteps(run, nesting);
  const members = run.members.slice(0, MOST_MEMBERS).map((runs) => runs.flatMap((member) => stepsOf(member, nesting)));
  const [first, ...others] = members.find((steps) => steps.some(isMeaningful)) ?? members[0] ?? [];
  if (first === undefined) return [];
  return others.length > 0 ? [first, ...others] : [{ ...first, written: run.tokens, text: run.text }];
}

function isMeaningful({ family, program, isTrivial }: Step): boolean {
  return family !== undefined && !isTrivial && !FILTERS.has(program);
}

/** Words of fish's grammar that stand where a command would. */
const KEYWORDS = new Set(["begin", "end", "else", "switch", "case"]);

function commandSteps({ words, tokens, text }: Extract<Run, { kind: "command" }>, nesting: number): Step[] {
  const inner = unwrap(words);
  if (inner.runs === "line" && nesting < MOST_NESTED_LINES) return nestedSteps(inner.line, nesting + 1);
  const { program, family } = nameOf(inner.words);
  if (KEYWORDS.has(program)) return [];
  return [
    {
      family,
      program,
      words: words.map(({ value }) => value),
      written: tokens,
      text,
      isTrivial: family === undefined || isTrivialFamily(family),
    },
  ];
}
