/** A finding: one thing worth knowing after a first look at a person's history and sessions, and the command that keeps it. */

import { isoTime } from "../../core/base/clock.ts";
import { OldhandError } from "../../core/base/error.ts";
import type { ProjectId } from "../../core/record/record.ts";
import type { CallContext } from "../call/call-context.ts";

/** In the order shown. */
const FINDING_KINDS = ["told", "cure", "routine", "contradicted", "workaround", "time"] as const;
type FindingKind = (typeof FINDING_KINDS)[number];

export type Finding = {
  readonly kind: FindingKind;
  /** Why it matters, in one line. */
  readonly text: string;
  /** What the command below does, in a few words. */
  readonly action: string;
  /** The words of the command, without the program's name. */
  readonly command: readonly string[];
  /** Of a suggestion or a record. */
  readonly id?: string;
  /** It is a record already: nothing has to be done. */
  readonly isKept?: true;
  /** Absent: it applies everywhere. */
  readonly project?: { readonly id: ProjectId; readonly name: string; readonly root?: string };
};

/** The projects that may be looked at, by id. */
export type Places = ReadonlyMap<ProjectId, NonNullable<Finding["project"]>>;

export function inProject(places: Places, id: ProjectId | undefined): Pick<Finding, "project"> {
  const project = id === undefined ? undefined : places.get(id);
  return project === undefined ? {} : { project };
}

/** The option for a command that has to run in this project, if that is not where the caller is. */
export function atProject({ project: here }: CallContext, project: Finding["project"]): readonly string[] {
  return project?.root === undefined || project.id === here?.id ? [] : ["-C", project.root];
}

/** For a catch: a project whose directory is gone has nothing to look at. */
export function isGone(error: unknown): undefined {
  if (!(error instanceof OldhandError) || error.code !== "not-found") throw error;
}

export function isoDay(ms: number): string {
  return isoTime(ms).slice(0, 10);
}

/** A long text, cut at a word. */
export function shortened(text: string, most: number): string {
  const line = text.replace(/\s+/g, " ").trim();
  return line.length <= most ? line : `${line.slice(0, most).replace(/\s+\S*$/, "")}…`;
}

/** A command in a sentence. */
export function code(line: string): string {
  return line.includes("`") ? `\`\` ${line} \`\`` : `\`${line}\``;
}

export type FindingContext = {
  readonly call: CallContext;
  readonly places: Places;
  /** Nothing that is a record already. */
  readonly toDo: boolean;
};
