/** Imports one transcript: from where the last import ended, or from its start where it was rewritten since. */
import type { Screening, Skipped } from "../../../core/event/admit.ts";
import type { AgentName, AgentSession, TranscriptItem } from "../../../core/session/session.ts";
import { seamAt, sizeOf } from "../../growing-file.ts";
import { endedRows, hearOpencode, hearOpencodeSession, type OpencodeSession } from "../readers/opencode.ts";
import { type StartFacts, sessionFacts } from "../session/session-facts.ts";
import { type Scribe, type ScribeState, scribe } from "../session/session-recorder.ts";
import type { Agent } from "../sources.ts";
import type { Hear, Heard, Memory } from "../transcript-event.ts";
import { packedSeam } from "./compressed.ts";
import { packedUnitsIn, type Unit, unitsIn } from "./parsed-lines.ts";

/** What is kept of an import, so that the next one takes only what is new. It holds no text but the session's title. */
export type TranscriptCursor = {
  /** Bytes, or rows, that were read. */
  readonly bytes: number;
  /** Hash of what stood just before: while it is the same, the transcript has only grown. */
  readonly seam: string;
  /** Where the open piece of the session begins, and what was known there. */
  readonly state: ScribeState;
  /** What was known at the end. */
  readonly facts: StartFacts;
  readonly chunks: number;
  /** Known of a file that its agent has compressed: while it is the same, nothing has to be unpacked. */
  readonly packed?: string;
};

export type TranscriptImport<Items = Iterable<TranscriptItem>> = {
  /** To be walked once; one line at a time is held. */
  readonly items: Items;
  /** After the walk, or where it was broken off: then what the last line told may be told again. */
  readonly end: () => TranscriptEnd;
};
export type PackedImport = TranscriptImport<Iterable<TranscriptItem> | AsyncIterable<TranscriptItem>>;

export type TranscriptEnd = {
  readonly session: AgentSession;
  readonly cursor: TranscriptCursor;
  /** How many chunks the session has; of a transcript that was rewritten, what stands behind them is of the past. */
  readonly chunks: number;
  readonly isRewritten: boolean;
  /** Lines, or rows, that were read this time. */
  readonly lines: number;
  /** What could not be read. */
  readonly skipped: readonly Skipped[];
  /** What was understood and is not kept. */
  readonly leftOut: readonly Skipped[];
};

export type ImportOptions = Screening & { readonly cursor?: TranscriptCursor };

type Reader = Pick<Agent, "name" | "factsOf"> & { readonly hear: Hear };

export function importTranscript(
  { name: agent, hear, factsOf }: Reader,
  file: string,
  { cursor, ...screening }: ImportOptions = {},
): TranscriptImport {
  const size = sizeOf(file);
  const hasGrown = cursor !== undefined && size >= cursor.bytes && seamAt(file, cursor.bytes) === cursor.seam;
  if (hasGrown && size === cursor.bytes) return unchanged(agent, file, cursor);
  const { items, end } = imported({
    agent,
    hear,
    facts: factsOf?.(file) ?? {},
    file,
    screening,
    known: hasGrown ? cursor : undefined,
    isRewritten: cursor !== undefined && !hasGrown,
    seam: (bytes) => seamAt(file, bytes),
  });
  return { items: items((from) => unitsIn(file, from)), end };
}

/**
 * The same of a file that was compressed, be it since it was read: places are those of the unpacked text. Such a file is
 * no longer written to; one that is another all the same, or was not read to its end, is read from its start.
 */
export async function importPacked(
  { name: agent, hear, factsOf }: Reader,
  file: string,
  { cursor, ...screening }: ImportOptions = {},
): Promise<PackedImport> {
  const packed = seamAt(file, sizeOf(file));
  if (cursor !== undefined && cursor.packed === packed) return unchanged(agent, file, cursor);
  const hasGrown = cursor !== undefined && (await packedSeam(file, cursor.bytes)) === cursor.seam;
  const { later, end } = imported({
    agent,
    hear,
    facts: factsOf?.(file) ?? {},
    file,
    screening,
    known: hasGrown ? cursor : undefined,
    isRewritten: cursor !== undefined && !hasGrown,
    seam: (bytes) => (hasGrown && bytes === cursor.bytes ? cursor.seam : ""),
  });
  let isWhole = false;
  async function* items(): AsyncGenerator<TranscriptItem> {
    yield* later((from) => packedUnitsIn(file, from));
    isWhole = true;
  }
  return {
    items: items(),
    end: () => {
      const { cursor: reached, ...rest } = end();
      return { ...rest, cursor: isWhole ? { ...reached, packed } : reached };
    },
  };
}

