/** Playbooks: each workflow that succeeded once, or that a person added or accepted, as an Agent Skill. */
import type { MemoryRecord, RecordId } from "../../core/record/record.ts";
import { type ExportedWorkflow, exportWorkflow } from "../../core/workflow/export/export-workflow.ts";
import { markOf } from "./entry.ts";

export type Skill = {
  readonly name: string;
  readonly text: string;
  readonly steps: readonly string[];
  readonly records: readonly RecordId[];
};

export type SkillOptions = { readonly successes: (id: RecordId) => number };

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
  const first = nameOf(written.file);
  for (let n = 2; taken.has(nameOf(written.file)); n++) {
    // Shortened, so that a long name with its number stays within the limit.
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
