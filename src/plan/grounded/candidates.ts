/** Collects everything that could answer a request: workflows, commands that were run, targets; each with its words. */
import { isBuildTool } from "../../core/command/tables/tools.ts";
import type {
  KnownCommand,
  KnownWorkflow,
  Material,
  ProjectTarget,
  Rewritten,
  Told,
} from "../../core/plan/material.ts";
import { slotsIn } from "../../core/workflow/slots.ts";
import { type OpenPlaces, placesOf } from "./places.ts";
import { withPhrases } from "./read-request.ts";
import { varyingCommands } from "./slots.ts";
import { type CandidateWords, type OwnWord, ownWord, wordsOfCommand, wordsOfParts } from "./words/candidate-words.ts";
import { isFiller, lexicon, sensesOf, weightOfSenses, wordsIn } from "./words/lexicon.ts";

export type CommandCandidate = Draft & { readonly places: OpenPlaces };

type Draft = {
  readonly source: "workflow" | "history" | "project";
  /** With its slots, if it has any. */
  readonly steps: readonly string[];
  readonly slots: readonly string[];
  readonly label: string;
  /** What it is found by: how strongly it has each key, 0 to 1. */
  readonly says: CandidateWords;
  /** The words that make it specific: each that was not asked for lowers its fit. */
  readonly own: readonly OwnWord[];
  readonly workflow?: KnownWorkflow;
  readonly ran?: KnownCommand;
  readonly target?: ProjectTarget;
  readonly told?: Told;
  /** What a guard put it in place of, and why. */
  readonly rewritten?: Omit<Rewritten, "command"> & { readonly from: string };
  /** True if the person uses another form of the same command here. */
  readonly isReplaced?: boolean;
  /** The commands that the slot was found in. */
  readonly instances?: readonly KnownCommand[];
};

export function candidatesOf(material: Material): CommandCandidate[] {
  const defined = new Set(material.targets.map(({ run }) => sameCommand(run)));
  const isHere = (known: KnownCommand) => isAtHome(known, material.cwd) || defined.has(sameCommand(known.command));
  const runs = material.commands.filter((known) => mayBePlanned(known) && isHere(known));
  const all = [
    ...material.workflows.map(ofWorkflow),
    ...(material.told ?? [])
      .filter(({ steps, before }) => steps.length > 0 && before === undefined)
      .map((told) => asFormOf(ofTold(told, material), material.targets)),
    ...runs.map((known) => ({
      ...asFormOf(ofCommand(known.command, { ran: known }), material.targets),
      isReplaced: isToldOtherwise(known.command, material),
    })),
    ...material.targets.map((target) => ({
      ...ofTarget(withUsualOptions(target, material)),
      isReplaced: isReplaced(target, material),
    })),
  ];
  return merged(all.map((one) => obeying(one, material.rewrite))).map(placed);
}

/** A guard changes what is planned before it is ranked, not after. */
function obeying(candidate: Draft, rewrite: Material["rewrite"]): Draft {
  const changes = candidate.steps.map((step, at) => {
    const change = rewrite?.(step);
    // A workflow may do already what has to come before.
    const isDone =
      change?.isBefore === true && candidate.steps.slice(0, at).some((one) => change.command.startsWith(`${one} && `));
    return isDone ? undefined : change;
  });
  const changed = changes.find((change) => change !== undefined);
  if (changed === undefined) return candidate;
  const steps = candidate.steps.map((step, at) => changes[at]?.command ?? step);
  const { command: _, ...why } = changed;
  const from = candidate.steps.join(" && ");
  const label = candidate.source === "workflow" ? candidate.label : steps.join(" && ");
  return { ...candidate, steps, label, rewritten: { from, ...why } };
}

function placed(candidate: Draft): CommandCandidate {
  const { own, target } = candidate;
  return { ...candidate, places: placesOf(own.map(({ word }) => word).join(" "), target?.runs ?? target?.body ?? "") };
}

