/** Ranks candidates for a request: how much of it they answer, what else they do, and how proven they are. */
import { DAY_MS } from "../../core/base/clock.ts";
import type { Material } from "../../core/plan/material.ts";
import { type Candidate, sameCommand } from "./candidates.ts";
import { earlierAnswers, SAME_WORDS } from "./earlier-answers.ts";
import { lacksMention } from "./needs-mention.ts";
import { isIn, isOtherPlace, placesIn, type Wanted, wantedPlaces } from "./places.ts";
import type { Request, Unit, Value } from "./read-request.ts";
import { type Filling, fillSlots } from "./slots.ts";
import { DECISIVE, OPPOSITES, UNASKED } from "./tables/phrases.ts";
import { commandWords, type OwnWord } from "./vocabulary.ts";

export type Ranked = {
  readonly candidate: Candidate;
  readonly filling: Filling;
  /** 0 to 1: how much of the request it answers, less what else it does. */
  readonly fit: number;
  /** The fit, raised for proven candidates: only for the order. */
  readonly rank: number;
  /** True if it cannot be planned for this request, however well it fits. */
  readonly isHeldBack: boolean;
  /** True if only the place that it acts on keeps it from being planned: the person chooses. */
  readonly isOpen: boolean;
  /** True if the request is the name of this workflow. */
  readonly isNamed: boolean;
};

export function rankCandidates(request: Request, candidates: readonly Candidate[], material: Material): Ranked[] {
  const earlier = earlierAnswers(request.text, material);
  const asked = readings(request);
  const wanted = wantedPlaces(request, material);
  return candidates
    .map((candidate): Ranked => {
      const filling = fillSlots(candidate.slots, request, (unit) => answerTo(unit, candidate) >= ANSWERED);
      const before = earlier.get(sameCommand(candidate.steps.join(" && ")));
      const isNamed = isNameOf(request, candidate);
      const fits = asked.map((one) => fitOf(one, candidate, { filling, wanted }));
      const found = Math.max(...fits, isDescription(request, candidate) ? DESCRIBED : 0, before?.ran ?? 0);
      const fit = isNamed ? NAMED : Math.min(1, found * (1 - (before?.rejected ?? 0)));
      const isMentioned = isNamed || (before?.ran ?? 0) >= SAME_WORDS || !lacksMention(request, candidate);
      const isPlaced = isNamed || (before?.ran ?? 0) >= SAME_WORDS || isIn(wanted, candidate.places.named);
      const isFilled = filling.outcome === "filled";
      return {
        ...{ candidate, filling, fit, isNamed },
        rank: isNamed
          ? EXACT
          : fit * (1 + proof(candidate, material) * PROOF) * (isToldFor(request, candidate, wanted) ? TOLD : 1),
        isHeldBack: !(isMentioned && isPlaced && isFilled),
        isOpen: isMentioned && isFilled && !isPlaced,
      };
    })
    .filter(({ fit }) => fit >= LEAST_FIT)
    .toSorted(inRank);
}

/**
 * Any one part of a request may ask for something; the others then say why, when or what not to do. A part that begins
 * with a decisive verb asks too: "stop the server, then run the tests".
 */
function readings(request: Request): Request[] {
  const { units } = request;
  const clauses = new Set(units.map(({ clause }) => clause));
  if (clauses.size < 2) return [request];
  const isAskedToo = ({ meanings }: Unit, at: number): boolean =>
    units[at - 1]?.clause !== units[at]?.clause && meanings.some((name) => DECISIVE.includes(name));
  const within = (clause: number): Request => ({
    ...request,
    units: units.map((unit, at) =>
      unit.clause === clause || isAskedToo(unit, at) ? unit : { ...unit, weight: unit.weight * ASIDE },
    ),
  });
  return [request, ...[...clauses].map(within)];
}

const ASIDE = 0.25;

/** A request that is the name of a workflow means that workflow, whatever else its words could mean. */
function isNameOf({ text }: Request, { workflow }: Candidate): boolean {
  const plain = (name: string) =>
    name
      .toLowerCase()
      .replace(/[-_:]/g, " ")
      .replace(/[.!?]+$/, "")
      .trim();
  return (
    workflow !== undefined &&
    plain(workflow.name) ===
      plain(text)
        .replace(LEAD, "")
        .replace(/ workflow$/, "")
  );
}

/** The file that defines it describes it in the words of the request. */
function isDescription({ text }: Request, { target }: Candidate): boolean {
  return (
    text.includes(" ") &&
    target?.description?.toLowerCase().includes(text.toLowerCase().replace(/[.!?]+$/, "")) === true
  );
}

const DESCRIBED = 0.95;

