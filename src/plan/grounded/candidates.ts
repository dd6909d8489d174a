/** Collects everything that could answer a request: workflows, commands that were run, targets; each with its words. */
import { isBuildTool } from "../../core/command/tables/tools.ts";
import type { KnownCommand, KnownWorkflow, Material, Rewritten, Target, Told } from "../../core/plan/material.ts";
import { slotsIn } from "../../core/workflow/slots.ts";
import { wordsAndMeanings } from "./candidate-words.ts";
import { type OpenPlaces, placesOf } from "./places.ts";
import { withPhrases } from "./read-request.ts";
import { varyingCommands } from "./slots.ts";
import { isOrdinary } from "./tables/phrases.ts";
import { commandWords, type OwnWord, ownWord, wordsIn } from "./vocabulary.ts";

export type Candidate = {
  readonly source: "workflow" | "history" | "project";
  /** With its slots, if it has any. */
  readonly steps: readonly string[];
  readonly slots: readonly string[];
  readonly label: string;
  /** By root and by the name of a meaning: how strongly it matches, 0 to 1. */
  readonly words: ReadonlyMap<string, number>;
  readonly meanings: ReadonlyMap<string, number>;
  /** The words that make it specific: each that was not asked for lowers its fit. */
  readonly own: readonly OwnWord[];
  readonly workflow?: KnownWorkflow;
  readonly ran?: KnownCommand;
  readonly target?: Target;
  readonly told?: Told;
  /** What a guard put it in place of, and why. */
  readonly rewritten?: Omit<Rewritten, "command"> & { readonly from: string };
  readonly places: OpenPlaces;
  /** True if the person uses another form of the same command here. */
  readonly isReplaced?: boolean;
  /** The commands that the slot was found in. */
  readonly instances?: readonly KnownCommand[];
};

export function candidatesOf(material: Material): Candidate[] {
  const defined = new Set(material.targets.map(({ run }) => sameCommand(run)));
  const isHere = (known: KnownCommand) => isAtHome(known, material.cwd) || defined.has(sameCommand(known.command));
  const runs = material.commands.filter((known) => mayBePlanned(known) && isHere(known));
  const all = [
    ...material.workflows.map(ofWorkflow),
    ...(material.told ?? []).filter(({ steps }) => steps.length > 0).map(ofTold),
    ...runs.map((known) => ofCommand(known)),
    ...material.targets.map((target) => ({ ...ofTarget(target), isReplaced: isReplaced(target, runs) })),
  ];
  return merged(all.map((one) => obeying(one, material.rewrite))).map(placed);
}

/** A guard changes what is planned before it is ranked, not after. */
function obeying(candidate: Draft, rewrite: Material["rewrite"]): Draft {
  if (rewrite === undefined) return candidate;
  const changes = candidate.steps.map((step) => rewrite(step));
  const changed = changes.find((change) => change !== undefined);
  if (changed === undefined) return candidate;
  const steps = candidate.steps.map((step, at) => changes[at]?.command ?? step);
  const { record, text } = changed;
  const from = candidate.steps.join(" && ");
  const label = candidate.source === "workflow" ? candidate.label : steps.join(" && ");
  return { ...candidate, steps, label, rewritten: { from, record, text } };
}

function placed(candidate: Draft): Candidate {
  const { own, target } = candidate;
  return { ...candidate, places: placesOf(own.map(({ word }) => word).join(" "), target?.runs ?? target?.body ?? "") };
}

/** The same commands with varying arguments as slots, for these families only: parsing all would take too long. */
export function varyingCandidates(candidates: readonly Candidate[], families: ReadonlySet<string>): Candidate[] {
  const runs = candidates.flatMap(({ ran }) => (ran !== undefined && families.has(ran.family) ? [ran] : []));
  return varyingCommands(runs).map(({ template, instances }) => placed(ofVarying(template, instances)));
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
  return line
    .split(/[\s;&|]+/)
    .some(
      (word, at, words) =>
        /^\.{1,2}\//.test(word) || isBuildTool(word) || (word === "docker" && words[at + 1] === "compose"),
    );
}

/** A default command of a tool is worth less than the form that the person uses here. */
function isReplaced({ run, kind }: Target, runs: readonly KnownCommand[]): boolean {
  const start = `${run
    .split(" ")
    .slice(0, run.startsWith("docker compose") ? 3 : 2)
    .join(" ")} `;
  return (
    kind === "usual" && runs.some(({ command, inProject }) => inProject && command !== run && command.startsWith(start))
  );
}

