/** Plans without a model: finds a command that already exists here for a request, explains it, and never invents one. */
import { isoTime } from "../../core/base/clock.ts";
import type { KnownCommand, Material, Told } from "../../core/plan/material.ts";
import type { Nearby, Proposal } from "../../core/plan/plan.ts";
import { render } from "../../core/workflow/render.ts";
import { type CommandCandidate, candidatesOf, varyingCandidates } from "./candidates.ts";
import { unkept } from "./harm.ts";
import { dangerOf } from "./places.ts";
import { inRank, proof, type Ranked, rankCandidates } from "./rank.ts";
import { type Request, readRequest, type Unit } from "./read-request.ts";
import { keysOf, lexicon, wordsIn } from "./words/lexicon.ts";

type Grounded = {
  readonly nearest: readonly Nearby[];
} & (
  | { readonly outcome: "planned"; readonly proposal: Proposal }
  /** The request does not say where: the nearest are the choices, safest first. */
  | { readonly outcome: "open" }
  /** No known command matches; a record that describes it without a command is named. */
  | { readonly outcome: "unproven"; readonly described?: Told; readonly reason?: string }
);

/** Below this fit, no known command matches the request. */
const PROVEN = 0.6;
/** How much better a candidate that cannot be planned may fit than the one that is planned. */
const SHADOW = 0.12;
const NEAREST = 3;
const NEAR = 0.25;

/** `chosen` is a command that the person picked from the nearest. */
export function groundedPlan(request: string, material: Material, chosen?: string): Grounded {
  const { candidates, vocabulary } = known(material);
  const asked = withoutProjectName(readRequest(request, { vocabulary, weightOf: material.weightOf }), material);
  const plain = rankCandidates(asked, candidates, material);
  const varying = mayHoldValue(asked) ? varyingCandidates(candidates, familiesOf(plain)) : [];
  const all = [...plain, ...rankCandidates(asked, varying, material)].toSorted(inRank);
  const ranked = chosen === undefined ? ofThisProject(all) : all;
  const others = asked.conditions.length === 0 ? [] : alike(asked, candidates);
  const broken = (one: Ranked) =>
    firstOf(asked.conditions, (condition) => unkept(condition, one.candidate, { units: asked.units, others }));
  const mayBe = (one: Ranked) => one.isNamed || (!one.isHeldBack && (one.fit < PROVEN || broken(one) === undefined));
  const placed = ranked.filter((one) => one.isOpen && one.fit >= PROVEN && broken(one) === undefined);
  const only = asked.conditions.length > 0 && placed.length === 1 ? placed[0] : undefined;
  const best =
    chosen === undefined
      ? (only ?? ranked.find(mayBe))
      : ranked.find(({ candidate }) => candidate.steps.join(" && ") === chosen);
  const near = ranked.filter(({ fit }) => fit >= NEAR);
  const open = chosen === undefined && best?.isNamed !== true && only === undefined ? openChoices(placed, best) : [];
  if (open.length > 0) return { outcome: "open", nearest: open.map(nearbyOf) };
  const isShadowed = best?.isNamed !== true && (ranked.find(isReady)?.fit ?? 0) - (best?.fit ?? 0) > SHADOW;
  const isGood = best !== undefined && (chosen !== undefined || (best.fit >= PROVEN && !isShadowed));
  const ready = isGood ? stepsOf(best) : undefined;
  if (best === undefined || ready === undefined) {
    const described = describedBy(asked, material);
    const nearest = safestFirst(near).slice(0, NEAREST).map(nearbyOf);
    const unkeptBy = ranked.find((one) => one.fit >= PROVEN && !one.isHeldBack);
    const reason = unkeptBy === undefined ? undefined : broken(unkeptBy);
    return {
      ...{ outcome: "unproven", nearest },
      ...(described !== undefined && { described }),
      ...(reason !== undefined && { reason }),
    };
  }
  const { first, done, open: left } = checksBefore(ready.join(" && "), best.candidate, material);
  return {
    outcome: "planned",
    proposal: {
      command: [...first, ...ready].join(" && "),
      explanation: [...done, explanationOf(best.candidate)].join(" "),
      assumptions: [...left, ...assumptionsOf(best, material)],
      confidence: confidenceOf(best, material),
      source: best.candidate.source,
      ...workflowOf(best, first.length === 0 ? ready : undefined),
    },
    nearest: safestFirst(near.filter((other) => other !== best))
      .slice(0, NEAREST)
      .map(nearbyOf),
  };
}

