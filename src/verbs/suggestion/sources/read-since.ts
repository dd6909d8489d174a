/** What was read from sessions and no review has shown the person yet, of each project by itself. */
import { sessionOfSource } from "../../../core/record/record.ts";
import { getMeta, setMeta } from "../../../store/databases/database.ts";
import { actorOf, type CallContext } from "../../call/call-context.ts";

export type ReadRecord = {
  readonly id: string;
  readonly text: string;
  readonly quote?: string;
  readonly at: string;
  readonly project?: string;
};

/** The oldest first, so that what does not fit into one review begins the next. */
export async function readSince({ store, search, clock, project: here }: CallContext): Promise<ReadRecord[]> {
  const nowMs = clock();
  const shownMs = (project?: string): number => {
    const atMs = Number(getMeta(store.state, keyOf(project)) ?? 0);
    // After the clock was set back, new records look older than those that were shown: all are shown again.
    return atMs > nowMs + 1 ? 0 : atMs;
  };
  const kept = await search.where({ statuses: ["active"], sinceMs: Math.min(shownMs(), shownMs(here?.id)) });
  return kept
    .map(({ record }) => record)
    .filter(({ origin, source }) => READ.has(origin) && sessionOfSource(source) !== undefined)
    .filter(({ createdAt, project }) => Date.parse(createdAt) >= shownMs(project))
    .map(({ id, text, quote, project, createdAt: at }) => ({
      ...{ id, text, at },
      ...(project !== undefined && { project }),
      ...(quote !== undefined && { quote }),
    }))
    .toSorted((a, b) => a.at.localeCompare(b.at) || a.id.localeCompare(b.id));
}

const READ: ReadonlySet<string> = new Set(["captured", "extracted"]);

/** After they were shown at a terminal. An agent that lists them hides nothing. */
export function noteShown({ store, env }: CallContext, shown: readonly ReadRecord[]): void {
  if (actorOf(env) !== "person") return;
  for (const { project, at } of shown) setMeta(store.state, keyOf(project), String(Date.parse(at) + 1));
}

/** The first of them, with all that were read in the same moment as the last. */
export function firstOf(read: readonly ReadRecord[], most: number): readonly ReadRecord[] {
  const last = read[most - 1];
  return last === undefined ? read : read.filter(({ at }) => at <= last.at);
}

function keyOf(project: string | undefined): string {
  return `read records shown ms ${project ?? "global"}`;
}
