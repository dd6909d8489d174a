/** Imports one history file: from where the last import ended, or from its start where it was rewritten since. */
import type { Screening, Skipped } from "../core/event/admit.ts";
import type { NewEvent } from "../core/event/event.ts";
import type { Clean } from "../core/screen/clean.ts";
import { type EventMaker, eventMaker, type LastSeen } from "./event-maker.ts";
import { chunksOf, seamAt, sizeOf } from "./growing-file.ts";
import { afterKnownTail, markOf, TAIL_LENGTH } from "./known-tail.ts";
import type { Source } from "./sources.ts";
import type { Entry, ReadEntries } from "./told.ts";

/** What is kept of an import, so that the next one takes only what is new. */
export type HistoryCursor = {
  readonly bytes: number;
  /** Hash of what stood just before `bytes`: while it is the same, the file has only grown. */
  readonly seam: string;
  /** Marks of the last commands, to find the place again in a file that was rewritten. */
  readonly tail: readonly string[];
  readonly last?: LastSeen;
};

type HistoryImport = {
  /** To be walked once; one command at a time is held. */
  readonly events: Iterable<NewEvent>;
  /** After the walk: where to go on next time, and what was passed over. */
  readonly end: () => { readonly cursor: HistoryCursor; readonly skipped: readonly Skipped[] };
};

/**
 * A command with a time is given again where the file was rewritten, and known by its time; one without is given only
 * if it follows the known tail.
 */
export function importHistory(
  source: Source & { read: ReadEntries },
  file: string,
  { cursor, ...screening }: Screening & { readonly cursor?: HistoryCursor } = {},
): HistoryImport {
  const size = sizeOf(file);
  const hasGrown = cursor !== undefined && size >= cursor.bytes && seamAt(file, cursor.bytes) === cursor.seam;
  const entries = () => source.read(chunksOf(file, hasGrown ? cursor.bytes : 0, size));
  const isRewritten = cursor !== undefined && !hasGrown;
  const maker = eventMaker(source, { file, screening, last: hasGrown ? cursor.last : undefined });
  const knownUntil = isRewritten
    ? afterKnownTail(marksOf(entries(), eventMaker(source, { file, screening })), cursor.tail)
    : 0;
  const recent: Clean[] = [];
  function* events(): Generator<NewEvent> {
    let at = 0;
    for (const event of made(entries(), maker)) {
      recent.push(event.command);
      if (recent.length > TAIL_LENGTH) recent.shift();
      const isKnown = at++ < knownUntil && event.startMs === undefined;
      if (!isKnown) yield event;
    }
  }
  return {
    events: events(),
    end: () => {
      const last = maker.last();
      const tail = [...(hasGrown ? cursor.tail : []), ...recent.map(markOf)].slice(-TAIL_LENGTH);
      const at = { bytes: size, seam: seamAt(file, size), tail };
      return { cursor: last === undefined ? at : { ...at, last }, skipped: maker.skipped() };
    },
  };
}

function* made(entries: Iterable<Entry>, maker: EventMaker): Generator<NewEvent> {
  for (const entry of entries) {
    const event = "skipped" in entry ? maker.skip(entry.skipped) : maker.make(entry);
    if (event !== undefined) yield event;
  }
}

/** Marks are made of screened words: a hash of a short secret would give it away. */
function* marksOf(entries: Iterable<Entry>, maker: EventMaker): Generator<string> {
  for (const { command } of made(entries, maker)) yield markOf(command);
}