/** The record names it for this and nothing narrower. */
function isToldFor(request: Request, candidate: Candidate, wanted: Wanted): boolean {
  return candidate.told !== undefined && extrasOf(request, candidate, wanted) < LIGHT;
}

const LEAD = /^(?:please )?(?:(?:run|do|start) )?(?:(?:the|my|our) )?/;
const NAMED = 0.98;
const EXACT = 2;
/** A command that the person named for this ranks above one that was only run. */
const TOLD = 1.12;

export function inRank(a: Ranked, b: Ranked): number {
  return b.rank - a.rank || (a.candidate.label < b.candidate.label ? -1 : 1);
}

/** A lower fit is not worth showing. */
const LEAST_FIT = 0.2;

/** If all of the request is answered, the rest of the command is likely part of it. */
const FULLY = 0.72;
const LIGHT = 0.3;

/** From this strength on, a unit counts as answered. */
const ANSWERED = 0.6;

type Fitting = { readonly filling: Filling; readonly wanted: Wanted };

function fitOf(request: Request, candidate: Candidate, { filling, wanted }: Fitting): number {
  if (isOtherPlace(wanted, candidate.places)) return 0;
  const used = new Set(filling.outcome === "filled" ? filling.used : []);
  const units = request.units.filter((unit) => !used.has(unit) || answerTo(unit, candidate) >= ANSWERED);
  const covered = coverage(units, candidate, unusedValues(request, candidate, filling));
  if (covered < LEAST_FIT || isOpposite(units, candidate) || isRefused(request.units, candidate)) return 0;
  const isComplete = units.every((unit) => unit.weight < LIGHT || answerTo(unit, candidate) >= FULLY);
  const isForeign = candidate.ran?.inProject === false;
  const extra = extrasOf(request, candidate, wanted) * (isForeign ? 1.5 : isComplete ? 0.6 : 1);
  const isGuessed = filling.outcome === "filled" && filling.isGuess;
  const isFar = isGuessed && (covered < GUESS_NEEDS || extra > GUESS_BESIDE);
  const isMissed = units.some(
    (unit) =>
      unit.weight >= LIGHT &&
      unit.meanings.some((name) => DECISIVE.includes(name)) &&
      answerTo(unit, candidate) < ANSWERED,
  );
  const isWider = units.some((unit) => unit.isOnly && unit.weight >= LIGHT && !isNamedBy(unit, candidate));
  return (
    (covered / (1 + extra * EXTRA)) * doubt(candidate) * (isFar ? 0.5 : 1) * (isMissed ? 0.6 : 1) * (isWider ? 0.6 : 1)
  );
}

/** After "only", the command has to name the thing: one that does it for everything does not answer. */
function isNamedBy({ root, meanings }: Unit, { own }: Candidate): boolean {
  return own.some(
    (one) => one.root === root || isPartOf(root, one.word) || one.meanings.some((name) => meanings.includes(name)),
  );
}

const EXTRA = 0.22;
const PROOF = 0.12;
/** A value that is only guessed needs the rest of the request to be answered. */
const GUESS_NEEDS = 0.75;
const GUESS_BESIDE = 0.5;

/** The share of the request that is answered; values that the command does not use count against it. */
function coverage(units: readonly Unit[], candidate: Candidate, unused: number): number {
  const all = units.reduce((sum, { weight }) => sum + weight, 0);
  if (all < LEAST_SAID) return 0;
  return units.reduce((sum, unit) => sum + unit.weight * answerTo(unit, candidate), 0) / (all + unused);
}

const UNUSED: Readonly<Record<Value["kind"], number>> = { quoted: 0.6, number: 0.4, version: 0.5, path: 0, name: 0 };

/** Names and paths are counted as words of the request. */
function unusedValues({ values }: Request, candidate: Candidate, filling: Filling): number {
  const used = new Set(filling.outcome === "filled" ? Object.values(filling.values) : []);
  const line = candidate.steps.join(" ");
  const open = values.filter(
    ({ text }) => !used.has(text) && !used.has(text.replace(/^v(?=\d)/, "")) && !line.includes(text),
  );
  return candidate.slots.length > 0 && filling.outcome === "missing"
    ? 0
    : open.reduce((sum, { kind }) => sum + UNUSED[kind], 0);
}

/** Below this weight, a request says nothing: "run it", "show me". */
const LEAST_SAID = 0.3;

/** Every command runs, starts or applies something, so these verbs are always answered in part. */
const ALWAYS_ANSWERED: ReadonlyMap<string, number> = new Map([
  ["run", 0.8],
  ["all", 0.8],
  ["start", 0.5],
  ["create", 0.5],
  ["generate", 0.4],
  ["apply", 0.5],
  ["show", 0.4],
]);

