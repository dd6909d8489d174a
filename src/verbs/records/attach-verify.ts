/** Binds a project's statements to what they name in its repository, so that they can be found untrue later. */

import type { CallContext } from "../../context/call-context.ts";
import type { MemoryRecord } from "../../core/record/record.ts";
import { screen } from "../../core/screen/clean.ts";
import { attach } from "../../core/verify/attach.ts";
import { checkLines } from "../../core/verify/check.ts";
import { writePredicate } from "../../core/verify/predicate.ts";
import { repoAt } from "../../project/repo.ts";

/** What is said now is true now: lines that fail at this moment were about something else. */
export function withChecks({ project }: Pick<CallContext, "project">, record: MemoryRecord): MemoryRecord {
  if (record.scope !== "project" || project === undefined || record.project !== project.id) return record;
  const repo = repoAt(project.root);
  const steps = (record.steps ?? []).map((step) => `\`${step}\``);
  const found = attach([record.text, ...steps].join("\n"), repo).map(writePredicate);
  const kept = (record.verify ?? []).filter((line) => checkLines([line], repo).holds);
  const verify = [...new Set([...kept, ...found])].filter((line) => screen(line).outcome === "clean");
  const { verify: _, ...rest } = record;
  return verify.length === 0 ? rest : { ...rest, verify };
}
