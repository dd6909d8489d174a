/** Makes the artifacts of a project from its records by rules: the same records give the same bytes. */
import type { Artifacts } from "../../core/artifact/artifacts.ts";
import type { Kept } from "../../core/ports.ts";
import { inForce, isVouchedFor, projectClaims } from "../../core/record/effective.ts";
import type { RecordId } from "../../core/record/record.ts";
import { screen } from "../../core/screen/clean.ts";
import { memoryMd } from "./memory-md.ts";
import { type Skill, skillsOf } from "./skills.ts";
import { summaryMd } from "./summary.ts";

export type ArtifactOptions = {
  readonly limitTokens: number;
  readonly at: { readonly nowMs: number; readonly halfLifeDays: number };
  /** How often a workflow succeeded. */
  readonly successes: (id: RecordId) => number;
  /** Records that no longer agree with the repository, with the reason: they stay in MEMORY.md and are left out of the summary. */
  readonly stale?: ReadonlyMap<RecordId, string>;
};

export type MadeArtifacts = {
  readonly artifacts: Artifacts;
  /** The records in them. */
  readonly kept: readonly Kept[];
  readonly skills: readonly Skill[];
};

/** Takes the project's and the person's records of any status, and leaves out those not in force. */
export function makeArtifacts(all: readonly Kept[], options: ArtifactOptions): MadeArtifacts {
  const { limitTokens, at, stale = new Map<RecordId, string>() } = options;
  const kept = recordsInForce(all);
  const current = kept.filter(({ record }) => !stale.has(record.id));
  const skills = skillsOf(
    current.map(({ record }) => record),
    options,
  );
  const memory = memoryMd(
    kept.map(({ record }) => record),
    stale,
  );
  const summary = summaryMd(current, { limitTokens, at, skills: skills.map(({ name }) => name) });
  return {
    artifacts: {
      memory: screen(memory).text,
      summary: screen(summary).text,
      skills: skills.map(({ name, text, records }) => ({ name, text: screen(text).text, records })),
    },
    kept,
    skills,
  };
}

function recordsInForce(all: readonly Kept[]): readonly Kept[] {
  const active = all.filter(({ record }) => record.status === "active" && isVouchedFor(record));
  return inForce(active, projectClaims(active)).inForce;
}
