/** The brief for a prompt: gathers what may stand in it, has it chosen, and keeps the receipt. */
import {
  type Brief,
  type BriefLine,
  type BriefOptions,
  type Candidates,
  includedIn,
  layers,
} from "../../brief/layers.ts";
import type { ReadContext } from "../../context/call-context.ts";
import type { Kept, Match, Omission, Receipt, Search } from "../../core/ports.ts";
import { type RecordType, TYPES } from "../../core/record/record.ts";
import { screen } from "../../core/screen/clean.ts";
import { freshNonce } from "../../core/text/marker.ts";
import { isOnPath, isOver, uncrowded, withoutShadowed } from "../../recall/recall.ts";
import { checker } from "../records/find-stale.ts";

export type BriefAsk = {
  /** Without one, everything is as relevant as it is strong. */
  readonly prompt?: string;
  /** The file at hand, relative to the project's root. */
  readonly file?: string;
  /** What was told in it is not told again. */
  readonly session?: string;
  /** Known to that session in another way. */
  readonly known?: ReadonlySet<string>;
  readonly budget?: number;
  /** For text that has to come out the same again; else nobody could have foreseen it. */
  readonly nonce?: string | undefined;
};

export type BriefAnswer = {
  readonly text: string;
  readonly tokens: number;
  readonly budget: number;
  readonly lines: readonly Omit<BriefLine, "strength" | "tokens" | "from">[];
  readonly omitted: readonly Omission[];
  readonly receipt: string;
};

const RULES: readonly RecordType[] = ["policy", "architecture", "preference"];
const TOPICAL = TYPES.filter((type) => type !== "workflow");
const WORKFLOWS = 12;
/** Of the rules that nobody accepted, as many as a receipt needs to tell that there are some. */
const WAITING = 5;

export async function brief(call: ReadContext, ask: BriefAsk): Promise<BriefAnswer> {
  const { config, clock } = call;
  const at = { nowMs: clock(), halfLifeDays: config["decay.halfLifeDays"] };
  const budget = ask.budget ?? config["brief.budget"];
  const told = new Set([
    ...(ask.known ?? []),
    ...(ask.session === undefined ? [] : await call.journal.given(ask.session)),
  ]);
  const failing = checker(call);
  const { candidates, omitted } = await gathered(call, ask, { at, failing, most: mostLines(budget), told });
  const chosen = layers(candidates, {
    budget,
    threshold: config["brief.threshold"],
    nonce: ask.nonce ?? freshNonce(call.random),
    at,
    given: told,
    hasPrompt: wordsOf(ask) !== "",
    retracted: await noLongerTrue(call, told, failing),
    failing,
    successes: call.successesOf ?? (() => 0),
  });
  const known = new Set(chosen.omitted.map(({ id }) => id));
  const whole: Brief = { ...chosen, omitted: [...omitted.filter(({ id }) => !known.has(id)), ...chosen.omitted] };
  const receipt = receiptOf(call, { ask, budget, brief: whole });
  await call.journal.append(receipt, ask.session);
  const lines = whole.lines.map(({ strength: _, tokens: __, from: ___, ...line }) => line);
  return { text: whole.text, tokens: whole.tokens, budget, lines, omitted: whole.omitted, receipt: receipt.id };
}

type TakenBack = BriefOptions["retracted"][number];

/** What this session was told and what has become untrue, been put aside or replaced since. */
async function noLongerTrue(
  call: ReadContext,
  told: ReadonlySet<string>,
  failing: (kept: Kept) => string | undefined,
): Promise<TakenBack[]> {
  if (told.size === 0) return [];
  const found = await call.search.doubtful([...told], call.clock());
  return found.flatMap((kept): TakenBack[] => {
    const { status, statusReason } = kept.record;
    if (status === "active" && isOver(kept.record, call.clock()))
      return [{ kept, against: { reason: "archived", why: `expired on ${kept.record.expires}` } }];
    if (status !== "active")
      return [{ kept, against: { reason: status, ...(statusReason !== undefined && { why: statusReason }) } }];
    const why = failing(kept);
    return why === undefined ? [] : [{ kept, against: { reason: "no longer true", why } }];
  });
}

/** More lines than the budget can hold: the shortest takes some twenty-five tokens. */
function mostLines(budget: number): number {
  return Math.min(200, Math.max(12, Math.ceil(budget / 25)));
}

type GatherOptions = {
  readonly at: { readonly nowMs: number; readonly halfLifeDays: number };
  readonly failing: (kept: Kept) => string | undefined;
  readonly most: number;
  readonly told: ReadonlySet<string>;
};

