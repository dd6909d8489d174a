/** Splits a shell line into steps: the commands that it runs, in order, each with its family name. */
import { FILTERS, isTrivialFamily, nameCommand } from "./family-name.ts";
import type { CommandText, ParsedCommand } from "./parsed-command.ts";
import { readLine } from "./read-line.ts";

export type Step = {
  /** Program and subcommands; undefined if nothing is run or the name might be private. */
  readonly family: string | undefined;
  readonly program: string;
  /** The words of the command that names the step, unquoted, with assignments and wrappers. */
  readonly words: readonly string[];
  /** The entire step as words and operators with their quotes; workflows are mined from it. */
  readonly written: readonly string[];
  readonly text: string;
  readonly isTrivial: boolean;
};

const MOST_STEPS = 256;
const MOST_MEMBERS = 32;

/**
 * Every command of a list is a step, also inside groups, loops and conditions; of a function only its calls are.
 * A pipeline is one step, named after its first member that is neither trivial nor a filter (`echo x | kubectl apply -f -`
 * is `kubectl apply`), else after its first. A line for another shell (`bash -c '…'`) is replaced by its steps.
 */
export function parseLine(line: string): Step[] {
  return stepsOf(readLine(line).commands.filter(isRun), 0).slice(0, MOST_STEPS);
}

/** The family of the main step: `FOO=1 sudo npm test -- -t x` is `npm test`, `cd app && npm test` too. */
export function familyOf(line: string): string | undefined {
  return mainStep(parseLine(line))?.family;
}

/** The first step that is not trivial, else the last that has a name. */
function mainStep(steps: readonly Step[]): Step | undefined {
  return steps.find(({ isTrivial }) => !isTrivial) ?? steps.findLast(({ family }) => family !== undefined);
}

/** Keywords of fish that are parsed as commands. */
const KEYWORDS = new Set(["begin", "end", "else", "switch", "case"]);

function isRun({ source, isWrapper, within, program }: ParsedCommand): boolean {
  if (source === undefined || isWrapper || KEYWORDS.has(program)) return false;
  return within.every(({ kind }) => kind === "pipeline" || kind === "subshell");
}

type Member = { readonly pipeline: CommandText; readonly member: number };

/** The pipeline around a command at this nesting depth. */
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

function pipelineSteps(commands: readonly ParsedCommand[], { text, tokens }: CommandText, depth: number): Step[] {
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
  const { program, family } = nameCommand([name, ...args]);
  const { words = [], tokens = [], text = "" } = source ?? {};
  return {
    ...{ family, program, words, written: tokens, text },
    isTrivial: family === undefined || isTrivialFamily(family),
  };
}
