/** Answers a question from memory: finds, holds it against the repository, fits it into its budget, and keeps the receipt. */
import { fit, mayEnterPrompt, pieceOf, plain, promptBlock, snippets } from "../../brief/render.ts";
import type { ReadContext } from "../../context/call-context.ts";
import type { Kept, Match, Omission, Piece, Receipt } from "../../core/ports.ts";
import type { RecordType, Scope } from "../../core/record/record.ts";
import { cleanInvisible } from "../../core/screen/invisible.ts";
import { freshNonce } from "../../core/text/marker.ts";
import { type Question, recall } from "../../recall/recall.ts";
import { checker } from "../records/find-stale.ts";
import { type RecordView, viewOf } from "../records/record-view.ts";
import { asked } from "./brief.ts";

export type RecallFormat = "snippets" | "prompt" | "json";
export type RecallAsk = {
  readonly query: string;
  readonly format: RecallFormat;
  readonly types?: readonly RecordType[];
  readonly scopes?: readonly Scope[];
  readonly path?: string;
  readonly sinceMs?: number;
  readonly limit?: number;
  readonly budget?: number;
  readonly archived?: boolean;
  /** Whose use it counts as, where it is not the session that the memory was opened for. */
  readonly session?: string;
};

export type RecallResult = Pick<Piece, "kind" | "id" | "text" | "relevance" | "source" | "stale"> & {
  readonly record?: RecordView;
};
export type RecallAnswer = {
  readonly query: string;
  readonly text: string;
  readonly results: readonly RecallResult[];
  readonly receipt: string;
};

export async function recalled(call: ReadContext, ask: RecallAsk): Promise<RecallAnswer> {
  const { matches, omitted } = await recall(questionOf(ask, call), call.search);
  const { inside, outside } = forFormat(checkedAgainst(matches, checker(call)), ask.format);
  const pieces = ranked(
    [...inside.map(pieceOf), ...(await besides(call, ask))],
    ask.limit ?? call.config["recall.limit"],
  );
  const fitted = fit(pieces, formOf(ask.format, call), ask.budget ?? call.config["recall.budget"]);
  const receipt = receiptOf(call, ask, { ...fitted, omitted: [...omitted, ...outside, ...fitted.omitted] });
  await call.journal.append(receipt, ask.session);
  return {
    query: cleanInvisible(ask.query),
    text: fitted.text,
    results: fitted.pieces.map((piece) => resultOf(piece, (kept) => viewOf(kept, call))),
    receipt: receipt.id,
  };
}

function questionOf(ask: RecallAsk, call: ReadContext): Question {
  return {
    text: ask.query,
    ...(ask.types !== undefined && { types: ask.types }),
    ...(ask.scopes !== undefined && { scopes: ask.scopes }),
    ...(ask.sinceMs !== undefined && { sinceMs: ask.sinceMs }),
    ...(ask.path !== undefined && { path: ask.path }),
    archived: ask.archived ?? false,
    nowMs: call.clock(),
    limit: ask.limit ?? call.config["recall.limit"],
  };
}

/** A prompt takes only what a person stands behind; people and programs see the rest, with its label. */
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

/** What no longer agrees with the repository comes after everything that does, and says so. */
function checkedAgainst(matches: readonly Match[], failing: (kept: Kept) => string | undefined): readonly Match[] {
  const checked = matches.map((match): Match => {
    const stale = failing(match.kept);
    return stale === undefined ? match : { ...match, stale };
  });
  if (checked.every(({ stale }) => stale === undefined)) return matches;
  return [...checked.filter(({ stale }) => stale === undefined), ...checked.filter(({ stale }) => stale !== undefined)];
}

function formOf(format: RecallFormat, call: ReadContext) {
  if (format === "snippets") return snippets;
  return format === "prompt" ? promptBlock(freshNonce(call.random)) : plain;
}

/** Episodes and what else is kept beside records; they have no type, so they are left out where one was asked for. */
async function besides(
  call: ReadContext,
  { query, types, scopes, sinceMs, limit, format }: RecallAsk,
): Promise<readonly Piece[]> {
  if (call.besides === undefined || types !== undefined || scopes !== undefined || sinceMs !== undefined) return [];
  const found = await call.besides(query, limit ?? call.config["recall.limit"]);
  // What came from tools and from outside can be found by a person; a prompt does not take it.
  return format === "prompt" ? found.filter(({ trust }) => trust === "person" || trust === "agent") : found;
}

/** What no longer holds stays last, however well it fits. */
function ranked(pieces: readonly Piece[], limit: number): readonly Piece[] {
  return pieces
    .toSorted((a, b) => Number(a.stale !== undefined) - Number(b.stale !== undefined) || b.relevance - a.relevance)
    .slice(0, limit);
}

function resultOf(
  { kept, label: _, trust: __, tokens: ___, ...piece }: Piece,
  view: (kept: Kept) => RecordView,
): RecallResult {
  return { ...piece, ...(kept !== undefined && { record: view(kept) }) };
}

type Account = { readonly pieces: readonly Piece[]; readonly omitted: readonly Omission[]; readonly tokens: number };

function receiptOf(call: ReadContext, ask: RecallAsk, { pieces, omitted, tokens }: Account): Receipt {
  return {
    id: call.newId("rcp"),
    atMs: call.clock(),
    query: asked(ask.query, call),
    budget: ask.budget ?? call.config["recall.budget"],
    tokens,
    included: pieces.map(({ id, relevance, tokens: own, stale }) => ({
      id,
      relevance,
      tokens: own,
      ...(stale !== undefined && { stale }),
    })),
    omitted,
  };
}
