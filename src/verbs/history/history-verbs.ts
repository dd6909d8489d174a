/** The verbs on the history: import shell histories, list and search commands, take in new ones. */
import { hostname } from "node:os";
import { ATUIN, readAtuin } from "../../capture/history/atuin.ts";
import { eventMaker, type HistoryCursor, importHistory } from "../../capture/history/import-history.ts";
import {
  findSources,
  HISTORY_SOURCES,
  type HistorySource,
  type ReadEntries,
  sourceNamed,
} from "../../capture/history/sources.ts";
import { errnoOf, OldhandError, unreadableImport } from "../../core/base/error.ts";
import { toHex } from "../../core/base/hash.ts";
import { type Imported, screeningOf, summed } from "../../core/event/admit.ts";
import type { CommandEvent, NewEvent } from "../../core/event/event.ts";
import type { EventQuery } from "../../core/ports.ts";
import { screenName } from "../../core/screen/clean.ts";
import { listOf } from "../../core/text/wording.ts";
import { changeMark } from "../../store/databases/database.ts";
import { openForeignTable } from "../../store/foreign/foreign-databases.ts";
import type { CallContext, Settled } from "../call/call-context.ts";
import { reachOf } from "../call/everywhere.ts";
import { eventPlacer, takeIn } from "./take-in-commands.ts";

export type ImportedHistory = Imported & {
  readonly sources: readonly (Imported & { readonly source: string; readonly file: string })[];
};

export type Pulse = { readonly history: number; readonly mark: string };

type HistoryAsk = {
  /** Default: all that are found on this machine. */
  readonly source?: string;
  readonly file?: string;
  readonly progress?: (text: string) => void;
};

export function historyVerbs(call: CallContext, settled: Settled) {
  const { store, env } = call;
  let opening: string | undefined;
  return {
    async importHistory({ source, file, progress = () => {} }: HistoryAsk = {}): Promise<ImportedHistory> {
      const wanted = wantedFiles(env.variables, { source, file });
      const sources = [];
      for (const one of wanted) {
        progress(`Reading ${one.file}`);
        sources.push({ source: one.source.name, file: one.file, ...(await importFile(call, one, progress)) });
      }
      const { learnHabits } = await import("./count-habits.ts");
      learnHabits(store, (counted) => progress(`Counted ${counted} commands`));
      await (await import("./infer-projects.ts")).inferProjects(call);
      return { ...summed(sources), sources };
    },

    /** Of the project that is asked for; else of this one and of no known one; or everywhere. */
    commands: (query: EventQuery & Reach): Promise<readonly CommandEvent[]> => store.events.recent(within(call, query)),

    /** The lines that fit the words best, each once, as it last ran; then those that only contain their letters. */
    async searchCommands(query: Omit<EventQuery, "words" | "line" | "skip"> & Reach & { readonly text: string }) {
      const { findCommands } = await import("../call/search-commands.ts");
      const { text, ...filters } = within(call, query);
      const ranked = await findCommands(store, { text, ...filters }, { config: call.config });
      const commands = ranked.commands.map(({ relevance: _, ...event }): CommandEvent => event);
      const { isComplete } = ranked;
      const { limit } = filters;
      if (commands.length >= limit) return { commands, isComplete };
      const known = new Set<string>(commands.map(({ command }) => command));
      const words = text.split(/\s+/).filter((word) => word !== "");
      const others = (await store.events.recent({ ...filters, words })).filter(({ command }) => {
        const isNew = !known.has(command);
        known.add(command);
        return isNew;
      });
      return { commands: [...commands, ...others].slice(0, limit), isComplete };
    },

    commandsFound: (query: Omit<EventQuery, "limit" | "skip"> & Reach): number =>
      store.events.total(within(call, query)),

    takeIn: (): Promise<Imported> => takeIn(call),

    /** Differs after any change of the memory, by whichever process. */
    pulse(): Pulse {
      // The change counters start over with every opening.
      opening ??= toHex(call.random(8));
      return {
        history: store.events.lastSeq(),
        mark: [opening, changeMark(store.state), changeMark(store.index)].join(" "),
      };
    },

    commandCounts: () => ({ events: store.events.count(), sessions: store.events.sessions() }),

    /** The commands that were imported when the memory was opened. */
    learned: (): Imported => settled.intake ?? { imported: 0, duplicates: 0, skipped: [] },
  };
}

type Reach = { readonly everywhere?: boolean };

