/** Answers a question from memory: finds matches, checks them against the repository, fits the budget and saves a receipt. */
import { fit, mayEnterPrompt, pieceOf, plain, promptBlock, snippets } from "../../brief/render.ts";
import type { ReadContext } from "../../context/call-context.ts";
import type { Kept, Match, Omission, Piece, Receipt } from "../../core/ports.ts";
import { screen } from "../../core/screen/clean.ts";
import { cleanInvisible } from "../../core/screen/invisible.ts";
import { freshNonce } from "../../core/text/marker.ts";
import { type Question, recall } from "../../recall/recall.ts";
import { FLOOR } from "../../recall/weights.ts";
import { type RecordView, staleCheck, viewOf } from "../records/record-view.ts";

export type RecallFormat = "snippets" | "prompt" | "json";
export type RecallAsk = Partial<Omit<Question, "text" | "nowMs">> & {
  readonly query: string;
  readonly format: RecallFormat;
  readonly budget?: number;
  /** The session that the use counts for; default: the one the memory was opened for. */
  readonly session?: string;
};

export type RecallResult = Pick<Piece, "kind" | "id" | "text" | "relevance" | "source" | "stale"> & {
  /** The id of a later result about the same thing. */
  readonly newer?: string;
  readonly record?: RecordView;
};
export type RecallAnswer = {
  readonly query: string;
  readonly text: string;
  readonly results: readonly RecallResult[];
  readonly receipt: string;
};

export async function recalled(call: ReadContext, ask: RecallAsk): Promise<RecallAnswer> {
  const { query, format, session, budget = call.config["recall.budget"], ...filters } = ask;
  const { limit = call.config["recall.limit"], archived = false, types, scopes, sinceMs } = filters;
  const question: Question = { ...filters, text: query, archived, nowMs: call.clock(), limit };
  const { matches, omitted } = await recall(question, call.search);
  const { inside, outside } = forFormat(withStale(matches, staleCheck(call)), format);
  // Episodes, tickets and sessions have neither type nor scope.
  const isForRecords = types !== undefined || scopes !== undefined || sinceMs !== undefined;
  const others = isForRecords ? [] : await otherMatches(call, { query, format, limit, unaccepted: filters.unaccepted });
  const { pieces, belowFloor } = aboveFloor(ranked([...inside.map(pieceOf), ...others]).slice(0, limit));
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
      omitted: [...omitted, ...outside, ...belowFloor, ...fitted.omitted],
    },
    session,
  );
  return { query: cleanInvisible(query), text: fitted.text, results: fitted.pieces.map(resultFor(call)), receipt };
}

/** The query may contain a secret, so it is screened; the beginning of a long document is enough. */
export async function saveReceipt(
  call: ReadContext,
  { query, ...receipt }: Omit<Receipt, "id" | "atMs">,
  session: string | undefined,
): Promise<string> {
  const id = call.newId("rcp");
  const screened = screen(query, { privatePatterns: call.config["capture.private"] }).text.slice(0, QUERY_CHARS);
  await call.journal.append({ id, atMs: call.clock(), query: screened, ...receipt }, session);
  return id;
}

const QUERY_CHARS = 2000;

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
): Promise<readonly Piece[]> {
  const found = (await call.otherMatches?.({ text: query, limit, unaccepted })) ?? [];
  // Text from tools and from outside is for people; it must not enter a prompt.
  return format === "prompt" ? found.filter(({ trust }) => trust === "person" || trust === "agent") : found;
}

/** Stale results stay last, however relevant. */
function ranked(pieces: readonly Piece[]): readonly Piece[] {
  return pieces.toSorted(
    (a, b) => Number(a.stale !== undefined) - Number(b.stale !== undefined) || b.relevance - a.relevance,
  );
}

/** If even the best result is unlikely to be right, nothing is found. */
function aboveFloor(pieces: readonly Piece[]): { pieces: readonly Piece[]; belowFloor: readonly Omission[] } {
  if (pieces.some(({ relevance }) => relevance >= FLOOR)) return { pieces, belowFloor: [] };
  const belowFloor = pieces.map(({ id }): Omission => ({ id, reason: "below threshold" }));
  return { pieces: [], belowFloor };
}

function resultFor(call: ReadContext) {
  return ({ kept, label: _, trust: __, tokens: ___, atMs: ____, newer, ...piece }: Piece): RecallResult => ({
    ...piece,
    ...(newer !== undefined && { newer: newer.id }),
    ...(kept !== undefined && { record: viewOf(kept, call) }),
  });
}
