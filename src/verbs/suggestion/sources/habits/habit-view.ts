/** The view of a counted habit: a sentence, the latest examples, and for a sequence the steps to run. */

import { parseLine } from "../../../../core/command/steps.ts";
import type { HabitStep } from "../../../../core/event/event.ts";
import { count } from "../../../../core/text/wording.ts";
import { mineSteps } from "../../../../core/workflow/mine-from-runs.ts";
import { stepsText } from "../../../../core/workflow/slots.ts";
import { occurrences } from "../../../../detect/sequences.ts";
import type { CallContext } from "../../../call/call-context.ts";
import { SAMPLE, SAMPLE_PROJECT } from "../../../setup/sample-mark.ts";
import type { SuggestionView } from "../suggestion-view.ts";
import type { CountedHabit } from "./habit-suggestions.ts";

type HabitContext = Pick<CallContext, "store" | "env">;

const EXAMPLES = 3;
const MINED_RUNS = 12;
const MOST_SESSIONS = 6;

export function viewOfFinding(call: HabitContext, finding: CountedHabit): SuggestionView {
  const { id, habit, key, value, scope, project, confidence, count: times, sessions, status } = finding;
  const isSequence = habit === "workflow_pattern";
  const runs = isSequence ? runsOf(call, finding) : [];
  const steps = isSequence ? mineSteps(runs) : undefined;
  const commands = isSequence ? runs.map((run) => run.map(({ text }) => text).join("; ")) : commandsOf(call, finding);
  const wording = WORDING[habit]({ key: shownKey(call, finding), value });
  const text = steps === undefined ? wording.text : stepsText(steps);
  return {
    id,
    kind: habit,
    label: wording.label,
    confidence,
    evidence: { count: times, sessions, examples: commands.slice(-EXAMPLES).toReversed() },
    scope,
    ...(project !== undefined && { project }),
    key,
    value: value === "" ? key : value,
    ...(steps !== undefined && { steps }),
    type: isSequence ? "workflow" : "habit",
    text,
    origin: "observed",
    trust: finding.actor,
    source: project === SAMPLE_PROJECT ? SAMPLE : "history",
    status,
    reason: `Seen ${count(times, "time")} in ${count(sessions, "session")}.`,
    act: "keep",
    by: "oldhand",
    changes: [
      { field: "text", before: null, after: text },
      ...(steps === undefined ? [] : [{ field: "steps", before: null, after: steps }]),
    ],
  };
}

type Wording = Pick<SuggestionView, "label" | "text">;

const WORDING: Readonly<Record<CountedHabit["habit"], (habit: { key: string; value: string }) => Wording>> = {
  preferred_cwd: ({ key }) => ({ label: `You often work in ${key}`, text: `Often works in ${key}.` }),
  recurring_command: ({ key }) => ({ label: `You often run ${key}`, text: `Often runs \`${key}\`.` }),
  workflow_pattern: ({ key }) => ({ label: `You often run ${key.replaceAll(" → ", ", then ")}`, text: key }),
  accepted_substitution: ({ key, value }) => ({
    label: `You ran ${value} instead of ${key}`,
    text: `Runs \`${value}\` when \`${key}\` is proposed.`,
  }),
};

/** A directory as a person would write it. */
function shownKey({ env }: HabitContext, { habit, key }: CountedHabit): string {
  const isInHome = env.home !== undefined && (key === env.home || key.startsWith(`${env.home}/`));
  return habit === "preferred_cwd" && isInHome ? `~${key.slice(env.home!.length)}` : key;
}

type RunStep = { readonly family: string; readonly written: readonly string[]; readonly text: string };

/** The runs of a sequence, as typed; the latest last. */
function runsOf({ store }: HabitContext, finding: CountedHabit): RunStep[][] {
  return store.habits
    .sessionsOf(finding, MOST_SESSIONS)
    .toReversed()
    .flatMap((session) => occurrences(store.habits.latestIn(session, finding.actor), finding.key))
    .slice(-MINED_RUNS)
    .flatMap((window) => {
      const steps = window.flatMap((step) => typed(store, step) ?? []);
      return steps.length === window.length ? [steps] : [];
    });
}

function typed(store: CallContext["store"], { event, ord, family }: HabitStep): RunStep | undefined {
  const command = store.events.byId(event)?.command;
  const step = command === undefined ? undefined : parseLine(command)[ord];
  return step === undefined ? undefined : { family, written: step.written, text: step.text };
}

function commandsOf({ store }: HabitContext, finding: CountedHabit): string[] {
  return store.habits
    .sessionsOf(finding, MOST_SESSIONS)
    .toReversed()
    .flatMap((session) => store.habits.latestIn(session, finding.actor))
    .filter((step) => isOf(step, finding))
    .slice(-EXAMPLES)
    .flatMap(({ event }) => store.events.byId(event)?.command ?? []);
}

function isOf({ cwd, family, worked, ord, instead }: HabitStep, { habit, key, value }: CountedHabit): boolean {
  if (worked === "no") return false;
  if (habit === "preferred_cwd") return cwd === key && ord === 0;
  if (habit === "accepted_substitution") return instead?.proposed === key && instead.ran === value;
  return family === key;
}
