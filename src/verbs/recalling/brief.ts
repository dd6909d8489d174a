/** The brief for a prompt: gathers candidates, has lines chosen within the budget, and saves the receipt. */
import { type Brief, type BriefLine, type BriefOptions, type Candidates, layers } from "../../brief/layers.ts";
import type { ReadContext } from "../../context/call-context.ts";
import type { Kept, Match, Omission, Query, Search } from "../../core/ports.ts";
import { type RecordType, TYPES } from "../../core/record/record.ts";
import type { Meaning } from "../../core/search/search-hits.ts";
import type { Coin } from "../../core/session/hold-out.ts";
import { freshNonce } from "../../core/text/marker.ts";
import { isOnPath, isOver, uncrowded, withoutShadowed } from "../../recall/recall.ts";
import { staleCheck } from "../records/record-view.ts";
import { saveReceipt } from "./save-receipt.ts";

export type BriefAsk = {
  /** Without one, the strongest records are chosen. */
  readonly prompt?: string;
  /** The file being worked on, relative to the project's root. */
  readonly file?: string;
  /** Records that it was given before are not given again. */
  readonly session?: string;
  /** Records that the session was given in another way. */
  readonly known?: ReadonlySet<string>;
  readonly budget?: number;
  /** How the coin fell for the session; one that is held out gets nothing, and the receipt says what it would have been. */
  readonly coin?: Coin | undefined;
  /** For text that must be reproducible; default: random. */
  readonly nonce?: string | undefined;
};

export type BriefAnswer = Omit<Brief, "lines"> & {
  readonly budget: number;
  readonly lines: readonly Omit<BriefLine, "strength" | "tokens" | "from">[];
  readonly receipt: string;
};

const RULES: readonly RecordType[] = ["policy", "architecture", "preference"];
const TOPICAL = TYPES.filter((type) => type !== "workflow");
const WORKFLOWS = 12;
/** Rules that nobody accepted are listed in the receipt, up to this many. */
const MOST_PENDING = 5;

export async function brief(call: ReadContext, ask: BriefAsk): Promise<BriefAnswer> {
  const { config, clock } = call;
  const { session, budget = config["brief.budget"] } = ask;
  const query = ask.prompt?.trim() ?? "";
  const at = { nowMs: clock(), halfLifeDays: config["decay.halfLifeDays"] };
  const given = new Set([...(ask.known ?? []), ...(session === undefined ? [] : await call.journal.given(session))]);
  const failing = staleCheck(call);
  const meaning = query === "" ? undefined : await call.meaningOf?.(query);
  const asked = { query, meaning, file: ask.file, at, failing, most: mostLines(budget), given };
  const gathered = await gather(call.search, asked);
  const { text, tokens, lines, ...chosen } = layers(gathered.candidates, {
    budget,
    threshold: config["brief.threshold"],
    nonce: ask.nonce ?? freshNonce(call.random),
    at,
    given,
    hasPrompt: query !== "",
    retracted: await noLongerTrue(call, given, failing),
    failing,
    successes: call.successesOf ?? (() => 0),
  });
  const named = new Set(chosen.omitted.map(({ id }) => id));
  const omitted = [...gathered.omitted.filter(({ id }) => !named.has(id)), ...chosen.omitted];
  if (ask.coin?.heldOut === true)
    return withheld(call, {
      ask,
      budget,
      omitted: [...lines.map(({ id }) => ({ id, reason: "held out" as const })), ...omitted],
    });
  const included = lines.map(({ id, relevance, tokens, layer, strength, score }) => {
    return { id, relevance, tokens, layer, strength, score };
  });
  const account = { query: ask.prompt ?? "", budget, tokens, included, omitted, ...coinOf(ask) };
  const receipt = await saveReceipt(call, account, session);
  const shown = lines.map(({ strength: _, tokens: __, from: ___, ...line }) => line);
  return { text, tokens, budget, lines: shown, omitted, receipt };
}

type Withheld = Pick<BriefAnswer, "budget" | "omitted"> & { readonly ask: BriefAsk };

/** Nothing for the session; the receipt says what it would have been. */
async function withheld(call: ReadContext, { ask, budget, omitted }: Withheld): Promise<BriefAnswer> {
  const account = { query: ask.prompt ?? "", budget, tokens: 0, included: [], omitted, ...coinOf(ask) };
  const receipt = await saveReceipt(call, account, ask.session);
  return { text: "", tokens: 0, budget, lines: [], omitted, receipt };
}

