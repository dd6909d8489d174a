/** Imports one transcript: from the end of the last import, or from the start if it was rewritten since. */
import type { StartFacts, Transcripts } from "../../../agents/agent.ts";
import { endedRows, type OpencodeSession, readOpencode, readOpencodeSession } from "../../../agents/format/opencode.ts";
import type { ReaderMemory, ReadLine, TranscriptEvent } from "../../../agents/format/transcript-event.ts";
import type { Screening, Skipped } from "../../../core/event/admit.ts";
import type { AgentName, AgentSession, TranscriptItem } from "../../../core/session/session.ts";
import { seamAt, sizeOf } from "../../growing-file.ts";
import { sessionFacts } from "../session/session-facts.ts";
import { type RecorderState, sessionRecorder } from "../session/session-recorder.ts";
import { compressedSeam } from "./compressed.ts";
import { parsedCompressedLines, parsedLines, type TranscriptLine } from "./parsed-lines.ts";

/** State of an import, so that the next one reads only new lines. The session's title is the only text in it. */
export type TranscriptCursor = {
  /** Bytes, or rows, that were read. */
  readonly bytes: number;
  /** Hash of the content just before: while it is the same, the transcript has only grown. */
  readonly seam: string;
  /** Where the next import begins to read, and what was known there. */
  readonly state: RecorderState;
  /** What was known at the end. */
  readonly facts: StartFacts;
  /** Hash of a compressed file: while it is the same, nothing has to be decompressed. */
  readonly packed?: string;
};

export type TranscriptImport<Items = Iterable<TranscriptItem>> = {
  /** Can be iterated once; only one line at a time is in memory. */
  readonly items: Items;
  /** After the iteration, or earlier: then items of the last line may be returned again by the next import. */
  readonly end: () => TranscriptEnd;
};
export type CompressedImport = TranscriptImport<Iterable<TranscriptItem> | AsyncIterable<TranscriptItem>>;

export type TranscriptEnd = {
  readonly session: AgentSession;
  readonly cursor: TranscriptCursor;
  readonly isRewritten: boolean;
  /** Lines, or rows, that were read this time. */
  readonly lines: number;
  /** What could not be read. */
  readonly skipped: readonly Skipped[];
  /** What was understood and is left out on purpose. */
  readonly leftOut: readonly Skipped[];
};

export type ImportOptions = Screening & { readonly cursor?: TranscriptCursor };

/** The agent, how a line of its transcripts is read, and what their paths say. */
type Reader = { readonly name: AgentName; readonly read: ReadLine; readonly factsOf?: Transcripts["factsOf"] };

export function importTranscript(
  { name: agent, read: readLine, factsOf }: Reader,
  file: string,
  { cursor, ...screening }: ImportOptions = {},
): TranscriptImport {
  const size = sizeOf(file);
  const hasGrown = cursor !== undefined && size >= cursor.bytes && seamAt(file, cursor.bytes) === cursor.seam;
  if (hasGrown && size === cursor.bytes) return unchanged(agent, file, cursor);
  const seam = (bytes: number): string => seamAt(file, bytes);
  const facts = factsOf?.(file);
  const { items, end } = imported({ agent, readLine, facts, file, screening, cursor, hasGrown, seam });
  return { items: items((from) => parsedLines(file, from)), end };
}

/**
 * The same for a compressed file, even if it was compressed after the last import: positions are those of the
 * uncompressed text. Such a file is no longer written; if it changed anyway, or was not read to its end, it is read from
 * the start.
 */
export async function importCompressed(
  { name: agent, read: readLine, factsOf }: Reader,
  file: string,
  { cursor, ...screening }: ImportOptions = {},
): Promise<CompressedImport> {
  const packed = seamAt(file, sizeOf(file));
  if (cursor !== undefined && cursor.packed === packed) return unchanged(agent, file, cursor);
  const hasGrown = cursor !== undefined && (await compressedSeam(file, cursor.bytes)) === cursor.seam;
  const seam = (bytes: number): string => (hasGrown && bytes === cursor.bytes ? cursor.seam : "");
  const facts = factsOf?.(file);
  const { asyncItems, end } = imported({ agent, readLine, facts, file, screening, cursor, hasGrown, seam });
  let isComplete = false;
  async function* items(): AsyncGenerator<TranscriptItem> {
    yield* asyncItems((from) => parsedCompressedLines(file, from));
    isComplete = true;
  }
  return {
    items: items(),
    end: () => {
      const { cursor: reached, ...rest } = end();
      return { ...rest, cursor: isComplete ? { ...reached, packed } : reached };
    },
  };
}

