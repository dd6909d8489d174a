/** Searches the history for commands by words and by meaning, and keeps their index in step with it, in bounded steps. */
import { setImmediate as turn } from "node:timers/promises";
import { isoTime, systemClock } from "../core/base/clock.ts";
import type { Config } from "../core/base/config.ts";
import type { CommandEvent } from "../core/event/event.ts";
import type { EventQuery, Piece } from "../core/ports.ts";
import type { ProjectId } from "../core/record/record.ts";
import { known } from "../core/search/vectors.ts";
import { estimateTokens } from "../core/text/tokens.ts";
import { rankCommands } from "../recall/rank-commands.ts";
import { FLOOR, LEAST_SHARE } from "../recall/weights.ts";
import { openCommands } from "../store/local/databases/commands-db.ts";
import { getMeta } from "../store/local/databases/database.ts";
import type { Home } from "../store/local/files/home.ts";
import type { FreshStore } from "../store/local/fresh-store.ts";
import { shippedEmbedder } from "../store/local/piece-table.ts";
import { eventsOf } from "../store/local/rows/events.ts";
import type { WriteStore } from "../store/local/write-store.ts";

export type CommandStore = Pick<WriteStore, "state" | "commands"> & {
  readonly events: Pick<WriteStore["events"], "after" | "byId" | "lastSeq" | "purposesOf" | "recent">;
};

type RankedCommand = CommandEvent & { readonly relevance: number };

type Found = { readonly commands: readonly RankedCommand[]; readonly isComplete: boolean };

type Ask = Omit<EventQuery, "words" | "line" | "skip"> & { readonly text: string };

/** A search waits so long for commands that are not indexed yet; what is left is indexed by the next ones. */
const INDEXING_MS = 3000;

/** Each line once, as it last ran. The best first. */
export async function findCommands(
  store: CommandStore,
  { text, limit, ...filters }: Ask,
  { config, waitMs = INDEXING_MS }: { readonly config: Config; readonly waitMs?: number },
): Promise<Found> {
  const untilMs = systemClock() + waitMs;
  const isComplete = await indexCommands(store, { config, isOver: () => systemClock() > untilMs });
  const vector = shippedEmbedder(config)?.embedOne(text);
  const projects = projectsOf(filters);
  const found = store.commands().find(text, {
    ...{ projects, rank: rankCommands, limit: limit * LOOK_WIDER },
    vector: vector && known({ vector, by: "table" }),
  });
  const commands: RankedCommand[] = [];
  const seen = new Set<string>();
  const hasWord = found.some(({ isMatched }) => isMatched);
  const least = LEAST_SHARE * (found[0]?.relevance ?? 0);
  for (const { event, relevance, closeness } of found) {
    if (relevance < least) break;
    // Something is always closest in meaning: if no line has a word of the question, it has to be very close.
    if (!hasWord && closeness < CLOSE) continue;
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

/** As close as "remove folder" and "delete the directory" (0.74); what is about something else reaches 0.5 by chance. */
const CLOSE = 0.55;

/** Among other results of a recall, so many at most. */
const MOST_PIECES = 3;
/** A recall waits less for them: what is missing is indexed by the next commands. */
const RECALL_INDEXING_MS = 300;

/** The commands that a question most likely means; like other text of tools, none is put into a prompt. */
export async function commandPieces(
  store: CommandStore,
  { text, project }: { readonly text: string; readonly project: ProjectId | "*" | undefined },
  config: Config,
): Promise<Piece[]> {
  if (store.events.lastSeq() === 0) return [];
  const near = project === "*" ? {} : { near: project ?? "" };
  const ask = { text, limit: MOST_PIECES, ...near };
  const { commands } = await findCommands(store, ask, { config, waitMs: RECALL_INDEXING_MS });
  const least = FLOOR.commands[config["recall.embedder"] === "none" ? "words" : "meaning"];
  return commands
    .filter(({ relevance }) => relevance >= least)
    .map(({ id, command, actor, status, startMs, source, project, relevance }): Piece => {
      const day = startMs === undefined ? "" : `, ${isoTime(startMs).slice(0, 10)}`;
      return {
        ...{ kind: "command", id, text: command, label: `command, ${actor}, ${status}${day}`, source, relevance },
        ...(project !== undefined && { project }),
        trust: "tool",
        tokens: estimateTokens(command),
      };
    });
}

/** The same for a command that only reads and has no write store. */
export async function commandPiecesIn(
  home: Home,
  opened: Pick<FreshStore, "state" | "newId">,
  { ask, config }: { readonly ask: Parameters<typeof commandPieces>[1]; readonly config: Config },
): Promise<Piece[]> {
  return inCommandStore(home, opened, (store) => commandPieces(store, ask, config));
}

/** While a person types, little time is spent on commands that are not indexed yet. */
const TYPING_INDEXING_MS = 100;

/** The lines that words most likely mean, the best first; for the finder, which has them all already. */
export async function linesMeantBy(
  home: Home,
  opened: Pick<FreshStore, "state" | "newId">,
  { config, ...ask }: Pick<Ask, "text" | "limit" | "project"> & { readonly config: Config },
): Promise<readonly string[]> {
  const { commands } = await inCommandStore(home, opened, (store) =>
    findCommands(store, ask, { config, waitMs: TYPING_INDEXING_MS }),
  );
  return commands.map(({ command }) => command);
}

async function inCommandStore<T>(
  home: Home,
  { state, newId }: Pick<FreshStore, "state" | "newId">,
  work: (store: CommandStore) => Promise<T>,
): Promise<T> {
  const commands = openCommands(home);
  try {
    return await work({ state, events: eventsOf(state, newId), commands: () => commands });
  } finally {
    commands.close();
  }
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
  const table = shippedEmbedder(config);
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
      embed: table?.embedOne,
    });
    // A server answers hooks meanwhile.
    await turn();
  }
}
