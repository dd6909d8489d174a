/** What consolidation writes for a project: the memory, its summary, and a playbook for each proven workflow. */
import type { RecordId } from "../record/record.ts";
import type { Clean } from "../screen/clean.ts";

export type SkillFile = {
  readonly name: string;
  readonly text: Clean;
  /** The records it is based on; without them it is deleted. */
  readonly records: readonly RecordId[];
};

export type Artifacts = {
  readonly memory: Clean;
  readonly summary: Clean;
  /** In the order of their names. */
  readonly skills: readonly SkillFile[];
};

/** The files as they are now, with manual edits; missing files are left out. */
export type FoundArtifacts = {
  readonly memory?: string;
  readonly summary?: string;
  readonly skills: readonly { readonly name: string; readonly text: string }[];
};
