/** Turns a shell line into steps: what it runs, in order, each with the name that a person would give it. */
import { FILTERS, isTrivialFamily, nameOf } from "./family-name.ts";
import type { ParsedCommand, Source } from "./parsed-command.ts";
import { readLine } from "./read-line.ts";

export type Step = {
  /** What a person would call it; undefined if nothing is run or nothing may be named. */
  readonly family: string | undefined;
  readonly program: string;
  /** The words of the command that names the step, unquoted, with assignments and wrappers. */
  readonly words: readonly string[];
  /** The entire step cut into words and operators, with their quotes: what a workflow is mined from. */
  readonly written: readonly string[];
  readonly text: string;
  readonly isTrivial: boolean;
};

const MOST_STEPS = 256;
const MOST_MEMBERS = 32;

/**
 * Every command of a list is a step, inside groups, loops and conditions too; of a function only its calls are.
 * A pipeline is one step: its first member that is neither trivial nor a filter names it (`echo x | kubectl apply -f -`
 * is `kubectl apply`), else its first (`cat x | grep y` is `cat`, which is trivial).
 * A line for another shell (`bash -c '…'`) is read as that line.
 */
export function parseLine(line: string): Step[] {
  return stepsOf(readLine(line).commands.filter(isRun), 0).slice(0, MOST_STEPS);
}

/** What the person would call this line: `FOO=1 sudo npm test -- -t x` is `npm test`, `cd app && npm test` too. */
export function familyOf(line: string): string | undefined {
  return mainStep(parseLine(line))?.family;
}

/** The first step that is not trivial, else the last that has a name: getting there comes before doing. */
export function mainStep(steps: readonly Step[]): Step | undefined {
  return steps.find(({ isTrivial }) => !isTrivial) ?? steps.findLast(({ family }) => family !== undefined);
}

/** Words of fish's grammar in the place of a command. */
const KEYWORDS = new Set(["begin", "end", "else", "switch", "case"]);

function isRun({ source, isWrapper, within, program }: ParsedCommand): boolean {
  if (source === undefined || isWrapper || KEYWORDS.has(program)) return false;
  return within.every(({ kind }) => kind === "pipeline" || kind === "subshell");
}

type Member = { readonly pipeline: Source; readonly member: number };

/** The pipeline around a command that `depth` others are around. */
function pipelineOf({ within }: ParsedCommand, depth: number): Member | undefined {
  if (within.length === 0) return undefined;
  return within.filter((one) => one.kind === "pipeline")[depth];
}

/** `depth` pipelines are around all of the commands. */
function stepsOf(commands: readonly ParsedCommand[], depth: number): Step[] {
  const steps: Step[] = [];
  for (let at = 0; at < commands.length; ) {
    const command = commands[at]!;
    const around = pipelineOf(command, depth)?.pipeline;
    if (around === undefined) {
      steps.push(stepOf(command));
      at += 1;
      continue;
    }
    let end = at + 1;
    while (end < commands.length && pipelineOf(commands[end]!, depth)?.pipeline === around) end += 1;
    steps.push(...pipelineSteps(commands.slice(at, end), around, depth));
    at = end;
  }
  return steps;
}

function pipelineSteps(commands: readonly ParsedCommand[], { text, tokens }: Source, depth: number): Step[] {
  const groups = Map.groupBy(commands, (command) => pipelineOf(command, depth)?.member);
  const members = [...groups.values()].slice(0, MOST_MEMBERS).map((member) => stepsOf(member, depth + 1));
  const [first, ...others] = members.find((steps) => steps.some(isMeaningful)) ?? members[0] ?? [];
  if (first === undefined) return [];
  return others.length > 0 ? [first, ...others] : [{ ...first, written: tokens, text }];
}

function isMeaningful({ family, program, isTrivial }: Step): boolean {
  return family !== undefined && !isTrivial && !FILTERS.has(program);
}

function stepOf({ name, args, source }: ParsedCommand): Step {
  const { program, family } = nameOf([name, ...args]);
  const { words = [], tokens = [], text = "" } = source ?? {};
  return {
    ...{ family, program, words, written: tokens, text },
    isTrivial: family === undefined || isTrivialFamily(family),
  };
}