/** The same for rows of a database: positions are row numbers, and the seam is the id of the last row that was read. */
export function importOpencode(
  { session, rows }: OpencodeSession,
  file: string,
  { cursor, ...screening }: ImportOptions = {},
): TranscriptImport {
  const [seamRow] = cursor === undefined || cursor.bytes === 0 ? [] : rows(cursor.bytes - 1);
  const hasGrown = cursor !== undefined && (cursor.bytes === 0 || seamRow?.id === cursor.seam);
  const seam = (_rows: number, lastId = hasGrown ? cursor.seam : ""): string => lastId;
  const first = readOpencodeSession(session);
  const reader = { agent: "opencode", readLine: readOpencode, first } as const;
  const { items, end } = imported({ ...reader, file, screening, cursor, hasGrown, seam });
  function* lines(from: number): Generator<TranscriptLine> {
    let at = from;
    for (const { id, line } of endedRows(rows(from))) yield { span: { from: at, to: ++at }, line, id };
  }
  return { items: items(lines), end };
}

function unchanged(agent: AgentName, file: string, cursor: TranscriptCursor): TranscriptImport {
  const { session } = sessionFacts({ agent, file, facts: cursor.facts, screening: {} });
  const nothing = { isRewritten: false, lines: 0, skipped: [], leftOut: [] };
  return { items: [], end: () => ({ session: session(), cursor, ...nothing }) };
}

type Import = {
  readonly agent: AgentName;
  readonly readLine: ReadLine;
  /** Known from the path, before the first line. */
  readonly facts?: StartFacts | undefined;
  readonly first?: TranscriptEvent;
  readonly file: string;
  readonly screening: Screening;
  readonly cursor: TranscriptCursor | undefined;
  /** Whether the source has only grown since the cursor was stored. */
  readonly hasGrown: boolean;
  readonly seam: (bytes: number, lastId?: string) => string;
};

/** After so many bytes without an item, the caller may store the position. */
const SILENT_BYTES = 1 << 23;

/** `items` and `asyncItems` take a function that reads the source from a position on. */
function imported({ agent, readLine, facts = {}, first, file, screening, cursor, hasGrown, seam }: Import) {
  const known = hasGrown ? cursor : undefined;
  const state = known?.state ?? { at: 0, facts, memory: {} };
  const importedUntil = known?.bytes ?? 0;
  const recorder = sessionRecorder({ agent, file, state, importedUntil, screening });
  let memory: ReaderMemory = { ...state.memory };
  let lines = 0;
  /** Moves on once all items of a line were taken. */
  let reached: Omit<TranscriptCursor, "seam"> = known ?? { bytes: 0, state, facts };
  let lastId: string | undefined;
  let lastItemAt = state.at;
  const begin = (): void => {
    if (first !== undefined) recorder.record([first], { from: state.at, to: state.at }, memory);
  };
  function* itemsOf(parsed: TranscriptLine): Generator<TranscriptItem> {
    const { span } = parsed;
    const before = memory;
    memory = { ...before };
    if ("skipped" in parsed) recorder.skip(parsed.skipped, span);
    else
      for (const item of recorder.record(readLine(parsed.line, memory), span, before)) {
        yield item;
        lastItemAt = span.to;
      }
    if (span.to - lastItemAt > SILENT_BYTES) {
      yield { kind: "silence" };
      lastItemAt = span.to;
    }
    if (span.from < importedUntil) return;
    lines += 1;
    lastId = parsed.id;
    reached = { bytes: span.to, ...recorder.reached(span.to, memory) };
  }
  return {
    *items(linesFrom: (from: number) => Iterable<TranscriptLine>): Generator<TranscriptItem> {
      begin();
      for (const line of linesFrom(state.at)) yield* itemsOf(line);
    },
    async *asyncItems(linesFrom: (from: number) => AsyncIterable<TranscriptLine>): AsyncGenerator<TranscriptItem> {
      begin();
      for await (const line of linesFrom(state.at)) yield* itemsOf(line);
    },
    end: (): TranscriptEnd => {
      const { session, skipped, leftOut } = recorder;
      const { bytes, state, facts } = reached;
      return {
        session: session(),
        cursor: { bytes, seam: seam(bytes, lastId), state, facts },
        isRewritten: cursor !== undefined && !hasGrown,
        lines,
        skipped: skipped(),
        leftOut: leftOut(),
      };
    },
  };
}
