/** Ranks candidates by the words of a request: how much of it they answer, what else they do, and how proven they are. */
import { DAY_MS } from "../../core/base/clock.ts";
import type { Material } from "../../core/plan/material.ts";
import { type CommandCandidate, sameCommand } from "./candidates.ts";
import { earlierAnswers, SAME_WORDS } from "./earlier-answers.ts";
import { deedOf, leavesOut } from "./harm.ts";
import { lacksMention } from "./needs-mention.ts";
import { isIn, isOtherPlace, placesIn, type Wanted, wantedPlaces } from "./places.ts";
import type { Request, Unit } from "./read-request.ts";
import { type Filling, fillFromRequest } from "./slots.ts";
import type { OwnWord } from "./words/candidate-words.ts";
import { isKnownWord, withFollowing } from "./words/lexicon.ts";

export type Ranked = {
  readonly candidate: CommandCandidate;
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

/** What the features of a candidate count. */
const WEIGHTS = {
  /** A word that was not asked for, by how rare it is here. */
  beside: 0.22,
  /** The same, if all of the request is answered: the rest is likely part of it. */
  besideComplete: 0.13,
  /** How often, recently and near it succeeded: for the order. */
  proof: 0.12,
  /** A record names it for this: for the order. */
  told: 0.12,
  /** Factors of the fit. */
  failedLast: 0.8,
  foreign: 0.8,
  replaced: 0.8,
  /** It does not do the deed that was asked for, or does it for more than the one thing. */
  missed: 0.6,
} as const;

/** A lower fit is not worth showing. */
const LEAST_FIT = 0.2;
/** From this strength on, a unit counts as answered. */
const ANSWERED = 0.6;
/** From here on, it does not count as answered in part only. */
const FULLY = 0.72;
const LIGHT = 0.3;
const SAYS_WHAT = 0.6;
/** Fit of a workflow that was named. */
const NAMED = 0.98;

export function rankCandidates(
  request: Request,
  candidates: readonly CommandCandidate[],
  material: Material,
): Ranked[] {
  const earlier = earlierAnswers(request.text, material);
  const wanted = wantedPlaces(request, material);
  const rarity = rarityAmong(candidates);
  const keys = withFollowing(request.units.flatMap((unit) => unit.keys));
  const measure = { wanted, rarity, keys };
  const asked = readings(request);
  return candidates
    .map((candidate): Ranked => {
      const filling = fillFromRequest(
        candidate.slots,
        request,
        (unit) => answerTo(unit, candidate) >= ANSWERED,
        candidate.target?.values,
      );
      const { ran = 0, rejected = 0 } = earlier.get(sameCommand(candidate.steps.join(" && "))) ?? {};
      const isNamed = isNameOf(request, candidate);
      const found = Math.max(ran, ...asked.map((one) => fitOf(one, candidate, { ...measure, filling })));
      const fit = isNamed ? NAMED : Math.min(1, found * (1 - rejected));
      const isAgreed = isNamed || ran >= SAME_WORDS;
      const isMentioned = isAgreed || !lacksMention(request, candidate);
      const isPlaced = isAgreed || isIn(wanted, candidate.places.named);
      const isFilled = filling.outcome === "filled";
      const isTold = candidate.told !== undefined && besideIn(request, candidate, measure) < LIGHT;
      const isProven = candidate.told === undefined || isTold;
      const order = 1 + (isProven ? proof(candidate, material) * WEIGHTS.proof : 0) + (isTold ? WEIGHTS.told : 0);
      return {
        ...{ candidate, filling, fit, isNamed },
        rank: isNamed ? Number.POSITIVE_INFINITY : fit * order,
        isHeldBack: !(
          isMentioned &&
          isPlaced &&
          isFilled &&
          (isAgreed || fit < SHOWN || asked.some(isAnsweredBy(candidate, filling)))
        ),
        isOpen: isMentioned && isFilled && !isPlaced,
      };
    })
    .filter(({ fit }) => fit >= LEAST_FIT)
    .toSorted(inRank);
}

export function inRank(a: Ranked, b: Ranked): number {
  if (a.rank !== b.rank) return b.rank - a.rank;
  const [one, other] = [a.candidate.label, b.candidate.label];
  return one.length - other.length || (one < other ? -1 : 1);
}

/** 0 to 1: a word that most candidates have says little about one of them. */
type Rarity = (key: string) => number;

function rarityAmong(candidates: readonly CommandCandidate[]): Rarity {
  const counts = new Map<string, number>();
  for (const { says } of candidates) for (const key of says.keys()) counts.set(key, (counts.get(key) ?? 0) + 1);
  const scale = Math.log(1 + candidates.length);
  return (key) => 1 - Math.log(Math.max(1, counts.get(key) ?? 1)) / scale;
}

/** Any one part of a request may ask for something; the others then say why, when or what not to do. */
function readings(request: Request): Request[] {
  const clauses = new Set(request.units.map(({ clause }) => clause));
  if (clauses.size < 2 || /\bthen\b/i.test(request.text)) return [request];
  const within = (clause: number): Request => ({
    ...request,
    units: request.units.map((unit) => (unit.clause === clause ? unit : { ...unit, weight: unit.weight * ASIDE })),
  });
  return [request, ...[...clauses].map(within)];
}

const ASIDE = 0.25;

/** A request that is the name of a workflow means that workflow, whatever else its words could mean. */
function isNameOf({ text }: Request, { workflow }: CommandCandidate): boolean {
  const plain = (name: string) =>
    name
      .toLowerCase()
      .replace(/[-_:.!?]+/g, " ")
      .trim();
  const bare = plain(text)
    .replace(LEAD, "")
    .replace(/ workflow$/, "");
  return workflow !== undefined && plain(workflow.name) === bare;
}

const LEAD = /^(?:please )?(?:(?:run|do|start) )?(?:(?:the|my|our) )?/;

type Measure = {
  readonly wanted: Wanted;
  readonly rarity: Rarity;
  /** All that was asked for, with what follows from it. */
  readonly keys: readonly string[];
};

function fitOf(
  request: Request,
  candidate: CommandCandidate,
  fitting: Measure & { readonly filling: Filling },
): number {
  const { filling, wanted } = fitting;
  if (isOtherPlace(wanted, candidate.places)) return 0;
  const used = new Set(filling.outcome === "filled" ? filling.used : []);
  const units = request.units.filter((unit) => !used.has(unit) || answerTo(unit, candidate) >= ANSWERED);
  const isGuess = filling.outcome === "filled" && filling.isGuess;
  // "run it" and "show me" say nothing; next to a guessed value, the rest has to say what to do with it.
  if (weightOf(units) < (isGuess ? SAYS_WHAT : LIGHT)) return 0;
  const covered = coverage(units, candidate, unusedValues(request, candidate, filling));
  if (covered < LEAST_FIT) return 0;
  const isComplete = units.every((unit) => unit.weight < LIGHT || answerTo(unit, candidate) >= FULLY);
  const each = isComplete ? WEIGHTS.besideComplete : WEIGHTS.beside;
  const missed = units.some((unit) => isMissed(unit, candidate)) ? WEIGHTS.missed : 1;
  return (covered / (1 + each * besideIn(request, candidate, fitting))) * doubt(candidate) * missed;
}

/** After "only", the command has to name the thing itself. */
function isMissed(unit: Unit, candidate: CommandCandidate): boolean {
  if (unit.weight < LIGHT) return false;
  const isOther = ({ word, keys }: OwnWord) => !isSame(unit.keys, keys) && !isPartOf(unit.keys[0]!, word);
  return (unit.isDecisive && answerTo(unit, candidate) < ANSWERED) || (unit.isOnly && candidate.own.every(isOther));
}

/** The share of the request that is answered; values that the command does not use count against it. */
function coverage(units: readonly Unit[], candidate: CommandCandidate, unused: number): number {
  const answered = units.reduce((sum, unit) => sum + unit.weight * answerTo(unit, candidate), 0);
  return answered / (weightOf(units) + unused);
}

function weightOf(units: readonly Unit[]): number {
  return units.reduce((sum, { weight }) => sum + weight, 0);
}

const UNUSED_VALUE = 0.5;

/** Names and paths are counted as words of the request. */
function unusedValues({ values }: Request, { steps, slots }: CommandCandidate, filling: Filling): number {
  if (filling.outcome === "missing" && slots.length > 0) return 0;
  const used = filling.outcome === "filled" ? Object.values(filling.values).join(" ") : "";
  const line = `${steps.join(" ")} ${used}`;
  const isUsed = (text: string) => line.includes(text.replace(/^v(?=\d)/, ""));
  return values.filter(({ kind, text }) => !/path|name/.test(kind) && !isUsed(text)).length * UNUSED_VALUE;
}

function answerTo({ keys, sureness, always }: Unit, { says, own }: CommandCandidate): number {
  const strength = Math.max(always, ...keys.map((key) => says.get(key) ?? 0));
  // A word at the beginning or the end of a longer one: `demo` in `ringdemo`.
  const isWithin = strength === 0 && own.some(({ word }) => isPartOf(keys[0]!, word));
  return (isWithin ? 0.8 : strength) * sureness;
}

/** A long word is rarely part of another by chance; a short one may be, as `test` in `latest`. */
function isPartOf(part: string, word: string): boolean {
  const least = part.length >= 6 ? 1 : 3;
  return part.length >= 4 && word.length >= part.length + least && (word.startsWith(part) || word.endsWith(part));
}

/** The weight of what the candidate does that was not asked for. */
function besideIn(
  { units, conditions }: Request,
  candidate: CommandCandidate,
  { wanted, rarity, keys: asked }: Measure,
): number {
  const isAsked = (one: OwnWord) => isSame(one.keys, asked) || units.some(({ keys }) => isPartOf(keys[0]!, one.word));
  const refused = conditions.flatMap((condition) => condition.units);
  const leftOut = refused.filter((unit) => leavesOut(deedOf(candidate), unit)).flatMap(({ keys }) => keys);
  return candidate.own
    .filter((one) => !isAsked(one) && !isSame(one.keys, leftOut) && (wanted.isAsked || placesIn(one.word).length === 0))
    .reduce((sum, { keys, weight }) => sum + weight * rarity(keys[0]!), 0);
}

function isSame(some: readonly string[], others: readonly string[]): boolean {
  return some.some((key) => others.includes(key));
}

/** For what deletes, deploys or publishes: every word that says something has to be answered, and nothing guessed. */
function isAnsweredBy(candidate: CommandCandidate, filling: Filling): (request: Request) => boolean {
  if (!deedOf(candidate).isHarmful) return () => true;
  const { used = [], isGuess = false } = filling.outcome === "filled" ? filling : {};
  return ({ units }) => {
    const objects = units.filter((unit) => !used.includes(unit) && !unit.isDecisive && !isKnownWord(unit.word));
    const telling = units.filter((unit) => unit.weight >= LIGHT && !used.includes(unit));
    const answers = (unit: Unit) => answerTo(unit, candidate) >= NAMES;
    const isAsked = ({ weight, keys }: OwnWord) => weight < OPERAND || units.some((unit) => isSame(unit.keys, keys));
    const isPart = units.some(({ keys }) => keys.includes(":all")) && !candidate.own.every(isAsked);
    // Whoever names a thing to delete also says what it is: "the httpx dependency".
    if (isPart || telling.filter(answers).length <= (isGuess ? 1 : 0)) return false;
    const isBare = telling.length === 1 && !objects.every(answers);
    return !isBare && telling.every((unit) => unit.weight < WEIGHTY || answers(unit));
  };
}

/** Below, it is not planned anyway. */
const SHOWN = 0.5;
const WEIGHTY = 0.7;
const NAMES = 0.4;
const OPERAND = 0.7;

/** Lowers the fit of what failed last, was only run elsewhere, or is used here in another form. */
function doubt({ ran, workflow, isReplaced }: CommandCandidate): number {
  const hasFailed =
    workflow?.lastRun === undefined ? (ran?.lastExit ?? 0) !== 0 : workflow.lastRun.status !== "success";
  const known = ran?.inProject === false ? WEIGHTS.foreign : isReplaced === true ? WEIGHTS.replaced : 1;
  return known * (hasFailed ? WEIGHTS.failedLast : 1);
}

/** 0 to 1: how often it succeeded, how recently, how near. */
export function proof({ ran, instances, workflow, target, told }: CommandCandidate, { nowMs, cwd }: Material): number {
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