/** With a value for each of its slots. */
const isReady = ({ filling }: Ranked): boolean => filling.outcome === "filled";

/** What does the first thing that was asked for: `make test-slow` shows that `make test` leaves the slow ones out. */
function alike({ units }: Request, candidates: readonly CommandCandidate[]): CommandCandidate[] {
  const first = units.find(({ weight }) => weight >= 0.3);
  return candidates.filter(({ says }) => first?.keys.some((key) => says.has(key)) === true);
}

function firstOf<One, Found>(all: readonly One[], find: (one: One) => Found | undefined): Found | undefined {
  for (const one of all) {
    const found = find(one);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** What rules want done before this command, as commands that are known here; the others are said. */
function checksBefore(line: string, { own }: CommandCandidate, material: Material) {
  const { told = [] } = material;
  const without = { ...material, told: told.filter(({ before }) => before === undefined) };
  const checks = told.flatMap(({ before, about, steps, record, text }) => {
    const [occasion] = wordsIn(before ?? "").filter((word) => !lexicon().silent.has(word));
    if (occasion === undefined) return [];
    const keys = keysOf(occasion, "asked");
    if (!own.some((word) => word.keys.some((key) => keys.includes(key)))) return [];
    const plan = steps.length > 0 ? undefined : groundedPlan(about, without);
    const command = plan?.outcome === "planned" ? plan.proposal.command : steps.join(" && ");
    return line.includes(command) && command !== "" ? [] : [{ command, said: `"${text}" (${record})` }];
  });
  const known = checks.filter(({ command }) => command !== "");
  return {
    first: known.map(({ command }) => command),
    done: known.map(({ command, said }) => `First \`${command}\`: ${said}.`),
    open: checks
      .filter((check) => !known.includes(check))
      .map(({ said }) => `You did this: ${said}; no command is known for it.`),
  };
}

/** Commands that were only run in other projects count if nothing here fits. */
function ofThisProject(ranked: readonly Ranked[]): readonly Ranked[] {
  const own = ranked.filter(
    ({ candidate: { source, ran, target } }) =>
      source !== "history" || target !== undefined || ran?.inProject !== false,
  );
  return own.some(({ fit, isHeldBack }) => fit >= PROVEN && !isHeldBack) ? own : ranked;
}

/** Commands that differ in where they act, unless one that acts nowhere in particular fits as well. */
function openChoices(open: readonly Ranked[], best: Ranked | undefined): Ranked[] {
  const [first] = open;
  if (first === undefined) return [];
  const isTwin = best !== undefined && first.candidate.label.startsWith(`${best.candidate.label} `);
  if (best !== undefined && !isTwin && best.fit > first.fit - EQUAL) return [];
  return safestFirst([...(isTwin ? [best] : []), ...open]).slice(0, MOST_CHOICES);
}

const EQUAL = 0.06;
const MOST_CHOICES = 5;

/** The order of rank otherwise. */
function safestFirst(ranked: readonly Ranked[]): Ranked[] {
  return ranked.toSorted((a, b) => dangerOf(a.candidate.places) - dangerOf(b.candidate.places));
}

/** A record whose words answer the request although it names no command. */
function describedBy({ units }: Request, { told = [] }: Material): Told | undefined {
  const asked = units.filter(({ weight }) => weight >= 0.3);
  return told
    .filter(({ steps }) => steps.length === 0)
    .find(({ about }) => {
      const roots = new Set(wordsIn(about).map((word) => keysOf(word, "asked")[0]!));
      return asked.length > 0 && asked.every(({ keys }) => roots.has(keys[0]!));
    });
}

/** If every word is explained, no word is left to fill a slot with. */
function mayHoldValue({ values, units }: Request): boolean {
  return values.length > 0 || units.some(({ isKnown, sureness }) => !isKnown || sureness < 1);
}

/** The families of the nearest candidates; the others need no slots. */
function familiesOf(ranked: readonly Ranked[]): ReadonlySet<string> {
  const families = ranked.flatMap(({ candidate }) => candidate.ran?.family ?? []);
  return new Set([...new Set(families)].slice(0, MOST_FAMILIES));
}

const MOST_FAMILIES = 12;

/** The project's own name says nothing inside it: "publish the handbook". */
function withoutProjectName(request: Request, { projectRoot = "" }: Material): Request {
  const own = new Set(wordsIn(projectRoot.slice(projectRoot.lastIndexOf("/") + 1)));
  const isOwn = ({ word, isKnown }: Unit) => own.has(word) && !isKnown;
  return { ...request, units: request.units.map((unit) => (isOwn(unit) ? { ...unit, weight: 0.2, always: 1 } : unit)) };
}

/** With every slot filled as one word; a value that would be read as code gives no command. */
/** Steps that a guard changed are not those of the workflow any more: they run as one line. */
function workflowOf({ candidate: { workflow, rewritten } }: Ranked, steps: readonly string[] | undefined) {
  if (workflow === undefined) return {};
  return rewritten === undefined && steps !== undefined ? { workflow: workflow.id, steps } : { workflow: workflow.id };
}

function stepsOf({ candidate, filling, isNamed }: Ranked): readonly string[] | undefined {
  // The person is asked for the slots of a workflow that was named.
  if (filling.outcome === "missing") return isNamed ? candidate.steps : undefined;
  const steps = candidate.steps.map((step) => render(step, filling.values));
  const commands = steps.flatMap((step) => (step.outcome === "rendered" ? [step.command] : []));
  return commands.length === steps.length ? commands : undefined;
}

type Known = { readonly candidates: readonly CommandCandidate[]; readonly vocabulary: ReadonlySet<string> };

const seen = new WeakMap<Material, Known>();

/** The same material is read once for many requests. */
function known(material: Material): Known {
  const before = seen.get(material);
  if (before !== undefined) return before;
  const candidates = candidatesOf(material);
  const words = candidates.flatMap(({ says, own }) => [...says.keys(), ...own.map(({ word }) => word)]);
  const fresh = { candidates, vocabulary: new Set([...lexicon().words, ...words]) };
  seen.set(material, fresh);
  return fresh;
}

function explanationOf({ workflow, told, rewritten, ran, instances, target }: CommandCandidate): string {
  const parts = [
    rewritten === undefined ? "" : rewrittenSentence(rewritten),
    told === undefined ? "" : `"${told.text}" (${told.record}).`,
    workflow === undefined ? "" : `Your workflow "${workflow.name}"${workflowRuns(workflow)}.`,
    instances === undefined
      ? ""
      : `You ran ${instances.length} commands of this form, such as \`${instances[0]?.command}\`.`,
    ran === undefined ? "" : ranSentence(ran, rewritten === undefined ? "this" : "that"),
    target === undefined ? "" : targetSentence(target),
  ];
  return parts.filter((part) => part !== "").join(" ");
}

function rewrittenSentence({ isBefore, from, text, record }: NonNullable<CommandCandidate["rewritten"]>): string {
  return `${isBefore === true ? "Something comes before" : "Instead of"} \`${from}\`: "${text}" (${record}).`;
}

function workflowRuns({ success, lastRun }: NonNullable<CommandCandidate["workflow"]>): string {
  if (lastRun === undefined) return ", not run yet";
  return `, which succeeded ${times(success)}, last run on ${day(lastRun.atMs)} (${lastRun.status})`;
}

function ranSentence({ count, lastAtMs, lastExit, inProject, cwd }: KnownCommand, what: string): string {
  const where = inProject ? " here" : cwd === undefined ? "" : ` in ${cwd}`;
  const when = lastAtMs === undefined ? "" : `, last on ${day(lastAtMs)}`;
  return `You ran ${what} ${times(count)}${where}${when}${lastExit === undefined ? "" : `, exit ${lastExit}`}.`;
}

function targetSentence({ file, kind, body, description }: NonNullable<CommandCandidate["target"]>): string {
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
      ? [`It works here, although it was run in ${ran.cwd}.`]
      : []),
    ...(ran?.inProject === false && ran.cwd !== undefined
      ? ["It works in this project, although it was only run elsewhere."]
      : []),
    ...(ran !== undefined && ran.lastExit === undefined ? ["It succeeds: how it ended was not recorded."] : []),
    ...(ran?.lastExit !== undefined && ran.lastExit !== 0 ? ["It succeeds, although its last run failed."] : []),
    ...(ran === undefined && target !== undefined ? ["It works, although it was not run here yet."] : []),
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
    ...(workflow !== undefined && { workflow: workflow.id }),
    label,
    score: Math.round(fit * 100) / 100,
    ...(ran?.lastExit !== undefined && { lastExit: ran.lastExit }),
    ...(lastAtMs !== undefined && { lastAt: isoTime(lastAtMs) }),
  };
}
