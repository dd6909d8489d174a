/** Events: commands that were run, the episodes worth keeping, and the habits that detectors count. */
import type { Id } from "../base/id.ts";
import type { Habit, ProjectId, Scope, Trust } from "../record/record.ts";
import type { Clean } from "../screen/clean.ts";

export type EventId = Id<"evt">;

export const SHELLS = ["zsh", "bash", "fish", "powershell", "nu", "sh"] as const;
export type Shell = (typeof SHELLS)[number];

export const ACTORS = ["person", "agent"] as const;
export type Actor = (typeof ACTORS)[number];

/** The source of live shell capture; other sources are named after what they import. */
export const LIVE = "live";
/** The source of the steps that a workflow ran. */
export const WORKFLOW_SOURCE = "workflow";
/** The source of what was planned for a request. */
export const PLANNED = "planned";

/** `unknown`: the source did not record how it ended. */
export type EventStatus = "success" | "failure" | "interrupted" | "rejected" | "unknown";

/** A command as a source reports it, before it gets an id and a project. */
export type NewEvent = {
  /** Stable across imports: the source's own id, or derived from the file and its first event. */
  readonly session: string;
  readonly source: string;
  readonly shell: Shell;
  readonly actor: Actor;
  readonly command: Clean;
  readonly cwd?: string;
  /** Undefined if the source has no times: then only the order is known. */
  readonly startMs?: number;
  readonly durationMs?: number;
  readonly exitCode?: number;
  readonly status: EventStatus;
  /** Where its result is in the transcript of its session: times of a transcript may all be equal. */
  readonly place?: number;
  /** For a planned command: the request, the proposed command, and its plan as JSON. */
  readonly request?: Clean;
  readonly proposed?: Clean;
  readonly plan?: Clean;
  /** What an agent stated that the command is for. */
  readonly purpose?: Clean;
};

/** What an inferred project rests on: a `cd` before it, a path in it, a script of one project, the same line seen in one. */
export type Inference = "cd" | "path" | "script" | "live";

/** A command whose directory was recognised, or whose project was inferred without one. */
export type PlacedEvent = NewEvent & { readonly project?: ProjectId; readonly inferred?: Inference };

export type CommandEvent = PlacedEvent & { readonly id: EventId };

export function statusOf(exitCode: number | undefined): EventStatus {
  if (exitCode === undefined) return "unknown";
  if (exitCode === 0) return "success";
  // 128 + SIGINT: a person stopped it.
  return exitCode === 130 ? "interrupted" : "failure";
}

export type EpisodeId = Id<"epi">;

export const OUTCOMES = ["success", "failure", "partial"] as const;
export type Outcome = (typeof OUTCOMES)[number];

/** An event worth keeping, with its outcome. */
export type Episode = {
  readonly id: EpisodeId;
  readonly text: string;
  readonly outcome: Outcome;
  readonly tags: readonly string[];
  readonly atMs: number;
  readonly scope: Scope;
  readonly project?: ProjectId;
  readonly trust: Trust;
  readonly session: string;
  readonly source: string;
};

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
export type HabitCounts = Pick<Observation, "habit" | "key" | "value"> & {
  readonly byProject: readonly { readonly project: ProjectId | ""; readonly n: number; readonly sessions: number }[];
  /** Sessions over all projects: one that went through two counts once. */
  readonly sessions: number;
};
