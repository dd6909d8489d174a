/** Attaches checks to a project's record: the files and scripts it names, so that it can be found stale later. */

import type { MemoryRecord } from "../../../core/record/record.ts";
import { screen } from "../../../core/screen/clean.ts";
import { attach } from "../../../core/verify/attach.ts";
import { checkLines } from "../../../core/verify/check.ts";
import { writePredicate } from "../../../core/verify/predicate.ts";
import { repoAt } from "../../../system/project/repo.ts";
import type { CallContext } from "../../call/call-context.ts";

/** A new statement is true now, so checks that fail now do not fit it and are dropped. */
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
