/** Ranks candidates for a request: how much of it they answer, what else they do, and how proven they are. */
import { DAY_MS } from "../../core/base/clock.ts";
import type { Asked, Material } from "../../core/plan/material.ts";
import { queryTerms } from "../../core/text/words.ts";
import { type Candidate, sameCommand } from "./candidates.ts";
import { lacksMention } from "./needs-mention.ts";
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
};

export function rankCandidates(request: Request, candidates: readonly Candidate[], material: Material): Ranked[] {
  const earlier = earlierAnswers(request.text, material.asked ?? []);
  const asked = readings(request);
  return candidates
    .map((candidate) => {
      const filling = fillSlots(candidate.slots, request, (unit) => answerTo(unit, candidate) >= ANSWERED);
      const before = earlier.get(sameCommand(candidate.steps.join(" && ")));
      const fit = Math.min(
        1,
        Math.max(byName(request, candidate), ...asked.map((one) => fitOf(one, candidate, filling)), before?.ran ?? 0) *
          (1 - (before?.rejected ?? 0)),
      );
      const rank = fit * (1 + proof(candidate, material) * PROOF);
      return { candidate, filling, fit, rank, wasApproved: (before?.ran ?? 0) >= SAME_WORDS };
    })
    .filter(({ fit }) => fit >= LEAST_FIT)
    .map(({ wasApproved, ...one }) => {
      const isOpen = one.filling.outcome === "missing";
      return { ...one, isHeldBack: isOpen || (!wasApproved && lacksMention(request, one.candidate)) };
    })
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
function byName({ text }: Request, { workflow }: Candidate): number {
  const name = text.trim().toLowerCase().replace(LEAD, "");
  return workflow?.name.toLowerCase() === name ? NAMED : 0;
}

const LEAD = /^(?:please )?(?:run|do|start) /;
const NAMED = 0.98;

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

function fitOf(request: Request, candidate: Candidate, filling: Filling): number {
  const used = new Set(filling.outcome === "filled" ? filling.used : []);
  const units = request.units.filter((unit) => !used.has(unit) || answerTo(unit, candidate) >= ANSWERED);
  const covered = coverage(units, candidate, unusedValues(request, candidate, filling));
  if (covered < LEAST_FIT || isOpposite(units, candidate) || isRefused(request.units, candidate)) return 0;
  const isComplete = units.every((unit) => unit.weight < LIGHT || answerTo(unit, candidate) >= FULLY);
  const isForeign = candidate.ran?.inProject === false;
  const extra = extrasOf(request, candidate) * (isForeign ? 1.5 : isComplete ? 0.6 : 1);
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
function extrasOf({ units }: Request, { own }: Candidate): number {
  const meant = new Set(units.flatMap(({ meanings }) => meanings));
  const isAsked = ({ word, root, meanings }: OwnWord) =>
    meanings.some((name) => meant.has(name)) || units.some((unit) => unit.root === root || isPartOf(unit.root, word));
  return own
    .filter((one) => !isAsked(one))
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
  const isUntried = ran === undefined && (target?.kind === "ci" || isReplaced === true);
  const unsure = isUntried ? 0.93 : 1;
  return failed * away * unsure;
}

/** 0 to 1: how often it succeeded, how recently, how near. */
export function proof({ ran, instances, workflow, target }: Candidate, { nowMs, cwd }: Material): number {
  const uses = workflow?.success ?? ran?.successes ?? instances?.length ?? 0;
  const lastMs = workflow?.lastRun?.atMs ?? ran?.lastAtMs;
  const used = Math.min(1, Math.log10(1 + uses) / 2);
  const fresh = lastMs === undefined ? 0 : 0.5 ** (Math.max(0, nowMs - lastMs) / DAY_MS / HALF_LIFE_DAYS);
  const near = ran?.cwd === cwd || workflow !== undefined ? 1 : 0;
  const named = target === undefined ? 0 : target.kind === "defined" ? 1 : 0.4;
  return Math.min(1, 0.45 * used + 0.15 * fresh + 0.15 * near + 0.25 * named + (workflow === undefined ? 0 : 0.25));
}

const HALF_LIFE_DAYS = 90;

type Earlier = { readonly ran: number; readonly rejected: number };

/** By command: whether the person ran or rejected it for a similar request before. */
function earlierAnswers(text: string, asked: readonly Asked[]): ReadonlyMap<string, Earlier> {
  const answers = new Map<string, Earlier>();
  for (const { request, command, answer } of asked) {
    const like = likeness(request, text);
    if (like < SAME_REQUEST) continue;
    const key = sameCommand(command);
    const { ran, rejected } = answers.get(key) ?? { ran: 0, rejected: 0 };
    const isYes = answer === "ran";
    answers.set(key, {
      ran: isYes ? Math.max(ran, like * RAN) : ran,
      rejected: isYes ? rejected : Math.max(rejected, like * REJECTED),
    });
  }
  return answers;
}

const SAME_REQUEST = 0.6;
/** From here on it is the same request: a command that was approved for it needs no further mention. */
const SAME_WORDS = 0.9;
/** A command that ran for the same request nearly fits; one that was rejected fits less. */
const RAN = 0.95;
const REJECTED = 0.6;

/** How alike two requests are, 0 to 1: shared words over all words, of those that say something. */
function likeness(a: string, b: string): number {
  const stems = (text: string): Set<string> => new Set(queryTerms(text).map(({ stem }) => stem));
  const [one, other] = [stems(a), stems(b)];
  const shared = [...one].filter((word) => other.has(word)).length;
  return shared / Math.max(1, one.size + other.size - shared);
}
