/** Sequences that worked: commands that all succeeded in a row and finished what the person asked for. */
import { isoTime } from "../../../core/base/clock.ts";
import { slug } from "../../../core/text/words.ts";
import { slotsIn, stepsText } from "../../../core/workflow/slots.ts";
import type { Act, Run } from "../acts.ts";
import { approves } from "../replies.ts";
import { type Finding, refused, type Turn, taken } from "../turn.ts";
import type { UntrustedText } from "../untrusted-text.ts";

type Surroundings = { readonly untrusted: UntrustedText; readonly inProject: boolean };

const LEAST_STEPS = 3;
const MOST_STEPS = 8;
const LONGEST_STEP = 200;

export function sequences(turns: readonly Turn[], all: readonly Act[], surroundings: Surroundings): Finding[] {
  const findings: Finding[] = [];
  const byTurn = Map.groupBy(all, ({ turn }) => turn);
  let acts: Act[] = [];
  const close = (end: Turn): void => {
    findings.push(...sequenceIn(acts, end, surroundings));
    acts = [];
  };
  for (const turn of turns) {
    const isTalk = turn.role === "person" && turn.command === undefined && turn.text.trim() !== "";
    if (isTalk && approves(turn.text)) close(turn);
    // Another order begins another task.
    else if (isTalk) acts = [];
    const done = byTurn.get(turn) ?? [];
    acts.push(...done);
    if (done.some(isCommit)) close(turn);
  }
  return findings;
}

function isCommit(act: Act): boolean {
  return act.kind === "run" && act.family === "git commit" && act.status === "ok";
}

function sequenceIn(acts: readonly Act[], end: Turn, { untrusted, inProject }: Surroundings): Finding[] {
  const isStep = (act: Act): act is Run => act.kind === "run" && act.nature !== "look";
  const runs = acts.filter(isStep);
  const steps = [...new Set(runs.map(stepOf))];
  if (steps.length < LEAST_STEPS) return [];
  const span = { from: runs[0]!.turn.ordinal, to: end.ordinal };
  const text = stepsText(steps);
  const between = acts.slice(acts.indexOf(runs[0]!));
  const reason = faultOf({ runs, steps, between, untrusted });
  if (reason !== undefined) return [refused({ rule: "sequence", text, reason, span })];
  const date = end.atMs === undefined ? "" : `, ${isoTime(end.atMs).slice(0, 10)}`;
  return [
    taken(
      {
        rule: "sequence",
        type: "workflow",
        text: `Worked in this order (all exit 0${date}): ${text}`,
        scope: inProject ? "project" : "global",
        trust: "agent",
        span,
        key: slug([...new Set(runs.map(({ family }) => family))].join(" ")),
        steps,
      },
      "all steps succeeded, and the person approved or the work was committed",
    ),
  ];
}

type Considered = {
  readonly runs: readonly Run[];
  readonly steps: readonly string[];
  readonly between: readonly Act[];
  readonly untrusted: UntrustedText;
};

function faultOf({ runs, steps, between, untrusted }: Considered): string | undefined {
  if (runs.some(({ status }) => status === "failed")) return "a step failed";
  if (runs.some(({ status }) => status === "unknown")) return "the outcome of a step is unknown";
  if (between.some(({ kind }) => kind === "edit")) return "files were edited between the steps";
  if (steps.length > MOST_STEPS) return "too many steps to be one task";
  if (new Set(runs.map(({ family }) => family)).size < LEAST_STEPS) return "too few different commands";
  if (runs.every(({ nature }) => nature === "check")) return "it only ran checks";
  if (steps.some((step) => step.length > LONGEST_STEP || step.includes("\n"))) return "a step is too long";
  if (runs.some(({ line }) => slotsIn(line).length > 0)) return "a step contains text that looks like a slot";
  if (runs.some(untrusted.dictated)) return "a step came from the output of a tool";
  return undefined;
}

/** A message differs each time. */
function stepOf({ line, family }: Run): string {
  if (family !== "git commit") return line;
  return line.replace(/(\s(?:-[a-zA-Z]*m|--message)[ =]?)(?:'[^']*'|"(?:\\.|[^"\\])*"|\S+)/, "$1<message>");
}
