/** Plans without a model: finds a command that already exists here for a request, explains it, and never invents one. */
import { isoTime } from "../../core/base/clock.ts";
import type { Material } from "../../core/plan/material.ts";
import type { Nearby, Proposal } from "../../core/plan/plan.ts";
import { render } from "../../core/workflow/render.ts";
import { type Candidate, candidatesOf, varyingCandidates } from "./candidates.ts";
import { inRank, proof, type Ranked, rankCandidates } from "./rank.ts";
import { type Request, readRequest, type Unit } from "./read-request.ts";
import { tableWords, wordsIn } from "./vocabulary.ts";

type Grounded =
  | { readonly outcome: "planned"; readonly proposal: Proposal; readonly nearest: readonly Nearby[] }
  | { readonly outcome: "unproven"; readonly nearest: readonly Nearby[] };

/** Below this fit, no known command matches the request. */
const PROVEN = 0.6;
/** How much better a candidate that cannot be planned may fit than the one that is planned. */
const SHADOW = 0.12;
const NEAREST = 3;
const NEAR = 0.25;

export function groundedPlan(request: string, material: Material): Grounded {
  const { candidates, vocabulary } = known(material);
  const asked = withoutProjectName(readRequest(request, vocabulary), material);
  const plain = rankCandidates(asked, candidates, material);
  const varying = mayHoldValue(asked) ? varyingCandidates(candidates, familiesOf(plain)) : [];
  const ranked = [...plain, ...rankCandidates(asked, varying, material)].toSorted(inRank);
  const best = ranked.find(({ isHeldBack }) => !isHeldBack);
  const isShadowed = ranked[0] !== undefined && best !== undefined && ranked[0].fit - best.fit > SHADOW;
  const command = best === undefined || best.fit < PROVEN || isShadowed ? undefined : commandOf(best);
  const near = ranked.filter(({ fit }) => fit >= NEAR);
  if (best === undefined || command === undefined)
    return { outcome: "unproven", nearest: near.slice(0, NEAREST).map(nearbyOf) };
  return {
    outcome: "planned",
    proposal: {
      command,
      explanation: explanationOf(best.candidate),
      assumptions: assumptionsOf(best, material),
      confidence: confidenceOf(best, material),
      source: best.candidate.source,
      ...(best.candidate.workflow !== undefined && { workflow: best.candidate.workflow.id }),
    },
    nearest: near
      .filter((other) => other !== best)
      .slice(0, NEAREST)
      .map(nearbyOf),
  };
}

/** If every word is explained, no word is left to fill a slot with. */
function mayHoldValue({ values, units }: Request): boolean {
  return values.length > 0 || units.some(({ meanings, sureness }) => meanings.length === 0 || sureness < 1);
}

/** The families of the nearest candidates; the others need no slots. */
function familiesOf(ranked: readonly Ranked[]): ReadonlySet<string> {
  const families = new Set<string>();
  for (const { candidate } of ranked) {
    if (candidate.ran !== undefined) families.add(candidate.ran.family);
    if (families.size === MOST_FAMILIES) break;
  }
  return families;
}

const MOST_FAMILIES = 12;

/** The project's own name says nothing inside it: "publish the handbook". */
function withoutProjectName(request: Request, { projectRoot = "" }: Material): Request {
  const own = new Set(wordsIn(projectRoot.slice(projectRoot.lastIndexOf("/") + 1)));
  const isOwn = ({ word, meanings }: Unit) => own.has(word) && meanings.length === 0;
  return { ...request, units: request.units.map((unit) => (isOwn(unit) ? { ...unit, weight: 0.1 } : unit)) };
}

/** With every slot filled as one word; a value that would be read as code gives no command. */
function commandOf({ candidate, filling }: Ranked): string | undefined {
  if (filling.outcome === "missing") return undefined;
  const steps = candidate.steps.map((step) => render(step, filling.values));
  const commands = steps.flatMap((step) => (step.outcome === "rendered" ? [step.command] : []));
  return commands.length === steps.length ? commands.join(" && ") : undefined;
}

type Known = { readonly candidates: readonly Candidate[]; readonly vocabulary: ReadonlySet<string> };