type Draft = Omit<Candidate, "places">;

function ofWorkflow(workflow: KnownWorkflow): Draft {
  const { name, description, steps, slots } = workflow;
  const summary = description === steps.join(" → ") ? "" : description;
  const parts = [
    { text: name, strength: 1 },
    { text: summary, strength: 0.8 },
    ...steps.map((text) => ({ text, strength: 0.45 })),
  ];
  return {
    source: "workflow",
    steps,
    slots,
    label: name,
    ...wordsAndMeanings(parts, []),
    own: wordsIn(name).map((word) => ownWord(word, 0.6)),
    workflow,
  };
}

function ofCommand(ran: KnownCommand): Draft {
  const { command } = ran;
  return {
    source: "history",
    steps: [command],
    slots: [],
    label: command,
    ...wordsAndMeanings([{ text: command, strength: 1 }], [{ text: command, strength: 1 }]),
    own: commandWords(command),
    ran,
  };
}

/** Found by what the record says it is for; the words of the command count a little less. */
function ofTold(told: Told): Draft {
  const { steps } = told;
  const about = withPhrases(told.about);
  const command = steps.join(" && ");
  const parts = [
    { text: about, strength: 1 },
    { text: command, strength: 0.8 },
  ];
  const says = wordsIn(about).filter((word) => !ADDRESS.test(word) && !isOrdinary(word));
  return {
    source: "workflow",
    steps,
    slots: [...new Set(steps.flatMap(slotsIn))],
    label: command,
    ...wordsAndMeanings(parts, [{ text: command, strength: 0.8 }]),
    own: says.map((word) => ownWord(word, 0.6)),
    told,
  };
}

/** Words of a statement that do not narrow what it is for; "one file" does. */
const ADDRESS =
  /^(?:an?|the|to|for|in|on|of|with|and|or|by|we|you|our|your|it|is|are|be|this|that|repo|repository|project|here|run|use|always|please|must|should)$/;

function ofVarying(template: string, instances: readonly KnownCommand[]): Draft {
  const plain = template.replace(/<[\w-]+>/g, "").trim();
  const slots = slotsIn(template);
  const parts = [
    { text: plain, strength: 1 },
    { text: slots.join(" "), strength: 0.8 },
  ];
  return {
    source: "history",
    steps: [template],
    slots,
    label: template,
    ...wordsAndMeanings(parts, [{ text: plain, strength: 1 }]),
    own: commandWords(plain),
    instances,
  };
}

function ofTarget(target: Target): Draft {
  const { name, run, body = "", runs = "", description = "", kind } = target;
  const isStep = kind === "ci";
  const parts = [
    { text: name, strength: isStep ? 0.6 : 1 },
    { text: run.replace(/<[\w-]+>/g, ""), strength: 1 },
    { text: description, strength: 0.8 },
    { text: body, strength: 0.75 },
    { text: runs, strength: 0.82 },
  ];
  const commands = [
    { text: run, strength: 1 },
    { text: body, strength: 0.8 },
    { text: runs, strength: 0.85 },
  ];
  return {
    source: "project",
    steps: [run],
    slots: slotsIn(run),
    label: run,
    ...wordsAndMeanings(parts, commands),
    own: commandWords(run),
    target,
  };
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
  const strongest = (one: ReadonlyMap<string, number>, other: ReadonlyMap<string, number>) => {
    const both = new Map(one);
    for (const [key, strength] of other) both.set(key, Math.max(strength, both.get(key) ?? 0));
    return both;
  };
  const target = a.target ?? b.target;
  const ran = a.ran ?? b.ran;
  const { rewritten: _, ...first } = a;
  const rewritten = b.rewritten === undefined ? undefined : a.rewritten;
  return {
    ...first,
    ...(rewritten !== undefined && { rewritten }),
    words: strongest(a.words, b.words),
    meanings: strongest(a.meanings, b.meanings),
    ...(target !== undefined && { target }),
    ...(ran !== undefined && { ran }),
  };
}

/** `npm run test` is `npm test`. */
export function sameCommand(command: string): string {
  return command
    .trim()
    .replace(/\s+/g, " ")
    .replace(/^(npm|pnpm|yarn)((?: --filter \S+)?) run /, "$1$2 ");
}
