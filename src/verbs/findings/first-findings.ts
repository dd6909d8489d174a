/** The few findings worth showing: at most one of each kind, nothing trivial, from every project that the caller may see. */

import { isDirectory } from "../../store/files/durable-files.ts";
import type { CallContext } from "../call/call-context.ts";
import { reachOf } from "../call/everywhere.ts";
import { SAMPLE_PROJECT } from "../setup/sample-mark.ts";
import { contradictedRule } from "./contradicted-rule.ts";
import type { Finding, FindingContext, Places } from "./finding.ts";
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