const seen = new WeakMap<Material, Known>();

/** The same material is read once for many requests. */
function known(material: Material): Known {
  const before = seen.get(material);
  if (before !== undefined) return before;
  const candidates = candidatesOf(material);
  const own = candidates.flatMap((candidate) => [...candidate.words.keys(), ...candidate.own.map(({ word }) => word)]);
  const vocabulary = new Set([...tableWords(), ...own]);
  const fresh = { candidates, vocabulary };
  seen.set(material, fresh);
  return fresh;
}

function explanationOf({ workflow, ran, instances, target }: Candidate): string {
  const parts = [
    workflow === undefined ? "" : `Your workflow "${workflow.name}"${workflowRuns(workflow)}.`,
    instances === undefined
      ? ""
      : `You ran ${instances.length} commands of this form, such as \`${instances[0]?.command}\`.`,
    ran === undefined ? "" : ranSentence(ran),
    target === undefined ? "" : targetSentence(target),
  ];
  return parts.filter((part) => part !== "").join(" ");
}

function workflowRuns({ success, lastRun }: NonNullable<Candidate["workflow"]>): string {
  if (lastRun === undefined) return ", which was not run yet";
  return `, which succeeded ${times(success)}, last run on ${day(lastRun.atMs)} (${lastRun.status})`;
}

function ranSentence({ count, lastAtMs, lastExit, inProject, cwd }: NonNullable<Candidate["ran"]>): string {
  const where = inProject ? " here" : cwd === undefined ? " elsewhere" : ` in ${cwd}`;
  const when = lastAtMs === undefined ? "" : `, last on ${day(lastAtMs)}`;
  return `You ran this ${times(count)}${where}${when}${lastExit === undefined ? "" : `, exit ${lastExit}`}.`;
}

function targetSentence({ file, kind, body, description }: NonNullable<Candidate["target"]>): string {
  if (kind === "ci") return `${file} runs it.`;
  if (kind === "usual") return `Every project with ${file} has this command.`;
  const shown = body === undefined ? "" : ` as \`${body}\``;
  return `${file} defines it${shown}${description === undefined ? "" : `: ${description}`}.`;
}

function times(count: number): string {
  return count === 1 ? "once" : `${count} times`;
}

function day(atMs: number): string {
  return isoTime(atMs).slice(0, 10);
}

function assumptionsOf({ candidate, filling }: Ranked, { cwd }: Material): string[] {
  const { ran, target } = candidate;
  const values = filling.outcome === "filled" ? Object.entries(filling.values) : [];
  return [
    ...values.map(([slot, value]) => `${slot} is ${JSON.stringify(value)}.`),
    ...(ran?.inProject === true && ran.cwd !== undefined && ran.cwd !== cwd
      ? [`It was run in ${ran.cwd}, not here.`]
      : []),
    ...(ran !== undefined && !ran.inProject ? ["It was run elsewhere, never in this project."] : []),
    ...(ran !== undefined && ran.lastExit === undefined ? ["How it ended was not recorded."] : []),
    ...(ran?.lastExit !== undefined && ran.lastExit !== 0 ? ["The last run failed."] : []),
    ...(ran === undefined && target !== undefined ? ["It was not run here yet."] : []),
  ];
}

/** The fit to the request counts most, then how proven the command is. */
function confidenceOf({ candidate, fit, filling }: Ranked, material: Material): number {
  const guess = filling.outcome === "filled" && filling.isGuess ? 0.85 : 1;
  return Math.round(Math.min(0.98, (0.7 * fit + 0.3 * proof(candidate, material)) * guess) * 100) / 100;
}

function nearbyOf({ candidate, fit }: Ranked): Nearby {
  const { steps, source, label, ran, workflow } = candidate;
  const lastAtMs = ran?.lastAtMs ?? workflow?.lastRun?.atMs;
  return {
    command: steps.join(" && "),
    source,
    label,
    score: Math.round(fit * 100) / 100,
    ...(ran?.lastExit !== undefined && { lastExit: ran.lastExit }),
    ...(lastAtMs !== undefined && { lastAt: isoTime(lastAtMs) }),
  };
}
