/** Cuts a session into chunks: a turn with its answer, and separately the tool output in between. */
import type { Clean } from "../../../core/screen/clean.ts";
import {
  type Chunk,
  chunkId,
  type Role,
  type SessionId,
  type SourceSpan,
  type TurnPiece,
} from "../../../core/session/session.ts";

export type ChunkPart = {
  readonly role: Role;
  readonly text: Clean;
  readonly span: SourceSpan;
  readonly atMs?: number | undefined;
  readonly cwd?: string | undefined;
  readonly files?: readonly string[];
};

type Chunker = {
  /** Takes a part; returns the chunks that it completes. */
  readonly add: (part: ChunkPart) => Chunk[];
  /** Files that the agent used during the open chunk. */
  readonly touch: (files: readonly string[]) => void;
  /** Closes the open chunks; a chunk of talk can name its next neighbour only if talk comes next. */
  readonly cut: (next: "talk" | "any") => Chunk[];
  /** The open chunks as they are now, without a next neighbour; they are returned again once they are complete. */
  readonly open: () => Chunk[];
  /** True if an answer no longer fits the open chunk. */
  readonly overflows: (length: number) => boolean;
  readonly isEmpty: () => boolean;
  readonly place: () => ChunkPlace;
};

/** The position of the next chunk, which a later import needs to continue counting. */
export type ChunkPlace = {
  readonly ordinal: number;
  /** The chunk of talk before it. */
  readonly lastTalk?: number;
};

/** Long enough to hold a thought, short enough to be quoted. */
export const CHUNK_CHARS = 1800;
/** The first 2 KB of an output stay in one chunk. */
const ROOM = { talk: CHUNK_CHARS, tool: 2048 } as const;

type Lane = "talk" | "tool";
type Draft = {
  readonly ordinal: number;
  readonly lane: Lane;
  readonly previous: number | undefined;
  text: string;
  readonly pieces: TurnPiece[];
  personLength: number;
  readonly files: Set<string>;
  readonly atMs: number | undefined;
  readonly cwd: string | undefined;
  readonly from: number;
  to: number;
};

/**
 * The neighbours of talk are talk, whatever the tools printed in between; the neighbour before an output is the output
 * before it, or the talk that it belongs to.
 */
export function chunker(session: () => SessionId, from: ChunkPlace = { ordinal: 0 }): Chunker {
  let { ordinal, lastTalk } = from;
  let lastTool: number | undefined;
  const drafts: { talk?: Draft; tool?: Draft } = {};

  const start = (lane: Lane, { atMs, cwd, span }: ChunkPart): Draft => {
    const previous = lane === "talk" ? lastTalk : (lastTool ?? lastTalk);
    const draft: Draft = {
      ordinal: ordinal++,
      lane,
      previous,
      text: "",
      pieces: [],
      personLength: 0,
      files: new Set(),
      atMs,
      cwd,
      ...span,
    };
    drafts[lane] = draft;
    if (lane === "talk") lastTalk = draft.ordinal;
    else lastTool = draft.ordinal;
    return draft;
  };
  const close = (lane: Lane, { next }: { next: number | undefined }): Chunk[] => {
    const draft = drafts[lane];
    delete drafts[lane];
    return draft === undefined ? [] : [toChunk(session(), draft, next)];
  };
  const append = (draft: Draft, text: string, from: number, { role, span, files = [] }: ChunkPart): void => {
    draft.pieces.push({ place: span.from, from, to: from + text.length });
    draft.text += draft.text === "" ? text : `\n\n${text}`;
    if (role === "person") draft.personLength = draft.text.length;
    draft.to = span.to;
    addFiles(draft, files);
  };
  const overflows = (length: number): boolean => {
    const { talk } = drafts;
    return talk !== undefined && !awaitsAnswer(talk) && talk.text.length + length > CHUNK_CHARS;
  };

  return {
    add: (part) => {
      const lane: Lane = part.role === "tool" ? "tool" : "talk";
      const done: Chunk[] = [];
      let rest: string = part.text;
      while (rest !== "") {
        const draft = drafts[lane] ?? start(lane, part);
        const room = ROOM[lane] - draft.text.length;
        // An answer starts in the chunk of its question, however long it is; anything else starts a new chunk rather than be cut.
        const mayCut = draft.text === "" || (awaitsAnswer(draft) && room >= LEAST_ANSWER);
        const length = rest.length <= room ? rest.length : mayCut ? cutAt(rest, room) : 0;
        if (length > 0) append(draft, rest.slice(0, length).trimEnd(), part.text.length - rest.length, part);
        rest = rest.slice(length).trimStart();
        if (rest !== "") done.push(...close(lane, { next: ordinal }));
      }
      return done;
    },
    touch: (files) => {
      if (drafts.talk !== undefined) addFiles(drafts.talk, files);
    },
    cut: (next) => {
      lastTool = undefined;
      return [...close("talk", { next: next === "talk" ? ordinal : undefined }), ...close("tool", { next: undefined })];
    },
    open: () =>
      [drafts.talk, drafts.tool].flatMap((draft) =>
        draft === undefined ? [] : [toChunk(session(), draft, undefined)],
      ),
    overflows,
    isEmpty: () => drafts.talk === undefined && drafts.tool === undefined,
    place: () => (lastTalk === undefined ? { ordinal } : { ordinal, lastTalk }),
  };
}

const MOST_FILES = 32;
const LEAST_ANSWER = 200;

function awaitsAnswer({ lane, text, personLength }: Draft): boolean {
  return lane === "talk" && text.length > 0 && personLength === text.length;
}

function addFiles({ files }: Draft, more: readonly string[]): void {
  for (const file of more) if (files.size < MOST_FILES) files.add(file);
}

/** Cuts at the end of a paragraph, a line, a sentence or a word in the second half; else at the limit. */
function cutAt(text: string, room: number): number {
  const window = text.slice(0, room);
  for (const mark of ["\n\n", "\n", ". ", " "]) {
    const at = window.lastIndexOf(mark);
    if (at > room / 2) return at + mark.length;
  }
  // A surrogate pair must not be cut in two.
  return /[\ud800-\udbff]$/.test(window) ? room - 1 : room;
}

function toChunk(session: SessionId, draft: Draft, next: number | undefined): Chunk {
  const { ordinal, lane, previous, text, personLength, atMs, cwd, from, to } = draft;
  const isPersons = personLength === text.length;
  return {
    id: chunkId(session, ordinal),
    session,
    ordinal,
    ...(previous === undefined ? {} : { previous: chunkId(session, previous) }),
    ...(next === undefined ? {} : { next: chunkId(session, next) }),
    ...(atMs === undefined ? {} : { atMs }),
    ...(cwd === undefined ? {} : { cwd }),
    // Clean parts, joined by empty lines.
    text: text as Clean,
    pieces: draft.pieces,
    personLength,
    files: [...draft.files],
    trust: lane === "tool" ? "tool" : isPersons ? "person" : "agent",
    span: { from, to },
  };
}