function answerTo({ root: word, meanings, sureness }: Unit, candidate: Candidate): number {
  const meant = meanings.map((name) => Math.max(candidate.meanings.get(name) ?? 0, ALWAYS_ANSWERED.get(name) ?? 0));
  const strength = Math.max(candidate.words.get(word) ?? 0, ...meant);
  return (strength > 0 ? strength : within(word, candidate)) * sureness;
}

/** A word at the beginning or the end of a longer one: `demo` in `ringdemo`. */
function within(word: string, { own }: Candidate): number {
  return own.some((one) => isPartOf(word, one.word)) ? 0.8 : 0;
}

function isPartOf(part: string, word: string): boolean {
  const least = part.length >= LONG ? 1 : 3;
  return part.length >= 4 && word.length >= part.length + least && (word.startsWith(part) || word.endsWith(part));
}

/** A long word is rarely part of another by chance; a short one may be, as `test` in `latest`. */
const LONG = 6;

/** The weight of what the candidate does that was not asked for. */
function extrasOf({ units }: Request, { own }: Candidate, { isAsked: isPlaceAsked }: Wanted): number {
  const meant = new Set(units.flatMap(({ meanings }) => meanings));
  const isAsked = ({ word, root, meanings }: OwnWord) =>
    meanings.some((name) => meant.has(name)) || units.some((unit) => unit.root === root || isPartOf(unit.root, word));
  return own
    .filter((one) => !isAsked(one) && (isPlaceAsked || placesIn(one.word).length === 0))
    .reduce(
      (sum, { meanings, weight }) =>
        sum + (meanings.some((name) => UNASKED.includes(name)) ? Math.max(weight, 0.9) : weight),
      0,
    );
}

/** Whether it does what the request refuses; with `--no-cache` a command leaves something out. */
function isRefused(units: readonly Unit[], { own, steps, target }: Candidate): boolean {
  const unwanted = units.filter(({ isUnwanted }) => isUnwanted);
  if (unwanted.length === 0) return false;
  const runs = target?.body ?? "";
  const line = `${steps.join(" ")} ${runs}`.toLowerCase();
  const does = [...own, ...commandWords(runs)];
  return unwanted.some(({ root, meanings }) =>
    does.some((one) => {
      const isMeant =
        one.root === root || one.meanings.some((name) => meanings.includes(name) && !ALWAYS_ANSWERED.has(name));
      return isMeant && !new RegExp(`--(?:no|skip|without)-${one.word}`).test(line);
    }),
  );
}

function isOpposite(units: readonly Unit[], { own }: Candidate): boolean {
  const asked = new Set(units.flatMap(({ meanings }) => meanings));
  const does = new Set(own.flatMap(({ meanings }) => meanings));
  return OPPOSITES.some(([one, other]) => {
    const isAgainst = (a: string, b: string) => asked.has(a) && !asked.has(b) && does.has(b) && !does.has(a);
    return isAgainst(one, other) || isAgainst(other, one);
  });
}

/** Lowers the fit of a command that failed last or was never tried. */
function doubt({ ran, target, workflow, isReplaced }: Candidate): number {
  if (workflow?.lastRun !== undefined) return workflow.lastRun.status === "success" ? 1 : 0.85;
  const last = ran?.lastExit;
  const failed = last !== undefined && last !== 0 ? 0.8 : 1;
  const away = ran !== undefined && !ran.inProject ? 0.9 : 1;
  const unsure = ran !== undefined ? 1 : isReplaced === true ? 0.8 : target?.kind === "ci" ? 0.93 : 1;
  return failed * away * unsure;
}

/** 0 to 1: how often it succeeded, how recently, how near. */
export function proof({ ran, instances, workflow, target, told }: Candidate, { nowMs, cwd }: Material): number {
  if (told !== undefined) return 1;
  const uses = workflow?.success ?? ran?.successes ?? instances?.length ?? 0;
  const lastMs = workflow?.lastRun?.atMs ?? ran?.lastAtMs;
  const used = Math.min(1, Math.log10(1 + uses) / 2);
  const fresh = lastMs === undefined ? 0 : 0.5 ** (Math.max(0, nowMs - lastMs) / DAY_MS / HALF_LIFE_DAYS);
  const near = ran?.cwd === cwd || workflow !== undefined ? 1 : 0;
  const named = target === undefined ? 0 : target.kind === "defined" ? 1 : 0.4;
  return Math.min(1, 0.45 * used + 0.15 * fresh + 0.15 * near + 0.25 * named + (workflow === undefined ? 0 : 0.25));
}

const HALF_LIFE_DAYS = 90;
