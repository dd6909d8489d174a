/** Counts what the person ran after what in a project, from its latest commands. */
import { familyOf } from "../../core/command/steps.ts";
import { WITHHELD } from "../../core/event/spool-line.ts";
import type { ProjectId } from "../../core/record/record.ts";
import { type Counts, countSteps, type RanStep } from "../../detect/next-command.ts";
import { type PlainEvent, projectEventsOf } from "../../store/rows/project-events.ts";
import type { WriteStore } from "../../store/write-store.ts";

/** Older commands say little about the next one, and counting stays fast however long the history is. */
const MOST_EVENTS = 2000;

type ProjectCounts = {
  readonly counts: Counts;
  readonly steps: readonly RanStep[];
  readonly lastEditMs: number;
  /** When the last command was run; 0 if that is unknown. */
  readonly lastRunMs: number;
};

/** Exact after any change: it is counted anew from what the history has. */
export function runsCountedIn({ state }: Pick<WriteStore, "state">, project: ProjectId | null): ProjectCounts {
  const history = projectEventsOf(state);
  const events = history.latest(project, "person", MOST_EVENTS).filter(({ command }) => isTold(command));
  const edits = history.editTimes(project);
  const steps = stepsOf(events, edits);
  return { counts: countSteps(steps), steps, lastEditMs: edits.at(-1) ?? 0, lastRunMs: events.at(-1)?.atMs ?? 0 };
}

/** A line with a secret says nothing, and must never be offered. */
function isTold(command: string): boolean {
  return command !== WITHHELD && !command.includes("[secret:");
}

function stepsOf(events: readonly PlainEvent[], edits: readonly number[]): RanStep[] {
  const families = new Map<string, string>();
  let before = 0;
  let edit = 0;
  return events.map(({ session, cwd, command, status, atMs }) => {
    while (edit < edits.length && edits[edit]! <= before) edit += 1;
    const isAfterEdit = before > 0 && edit < edits.length && edits[edit]! < atMs;
    before = Math.max(before, atMs);
    const family = families.get(command) ?? familyOf(command) ?? "";
    families.set(command, family);
    const worked = status === "success" ? "yes" : status === "unknown" ? "unknown" : "no";
    return { session, cwd, isAfterEdit, command, family, worked };
  });
}
