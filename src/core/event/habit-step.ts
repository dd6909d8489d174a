/** What detectors count and stores keep for them: steps of commands, what was seen in them, and the sums. */
import type { Habit, ProjectId } from "../record/record.ts";
import type { Actor, CommandEvent, EventId } from "./event.ts";

/** An event as the store numbers it; `at` is when it began, or its place in the order where the source has no times. */
export type NumberedEvent = CommandEvent & { readonly seq: number; readonly at: number };

export type HabitStep = {
  readonly session: string;
  readonly at: number;
  readonly seq: number;
  readonly ord: number;
  readonly event: EventId;
  /** Empty where the command tells nothing about a person's work: it is trivial, withheld, or names nothing. */
  readonly family: string;
  readonly project: ProjectId | "";
  readonly cwd: string;
  readonly actor: Actor;
  /** `unknown` where the source did not record how it ended. */
  readonly worked: "yes" | "no" | "unknown";
  /** Undefined without times. */
  readonly endMs?: number;
  /** The command that a planner had proposed, where the person ran another one. */
  readonly instead?: { readonly proposed: string; readonly ran: string };
};

/** One more or less of a habit, in one session of one project. */
export type Observation = {
  readonly habit: Habit;
  readonly key: string;
  /** What was run in the place of the key; empty for habits that are their key. */
  readonly value: string;
  readonly actor: Actor;
  /** Empty where the evidence belongs to no project. */
  readonly project: ProjectId | "";
  readonly session: string;
  readonly n: number;
};

/** One habit, with what was counted for it in each project; the empty project is evidence of none. */
export type CountedHabit = Pick<Observation, "habit" | "key" | "value"> & {
  readonly byProject: readonly { readonly project: ProjectId | ""; readonly n: number; readonly sessions: number }[];
  /** Sessions over all projects: one that went through two counts once. */
  readonly sessions: number;
};
