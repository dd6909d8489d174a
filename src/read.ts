/** The reading verbs: what every face may ask without changing anything. */
import { fit, mayEnterPrompt, pieceOf, plain, promptBlock, snippets } from "./brief/render.ts";
import { type Clock, isoTime } from "./core/base/clock.ts";
import type { Config } from "./core/base/config.ts";
import { OldhandError } from "./core/base/error.ts";
import type { RandomBytes } from "./core/base/hash.ts";
import type { NewId } from "./core/base/id.ts";
import type { Filter, Journal, Kept, Match, Omission, Piece, Receipt, Records, Search } from "./core/ports.ts";
import type { ProjectRef } from "./core/project/project.ts";
import type { Category, MemoryRecord, RecordId, RecordType, Scope, Status } from "./core/record/record.ts";
import { categoryOf } from "./core/record/record.ts";
import { strength } from "./core/record/strength.ts";
import { cleanInvisible } from "./core/screen/invisible.ts";
import { freshNonce } from "./core/text/marker.ts";
import { type Question, recall } from "./recall/recall.ts";
import { asked, type BriefAnswer, type BriefAsk, brief, checker } from "./verbs/briefing.ts";
import { type KnownFixAsk, knownFix } from "./verbs/known-fix.ts";

export type ReadHouse = {
  readonly clock: Clock;
  readonly config: Config;
  readonly project: ProjectRef | undefined;
  readonly search: Search;
  readonly get: Records["get"];
  readonly journal: Journal;
  readonly newId: NewId;
  readonly random: RandomBytes;
  /** How sure a habit is by what was counted until now; absent where nothing can be counted. */
  readonly confidenceOf?: (record: MemoryRecord) => number;
  /** How often a workflow went well; absent where no runs are kept. */
  readonly successesOf?: (id: RecordId) => number;
  /** When a record was first seen to be untrue; notes it where it was not. */
  readonly staleSince?: (id: RecordId, why: string) => number;
  readonly holdAgain?: (ids: readonly RecordId[]) => void;
  /** What words find beside records; absent where only records are at hand. */
  readonly besides?: (text: string, limit: number) => readonly Piece[] | Promise<readonly Piece[]>;
};

/** A record as every face shows it. */
export type RecordView = MemoryRecord & {
  readonly projectRoot?: string;
  readonly strength: number;
  readonly reinforcement: number;
  readonly file: string;
  /** Why it no longer agrees with the repository, and since when that is known. */
  readonly stale?: { readonly why: string; readonly since: string };
};

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

export type ListAsk = {
  readonly types?: readonly RecordType[];
  readonly category?: Category;
  readonly scopes?: readonly Scope[];
  readonly status: Status | "all";
  /** Only what no longer agrees with the repository. */
  readonly stale?: boolean;
  /** That many of those made last; left out, all. */
  readonly newest?: number;
};

const MOST_SCOPED = 100;

export type Reading = ReturnType<typeof reading>;

export function reading(house: ReadHouse) {
  const view = (kept: Kept): RecordView => viewOf(kept, house);
  return {
    async recall(ask: RecallAsk): Promise<RecallAnswer> {
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
        results: fitted.pieces.map((piece) => resultOf(piece, view)),
        receipt: receipt.id,
      };
    },

    brief: (ask: BriefAsk): Promise<BriefAnswer> => brief(house, ask),
    knownFix: (ask: KnownFixAsk): Promise<string> => knownFix(house, ask),

    /** What paths bind to a file, relative to the project's root. */
    async semanticScoped(file: string): Promise<readonly RecordView[]> {
      return (await house.search.boundTo(file, MOST_SCOPED)).map(view);
    },

    async get(id: string): Promise<RecordView> {
      return view(await keptOf(house, id));
    },

    async list(ask: ListAsk): Promise<readonly RecordView[]> {
      const filter: Filter & { newest?: number } = {
        ...(ask.types !== undefined && { types: ask.types }),
        ...(ask.scopes !== undefined && { scopes: ask.scopes }),
        ...(ask.status !== "all" && { statuses: [ask.status] }),
        ...(ask.newest !== undefined && { newest: ask.newest }),
      };
      const kept = await house.search.where(filter);
      const shelved = kept.filter(
        ({ record: { type } }) => ask.category === undefined || categoryOf(type) === ask.category,
      );
      return ask.stale === true ? staleAmong(house, shelved) : shelved.map(view);
    },

    async why(id?: string): Promise<Receipt> {
      const receipt = await house.journal.get(id);
      if (receipt !== undefined) return receipt;
      throw new OldhandError(
        "not-found",
        id === undefined ? "Nothing was recalled yet, so there is no receipt." : `There is no receipt ${id}.`,
      );
    },

    config: house.config,
    project: house.project,
  };
}

/** The first time that it is seen is when it became untrue, as far as anybody knows. */
function staleAmong(house: ReadHouse, kept: readonly Kept[]): RecordView[] {
  const failing = checker(house);
  const checked = kept.map((one) => ({ one, why: failing(one) }));
  const holding = checked.filter(({ one, why }) => why === undefined && one.record.verify !== undefined);
  if (holding.length > 0) house.holdAgain?.(holding.map(({ one }) => one.record.id));
  return checked.flatMap(({ one, why }) => {
    if (why === undefined) return [];
    const since = isoTime(house.staleSince?.(one.record.id, why) ?? house.clock());
    return [{ ...viewOf(one, house), stale: { why, since } }];
  });
}

/** Finds the record that a whole or shortened id means; says so where it means none or more than one. */
export async function keptOf(house: Pick<ReadHouse, "search" | "get">, id: string): Promise<Kept> {
  const part = id.trim().toLowerCase();
  if (!/^[a-z0-9_]{1,40}$/.test(part))
    throw new OldhandError(
      "not-found",
      `${JSON.stringify(id)} is no record id. Ids look like rec_… and stand in \`oldhand record list\`.`,
    );
  const whole = await house.get(part);
  if (whole !== undefined) return whole;
  const like = [...new Set([...(await house.search.idsLike(part)), ...(await house.search.idsLike(`rec_${part}`))])];
  if (like.length > 1)
    throw new OldhandError(
      "ambiguous",
      `${part} fits ${like.length === 10 ? "10 or more" : like.length} records: ${like.slice(0, 3).join(", ")}. Give more of the id.`,
    );
  const only = like[0] === undefined ? undefined : await house.get(like[0]);
  if (only === undefined)
    throw new OldhandError(
      "not-found",
      `There is no record ${part} here. \`oldhand record list --status all\` shows what there is.`,
    );
  return only;
}

export function viewOf(
  { record, file, reinforcement, lastUsedMs }: Kept,
  { clock, config, project, confidenceOf }: Pick<ReadHouse, "clock" | "config" | "project" | "confidenceOf">,
): RecordView {
  const now = { nowMs: clock(), halfLifeDays: config["decay.halfLifeDays"] };
  return {
    ...record,
    ...(record.habit !== undefined && confidenceOf !== undefined && { confidence: confidenceOf(record) }),
    ...(record.scope === "project" && project !== undefined && { projectRoot: project.root }),
    strength: Math.round(strength(record.type, { lastUsedMs, reinforcement }, now) * 1000) / 1000,
    reinforcement,
    file,
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
