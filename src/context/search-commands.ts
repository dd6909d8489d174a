/** Searches the history for commands by words and by meaning, and keeps their index in step with it, in bounded steps. */
import { setImmediate as turn } from "node:timers/promises";
import { systemClock } from "../core/base/clock.ts";
import type { Config } from "../core/base/config.ts";
import type { CommandEvent } from "../core/event/event.ts";
import type { EventQuery } from "../core/ports.ts";
import { known } from "../core/search/vectors.ts";
import { rankCommands } from "../recall/rank-commands.ts";
import { getMeta } from "../store/local/databases/database.ts";
import { shippedTable } from "../store/local/piece-table.ts";
import type { WriteStore } from "../store/local/write-store.ts";

export type CommandStore = Pick<WriteStore, "state" | "commands"> & {
  readonly events: Pick<WriteStore["events"], "after" | "byId" | "lastSeq" | "purposesOf" | "recent">;
};

export type RankedCommand = CommandEvent & { readonly relevance: number };

type Ask = Omit<EventQuery, "words" | "line" | "skip"> & { readonly text: string };

/** A search waits so long for commands that are not indexed yet; what is left is indexed by the next ones. */
const INDEXING_MS = 3000;

/** Each line once, as it last ran. The best first. */
export async function findCommands(
  store: CommandStore,
  { text, limit, ...filters }: Ask,
  { config, waitMs = INDEXING_MS }: { readonly config: Config; readonly waitMs?: number },
): Promise<{ readonly commands: readonly RankedCommand[]; readonly isComplete: boolean }> {
  const untilMs = systemClock() + waitMs;
  const isComplete = await indexCommands(store, { config, isOver: () => systemClock() > untilMs });
  const vector = shippedTable(config)?.embed(text);
  const projects = projectsOf(filters);
  const found = store.commands().find(text, {
    ...{ projects, rank: rankCommands, limit: limit * LOOK_WIDER },
    vector: vector && known({ vector, by: "table" }),
  });
  const commands: RankedCommand[] = [];
  const seen = new Set<string>();
  for (const { event, relevance } of found) {
    const command = store.events.byId(event)?.command;
    if (command === undefined || seen.has(command)) continue;
    seen.add(command);
    // The index has lines; which of their runs may be shown, the history says.
    const [last] = await store.events.recent({ ...filters, line: command, limit: 1 });
    if (last !== undefined) commands.push({ ...last, relevance });
    if (commands.length === limit) break;
  }
  return { commands, isComplete };
}

/** A line may have run in several directories, or only in ways that a filter excludes. */
const LOOK_WIDER = 3;

function projectsOf({ project, near }: Pick<EventQuery, "project" | "near">): readonly string[] | undefined {
  if (project !== undefined) return [project];
  return near === undefined ? undefined : ["", near];
}

const BATCH = 500;
const MOST_PURPOSES = 5;

/** False if time ran out before every command was indexed. */
export async function indexCommands(
  store: CommandStore,
  { config, isOver }: { readonly config: Config; readonly isOver: () => boolean },
): Promise<boolean> {
  const { events, state } = store;
  const table = shippedTable(config);
  const epoch = getMeta(state, "events_epoch") ?? "";
  const commands = store.commands();
  for (;;) {
    const last = events.lastSeq();
    const from = commands.consumed({ epoch, embedder: table?.name ?? "", last });
    if (from === last) return true;
    if (isOver()) return false;
    const batch = events.after(from, BATCH);
    commands.add(batch, {
      upTo: batch.at(-1)?.seq ?? last,
      purposesOf: (command) => events.purposesOf(command, MOST_PURPOSES),
      embed: table?.embed,
    });
    // A server answers hooks meanwhile.
    await turn();
  }
}