/** The same commands with varying arguments as slots, for these families only: parsing all would take too long. */
export function varyingCandidates(
  candidates: readonly CommandCandidate[],
  families: ReadonlySet<string>,
): CommandCandidate[] {
  const runs = candidates.flatMap(({ ran }) => (ran !== undefined && families.has(ran.family) ? [ran] : []));
  return varyingCommands(runs).map(({ template, instances }) => placed(ofCommand(template, { instances })));
}

/** It succeeded once; or, if no source recorded how it ended, it was run several times. */
function mayBePlanned({ command, count, successes, lastExit }: KnownCommand): boolean {
  if (/\[(?:secret:[\w-]+|private|withheld)\]/.test(command)) return false;
  return successes > 0 || (lastExit === undefined && count >= USED_AGAIN);
}

const USED_AGAIN = 3;

/** From another directory, only commands that do not depend on it: elsewhere the same words run something else. */
function isAtHome({ command, inProject, cwd }: KnownCommand, here: string): boolean {
  return (inProject && (cwd === undefined || cwd === here)) || !dependsOnDirectory(command);
}

function dependsOnDirectory(line: string): boolean {
  const isBound = (word: string, next: string | undefined) =>
    /^\.{1,2}\//.test(word) || isBuildTool(word) || (word === "docker" && next === "compose");
  return line.split(/[\s;&|]+/).some((word, at, words) => isBound(word, words[at + 1]));
}

/** An argument is new, the options are those that the person gives each time: `npm install --legacy-peer-deps <name>`. */
function withUsualOptions(target: ProjectTarget, { commands, told = [] }: Material): ProjectTarget {
  if (target.kind !== "usual" || !target.run.includes("<")) return target;
  const [program = "", verb = "", ...rest] = target.run.split(" ");
  const named = told.flatMap(({ steps }) => steps.map((command) => ({ command, count: USED_AGAIN, inProject: true })));
  const alike = [...commands, ...named].filter(
    ({ command, inProject }) => inProject && `${command} `.startsWith(`${program} ${verb} `),
  );
  const all = alike.reduce((sum, { count }) => sum + count, 0);
  const options = new Set(
    alike.flatMap(({ command }) => command.split(" -- ")[0]!.match(/(?<= )--[a-z][\w-]*(?= |$)/g) ?? []),
  );
  const usual = [...options].filter((option) => {
    const times = alike.reduce((sum, { command, count }) => sum + (command.includes(option) ? count : 0), 0);
    return times >= USED_AGAIN && times > all / 2 && !rest.includes(option);
  });
  return { ...target, run: [program, verb, ...usual, ...rest].join(" ") };
}

/** A target is worth less than the form of it that the person or a record uses here: `cargo test --workspace`. */
function isReplaced({ run, kind }: ProjectTarget, material: Material): boolean {
  const { commands, targets } = material;
  if (run.includes("<") || kind === "ci") return false;
  const isForm = (line: string) => isOwnForm(run, line) || (kind === "usual" && (addedTo(run, line)?.length ?? 0) > 0);
  const times = commands.find(({ command }) => command === run)?.count ?? 0;
  return (
    isToldOtherwise(run, material) ||
    commands.some(({ command, count, inProject }) => inProject && count > Math.max(1, times) && isForm(command)) ||
    targets.some((other) => kind === "usual" && other.kind === "ci" && isForm(other.run))
  );
}

function isToldOtherwise(run: string, { told = [] }: Material): boolean {
  return told.some(({ steps, before }) => before === undefined && steps.length === 1 && isOwnForm(run, steps[0]!));
}

/** The words of a line beyond those of another; undefined if it lacks one. */
function addedTo(run: string, line: string): string[] | undefined {
  // Most lines are of other programs, and splitting all of them takes long.
  if (!line.includes(run.slice(run.lastIndexOf(" ") + 1))) return undefined;
  const [own, words] = [run.split(" "), line.split(" ")];
  return own.every((word) => words.includes(word)) ? words.filter((word) => !own.includes(word)) : undefined;
}

/** The same with options or variables: `DEBUG=1 make run`. */
function isOwnForm(run: string, line: string): boolean {
  const added = addedTo(run, line) ?? [];
  return added.length > 0 && added.every((word) => /^(?:-|[A-Z_][A-Z0-9_]*=)/.test(word));
}

