/** Groups what a person told agents: the same in several sessions is a demand, whatever it looks like. */
import type { ProjectId, Scope } from "../core/record/record.ts";
import type { SaidStatement } from "../core/session/session.ts";
import { contentWords } from "../core/statement/content-words.ts";
import { demands, instructs, negates } from "../core/statement/instructs.ts";
import { compareStatements, type VectorOf } from "../core/statement/says-the-same.ts";
import { needsTheTalk, openingLength } from "../core/statement/stands-alone.ts";

export type Demand = {
  /** The statement that says it best. */
  readonly text: string;
  /** All statements of the group, the earliest first. */
  readonly said: readonly SaidStatement[];
  readonly sessions: number;
  readonly scope: Scope;
  readonly project?: ProjectId;
  /** The other sentences of a text that is always said as a whole, such as the one that opens every session. */
  readonly together: readonly string[];
};

/** What was said in two or more sessions, the most often said first. Without `meaning`, words alone are compared. */
export function repeatedIn(statements: readonly SaidStatement[], meaning?: VectorOf): Demand[] {
  const groups = grouped(statements, meaning).filter((said) => sessionsOf(said) > 1);
  return saidTogether(groups.map(demandOf)).toSorted(
    (a, b) => b.sessions - a.sessions || b.said.at(-1)!.atMs - a.said.at(-1)!.atMs,
  );
}

/** Why a demand is not offered to the person: it is counted all the same. Undefined if it is. */
export function whyNotOffered({ text, sessions, said }: Demand): string | undefined {
  if (said.some(({ isKept }) => isKept)) return "it is kept already";
  const words = text.toLowerCase().replaceAll("’", "'");
  const stated = words.slice(openingLength(words));
  // A file that is mentioned says what is meant.
  if (contentWords(stated).length < LEAST_CONTENT && !MENTION.test(stated)) return "it says too little by itself";
  const lost = needsTheTalk(stated);
  if (lost !== undefined) return lost;
  if (MAKES_ONE.test(stated)) return "it asks for one new thing";
  // A bare order is what every task consists of: it needs a third session.
  const isDemand = negates(stated) || (demands(stated) && !isQuestion(stated));
  if (isDemand) return undefined;
  if (sessions < OTHER_SESSIONS) return "it is no demand, and was said in two sessions only";
  if (isQuestion(stated)) return "it is a question";
  if (new Set(said.flatMap((one) => one.text.match(NUMBER)?.[0] ?? [])).size > 1)
    return "it names another number each time";
  return instructs(stated) || WISH.test(stated) || MENTION.test(stated) ? undefined : "it asks for nothing";
}

/** Made once, and not each time. */
const MAKES_ONE = /^(?:(?:now|go ahead and|let'?s) )*(?:create|add|make|write|build|generate) an? /;
const MENTION = /(?:^|\s)@[\w./-]+\.\w+/;
const NUMBER = /\b\d{2,}\b/;
const WISH = /\b(?:want|need|prefer|like|let'?s)\b/;

const LEAST_CONTENT = 4;
const OTHER_SESSIONS = 3;

function isQuestion(words: string): boolean {
  return /\?["')\]]*\s*$/.test(words);
}

function demandOf(said: readonly SaidStatement[]): Demand {
  const projects = new Set(said.map(({ project }) => project));
  const [only] = projects;
  const place =
    projects.size === 1 && only !== undefined
      ? { scope: "project" as const, project: only }
      : { scope: "global" as const };
  return {
    text: said[0]!.text,
    said: said.toSorted((a, b) => a.atMs - b.atMs),
    sessions: sessionsOf(said),
    ...place,
    together: [],
  };
}

/** Sentences that are always said in one message are one demand: the longest stands for all. */
function saidTogether(demands: readonly Demand[]): Demand[] {
  const placesOf = ({ said }: Demand): string => said.map(({ session, turn }) => `${session}#${turn}`).join(" ");
  return [...Map.groupBy(demands, placesOf).values()].map((all) => {
    const [longest, ...others] = all.toSorted((a, b) => b.text.length - a.text.length);
    return { ...longest!, together: others.map(({ text }) => text) };
  });
}

function sessionsOf(said: readonly SaidStatement[]): number {
  return new Set(said.map(({ session }) => session)).size;
}

/**
 * A group is one statement and those that say the same, not those that say the same as each other: the last of a chain says
 * something else than the first. The statements that the most sessions agree with choose first; each group begins with its own.
 */
function grouped(all: readonly SaidStatement[], meaning: VectorOf | undefined): SaidStatement[][] {
  const statements = withoutCopies(all);
  const { near, saySame } = compareStatements(
    statements.map(({ text }) => text),
    meaning,
  );
  const same: Set<number>[] = statements.map((_, at) => new Set([at]));
  statements.forEach((_, at) => {
    for (const other of near(at)) {
      if (other >= at || !saySame(at, other)) continue;
      same[at]!.add(other);
      same[other]!.add(at);
    }
  });
  const of = (places: readonly number[]): SaidStatement[] => places.map((one) => statements[one]!);
  const agreed = same.map((group) => sessionsOf(of([...group])));
  const isDemand = statements.map(({ text }) => demands(text));
  const order = statements
    .map((_, at) => at)
    .toSorted((a, b) => agreed[b]! - agreed[a]! || Number(isDemand[b]) - Number(isDemand[a]) || b - a);
  const isTaken = new Set<number>();
  return order.flatMap((at) => {
    if (isTaken.has(at)) return [];
    const own = [at, ...[...same[at]!].filter((one) => one !== at && !isTaken.has(one))];
    for (const one of own) isTaken.add(one);
    return [of(own)];
  });
}

/** A session that goes on with another one repeats its messages, with their times. */
function withoutCopies(statements: readonly SaidStatement[]): SaidStatement[] {
  return [...new Map(statements.toReversed().map((one) => [`${one.atMs} ${one.text}`, one])).values()].toReversed();
}