const coinOf = ({ coin }: BriefAsk): { readonly coin?: Coin } => (coin === undefined ? {} : { coin });

/** Records that this session was given and that are stale, archived, expired or superseded since. */
async function noLongerTrue(
  call: ReadContext,
  given: ReadonlySet<string>,
  failing: BriefOptions["failing"],
): Promise<BriefOptions["retracted"]> {
  if (given.size === 0) return [];
  const found = await call.search.doubtful([...given], call.clock());
  return found.flatMap((kept): BriefOptions["retracted"] => {
    const { status, statusReason } = kept.record;
    if (status === "active" && isOver(kept.record, call.clock()))
      return [{ kept, against: { reason: "archived", why: `expired on ${kept.record.expires}` } }];
    if (status !== "active")
      return [{ kept, against: { reason: status, ...(statusReason !== undefined && { why: statusReason }) } }];
    const why = failing(kept);
    return why === undefined ? [] : [{ kept, against: { reason: "no longer true", why } }];
  });
}

/** More lines than fit: the shortest takes about 25 tokens. */
function mostLines(budget: number): number {
  return Math.min(200, Math.max(12, Math.ceil(budget / 25)));
}

type Gathering = Pick<BriefOptions, "at" | "failing" | "given"> & {
  readonly query: string;
  readonly meaning: Meaning | undefined;
  readonly file: string | undefined;
  /** The limit of each search. */
  readonly most: number;
};

async function gather(
  search: Search,
  { query, meaning, file, at, failing, most, given }: Gathering,
): Promise<{ candidates: Candidates; omitted: Omission[] }> {
  const rules = { types: RULES, priorities: ["critical", "high"], byPriority: true, at } as const;
  const ofPerson = { ...rules, fromPerson: true, limit: most } as const;
  const strongest = await search.strongest(ofPerson);
  // If all of them were given before, the next ones follow.
  const isPast = strongest.length === most && strongest.every(({ record }) => given.has(record.id));
  const always = [
    ...strongest,
    ...(isPast ? await search.strongest({ ...ofPerson, except: given }) : []),
    ...(await search.strongest({ ...rules, limit: MOST_PENDING, pending: true })),
  ];
  // A record that is listed as a rule is not listed as related too.
  const read = new Set(always.map(({ record }) => record.id));
  const all = {
    always,
    scoped: file === undefined ? [] : await search.boundTo(file, most),
    ...(query === ""
      ? {
          related: asStrong(await search.strongest({ types: TOPICAL, limit: most, read, at })),
          workflows: asStrong(await search.strongest({ types: ["workflow"], limit: WORKFLOWS, at })),
        }
      : await matching(search, { text: query, meaning, limit: most })),
  };
  const found: Match[] = [...asStrong(all.always), ...asStrong(all.scoped), ...all.related, ...all.workflows];
  const current = { ...(file !== undefined && { path: file }), nowMs: at.nowMs, failing };
  const shadowed = new Set((await withoutShadowed(found, current, search)).shadowed.map(({ kept }) => kept.record.id));
  const reasonOf = ({ record }: Kept): Omission["reason"] | undefined => {
    if (shadowed.has(record.id)) return "shadowed";
    if (isOver(record, at.nowMs)) return "archived";
    // A record bound to paths applies only to files on them.
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

/** One search for all types, and another for workflows if there may be more. Archived ones are found for the receipt. */
async function matching(
  search: Search,
  asked: Pick<Query, "text" | "meaning" | "limit">,
): Promise<{ related: readonly Match[]; workflows: readonly Match[] }> {
  const { limit } = asked;
  const query = { ...asked, statuses: ["active", "archived"] } as const;
  const found = await uncrowded(query, search);
  const workflows = found.filter(({ kept }) => kept.record.type === "workflow");
  const isEnough = found.length < limit || workflows.length >= WORKFLOWS / 4;
  return {
    related: found.filter(({ kept }) => kept.record.type !== "workflow"),
    workflows: isEnough ? workflows : await uncrowded({ ...query, types: ["workflow"], limit: WORKFLOWS }, search),
  };
}
