/** Makes the artifacts of a project from its records by rules: the same records give the same bytes. */
import type { Artifacts } from "../../../core/artifact/artifacts.ts";
import { markOf } from "../../../core/artifact/entry.ts";
import type { Kept } from "../../../core/ports.ts";
import { isVouchedFor } from "../../../core/record/acceptance.ts";
import { inForce, projectClaims } from "../../../core/record/effective.ts";
import type { MemoryRecord, RecordId } from "../../../core/record/record.ts";
import { screen } from "../../../core/screen/clean.ts";
import { type ExportedWorkflow, exportWorkflow } from "../../../core/workflow/export/export-workflow.ts";
import { memoryMd, summaryMd } from "./memory-files.ts";

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

export type Skill = {
  readonly name: string;
  readonly text: string;
  readonly steps: readonly string[];
  readonly records: readonly RecordId[];
};

type SkillOptions = { readonly successes: (id: RecordId) => number };

/** Sorted by name. If two would have the same name, the newer one gets a number. */
export function skillsOf(records: readonly MemoryRecord[], options: SkillOptions): Skill[] {
  const taken = new Map<string, Skill>();
  for (const record of records.toSorted((a, b) => (a.id < b.id ? -1 : 1))) {
    if (!isProven(record, options)) continue;
    const skill = skillOf(record, taken);
    if (skill !== undefined) taken.set(skill.name, skill);
  }
  return [...taken.values()].sort((a, b) => (a.name < b.name ? -1 : 1));
}

function isProven(record: MemoryRecord, { successes }: SkillOptions): boolean {
  if (record.type !== "workflow" || (record.steps ?? []).length === 0) return false;
  const isPersons = record.trust === "person" && record.origin === "told";
  return isPersons || record.accepted === true || successes(record.id) > 0;
}

function skillOf(record: MemoryRecord, taken: ReadonlyMap<string, Skill>): Skill | undefined {
  const steps = record.steps ?? [];
  const described = record.text === steps.join(" → ") ? {} : { description: record.text };
  const write = (name: string): ExportedWorkflow => exportWorkflow("skill", { name, steps, ...described });
  let written = write(record.key);
  if (written.outcome === "unfit") return undefined;
  const first = skillFolder(written.file);
  for (let n = 2; taken.has(skillFolder(written.file)); n++) {
    // Shortened, so that a long name with its number stays within the limit.
    written = write(`${first.slice(0, MOST_NUMBERED_CHARS).replace(/-$/, "")}-${n}`);
    if (written.outcome === "unfit") return undefined;
  }
  return {
    name: skillFolder(written.file),
    text: `${written.text}\nSource: ${markOf(record)}\n`,
    steps,
    records: [record.id],
  };
}

const MOST_NUMBERED_CHARS = 56;

function skillFolder(file: string): string {
  return file.replace(/\/SKILL\.md$/, "");
}
