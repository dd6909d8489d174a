/** Collects everything that could answer a request: workflows, commands that were run, targets; each with its words. */
import { unwrapped } from "../../core/command/inner-commands.ts";
import { literal } from "../../core/command/syntax/word.ts";
import { programOf } from "../../core/command/tables/programs.ts";
import type { KnownCommand, KnownWorkflow, Material, Target } from "../../core/plan/material.ts";
import { rootOf } from "../../core/text/stem.ts";
import { slotsIn } from "../../core/workflow/slots.ts";
import { varyingCommands } from "./slots.ts";
import { IMPLIED } from "./tables/implied.ts";
import { FOLLOWS } from "./tables/phrases.ts";
import { commandWords, meaningsOf, namesIn, type OwnWord, ownWord, wordsIn } from "./vocabulary.ts";

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
  /** True if the person uses another form of the same command here. */
  readonly isReplaced?: boolean;
  /** The commands that the slot was found in. */
  readonly instances?: readonly KnownCommand[];
};

export function candidatesOf(material: Material): Candidate[] {
  const runs = material.commands.filter((known) => mayBePlanned(known) && isAtHome(known));
  const all = [
    ...material.workflows.map(ofWorkflow),
    ...runs.map((known) => ofCommand(known)),
    ...material.targets.map((target) => ({ ...ofTarget(target), isReplaced: isReplaced(target, runs) })),
  ];
  return merged(all);
}

/** The same commands with varying arguments as slots, for these families only: parsing all would take too long. */
export function varyingCandidates(candidates: readonly Candidate[], families: ReadonlySet<string>): Candidate[] {
  const runs = candidates.flatMap(({ ran }) => (ran !== undefined && families.has(ran.family) ? [ran] : []));
  return varyingCommands(runs).map(({ template, instances }) => ofVarying(template, instances));
}

/** It succeeded once; or, if no source recorded how it ended, it was run several times. */
function mayBePlanned({ command, count, successes, lastExit }: KnownCommand): boolean {
  if (/\[(?:secret:[\w-]+|private|withheld)\]/.test(command)) return false;
  return successes > 0 || (lastExit === undefined && count >= USED_AGAIN);
}

const USED_AGAIN = 3;

/** From another project, only commands that do not depend on their directory. */
function isAtHome({ command, inProject }: KnownCommand): boolean {
  return (
    inProject ||
    !/(?:^|[\s;&|])(?:\.{1,2}\/|(?:npm|npx|pnpm|yarn|bun|make|just|task|cargo|go|bundle|rake|mix|uv|poetry|gradle|mvn|cmake|docker compose|terraform)\b)/.test(
      command,
    )
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

type Weighted = { readonly text: string; readonly strength: number };

/** An implied meaning counts less than the word itself. */
const MEANT = 0.9;

function wordsAndMeanings(
  parts: readonly Weighted[],
  commands: readonly Weighted[],
): Pick<Candidate, "words" | "meanings"> {
  const words = new Map<string, number>();
  const meanings = new Map<string, number>();
  const raise = (map: Map<string, number>, key: string, strength: number) => {
    if ((map.get(key) ?? 0) < strength) map.set(key, strength);
  };
  const say = (word: string, strength: number) => {
    raise(words, rootOf(word), strength);
    for (const { name } of meaningsOf(word, "named")) raise(meanings, name, strength * MEANT);
  };
  // `--rm` deletes only the container that the command starts.
  const named = (text: string) => namesIn(text.replace(/ --rm\b/g, ""));
  for (const { text, strength } of parts) for (const word of named(text)) say(word, strength);
  for (const { text, strength } of commands) for (const word of impliedBy(text)) say(word, strength * MEANT);
  for (const [one, other] of FOLLOWS) raise(meanings, other, (meanings.get(one) ?? 0) * MEANT);
  return { words, meanings };
}

/** Words that are implied by any command of the line, as in `cd x && …`. */
function impliedBy(line: string): string[] {
  return line.split(/&&|\|\||[;|]/).flatMap((command) => impliedByOne(command.trim()));
}

function impliedByOne(command: string): string[] {
  const written = command.split(/\s+/);
  const { runs, runsAfter } = programOf(written[0] ?? "");
  // Most commands have no wrapper, and there are thousands of them.
  const isWrapped = runs !== undefined || runsAfter !== undefined;
  const words = isWrapped ? unwrapped(written.map(literal)).words.map(({ value }) => value) : written;
  impliedRows ??= Map.groupBy(
    IMPLIED.map(({ command, words }) => ({ row: command.split(" "), words: words.split(" ") })),
    ({ row }) => row[0]!,
  );
  const rows = impliedRows.get(words[0] ?? "") ?? [];
  return rows.filter(({ row }) => isSaidBy(row, words)).flatMap((one) => one.words);
}

type ImpliedRow = { readonly row: readonly string[]; readonly words: readonly string[] };

/** By the first word of the command: most programs have no row. */
let impliedRows: ReadonlyMap<string, readonly ImpliedRow[]> | undefined;

/** The words of the row in order; its options anywhere. */
function isSaidBy(row: readonly string[], words: readonly string[]): boolean {
  let at = -1;
  return row.every((part, index) => {
    if (part.startsWith("-"))
      return words.some((word) => word === part || word.startsWith(`${part}=`) || isCounted(word, part));
    const found = words.findIndex((word, place) => place > at && word === part);
    const isInPlace = found >= 0 && (index === 0 ? found === 0 : true);
    at = found;
    return isInPlace;
  });
}

/** `-j8` is `-j`. */
function isCounted(word: string, option: string): boolean {
  return /^-[a-z]$/.test(option) && word.startsWith(option) && /^\d+$/.test(word.slice(2));
}

function ofWorkflow(workflow: KnownWorkflow): Candidate {
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

function ofCommand(ran: KnownCommand): Candidate {
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

function ofVarying(template: string, instances: readonly KnownCommand[]): Candidate {
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

function ofTarget(target: Target): Candidate {
  const { name, run, body = "", description = "", kind } = target;
  const isStep = kind === "ci";
  const parts = [
    { text: name, strength: isStep ? 0.6 : 1 },
    { text: run.replace(/<[\w-]+>/g, ""), strength: 1 },
    { text: description, strength: 0.8 },
    { text: body, strength: 0.75 },
  ];
  const commands = [
    { text: run, strength: 1 },
    { text: body, strength: 0.8 },
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
function merged(all: readonly Candidate[]): Candidate[] {
  const byCommand = new Map<string, Candidate>();
  for (const one of all) {
    const key = one.source === "workflow" ? `workflow ${one.label}` : sameCommand(one.label);
    const known = byCommand.get(key);
    byCommand.set(key, known === undefined ? one : together(known, one));
  }
  return [...byCommand.values()];
}

function together(a: Candidate, b: Candidate): Candidate {
  const strongest = (one: ReadonlyMap<string, number>, other: ReadonlyMap<string, number>) => {
    const both = new Map(one);
    for (const [key, strength] of other) both.set(key, Math.max(strength, both.get(key) ?? 0));
    return both;
  };
  const target = a.target ?? b.target;
  const ran = a.ran ?? b.ran;
  return {
    ...a,
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
