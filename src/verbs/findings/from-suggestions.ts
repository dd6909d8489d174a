/** Findings that rest on counted evidence: what agents are told again, errors that came back, and the costliest routine. */

import { ownCommands } from "../../core/command/family-name.ts";
import { parseLine } from "../../core/command/steps.ts";
import type { ProjectId } from "../../core/record/record.ts";
import type { CureFix, KeptCure } from "../../core/session/cure.ts";
import type { SaidStatement } from "../../core/session/session.ts";
import { count } from "../../core/text/wording.ts";
import { familiesIn } from "../../detect/longest-sequences.ts";
import { repeatedIn } from "../../detect/repeated-demands.ts";
import { staticMeaning } from "../../store/piece-table.ts";
import type { CallContext } from "../call/call-context.ts";
import { inProjectOf } from "../call/open-for-writing.ts";
import { reading as readVerbs } from "../recalling/read-verbs.ts";
import { pendingDemands } from "../suggestion/sources/demand-suggestions.ts";
import { seenFixes } from "../suggestion/sources/fix-suggestions.ts";
import { countedHabits } from "../suggestion/sources/habits/habit-suggestions.ts";
import {
  code,
  type Finding,
  type FindingContext,
  inProject,
  isGone,
  isoDay,
  type Places,
  shortened,
} from "./finding.ts";

const MOST_STATEMENTS = 5000;
const QUOTE_CHARS = 160;
const ERROR_CHARS = 90;
/** What a shell writes before its errors says nothing about them. */
const SHELL_NAME = /^(?:\(eval\)|(?:ba|z|da)?sh):(?: line)? ?(?:<n>|\d+): /;

/** The demand that was made in the most sessions. One that was said to last is a record already. */
export async function toldAgain({ call, places, toDo }: FindingContext): Promise<Finding | undefined> {
  const pending = new Map((await pendingDemands(call)).map((demand) => [demand.text, demand]));
  const repeated = repeatedIn(call.store.statements.latest(MOST_STATEMENTS), staticMeaning(call.config)).filter(
    (demand) =>
      isSeen(places, demand.project) && (demand.said.some(({ isKept }) => isKept) || pending.has(demand.text)),
  );
  for (const { text, sessions, said, project } of repeated) {
    const suggestion = pending.get(text);
    if (suggestion === undefined ? toDo : suggestion.status !== "pending") continue;
    const keep = suggestion === undefined ? await kept({ call, places }, said) : accepting(suggestion.id);
    if (keep === undefined) continue;
    const quote = shortened(text, QUOTE_CHARS);
    return {
      kind: "told",
      text: `You told agents the same thing in ${count(sessions, "session")}, last on ${isoDay(said.at(-1)!.atMs)}: "${quote}"`,
      ...keep,
      ...inProject(places, project),
    };
  }
  return undefined;
}

type Keep = Pick<Finding, "action" | "command" | "id" | "isKept">;

function accepting(id: string): Keep {
  return { action: "Keep it", command: ["suggestions", "accept", id], id };
}

function reading(id: string): Keep {
  return { action: "Saved. Show it", command: ["record", "get", id], id, isKept: true };
}

/** The record of one of the statements, if it is still there. */
async function kept(
  { call, places }: Pick<FindingContext, "call" | "places">,
  said: readonly SaidStatement[],
): Promise<Keep | undefined> {
  const quotes = new Set(said.map(({ text }) => text));
  const look = (there: CallContext) => readVerbs(there).list({ status: "active" });
  for (const project of new Set(said.map((one) => one.project))) {
    if (!isSeen(places, project)) continue;
    const records = await (project === undefined ? look(call) : inProjectOf(call, project, look).catch(isGone));
    const found = records?.find(({ quote }) => quote !== undefined && quotes.has(quote));
    if (found !== undefined) return reading(found.id);
  }
  return undefined;
}

/** The error of the most sessions that each time ended in the same way. */
export function returningError({ call, places, toDo }: FindingContext): Finding | undefined {
  const came = seenFixes(call)
    .map((one) => ({ ...one, sessions: new Set(one.cures.map(({ session }) => session)).size }))
    .filter(
      ({ sessions, status, project, cures }) =>
        sessions > 1 &&
        (status === "pending" || (!toDo && status === "accepted")) &&
        isSeen(places, project) &&
        !isEverybodys(cures.at(-1)!),
    );
  const [best] = came.toSorted((a, b) => b.sessions - a.sessions || lastMs(b.cures) - lastMs(a.cures));
  if (best === undefined) return undefined;
  const { cures, sessions, status, id, project, made } = best;
  const { failed, error, fix } = cures.at(-1)!;
  const line = shortened(error.replace(SHELL_NAME, "").replace(/\.{4,}/g, " … "), ERROR_CHARS);
  return {
    kind: "cure",
    text: `${code(failed)} failed the same way in ${count(sessions, "session")} (${line}); ${endedBy(fix)} each time`,
    ...(status === "pending" || made === undefined ? accepting(id) : reading(made)),
    ...inProject(places, project),
  };
}

/** That `git add` comes before `git commit` is no news. */
function isEverybodys({ failed, fix }: KeptCure): boolean {
  const lines = fix.by === "edit" ? [failed] : [failed, fix.text];
  const families = lines.flatMap((line) => parseLine(line).flatMap(({ family }) => family ?? []));
  return ownCommands(families) === 0;
}

function lastMs(cures: readonly { readonly atMs: number }[]): number {
  return Math.max(...cures.map(({ atMs }) => atMs));
}

function endedBy({ by, text }: CureFix): string {
  if (by === "edit") return `an edit of ${code(text)} fixed it`;
  return by === "variant" ? `running ${code(text)} instead fixed it` : `${code(text)} fixed it`;
}

/** How many routines are looked at in detail: the view of each reads its commands. */
const MOST_ROUTINES = 12;
const FEWEST_KEYSTROKES = 300;

/** The routine that costs the most keystrokes, as long as it is. */
export async function routine({ call, places }: FindingContext): Promise<Finding | undefined> {
  const counted = (await countedHabits(call)).filter(
    ({ habit, status, project, key }) =>
      habit === "workflow_pattern" &&
      status === "pending" &&
      isSeen(places, project) &&
      ownCommands(familiesIn(key)) > 1,
  );
  const likely = counted.toSorted((a, b) => b.key.length * b.count - a.key.length * a.count).slice(0, MOST_ROUTINES);
  const { viewOfFinding } = await import("../suggestion/sources/habits/habit-view.ts");
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