async function gathered(
  call: ReadContext,
  ask: BriefAsk,
  { at, failing, most, told }: GatherOptions,
): Promise<{ candidates: Candidates; omitted: Omission[] }> {
  const { search } = call;
  const { file } = ask;
  const words = wordsOf(ask);
  const rules = { types: RULES, priorities: ["critical", "high"], byPriority: true, at } as const;
  const strongest = await search.strongest({ ...rules, limit: most });
  // Where all of them were told, those after them have their turn.
  const isPast = strongest.length === most && strongest.every(({ record }) => told.has(record.id));
  const always = [
    ...strongest,
    ...(isPast ? await search.strongest({ ...rules, limit: most, except: told }) : []),
    ...(await search.strongest({ ...rules, limit: WAITING, waiting: true })),
  ];
  // A rule is told as one, whatever else finds it.
  const read = new Set(always.map(({ record }) => record.id));
  const all = {
    always,
    scoped: file === undefined ? [] : await search.boundTo(file, most),
    ...(words === ""
      ? {
          related: asStrong(await search.strongest({ types: TOPICAL, limit: most, read, at })),
          workflows: asStrong(await search.strongest({ types: ["workflow"], limit: WORKFLOWS, at })),
        }
      : await matching(search, words, most)),
  };
  const found: Match[] = [...asStrong(all.always), ...asStrong(all.scoped), ...all.related, ...all.workflows];
  const standing = { ...(file !== undefined && { path: file }), nowMs: at.nowMs, failing };
  const shadowed = new Set((await withoutShadowed(found, standing, search)).shadowed.map(({ kept }) => kept.record.id));
  const reasonOf = ({ record }: Kept): Omission["reason"] | undefined => {
    if (shadowed.has(record.id)) return "shadowed";
    if (isOver(record, at.nowMs)) return "archived";
    // What is bound to paths speaks only where one of them is at hand.
    return record.paths.length > 0 && (file === undefined || !isOnPath(record, file)) ? "not in scope" : undefined;
  };
  const outside = new Map(
    found.flatMap(({ kept }) => {
      const reason = reasonOf(kept);
      return reason === undefined ? [] : [[kept.record.id, reason] as const];
    }),
  );
  const inside = ({ record }: Kept): boolean => !outside.has(record.id);
  return {
    candidates: {
      always: all.always.filter(inside),
      scoped: asStrong(all.scoped.filter(inside)),
      related: all.related.filter(({ kept }) => inside(kept)),
      workflows: all.workflows.filter(({ kept }) => inside(kept)),
    },
    omitted: [...outside].map(([id, reason]) => ({ id, reason })),
  };
}

function asStrong(kept: readonly Kept[]): Match[] {
  return kept.map((one) => ({ kept: one, relevance: 1, score: 1 }));
}

/**
 * One look for everything, and another for workflows only where there may be more. Archived ones are found as well, so
 * that a receipt can say why they stayed out.
 */
async function matching(
  search: Search,
  text: string,
  limit: number,
): Promise<{ related: readonly Match[]; workflows: readonly Match[] }> {
  const query = { text, statuses: ["active", "archived"], limit } as const;
  const found = await uncrowded(query, search);
  const workflows = found.filter(({ kept }) => kept.record.type === "workflow");
  const isEnough = found.length < limit || workflows.length >= WORKFLOWS / 4;
  return {
    related: found.filter(({ kept }) => kept.record.type !== "workflow"),
    workflows: isEnough ? workflows : await uncrowded({ ...query, types: ["workflow"], limit: WORKFLOWS }, search),
  };
}

function wordsOf({ prompt }: BriefAsk): string {
  return prompt?.trim() ?? "";
}

/** What was asked may hold a secret, and receipts are kept; of a whole document that was asked, its beginning tells. */
export function asked(words: string, { config }: Pick<ReadContext, "config">): string {
  return screen(words, { privatePatterns: config["capture.private"] }).text.slice(0, ASKED_CHARS);
}

const ASKED_CHARS = 2000;

type Account = { readonly ask: BriefAsk; readonly budget: number; readonly brief: Brief };

function receiptOf(call: ReadContext, { ask, budget, brief: whole }: Account): Receipt {
  const { tokens, omitted } = whole;
  return {
    id: call.newId("rcp"),
    atMs: call.clock(),
    query: asked(ask.prompt ?? "", call),
    budget,
    tokens,
    included: includedIn(whole),
    omitted,
  };
}
