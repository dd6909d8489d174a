/** A habit as a person is shown it: in words, with the latest examples, and for a pattern the steps that can be run. */

import type { CallContext } from "../../context/call-context.ts";
import { parseLine } from "../../core/command/steps.ts";
import type { HabitStep } from "../../core/event/habit-step.ts";
import { mineSteps } from "../../core/workflow/mine-from-runs.ts";
import { stepsText } from "../../core/workflow/slots.ts";
import { occurrences } from "../../detect/detectors.ts";
import { SAMPLE, SAMPLE_PROJECT } from "../setup/sample-mark.ts";
import type { Finding } from "./habit-findings.ts";
import type { SuggestionView } from "./suggestion-view.ts";

type HabitContext = Pick<CallContext, "store" | "env">;

const EXAMPLES = 3;
const MINED_RUNS = 12;
const LOOKED_AT_SESSIONS = 6;

export function viewOfFinding(call: HabitContext, finding: Finding): SuggestionView {
  const { id, habit, key, value, scope, project, confidence, count, sessions, status } = finding;
  const runs = habit === "workflow_pattern" ? runsOf(call, finding) : [];
  const steps =
    habit === "workflow_pattern" ? mineSteps(runs.slice(-MINED_RUNS).map((run) => run.map(seenStep))) : undefined;
  const examples = (
    habit === "workflow_pattern" ? runs.map((run) => run.map(({ text }) => text).join("; ")) : commandsOf(call, finding)
  )
    .slice(-EXAMPLES)
    .toReversed();
  const said = WORDS[habit]({ key: shownKey(call, finding), value });
  return {
    id,
    kind: habit,
    label: said.label,
    confidence,
    evidence: { count, sessions, examples },
    scope,
    ...(project !== undefined && { project }),
    key,
    value: value === "" ? key : value,
    ...(steps !== undefined && { steps }),
    type: habit === "workflow_pattern" ? "workflow" : "habit",
    text: steps === undefined ? said.text : stepsText(steps),
    origin: "observed",
    trust: finding.actor,
    source: project === SAMPLE_PROJECT ? SAMPLE : "history",
    status,
    reason: `Seen ${count} times in ${sessions} ${sessions === 1 ? "session" : "sessions"}.`,
  };
}

type Said = { readonly label: string; readonly text: string };

const WORDS: Readonly<Record<Finding["habit"], (habit: { key: string; value: string }) => Said>> = {
  preferred_cwd: ({ key }) => ({ label: `You often work in ${key}`, text: `Often works in ${key}.` }),
  recurring_command: ({ key }) => ({ label: `You often run ${key}`, text: `Often runs \`${key}\`.` }),
  workflow_pattern: ({ key }) => ({ label: `You often do ${key}`, text: key }),
  accepted_substitution: ({ key, value }) => ({
    label: `You ran ${value} where ${key} was proposed`,
    text: `Runs \`${value}\` where \`${key}\` is proposed.`,
  }),
};

/** A directory as a person would write it. */
function shownKey({ env }: HabitContext, { habit, key }: Finding): string {
  const isInHome = env.home !== undefined && (key === env.home || key.startsWith(`${env.home}/`));
  return habit === "preferred_cwd" && isInHome ? `~${key.slice(env.home!.length)}` : key;
}

type RunStep = { readonly family: string; readonly written: readonly string[]; readonly text: string };

function seenStep({ family, written }: RunStep) {
  return { family, written };
}

/** The times that a sequence was run, as it was typed; the latest last. */
function runsOf({ store }: HabitContext, finding: Finding): RunStep[][] {
  return store.habits
    .sessionsOf(finding, LOOKED_AT_SESSIONS)
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

function commandsOf({ store }: HabitContext, finding: Finding): string[] {
  return store.habits
    .sessionsOf(finding, LOOKED_AT_SESSIONS)
    .toReversed()
    .flatMap((session) => store.habits.latestIn(session, finding.actor))
    .filter((step) => isOf(step, finding))
    .slice(-EXAMPLES)
    .flatMap(({ event }) => store.events.byId(event)?.command ?? []);
}

function isOf({ cwd, family, worked, ord, instead }: HabitStep, { habit, key, value }: Finding): boolean {
  if (worked === "no") return false;
  if (habit === "preferred_cwd") return cwd === key && ord === 0;
  if (habit === "accepted_substitution") return instead?.proposed === key && instead.ran === value;
  return family === key;
}
