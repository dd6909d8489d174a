/** The verbs on the history: import what shells kept, list and search it, and print what a shell needs for live capture. */
import { hostname } from "node:os";
import { readAtuin } from "../../capture/history/atuin.ts";
import { eventMaker, type HistoryCursor, importHistory } from "../../capture/history/import-history.ts";
import { findSources, type ReadEntries, SOURCES, type Source, sourceNamed } from "../../capture/history/sources.ts";
import type { CallContext, Settled } from "../../context/call-context.ts";
import { errnoOf, OldhandError } from "../../core/base/error.ts";
import { toHex } from "../../core/base/hash.ts";
import type { Skipped } from "../../core/event/admit.ts";
import type { CommandEvent, NewEvent } from "../../core/event/event.ts";
import type { EventQuery } from "../../core/ports.ts";
import { changeMark } from "../../store/local/databases/database.ts";
import { openForeignHistory } from "../../store/local/foreign/foreign-databases.ts";
import { placerOf, screeningOf, takeIn } from "./take-in-commands.ts";

export type Imported = {
  readonly imported: number;
  readonly duplicates: number;
  readonly skipped: readonly Skipped[];
};
export type ImportedHistory = Imported & {
  readonly sources: readonly (Imported & { readonly source: string; readonly file: string })[];
};

export type Pulse = { readonly history: number; readonly mark: string };

type HistoryAsk = {
  /** None: all that are found on this machine. */
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
      return { ...summed(sources), sources };
    },

    commands: (query: EventQuery): Promise<readonly CommandEvent[]> => store.events.recent(query),

    commandsFound: (query: Omit<EventQuery, "limit" | "skip">): number => store.events.total(query),

    takeIn: (): Promise<Imported> => takeIn(call),

    /** Says something else whenever anything that is kept has changed, whoever changed it. */
    pulse(): Pulse {
      // What is counted begins anew with every opening.
      opening ??= toHex(call.random(8));
      return {
        history: store.events.lastSeq(),
        mark: [opening, changeMark(store.state), changeMark(store.index)].join(" "),
      };
    },

    commandCounts: () => ({ events: store.events.count(), sessions: store.events.sessions() }),

    /** What is due was done when the memory was opened: this tells what it was. */
    learned: (): Imported => settled.intake ?? { imported: 0, duplicates: 0, skipped: [] },
  };
}

type Wanted = { readonly source: Source; readonly file: string };

/** The richest first: what it knows of a command is not known by the others. */
function wantedFiles(
  variables: CallContext["env"]["variables"],
  { source, file }: { source: string | undefined; file: string | undefined },
): Wanted[] {
  const names = SOURCES.map(({ name }) => name).join(", ");
  if (source === undefined && file !== undefined)
    throw new OldhandError(
      "usage",
      `Say whose history ${file} is: \`oldhand history import SOURCE --file F\`, one of ${names}.`,
    );
  const named = source === undefined ? undefined : sourceNamed(source);
  if (source !== undefined && named === undefined)
    throw new OldhandError("usage", `There is no source ${source}. It is one of ${names}.`);
  if (named !== undefined && file !== undefined) return [{ source: named, file }];
  const found = findSources(variables)
    .filter(({ name }) => named === undefined || name === named.name)
    .map(({ name, file: path }) => ({ source: sourceNamed(name)!, file: path }));
  if (named !== undefined && found.length === 0)
    throw new OldhandError("not-found", `No history of ${named.name} was found. Name its file with --file.`);
  return found.toSorted((a, b) => Number(a.source.read !== undefined) - Number(b.source.read !== undefined));
}

async function importFile(
  call: CallContext,
  { source, file }: Wanted,
  progress: (text: string) => void,
): Promise<Imported> {
  const { read } = source;
  try {
    return read === undefined
      ? await importRows(call, { source, file }, progress)
      : await importLines(call, { source: { ...source, read }, file }, progress);
  } catch (error) {
    const why = error instanceof OldhandError ? undefined : errnoOf(error);
    if (why === undefined) throw error;
    const says =
      why === "ENOENT" ? "is not there" : why === "EACCES" ? "may not be read by you" : `cannot be read (${why})`;
    throw new OldhandError(why === "ENOENT" ? "not-found" : "unreadable", `${file} ${says}. Nothing of it was taken.`, {
      cause: error,
    });
  }
}

async function importLines(
  call: CallContext,
  { source, file }: Wanted & { source: Source & { read: ReadEntries } },
  progress: (text: string) => void,
): Promise<Imported> {
  const { events } = call.store;
  const name = `history/${source.name}/${file}`;
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
  const table = openForeignHistory(file);
  try {
    const maker = eventMaker(source, { file, screening: screeningOf(call.config) });
    const counts = await appendAll(call, maker.events(readAtuin(table, hostname())), { progress });
    return { ...counts, skipped: maker.skipped() };
  } finally {
    table.close();
  }
}

/** All of a usual file at once: where a source has no times, its end has to be seen first. */
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
  const place = placerOf(call);
  const matched = new Set<string>();
  const counts = { imported: 0, duplicates: 0 };
  const append = async (batch: readonly NewEvent[], isLast: boolean): Promise<void> => {
    const done = await call.store.events.append(place(batch), isLast ? move?.() : undefined, matched);
    // Another process was faster with the same file: it counts what it took.
    if (done.outcome === "taken") return;
    counts.imported += done.added;
    counts.duplicates += done.duplicates;
    if (!isLast) progress(`Took in ${counts.imported} commands`);
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

export function summed(parts: readonly Imported[]): Imported {
  const counts = new Map<string, number>();
  for (const { reason, count } of parts.flatMap(({ skipped }) => skipped))
    counts.set(reason, (counts.get(reason) ?? 0) + count);
  return {
    imported: parts.reduce((sum, { imported }) => sum + imported, 0),
    duplicates: parts.reduce((sum, { duplicates }) => sum + duplicates, 0),
    skipped: [...counts].map(([reason, count]) => ({ reason, count })),
  };
}