/** It does what the target does, and is found by its name. */
function asFormOf(draft: Draft, targets: readonly ProjectTarget[]): Draft {
  const target = targets.find(
    ({ run, kind }) => kind !== "ci" && draft.steps.length === 1 && isOwnForm(run, draft.steps[0]!),
  );
  if (target === undefined) return draft;
  const { runs: _, ...itself } = target;
  const own = draft.told === undefined ? draft.own : wordsOfCommand(target.run);
  const named = wordsIn(target.name)
    .filter((word) => !own.some((one) => one.word === word))
    .map((word) => ownWord(word, 0.6));
  return { ...together(draft, ofTarget(itself)), target, own: [...own, ...named] };
}

function ofWorkflow(workflow: KnownWorkflow): Draft {
  const { name, description, steps, slots } = workflow;
  const summary = description === steps.join(" → ") ? "" : description;
  const says = wordsOfParts([[name, 1], [summary, 0.8], ...steps.map((step) => [step, 0.45] as const)], []);
  const own = wordsIn(name).map((word) => ownWord(word, 0.6));
  return { source: "workflow", steps, slots, label: name, says, own, workflow };
}

/** Found by what the record says it is for; the words of the command count a little less. */
function ofTold(told: Told, { weightOf }: Material): Draft {
  const { steps } = told;
  const about = withPhrases(told.about);
  const command = steps.join(" && ");
  const says = wordsOfParts(
    [
      [about, 1],
      [command, 0.8],
    ],
    [[command, 0.8]],
  );
  const own = wordsIn(about)
    .filter((word) => !lexicon().silent.has(word) && !isFiller(word, weightOf))
    .map((word) => ownWord(word, 0.6 * weightOfSenses(sensesOf(word, "asked"))));
  return { source: "workflow", steps, slots: [...new Set(steps.flatMap(slotsIn))], label: command, says, own, told };
}

/** A command that was run, or a form of it with a slot. */
function ofCommand(command: string, proof: Pick<Draft, "ran" | "instances">): Draft {
  const slots = proof.ran === undefined ? slotsIn(command) : [];
  const plain = slots.length === 0 ? command : command.replace(/<[\w-]+>/g, "").trim();
  const says = wordsOfParts(
    [
      [plain, 1],
      [slots.join(" "), 0.8],
    ],
    [[plain, 1]],
  );
  return { source: "history", steps: [command], slots, label: command, says, own: wordsOfCommand(plain), ...proof };
}

function ofTarget(target: ProjectTarget): Draft {
  const { name, run, body = "", runs = "", description = "", kind } = target;
  const plain = run.replace(/<[\w-]+>/g, "");
  const named = kind === "ci" ? 0.6 : 1;
  const says = wordsOfParts(
    [
      [name, named],
      [plain, 1],
      [description, 0.8],
      [body, 0.75],
      [runs, 0.82],
    ],
    [
      [run, 1],
      [body, 0.8],
      [runs, 0.85],
    ],
  );
  return { source: "project", steps: [run], slots: slotsIn(run), label: run, says, own: wordsOfCommand(plain), target };
}

/** A command that was run and that a file defines is one candidate: as it was run, with the file's description. */
function merged(all: readonly Draft[]): Draft[] {
  const byCommand = new Map<string, Draft>();
  for (const one of all) {
    const key = one.workflow === undefined ? sameCommand(one.label) : `workflow ${one.label}`;
    const known = byCommand.get(key);
    byCommand.set(key, known === undefined ? one : together(known, one));
  }
  return [...byCommand.values()];
}

function together(a: Draft, b: Draft): Draft {
  const says = new Map(a.says);
  for (const [key, strength] of b.says) says.set(key, Math.max(strength, says.get(key) ?? 0));
  const { rewritten, ...first } = a;
  const { rewritten: too, ...second } = b;
  return { ...second, ...first, says, ...(rewritten !== undefined && too !== undefined && { rewritten }) };
}

/** `npm run test` is `npm test`. */
export function sameCommand(command: string): string {
  return command
    .trim()
    .replace(/\s+/g, " ")
    .replace(/^(npm|pnpm|yarn)((?: --filter \S+)?) run /, "$1$2 ");
}
