/** Finds commands that were run with a different argument each time, and turns that argument into a slot. */
import { parseLine } from "../../core/command/steps.ts";
import type { KnownCommand } from "../../core/plan/material.ts";
import { mineSteps, type SeenStep } from "../../core/workflow/mine-from-runs.ts";
import { slotsIn } from "../../core/workflow/slots.ts";

type Varying = { readonly template: string; readonly instances: readonly KnownCommand[] };

const FEWEST = 2;
const MOST_INSTANCES = 20;

export function varyingCommands(commands: readonly KnownCommand[]): Varying[] {
  const families = Map.groupBy(
    commands.filter(({ inProject }) => inProject),
    ({ family }) => family,
  );
  // A command that is alone in its family needs no parsing.
  const alike = [...families.values()].filter((group) => group.length >= FEWEST);
  const own = alike.flatMap((group) => group.flatMap((known) => seen(known) ?? []));
  const groups = Map.groupBy(own, ({ step, known }) => `${known.family}\0${shapeOf(step.written)}`);
  return [...groups.values()]
    .filter((group) => group.length >= FEWEST)
    .flatMap((group): Varying[] => {
      const few = group.slice(0, MOST_INSTANCES);
      const template = mineSteps(few.map(({ step }) => [step]))[0] ?? "";
      return slotsIn(template).length === 1 ? [{ template, instances: few.map(({ known }) => known) }] : [];
    });
}

type Seen = { readonly known: KnownCommand; readonly step: SeenStep };

/** A line of one command without expansions. */
function seen(known: KnownCommand): Seen | undefined {
  const steps = parseLine(known.command);
  const [step] = steps;
  return steps.length === 1 && step !== undefined && !/[|;&<>$`]/.test(known.command) ? { known, step } : undefined;
}

/** Options by name, everything else by position. */
function shapeOf(tokens: readonly string[]): string {
  return tokens.map((token) => (token.startsWith("-") ? token.replace(/=.*$/, "=") : "*")).join(" ");
}
