/** Searches the history for commands by words and by meaning, and keeps their index in step with it, in bounded steps. */
import { setImmediate as turn } from "node:timers/promises";
import { isoTime, timeLimit } from "../../core/base/clock.ts";
import type { Config } from "../../core/base/config.ts";
import type { CommandEvent } from "../../core/event/event.ts";
import type { EventQuery, Piece } from "../../core/ports.ts";
import type { ProjectId } from "../../core/record/record.ts";
import { known } from "../../core/search/vectors.ts";
import { estimateTokens } from "../../core/text/tokens.ts";
import { rankCommands } from "../../search/rank-commands.ts";
import { FLOOR, LEAST_SHARE } from "../../search/weights.ts";
import { getMeta } from "../../store/databases/database.ts";
import { shippedEmbedder } from "../../store/piece-table.ts";
import type { WriteStore } from "../../store/write-store.ts";
import type { CallContext } from "./call-context.ts";

type CommandStore = Pick<WriteStore, "state" | "commands" | "events" | "repair">;

type RankedCommand = CommandEvent & { readonly relevance: number };

type Found = { readonly commands: readonly RankedCommand[]; readonly isComplete: boolean };

type Ask = Omit<EventQuery, "words" | "line" | "skip"> & { readonly text: string };

/** A search waits so long for commands that are not indexed yet; what is left is indexed by the next ones. */
const INDEXING_MS = 3000;

/** Each line once, as it last ran. The best first. */
export function findCommands(store: CommandStore, ask: Ask, how: FindOptions): Promise<Found> {
  return store.repair.run(() => find(store, ask, how));
}

type FindOptions = { readonly config: Config; readonly waitMs?: number };

async function find(
  store: CommandStore,
  { text, limit, ...filters }: Ask,
  { config, waitMs = INDEXING_MS }: FindOptions,
): Promise<Found> {
  const isComplete = await indexCommands(store, { config, isOver: timeLimit(waitMs) });
  const vector = shippedEmbedder(config)?.embedOne(text);
  const projects = projectsOf(filters);
  const found = store.commands.find(text, {
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

/** While a person types, little time is spent on commands that are not indexed yet. */
const TYPING_INDEXING_MS = 100;

/** The lines that words most likely mean, the best first; for the finder, which has them all already. */
export async function linesMeantBy(
  { store, config }: Pick<CallContext, "store" | "config">,
  ask: Pick<Ask, "text" | "limit" | "project">,
): Promise<readonly string[]> {
  const { commands } = await findCommands(store, ask, { config, waitMs: TYPING_INDEXING_MS });
  return commands.map(({ command }) => command);
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
  const { commands } = store;
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
