/** An event: one command, whoever ran it and wherever it was read from. */
import type { Id } from "../base/id.ts";
import type { ProjectId } from "../record/record.ts";
import type { Clean } from "../screen/clean.ts";

export type EventId = Id<"evt">;

export const SHELLS = ["zsh", "bash", "fish", "powershell", "sh"] as const;
export type Shell = (typeof SHELLS)[number];

export const ACTORS = ["person", "agent"] as const;
export type Actor = (typeof ACTORS)[number];

/** The source of live shell capture; other sources are named after what they import. */
export const LIVE = "live";
/** The source of the steps that a workflow ran. */
export const WORKFLOW = "workflow";
/** The source of what was planned for a request. */
export const PLANNED = "planned";

/** `unknown`: the source did not record how it ended. */
export const EVENT_STATUSES = ["success", "failure", "interrupted", "rejected", "unknown"] as const;
export type EventStatus = (typeof EVENT_STATUSES)[number];

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
  /** For a planned command: the request, the proposed command, and its plan as JSON. */
  readonly request?: Clean;
  readonly proposed?: Clean;
  readonly plan?: Clean;
};

/** A command whose directory was recognised. */
export type PlacedEvent = NewEvent & { readonly project?: ProjectId };

export type CommandEvent = PlacedEvent & { readonly id: EventId };

export function statusOf(exitCode: number | undefined): EventStatus {
  if (exitCode === undefined) return "unknown";
  if (exitCode === 0) return "success";
  // 128 + SIGINT: a person stopped it.
  return exitCode === 130 ? "interrupted" : "failure";
}
