/** A rule that nobody can follow any more, because the repository has changed or never had what it names. */

import { isInstruction, type MemoryRecord } from "../../core/record/record.ts";
import { untrueName } from "../../core/verify/attach.ts";
import { repoAt } from "../../system/project/repo.ts";
import type { CallContext } from "../call/call-context.ts";
import { inProjectOf } from "../call/open-for-writing.ts";
import { reading } from "../recalling/read-verbs.ts";
import { atProject, type Finding, type FindingContext, isGone, isoDay, shortened } from "./finding.ts";

/** Each has to be opened; the most recent come first. */
const MOST_PROJECTS = 40;
const TEXT_CHARS = 120;

export async function contradictedRule({ call, places }: FindingContext): Promise<Finding | undefined> {
  for (const project of [...places.values()].toReversed().slice(0, MOST_PROJECTS)) {
    if (project.root === undefined) continue;
    const found = await inProjectOf(call, project.id, (there) => contradictedIn(there, project.root!)).catch(isGone);
    if (found === undefined) continue;
    const { record, why } = found;
    const when = record.saidAt === undefined ? "" : ` (said on ${isoDay(Date.parse(record.saidAt))})`;
    return {
      kind: "contradicted",
      text: `"${shortened(record.text, TEXT_CHARS)}"${when} cannot be followed: ${why}`,
      action: "Drop it, or correct it with `record update`",
      command: [...atProject(call, project), "record", "archive", record.id],
      id: record.id,
      project,
    };
  }
  return undefined;
}

async function contradictedIn(
  there: CallContext,
  root: string,
): Promise<{ readonly record: MemoryRecord; readonly why: string } | undefined> {
  const { list } = reading(there);
  const [stale] = await list({ status: "active", scopes: ["project"], stale: true });
  if (stale?.stale !== undefined) return { record: stale, why: stale.stale.why };
  const repo = repoAt(root);
  for (const record of await list({ status: "active", scopes: ["project"] })) {
    const why = record.trust === "person" && isInstruction(record.type) ? untrueName(record.text, repo) : undefined;
    if (why !== undefined) return { record, why };
  }
  return undefined;
}
