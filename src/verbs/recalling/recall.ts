/** Answers a question from memory: finds matches, checks them against the repository, fits the budget and saves a receipt. */
import { fit, mayEnterPrompt, pieceOf, plain, promptBlock, snippets } from "../../apply/render.ts";
import type { Kept, Match, Omission, Piece } from "../../core/ports.ts";
import type { ProjectId } from "../../core/record/record.ts";
import { cleanInvisible } from "../../core/screen/invisible.ts";
import { freshNonce } from "../../core/text/marker.ts";
import { type Question, recall } from "../../search/recall.ts";
import { FLOOR, LEAST_SHARE } from "../../search/weights.ts";
import type { OtherFound, ReadContext } from "../call/call-context.ts";
import { type RecordView, staleCheck, viewOf } from "../record/kept/record-view.ts";
import { saveReceipt } from "./save-receipt.ts";

/** The most tokens and results of one recall, unless the call says otherwise. */
const BUDGET_TOKENS = 2000;
const LIMIT = 10;

export type RecallFormat = "snippets" | "prompt" | "json";
export type RecallAsk = Partial<Omit<Question, "text" | "nowMs">> & {
  readonly query: string;
  readonly format: RecallFormat;
  readonly budget?: number;
  /** Across all projects of this person. */
  readonly everywhere?: boolean;
  /** The session that the use counts for; default: the one the memory was opened for. */
  readonly session?: string;
};

export type RecallResult = Pick<Piece, "kind" | "id" | "text" | "relevance" | "source" | "stale"> & {
  /** The id of a later result about the same thing. */
  readonly newer?: string;
  /** Across all projects: where it is from; absent if it belongs to no project. */
  readonly project?: { readonly id: ProjectId; readonly name: string };
  readonly record?: RecordView;
};
export type RecallAnswer = {
  readonly query: string;
  readonly text: string;
  readonly results: readonly RecallResult[];
  readonly receipt: string;
  /** Why something may be missing: the index is being completed, or the embedder cannot be used. */
  readonly note?: string;
};

export async function recalled(call: ReadContext, ask: RecallAsk): Promise<RecallAnswer> {
  const { query, format, session, budget = BUDGET_TOKENS } = ask;
  const { pieces, omitted, note } = await found(call, ask);
  const fitted = fit(call.newestFirst?.(pieces, query) ?? pieces, formOf(format, call), budget);
  const receipt = await saveReceipt(
    call,
    {
      query,
      budget,
      tokens: fitted.tokens,
      included: fitted.pieces.map(({ id, relevance, tokens, stale }) => ({
        ...{ id, relevance, tokens },
        ...(stale !== undefined && { stale }),
      })),
      omitted: [...omitted, ...fitted.omitted],
    },
    session,
  );
  return {
    ...{ query: cleanInvisible(query), text: fitted.text, results: fitted.pieces.map(resultFor(call)), receipt },
    ...(note !== undefined && { note }),
  };
}

/** The matches of a question, the best first. */
export async function found(
  call: ReadContext,
  { query, format, ...filters }: RecallAsk,
): Promise<{ pieces: readonly Piece[]; omitted: readonly Omission[]; note?: string }> {
  const { limit = LIMIT, archived = false, types, scopes, sinceMs } = filters;
  const meaning = await call.meaningOf?.(query);
  const question: Question = { ...filters, text: query, archived, nowMs: call.clock(), limit, meaning };
  const { matches, omitted } = await recall(question, call.search);
  const { inside, outside } = forFormat(withStale(matches, staleCheck(call)), format);
  // Episodes, tickets and sessions have neither type nor scope.
  const isForRecords = types !== undefined || scopes !== undefined || sinceMs !== undefined;
  const others = isForRecords
    ? { pieces: [] }
    : await otherMatches(call, { query, format, limit, unaccepted: filters.unaccepted });
  const best = ranked([...inside.map(pieceOf), ...others.pieces]).slice(0, limit);
  const { pieces, belowFloor } = aboveFloor(best, meaning !== undefined || others.isByMeaning === true);
  return {
    pieces: pieces.map(withProjectName(call)),
    omitted: [...omitted, ...outside, ...belowFloor],
    ...(others.note !== undefined && { note: others.note }),
  };
}

