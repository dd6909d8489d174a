/** The few findings worth showing: at most one of each kind, nothing trivial, from every project that the caller may see. */

import { isInstruction, type MemoryRecord } from "../../core/record/record.ts";
import { untrueName } from "../../core/verify/attach.ts";
import { isDirectory } from "../../store/files/durable-files.ts";
import { repoAt } from "../../system/project/repo.ts";
import type { CallContext } from "../call/call-context.ts";
import { reachOf } from "../call/everywhere.ts";
import { inProjectOf } from "../call/open-for-writing.ts";
import { reading } from "../recalling/read-verbs.ts";
import { SAMPLE_PROJECT } from "../setup/sample-mark.ts";
import { atProject, type Finding, type FindingContext, isGone, isoDay, type Places, shortened } from "./finding.ts";
import { returningError, routine, toldAgain } from "./from-suggestions.ts";
import { timeSink, workaround } from "./hard-commands.ts";

const MOST_FINDINGS = 5;

export type FindingsAsk = {
  readonly limit?: number;
  readonly everywhere?: boolean;
  /** Only those that ask for something. */
  readonly toDo?: boolean;
};

/** Sample data is looked at only if there is nothing else. */
export async function firstFindings(call: CallContext, ask: FindingsAsk = {}): Promise<readonly Finding[]> {
  const all = placesIn(call, ask);
  const own = new Map([...all].filter(([id]) => id !== SAMPLE_PROJECT));
  const { toDo = false } = ask;
  const found = await findingsIn({ call, places: own, toDo }, ask);
  return found.length > 0 || own.size === all.size ? found : findingsIn({ call, places: all, toDo }, ask);
}

async function findingsIn(context: FindingContext, { limit = MOST_FINDINGS }: FindingsAsk): Promise<Finding[]> {
  const found: Finding[] = [];
  for (const look of [toldAgain, returningError, routine, contradictedRule, workaround, timeSink]) {
    if (found.length === limit) break;
    const one = await look(context);
    if (one !== undefined) found.push(one);
  }
  return found;
}

/** This project, or all of them if the caller may look there. */
function placesIn(call: CallContext, { everywhere = call.everywhere?.refusal() === undefined }: FindingsAsk): Places {
  const reach = everywhere ? undefined : reachOf(call, { everywhere: false });
  const projects = call.store.registry.all().filter(({ id }) => reach === undefined || id === reach);
  return new Map(
    projects.map(({ id, name, paths }) => {
      const root = id === call.project?.id ? call.project.root : paths.find(isDirectory);
      return [id, { id, name, ...(root !== undefined && { root }) }];
    }),
  );
}

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