/** The same over rows: places are row numbers, and the seam is the id of the last row that was read. */
export function importOpencode(
  { session, rows }: OpencodeSession,
  file: string,
  { cursor, ...screening }: ImportOptions = {},
): TranscriptImport {
  const seamRow = cursor === undefined || cursor.bytes === 0 ? undefined : firstOf(rows(cursor.bytes - 1));
  const hasGrown = cursor !== undefined && (cursor.bytes === 0 || seamRow?.id === cursor.seam);
  function* units(from: number): Generator<Unit> {
    let at = from;
    for (const { id, line } of endedRows(rows(from))) yield { span: { from: at, to: ++at }, line, id };
  }
  const { items, end } = imported({
    agent: "opencode",
    hear: hearOpencode,
    first: hearOpencodeSession(session),
    file,
    screening,
    known: hasGrown ? cursor : undefined,
    isRewritten: cursor !== undefined && !hasGrown,
    seam: (_rows, lastId = hasGrown ? cursor.seam : "") => lastId,
  });
  return { items: items(units), end };
}

const SILENT_BYTES = 1 << 23;

function unchanged(agent: AgentName, file: string, cursor: TranscriptCursor): TranscriptImport {
  const { session } = sessionFacts({ agent, file, facts: cursor.facts, screening: {} });
  const nothing = { isRewritten: false, lines: 0, skipped: [], leftOut: [] };
  return { items: [], end: () => ({ session: session(), cursor, chunks: cursor.chunks, ...nothing }) };
}

type Import = {
  readonly agent: AgentName;
  readonly hear: Hear;
  /** What the path tells before the first line. */
  readonly facts?: StartFacts;
  readonly first?: Heard;
  readonly file: string;
  readonly screening: Screening;
  readonly known: TranscriptCursor | undefined;
  readonly isRewritten: boolean;
  readonly seam: (bytes: number, lastId?: string) => string;
};

type Imported = {
  /** The units of the source come from a place on. */
  readonly items: (units: (from: number) => Iterable<Unit>) => Generator<TranscriptItem>;
  readonly later: (units: (from: number) => AsyncIterable<Unit>) => AsyncGenerator<TranscriptItem>;
  readonly end: () => TranscriptEnd;
};

function imported(of: Import): Imported {
  const { agent, hear, first, file, facts = {}, screening, known, isRewritten, seam } = of;
  const state = known?.state ?? { at: 0, place: { ordinal: 0 }, facts, memory: {} };
  const toldUntil = known?.bytes ?? 0;
  const writer: Scribe = scribe({ agent, file, state, toldUntil, screening });
  let memory: Memory = { ...state.memory };
  let lines = 0;
  /** Moves on once all that a line told was taken. */
  let reached = known ?? { bytes: 0, state, facts, chunks: 0 };
  let lastId: string | undefined;
  const begin = (): void => {
    if (first !== undefined) writer.hear([first], { from: state.at, to: state.at }, memory);
  };
  let toldAt = state.at;
  function* itemsOf(unit: Unit): Generator<TranscriptItem> {
    const before = memory;
    memory = { ...before };
    if ("skipped" in unit) writer.skip(unit.skipped, unit.span);
    else
      for (const item of writer.hear(hear(unit.line, memory), unit.span, before)) {
        yield item;
        toldAt = unit.span.to;
      }
    if (unit.span.to - toldAt > SILENT_BYTES) {
      yield { kind: "silence" };
      toldAt = unit.span.to;
    }
    if (unit.span.from < toldUntil) return;
    lines += 1;
    const bytes = unit.span.to;
    lastId = unit.id;
    reached = { bytes, ...writer.reached(bytes, memory), chunks: writer.chunks() };
  }
  const stillOpen = (): TranscriptItem[] => (lines > 0 ? writer.open() : []);
  return {
    *items(units) {
      begin();
      for (const unit of units(state.at)) yield* itemsOf(unit);
      yield* stillOpen();
    },
    async *later(units) {
      begin();
      for await (const unit of units(state.at)) yield* itemsOf(unit);
      yield* stillOpen();
    },
    end: () => {
      const { session, skipped, leftOut } = writer;
      const { bytes, state, facts, chunks } = reached;
      const cursor = { bytes, seam: seam(bytes, lastId), state, facts, chunks };
      return { session: session(), cursor, chunks, isRewritten, lines, skipped: skipped(), leftOut: leftOut() };
    },
  };
}

function firstOf<T>(values: Iterable<T>): T | undefined {
  for (const value of values) return value;
  return undefined;
}
