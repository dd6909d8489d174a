/** The artifacts of a project as rules make them from what is kept: the same records give the same bytes. */
import type { Artifacts } from "../../core/artifact/artifacts.ts";
import type { Kept } from "../../core/ports.ts";
import { inForce, isVouchedFor, projectClaims } from "../../core/record/effective.ts";
import type { RecordId } from "../../core/record/record.ts";
import { screen } from "../../core/screen/clean.ts";
import { memoryMd } from "./memory-md.ts";
import { type Skill, skillsOf } from "./skills.ts";
import { summaryMd } from "./summary.ts";

export type MakeMeans = {
  readonly limitTokens: number;
  readonly at: { readonly nowMs: number; readonly halfLifeDays: number };
  /** How often a workflow went well. */
  readonly successes: (id: RecordId) => number;
  /** Records that no longer agree with the repository, with why: kept in the whole, left out of what is injected. */
  readonly stale?: ReadonlyMap<RecordId, string>;
};

export type Made = {
  readonly artifacts: Artifacts;
  /** What stands in them. */
  readonly kept: readonly Kept[];
  readonly skills: readonly Skill[];
};

/** Takes the records of the project and the person's own, of any status, and leaves out what is not in force. */
export function makeArtifacts(all: readonly Kept[], means: MakeMeans): Made {
  const { limitTokens, at, stale = new Map<RecordId, string>() } = means;
  const kept = standing(all);
  const holding = kept.filter(({ record }) => !stale.has(record.id));
  const skills = skillsOf(
    holding.map(({ record }) => record),
    means,
  );
  const memory = memoryMd(
    kept.map(({ record }) => record),
    stale,
  );
  const summary = summaryMd(holding, { limitTokens, at, skills: skills.map(({ name }) => name) });
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

function standing(all: readonly Kept[]): readonly Kept[] {
  const active = all.filter(({ record }) => record.status === "active" && isVouchedFor(record));
  return inForce(active, projectClaims(active)).inForce;
}
