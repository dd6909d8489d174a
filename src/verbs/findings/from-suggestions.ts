/** Findings that rest on counted evidence: what agents are told again, errors that came back, and the costliest routine. */
import { ownCommands } from "../../core/command/housekeeping.ts";
import type { ProjectId } from "../../core/record/record.ts";
import type { CureFix } from "../../core/session/cure.ts";
import { SAID_TO_LAST } from "../../core/session/said-statement.ts";
import { count } from "../../core/text/wording.ts";
import { familiesIn } from "../../detect/longest-sequences.ts";
import { repeatedIn } from "../../detect/repeated-demands.ts";
import { staticMeaning } from "../../store/local/piece-table.ts";
import { cureSuggestions } from "../suggestions/cure-suggestions.ts";
import { demands } from "../suggestions/demand-suggestions.ts";
import { findings } from "../suggestions/habit-findings.ts";
import { code, dayOf, type Finding, type FindingContext, inProject, type Places, shortened } from "./finding.ts";

const MOST_STATEMENTS = 5000;
const QUOTE_CHARS = 160;
const ERROR_CHARS = 90;
/** Said in two sessions only, it may be the same task twice, unless its words are likely to last. */
const LIKELY = 0.6;

/** The demand that was made in the most sessions. One that was said to last is a record already. */
export function toldAgain({ call, places }: FindingContext): Finding | undefined {
  const pending = new Map(demands(call).map((demand) => [demand.text, demand]));
  const repeated = repeatedIn(call.store.statements.latest(MOST_STATEMENTS), staticMeaning(call.config)).filter(
    ({ text, project, score, sessions }) =>
      isSeen(places, project) &&
      (sessions > 2 || score >= LIKELY) &&
      (score >= SAID_TO_LAST || pending.get(text)?.status === "pending"),
  );
  const [best] = repeated.toSorted((a, b) => b.sessions * b.score - a.sessions * a.score);
  if (best === undefined) return undefined;
  const { text, sessions, said, project } = best;
  const suggestion = pending.get(text);
  const last = dayOf(said.at(-1)!.atMs);
  return {
    kind: "told",
    text: `You told agents the same thing in ${count(sessions, "session")}, last on ${last}: "${shortened(text, QUOTE_CHARS)}"`,
    ...(suggestion === undefined
      ? { action: "It is kept; read it", command: ["recall", shortened(text, 60).replace(/…$/, "")] }
      : { action: "Keep it", command: ["suggestions", "accept", suggestion.id], id: suggestion.id }),
    ...inProject(places, project),
  };
}

/** The error of the most sessions that each time ended in the same way. */
export function returningError({ call, places }: FindingContext): Finding | undefined {
  const came = cureSuggestions(call)
    .map((one) => ({ ...one, sessions: new Set(one.cures.map(({ session }) => session)).size }))
    .filter(({ sessions, status, project }) => sessions > 1 && status !== "dismissed" && isSeen(places, project));
  const [best] = came.toSorted((a, b) => b.sessions - a.sessions || lastMs(b.cures) - lastMs(a.cures));
  if (best === undefined) return undefined;
  const { cures, sessions, status, id, project } = best;
  const { failed, error, fix } = cures.at(-1)!;
  return {
    kind: "cure",
    text: `${code(failed)} failed the same way in ${count(sessions, "session")} (${shortened(error.replace(/\.{4,}/g, "… "), ERROR_CHARS)}); ${endedBy(fix)} each time`,
    ...(status === "pending"
      ? { action: "Keep it", command: ["suggestions", "accept", id], id }
      : { action: "It is kept; read it", command: ["recall", failed] }),
    ...inProject(places, project),
  };
}

function lastMs(cures: readonly { readonly atMs: number }[]): number {
  return Math.max(...cures.map(({ atMs }) => atMs));
}

function endedBy({ by, text }: CureFix): string {
  if (by === "edit") return `an edit of ${code(text)} ended it`;
  return by === "variant" ? `running ${code(text)} instead ended it` : `${code(text)} ended it`;
}

/** How many routines are looked at in detail: the view of each reads its commands. */
const MOST_ROUTINES = 12;
const FEWEST_KEYSTROKES = 300;

/** The routine that costs the most keystrokes, as long as it is. */
export async function routine({ call, places }: FindingContext): Promise<Finding | undefined> {
  const counted = (await findings(call)).filter(
    ({ habit, status, project, key }) =>
      habit === "workflow_pattern" &&
      status === "pending" &&
      isSeen(places, project) &&
      ownCommands(familiesIn(key)) > 1,
  );
  const likely = counted.toSorted((a, b) => b.key.length * b.count - a.key.length * a.count).slice(0, MOST_ROUTINES);
  const { viewOfFinding } = await import("../suggestions/habit-view.ts");
  const costs = likely.map((finding) => {
    const { steps = [], text } = viewOfFinding(call, finding);
    return { finding, steps, keystrokes: text.length * finding.count };
  });
  const [best] = costs.toSorted((a, b) => b.keystrokes - a.keystrokes);
  if (best === undefined || best.keystrokes < FEWEST_KEYSTROKES) return undefined;
  const { finding, steps, keystrokes } = best;
  const typed = new Intl.NumberFormat("en").format(Math.round(keystrokes / 10) * 10);
  return {
    kind: "routine",
    text: `You typed these ${count(steps.length, "command")} in a row ${count(finding.count, "time")}, about ${typed} keystrokes: ${steps.join(" → ")}`,
    action: "Make it one command",
    command: ["suggestions", "accept", finding.id],
    id: finding.id,
    ...inProject(places, finding.project),
  };
}

function isSeen(places: Places, project: ProjectId | undefined): boolean {
  return project === undefined || places.has(project);
}
