/** Playbooks: each workflow that went well once, or that a person told or accepted, as an Agent Skill. */

import type { MemoryRecord, RecordId } from "../../core/record/record.ts";
import { type ExportedWorkflow, exportWorkflow } from "../../core/workflow/export/export-workflow.ts";
import { markOf } from "./entry.ts";

export type Skill = {
  readonly name: string;
  readonly text: string;
  readonly steps: readonly string[];
  readonly records: readonly RecordId[];
};

export type SkillMeans = { readonly successes: (id: RecordId) => number };

/** In the order of their names. Of two that would have one name, the older keeps it and the newer is numbered. */
export function skillsOf(records: readonly MemoryRecord[], means: SkillMeans): Skill[] {
  const taken = new Map<string, Skill>();
  for (const record of records.toSorted((a, b) => (a.id < b.id ? -1 : 1))) {
    if (!isProven(record, means)) continue;
    const skill = skillOf(record, taken);
    if (skill !== undefined) taken.set(skill.name, skill);
  }
  return [...taken.values()].sort((a, b) => (a.name < b.name ? -1 : 1));
}

function isProven(record: MemoryRecord, { successes }: SkillMeans): boolean {
  if (record.type !== "workflow" || (record.steps ?? []).length === 0) return false;
  const isTold = record.trust === "person" && record.origin === "told";
  return isTold || record.accepted === true || successes(record.id) > 0;
}

function skillOf(record: MemoryRecord, taken: ReadonlyMap<string, Skill>): Skill | undefined {
  const steps = record.steps ?? [];
  const described = record.text === steps.join(" → ") ? {} : { description: record.text };
  const write = (name: string): ExportedWorkflow => exportWorkflow("skill", { name, steps, ...described });
  let written = write(record.key);
  if (written.outcome === "unfit") return undefined;
  const first = nameOf(written.file);
  for (let n = 2; taken.has(nameOf(written.file)); n++) {
    // Shortened, so that the longest name keeps its number too.
    written = write(`${first.slice(0, MOST_NUMBERED_CHARS).replace(/-$/, "")}-${n}`);
    if (written.outcome === "unfit") return undefined;
  }
  return {
    name: nameOf(written.file),
    text: `${written.text}\nSource: ${markOf(record)}\n`,
    steps,
    records: [record.id],
  };
}

const MOST_NUMBERED_CHARS = 56;

function nameOf(file: string): string {
  return file.replace(/\/SKILL\.md$/, "");
}