/** Across all projects, a result says which one it is from. */
function withProjectName({ projectAt }: ReadContext): (piece: Piece) => Piece {
  return (piece) => {
    const name = piece.project === undefined ? undefined : projectAt?.(piece.project)?.name;
    return name === undefined ? piece : { ...piece, label: `${piece.label}, in ${name}` };
  };
}

/** Prompts get only records that may enter one; people and programs see the others too, with their label. */
function forFormat(
  matches: readonly Match[],
  format: RecallFormat,
): { inside: readonly Match[]; outside: readonly Omission[] } {
  if (format !== "prompt") return { inside: matches, outside: [] };
  const outside = matches.filter(({ kept, stale }) => stale !== undefined || !mayEnterPrompt(kept.record));
  return {
    inside: matches.filter((match) => !outside.includes(match)),
    outside: outside.map(({ kept: { record }, stale }) =>
      stale === undefined
        ? { id: record.id, reason: record.status === "active" ? "not accepted" : record.status }
        : { id: record.id, reason: "no longer true", why: stale },
    ),
  };
}

/** Marks records that no longer agree with the repository. */
function withStale(matches: readonly Match[], failing: (kept: Kept) => string | undefined): readonly Match[] {
  return matches.map((match): Match => {
    const stale = failing(match.kept);
    return stale === undefined ? match : { ...match, stale };
  });
}

function formOf(format: RecallFormat, call: ReadContext) {
  if (format === "snippets") return snippets;
  return format === "prompt" ? promptBlock(freshNonce(call.random)) : plain;
}

async function otherMatches(
  call: ReadContext,
  {
    query,
    format,
    limit,
    unaccepted,
  }: Required<Pick<RecallAsk, "query" | "format" | "limit">> & {
    readonly unaccepted: Question["unaccepted"];
  },
): Promise<OtherFound> {
  const found = (await call.otherMatches?.({ text: query, limit, unaccepted })) ?? { pieces: [] };
  if (format !== "prompt") return found;
  // Text from tools and from outside is for people; it must not enter a prompt.
  return { ...found, pieces: found.pieces.filter(({ trust }) => trust === "person" || trust === "agent") };
}

/** Stale results stay last, however relevant. */
function ranked(pieces: readonly Piece[]): readonly Piece[] {
  return pieces.toSorted(
    (a, b) => Number(a.stale !== undefined) - Number(b.stale !== undefined) || b.relevance - a.relevance,
  );
}

const FLOOR_OF: Readonly<Partial<Record<Piece["kind"], keyof typeof FLOOR>>> = { chunk: "units", command: "commands" };

/** If even the best result is unlikely to be right, nothing is found. */
function aboveFloor(
  pieces: readonly Piece[],
  isByMeaning: boolean,
): { pieces: readonly Piece[]; belowFloor: readonly Omission[] } {
  const isAbove = ({ kind, relevance }: Piece): boolean =>
    relevance >= FLOOR[FLOOR_OF[kind] ?? "entries"][isByMeaning ? "meaning" : "words"];
  const isFound = pieces.some(isAbove);
  const least = LEAST_SHARE * Math.max(0, ...pieces.map(({ relevance }) => relevance));
  const isShown = (piece: Piece): boolean => isFound && (!isByMeaning || (isAbove(piece) && piece.relevance >= least));
  const belowFloor = pieces
    .filter((piece) => !isShown(piece))
    .map(({ id }): Omission => ({ id, reason: "below threshold" }));
  return { pieces: pieces.filter(isShown), belowFloor };
}

function resultFor(call: ReadContext) {
  return ({
    kept,
    label: _,
    trust: __,
    tokens: ___,
    atMs: ____,
    newer,
    project: id,
    ...piece
  }: Piece): RecallResult => {
    const project = id === undefined ? undefined : call.projectAt?.(id);
    return {
      ...piece,
      ...(newer !== undefined && { newer: newer.id }),
      ...(id !== undefined && project !== undefined && { project: { id, name: project.name } }),
      ...(kept !== undefined && { record: viewOf(kept, call) }),
    };
  };
}
