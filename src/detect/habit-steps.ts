/** Splits an event into steps: the commands of its line, each with its family, as the detectors count them. */
import { parseLine } from "../core/command/steps.ts";
import type { EventStatus, HabitStep, NumberedEvent } from "../core/event/event.ts";
import { WITHHELD } from "../core/event/spool-line.ts";

/** At least one step for every line that ran, so that its directory counts; none for a rejected proposal. */
export function habitSteps(event: NumberedEvent): HabitStep[] {
  if (event.status === "rejected") return [];
  const families = familiesIn(event.command);
  const { proposed, command } = event;
  const base = {
    session: event.session,
    at: event.at,
    seq: event.seq,
    event: event.id,
    // An inferred project may be wrong: it counts like none.
    project: event.inferred === undefined ? (event.project ?? "") : ("" as const),
    // A line that only changes the directory is work in neither of the two.
    cwd: isOnlyMove(event.command) ? "" : (event.cwd ?? ""),
    actor: event.actor,
    worked: WORKED[event.status],
    ...(event.startMs !== undefined && { endMs: event.startMs + (event.durationMs ?? 0) }),
  };
  return (families.length === 0 ? [""] : families).map((family, ord) => ({
    ...base,
    ord,
    family,
    ...(ord === 0 && proposed !== undefined && proposed !== command && { instead: { proposed, ran: command } }),
  }));
}

const MOVES: ReadonlySet<string | undefined> = new Set(["cd", "pushd", "popd", "z", "zi"]);

function isOnlyMove(command: string): boolean {
  // Most lines need not be parsed for this.
  if (!/^\s*(?:cd|pushd|popd|zi?)(?:\s|$)/.test(command)) return false;
  return parseLine(command).every(({ family }) => MOVES.has(family));
}

const WORKED: Readonly<Record<EventStatus, HabitStep["worked"]>> = {
  success: "yes",
  failure: "no",
  interrupted: "no",
  rejected: "no",
  unknown: "unknown",
};

/** Nothing is learned from a line with a secret: the rest of the line may reveal too much. */
function familiesIn(command: string): string[] {
  if (command === WITHHELD || command.includes("[secret:")) return [];
  return parseLine(command).map(({ family, isTrivial }) =>
    family === undefined || isTrivial || OWN.test(family) ? "" : family,
  );
}

/** To use this memory is not a habit of work. */
const OWN = /^oldhand(?: |$)/;
