/** What applies to a moment here: gathers what is known and has the lines chosen. All that acts takes its lines from this. */

import { mayEnterPrompt } from "../../apply/render.ts";
import { type Applied, type ApplyOptions, type Candidates, NOTHING, whatApplies } from "../../apply/what-applies.ts";
import type { ActMoment, Moment } from "../../core/moment/moment.ts";
import type { Kept, Match, Omission, Query, Search, StrongestAsk } from "../../core/ports.ts";
import { holdsAlways, isOccasionOfPrompt, occasionOf } from "../../core/record/occasion.ts";
import { isRule, TYPES } from "../../core/record/record.ts";
import type { Meaning } from "../../core/search/search-hits.ts";
import { freshNonce } from "../../core/text/marker.ts";
import { isExpired, isOnPath, uncrowded, withoutShadowed } from "../../search/recall.ts";
import type { Passage, PassageAsk, ReadContext } from "../call/call-context.ts";
import { staleCheck } from "../record/kept/record-view.ts";

export type ApplyAsk = {
  /** What it was given before is not given again. */
  readonly session?: string;
  /** What the session was given in another way. */
  readonly known?: ReadonlySet<string>;
  /** What the session was given before its context was compacted: it is given again. */
  readonly again?: ReadonlySet<string>;
  /** Default: the setting `brief.budget`. */
  readonly budget?: number;
  /** Nobody asked for it: without words only the rules fit. */
  readonly isUnasked?: true;
  /** What guards and rules say about an act. Who gives a brief does without: it reads shell lines. */
  readonly constraintsOn?: (moment: ActMoment, session: string | undefined) => Promise<Applied>;
  /** For text that must be reproducible; default: random. */
  readonly nonce?: string | undefined;
};

const RULES = TYPES.filter(isRule);
const TOPICAL = TYPES.filter((type) => type !== "workflow");
const WORKFLOWS = 12;
/** Rules that nobody accepted are listed in the receipt, up to this many. */
const MOST_PENDING = 5;

export async function appliesTo(call: ReadContext, moment: Moment, ask: ApplyAsk = {}): Promise<Applied> {
  if (moment.at === "act") return (await ask.constraintsOn?.(moment, ask.session)) ?? NOTHING;
  if (moment.at === "failure") return (await import("./answer-failure.ts")).fixFor(call, moment, ask);
  const { config, clock } = call;
  const { session, budget = config["brief.budget"] } = ask;
  const query = ((moment.at === "start" ? moment.about : moment.text) ?? "").trim();
  const at = { nowMs: clock(), halfLifeDays: config["decay.halfLifeDays"] };
  const given = new Set([...(ask.known ?? []), ...(session === undefined ? [] : await call.journal.given(session))]);
  const failing = staleCheck(call);
  const meaning = query === "" ? undefined : await call.meaningOf?.(query);
  const file = moment.at === "prompt" ? moment.file : undefined;
  const isBare = moment.at === "start" || ask.isUnasked === true;
  const looked = { query, meaning, file, at, failing, most: mostLines(budget), given, isBare };
  const atStart = moment.at === "start" ? await gatherAtStart(call, looked, ask) : undefined;
  const gathered = atStart ?? (await gather(call.search, looked));
  const passages = [...(atStart?.passages ?? []), ...(await passagesOf(call, { text: query, session, given }))];
  const { omitted, ...applied } = whatApplies(
    moment,
    { ...gathered.candidates, passages },
    {
      budget,
      threshold: config["brief.threshold"],
      nonce: ask.nonce ?? freshNonce(call.random),
      at,
      given,
      retracted: await noLongerTrue(call, given, failing),
      failing,
      successes: call.successesOf ?? (() => 0),
    },
  );
  const named = new Set(omitted.map(({ id }) => id));
  return { ...applied, omitted: [...gathered.omitted.filter(({ id }) => !named.has(id)), ...omitted] };
}

async function passagesOf(
  { config, passagesFor }: ReadContext,
  ask: Omit<PassageAsk, "most">,
): Promise<Candidates["passages"]> {
  const most = config["brief.passages"];
  if (most <= 0 || passagesFor === undefined || ask.text === "") return [];
  return (await passagesFor({ ...ask, most })).map(saidAboutIt);
}

function saidAboutIt({ label, ...passage }: Passage): Candidates["passages"][number] {
  const { id, text } = passage;
  return { ...passage, text: `${text} [${label}; ${id}]`, reason: "was said about the same thing" };
}

/** Where the last session left off, and what was said before the context was compacted. */
async function passagesAtStart(
  { leftOff, passagesAgain, config, get }: ReadContext,
  { session = "", again = new Set() }: ApplyAsk,
  { given, rules }: { readonly given: ReadonlySet<string>; readonly rules: readonly Kept[] },
): Promise<Candidates["passages"]> {
  // What is a rule comes as a rule, now or at its occasion.
  const known = leftOff === undefined ? [] : await Promise.all([...given].filter(isRecord).map(get));
  const told = [...rules.filter(({ record }) => mayEnterPrompt(record)), ...known].flatMap((kept) => kept ?? []);
  const said = told.map(({ record }) => record.text);
  const left = ((await leftOff?.(session, said)) ?? []).filter(({ id }) => !given.has(id));
  const lost = config["brief.passages"] > 0 ? ((await passagesAgain?.([...again])) ?? []) : [];
  return [
    ...left.map(({ label, ...passage }) => ({
      ...passage,
      ...{ text: `${passage.text} [${label}]`, reason: "the last session", isLeftOff: true as const },
    })),
    ...lost.map(saidAboutIt),
  ];
}