function within<T extends Omit<EventQuery, "limit">>(call: CallContext, { everywhere, ...query }: T & Reach) {
  if (query.project !== undefined) return query as T;
  const near = reachOf(call, { everywhere });
  return (near === undefined ? query : { ...query, near }) as T;
}

type Wanted = { readonly source: HistorySource; readonly file: string };

/** The source with the most details first: duplicates in the others are skipped. */
function wantedFiles(
  variables: CallContext["env"]["variables"],
  { source, file }: { source: string | undefined; file: string | undefined },
): Wanted[] {
  const names = listOf(
    HISTORY_SOURCES.map(({ name }) => name),
    "or",
  );
  if (source === undefined && file !== undefined)
    throw new OldhandError(
      "usage",
      `--file needs the source: \`oldhand history import SOURCE --file ${file}\`, with ${names}.`,
    );
  const named = source === undefined ? undefined : sourceNamed(source);
  if (source !== undefined && named === undefined)
    throw new OldhandError("usage", `Unknown source ${source}. Use ${names}.`);
  if (named !== undefined && file !== undefined) return [{ source: named, file }];
  const found = findSources(variables)
    .filter(({ name }) => named === undefined || name === named.name)
    .map(({ name, file: path }) => ({ source: sourceNamed(name)!, file: path }));
  if (named !== undefined && found.length === 0)
    throw new OldhandError("not-found", `No history of ${named.name} was found. Give its file with --file.`);
  return found.toSorted((a, b) => Number(a.source.read !== "rows") - Number(b.source.read !== "rows"));
}

async function importFile(
  call: CallContext,
  { source, file }: Wanted,
  progress: (text: string) => void,
): Promise<Imported> {
  const { read } = source;
  try {
    return read === "rows"
      ? await importRows(call, { source, file }, progress)
      : await importLines(call, { source: { ...source, read }, file }, progress);
  } catch (error) {
    const code = error instanceof OldhandError ? undefined : errnoOf(error);
    if (code === undefined) throw error;
    throw unreadableImport(file, code, error);
  }
}

async function importLines(
  call: CallContext,
  { source, file }: Wanted & { source: HistorySource & { read: ReadEntries } },
  progress: (text: string) => void,
): Promise<Imported> {
  const { events } = call.store;
  const name = `history/${source.name}/${screenName(file, screeningOf(call.config))}`;
  const from = await events.cursor(name);
  const cursor = from === undefined ? {} : { cursor: JSON.parse(from) as HistoryCursor };
  const reading = importHistory(source, file, { ...cursor, ...screeningOf(call.config) });
  const move = () => ({ name, from, to: JSON.stringify(reading.end().cursor) });
  const counts = await appendAll(call, reading.events, { progress, move });
  return { ...counts, skipped: reading.end().skipped };
}

async function importRows(
  call: CallContext,
  { source, file }: Wanted,
  progress: (text: string) => void,
): Promise<Imported> {
  const table = openForeignTable(file, { ...ATUIN, program: source.name });
  try {
    const maker = eventMaker(source, { file, screening: screeningOf(call.config) });
    const counts = await appendAll(call, maker.events(readAtuin(table, hostname())), { progress });
    return { ...counts, skipped: maker.skipped() };
  } finally {
    table.close();
  }
}

/** More than most files have: a source without times is dated from its end. */
const BATCH = 50_000;

type AppendOptions = {
  readonly progress: (text: string) => void;
  readonly move?: () => { readonly name: string; readonly from: string | undefined; readonly to: string };
};

async function appendAll(
  call: CallContext,
  events: Iterable<NewEvent>,
  { progress, move }: AppendOptions,
): Promise<Omit<Imported, "skipped">> {
  const place = eventPlacer(call).placed;
  const matched = new Set<string>();
  const counts = { imported: 0, duplicates: 0 };
  const append = async (batch: readonly NewEvent[], isLast: boolean): Promise<void> => {
    const done = await call.store.events.append(place(batch), isLast ? move?.() : undefined, matched);
    // Another process imported the same file first, and counts it.
    if (done.outcome === "taken") return;
    counts.imported += done.added;
    counts.duplicates += done.duplicates;
    if (!isLast) progress(`Imported ${counts.imported} commands`);
  };
  let batch: NewEvent[] = [];
  for (const event of events) {
    batch.push(event);
    if (batch.length < BATCH) continue;
    await append(batch, false);
    batch = [];
  }
  await append(batch, true);
  return counts;
}
