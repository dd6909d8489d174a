/** Answers a question from memory: finds, holds it against the repository, fits it into its budget, and keeps the receipt. */
import { fit, mayEnterPrompt, pieceOf, plain, promptBlock, snippets } from "../../brief/render.ts";
import type { ReadHouse } from "../../context/call-context.ts";
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

export async function recalled(house: ReadHouse, ask: RecallAsk): Promise<RecallAnswer> {
  const { matches, omitted } = await recall(questionOf(ask, house), house.search);
  const { inside, outside } = forFormat(checkedAgainst(matches, checker(house)), ask.format);
  const pieces = ranked(
    [...inside.map(pieceOf), ...(await besides(house, ask))],
    ask.limit ?? house.config["recall.limit"],
  );
  const fitted = fit(pieces, formOf(ask.format, house), ask.budget ?? house.config["recall.budget"]);
  const receipt = receiptOf(house, ask, { ...fitted, omitted: [...omitted, ...outside, ...fitted.omitted] });
  await house.journal.append(receipt, ask.session);
  return {
    query: cleanInvisible(ask.query),
    text: fitted.text,
    results: fitted.pieces.map((piece) => resultOf(piece, (kept) => viewOf(kept, house))),
    receipt: receipt.id,
  };
}

function questionOf(ask: RecallAsk, house: ReadHouse): Question {
  return {
    text: ask.query,
    ...(ask.types !== undefined && { types: ask.types }),
    ...(ask.scopes !== undefined && { scopes: ask.scopes }),
    ...(ask.sinceMs !== undefined && { sinceMs: ask.sinceMs }),
    ...(ask.path !== undefined && { path: ask.path }),
    archived: ask.archived ?? false,
    nowMs: house.clock(),
    limit: ask.limit ?? house.config["recall.limit"],
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

function formOf(format: RecallFormat, house: ReadHouse) {
  if (format === "snippets") return snippets;
  return format === "prompt" ? promptBlock(freshNonce(house.random)) : plain;
}

/** Episodes and what else is kept beside records; they have no type, so they are left out where one was asked for. */
async function besides(
  house: ReadHouse,
  { query, types, scopes, sinceMs, limit, format }: RecallAsk,
): Promise<readonly Piece[]> {
  if (house.besides === undefined || types !== undefined || scopes !== undefined || sinceMs !== undefined) return [];
  const found = await house.besides(query, limit ?? house.config["recall.limit"]);
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

function receiptOf(house: ReadHouse, ask: RecallAsk, { pieces, omitted, tokens }: Account): Receipt {
  return {
    id: house.newId("rcp"),
    atMs: house.clock(),
    query: asked(ask.query, house),
    budget: ask.budget ?? house.config["recall.budget"],
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