/** The rules that always hold, and the records that the session lost. The others come when they fit. */
async function gatherAtStart(
  call: ReadContext,
  looked: Gathering,
  ask: ApplyAsk,
): Promise<Awaited<ReturnType<typeof gather>> & Pick<Candidates, "passages">> {
  const { again = new Set() } = ask;
  const { candidates, omitted } = await gather(call.search, { ...looked, isAny: true });
  const always = candidates.always.filter(({ record }) => holdsAlways(record));
  const [first, others] = [always.slice(0, MOST_AT_START), always.slice(MOST_AT_START)];
  const shown = new Set(first.map(({ record }) => record.id));
  const lost = (await Promise.all([...again].filter((id) => isRecord(id) && !shown.has(id)).map(call.get))).filter(
    (kept) => kept !== undefined,
  );
  const late = candidates.always.filter((kept) => !shown.has(kept.record.id) && !again.has(kept.record.id));
  return {
    candidates: {
      always: first,
      scoped: [],
      related: [...asStrong(lost.filter(({ record }) => record.type !== "workflow")), ...candidates.related],
      workflows: [...asStrong(lost.filter(({ record }) => record.type === "workflow")), ...candidates.workflows],
    },
    passages: await passagesAtStart(call, ask, { given: looked.given, rules: [...candidates.always, ...lost] }),
    omitted: [
      ...omitted,
      ...late.map(
        ({ record }): Omission =>
          others.some((other) => other.record.id === record.id)
            ? { id: record.id, reason: "over limit", why: WHY_FIVE }
            : { id: record.id, reason: "not in scope", why: "it names an occasion" },
      ),
    ],
  };
}

const isRecord = (id: string): boolean => id.startsWith("rec_");

/** A session that begins needs few of them: the others come with the prompt that they fit. */
const MOST_AT_START = 5;
const WHY_FIVE = "a session starts with five rules";

/** Records that this session was given and that are stale, archived, expired or superseded since. */
async function noLongerTrue(
  call: ReadContext,
  given: ReadonlySet<string>,
  failing: ApplyOptions["failing"],
): Promise<ApplyOptions["retracted"]> {
  if (given.size === 0) return [];
  const found = await call.search.doubtful([...given], call.clock());
  return found.flatMap((kept): ApplyOptions["retracted"] => {
    const { status, statusReason } = kept.record;
    if (status === "active" && isExpired(kept.record, call.clock()))
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

type Gathering = Pick<ApplyOptions, "at" | "failing" | "given"> & {
  /** Without words nothing else is looked for. */
  readonly isBare: boolean;
  readonly isAny?: boolean;
  readonly query: string;
  readonly meaning: Meaning | undefined;
  readonly file: string | undefined;
  /** The limit of each search. */
  readonly most: number;
};

async function gather(
  search: Search,
  { query, meaning, file, at, failing, most, given, isBare, isAny = false }: Gathering,
): Promise<{ candidates: Omit<Candidates, "passages">; omitted: Omission[] }> {
  const rules: Omit<StrongestAsk, "limit"> = {
    ...{ types: RULES, byPriority: true, at, ...(!isAny && { priorities: ["critical", "high"] as const }) },
  };
  const ofPerson: StrongestAsk = { ...rules, fromPerson: true, limit: most };
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
    ...(query === "" && isBare
      ? { related: [], workflows: [] }
      : query === ""
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
    if (isExpired(record, at.nowMs)) return "archived";
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
  const fit = new Map(all.related.map(({ kept, relevance }) => [kept.record.id, relevance]));
  const fitOf = ({ record }: Kept): number => {
    // A rule with an occasion is for this occasion only, whatever else its text says.
    if (occasionOf(record.text) !== undefined) return isOccasionOfPrompt(record.text, query) ? OCCASION_FIT : 0;
    const relevance = fit.get(record.id) ?? 0;
    return relevance < LEAST_FIT ? 0 : relevance;
  };
  return {
    candidates: {
      // Those that the prompt is about come first; the others keep their order.
      always: all.always.filter(inside).toSorted((a, b) => fitOf(b) - fitOf(a)),
      scoped: asStrong(all.scoped.filter(inside)),
      related: all.related.filter(({ kept }) => inside(kept)).map(atItsOccasion(query)),
      workflows: all.workflows.filter(({ kept }) => inside(kept)),
    },
    omitted: [...outside].map(([id, reason]) => ({ id, reason })),
  };
}

/** A weaker match is chance. */
const LEAST_FIT = 0.2;

/** Before all that only share words. */
const OCCASION_FIT = 2;

/** A rule whose occasion this is applies for certain. */
function atItsOccasion(query: string): (match: Match) => Match {
  return (match) => {
    const { type, text } = match.kept.record;
    return match.relevance >= LEAST_FIT && isRule(type) && isOccasionOfPrompt(text, query)
      ? { ...match, relevance: 1, score: 1 }
      : match;
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
