/** What detectors count and stores keep for them: steps of commands, observations, and sums. */
import type { Habit, ProjectId } from "../record/record.ts";
import type { Actor, CommandEvent, EventId } from "./event.ts";

/** An event as the store numbers it; `at` is its start, or its position if the source has no times. */
export type NumberedEvent = CommandEvent & { readonly seq: number; readonly at: number };

export type HabitStep = {
  readonly session: string;
  readonly at: number;
  readonly seq: number;
  readonly ord: number;
  readonly event: EventId;
  /** Empty if the command says nothing about a person's work: trivial, withheld, or without a family. */
  readonly family: string;
  readonly project: ProjectId | "";
  readonly cwd: string;
  readonly actor: Actor;
  /** `unknown`: the source did not record how it ended. */
  readonly worked: "yes" | "no" | "unknown";
  /** Undefined without times. */
  readonly endMs?: number;
  /** The command that a planner proposed, if the person ran another one. */
  readonly instead?: { readonly proposed: string; readonly ran: string };
};

/** A change of a habit's count, in one session of one project. */
export type Observation = {
  readonly habit: Habit;
  readonly key: string;
  /** What was run instead of the key; empty for habits without a substitute. */
  readonly value: string;
  readonly actor: Actor;
  /** Empty if the evidence belongs to no project. */
  readonly project: ProjectId | "";
  readonly session: string;
  readonly n: number;
};

/** One habit with its counts per project; the empty project is evidence from outside of projects. */
export type CountedHabit = Pick<Observation, "habit" | "key" | "value"> & {
  readonly byProject: readonly { readonly project: ProjectId | ""; readonly n: number; readonly sessions: number }[];
  /** Sessions over all projects: one that went through two counts once. */
  readonly sessions: number;
};
