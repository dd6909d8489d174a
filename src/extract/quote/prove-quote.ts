/** Proves a nomination: finds its quote in the session, decides whose words they are, and what the nominator's sentence adds. */
import type { Scope } from "../../core/record/record.ts";
import { carriesMarker } from "../../core/text/marker.ts";
import { nominatedScore } from "../lasting-score.ts";
import { readMessage, scopeOf, tidied } from "../message.ts";
import { readingOf } from "../reading.ts";
import { saidToLast, whyNotAlone } from "../said-to-last.ts";
import { sentencesOf } from "../sentences.ts";
import { HOST_TEXTS, takesBack } from "../session/person-said.ts";
import type { Turn } from "../session/turn.ts";
import { followsCut, relayedTextIn, type UntrustedText, untrustedTextIn } from "../session/untrusted-text.ts";
import { rowFor } from "../tables/row.ts";
import { addedTo, isReadingOf, isTranslated, OPPOSITE, strangersTo } from "./added-words.ts";
import { containsQuote, type FoundQuote, findQuote } from "./find-quote.ts";

export type Nomination = { readonly quote: string; readonly text: string };

export type Proof =
  | {
      readonly by: "person";
      readonly turn: Turn;
      /** As the person wrote it. */
      readonly quote: string;
      /** The quote as a statement. */
      readonly demand: string;
      readonly scope: Scope;
      /** 0 to 1: how likely a quote like this, once nominated, states something that should last. */
      readonly score: number;
      /** Why the quote cannot be a rule by itself. */
      readonly unclear?: string;
      /** What the nominator's sentence adds to the quote. */
      readonly adds?: string;
      /** A name or number of that sentence which nothing in the session has. */
      readonly invents?: string;
      /** The person asked there, or right after, to remember it. */
      readonly isAskedFor: boolean;
      /** The sentence says what a tool, a file or a page said. */
      readonly isRelayed: boolean;
    }
  | {
      readonly by: "agent";
      readonly turn: Turn;
      readonly quote: string;
      /** `tool` if the agent repeated what a tool, a file or a page said. */
      readonly trust: "agent" | "tool";
      readonly adds?: string;
    }
  | { readonly by: "nobody"; readonly reason: string };

type Prover = (nomination: Nomination) => Proof;

/** The turns of one session in order, commands included. */
export function proverOf(turns: readonly Turn[], { inProject }: { readonly inProject: boolean }): Prover {
  const untrusted = untrustedTextIn(turns);
  const relayed = relayedTextIn(turns);
  let strangers: ReturnType<typeof strangersTo> | undefined;
  const inventedIn = ({ quote, text }: Nomination): { readonly invents?: string } => {
    strangers ??= strangersTo(turns.map(({ text: said, command }) => `${said}\n${command?.line ?? ""}`).join("\n"));
    // Words of another language cannot be compared with the quote.
    const [first] = strangers(text, isTranslated(quote, text) ? "any" : "names");
    return first === undefined ? {} : { invents: first };
  };
  return (nomination) => {
    const { quote, text } = nomination;
    if (carriesMarker(quote) || carriesMarker(text)) return nobody("it is text that oldhand inserted");
    const found = saidByPerson(turns, quote, untrusted);
    if (!("turn" in found)) return saidByAgent(turns, nomination, relayed) ?? nobody(found.reason);
    const proof = proved(found, text, { inProject });
    const isFuller = proof.adds !== undefined && proof.adds !== OPPOSITE;
    if (isFuller && !isReadingOf(proof.quote, text, () => talkUpTo(turns, found.turn)))
      return nobody("the sentence is about something else than the quote");
    return {
      ...proof,
      ...inventedIn(nomination),
      isAskedFor: asksToRemember(turns, found),
      isRelayed: relayed(text, Number.POSITIVE_INFINITY),
    };
  };
}

/** The person's message, and what the agent said before it. */
function talkUpTo(turns: readonly Turn[], { ordinal, text }: Turn): string {
  const before = turns.findLast((turn) => turn.ordinal < ordinal && turn.role === "agent" && turn.text !== "");
  return `${before?.text ?? ""}\n${text}`;
}

function nobody(reason: string): Proof {
  return { by: "nobody", reason };
}

type OwnQuote = Extract<FoundQuote, { outcome: "own" }>;
type Said = { readonly turn: Turn; readonly found: OwnQuote };

/** The latest turn that says it as a whole clause, else the latest that says it at all. */
function saidByPerson(
  turns: readonly Turn[],
  quote: string,
  untrusted: UntrustedText,
): Said | { readonly reason: string } {
  let part: Said | undefined;
  let reason = "no message of the session contains it";
  let next: Turn | undefined;
  for (const turn of turns.toReversed()) {
    if (turn.role !== "person" || turn.text.trim() === "") continue;
    const answer = next;
    next = turn;
    if (rowFor(HOST_TEXTS, turn.text.trimStart()) !== undefined) continue;
    const found = findQuote(turn.text, quote);
    if (found.outcome === "absent") continue;
    if (found.outcome !== "own") reason = NOT_OWN[found.outcome];
    else if (untrusted.repeats(found.text, turn.ordinal)) reason = "it repeats output of a tool";
    else if (answer !== undefined && takesBack(answer.text)) reason = "the person took it back";
    else if (found.isWhole) return { turn, found };
    else part ??= { turn, found };
  }
  return part ?? { reason };
}

const NOT_OWN = {
  "not own": "it is in pasted or quoted text, not in the person's own words",
  turned: "it leaves out words that change its meaning",
};

type Proved = Omit<Extract<Proof, { by: "person" }>, "invents" | "isAskedFor" | "isRelayed">;

function proved({ turn, found }: Said, sentence: string, { inProject }: { readonly inProject: boolean }): Proved {
  const reading = readingOf(found.text);
  const said = saidToLast(reading);
  const isLasting = found.isWhole && said.taken;
  const unclear = isLasting ? undefined : (whyInPart(found) ?? whyNotAlone(reading));
  const adds = addedTo(found.text, sentence);
  return {
    by: "person",
    turn,
    quote: found.text,
    demand: tidied(isLasting ? said.stated : reading),
    scope: scopeOf(reading.words, { inProject }),
    score: scoreOf(turn.text, found),
    ...(unclear !== undefined && { unclear }),
    ...(adds !== undefined && { adds }),
  };
}

function whyInPart({ text, isWhole, isBesidePaste }: OwnQuote): string | undefined {
  if (takesBack(text)) return "it takes back what was said before";
  if (isBesidePaste) return "it is next to pasted text, and may be a part of it";
  return isWhole ? undefined : "the quote is only a part of what the person said there";
}

const ASKS_TO_REMEMBER =
  /\b(?:remember|memori[sz]e|keep in mind|(?:make|take) (?:a )?note|note (?:that|this)|from now on|going forward|(?:as|is|make (?:it|that|this)) a rule|don't forget)\b/i;

/** In the quoted sentences or one next to them, or as the first thing in the next message. */
function asksToRemember(turns: readonly Turn[], { turn, found }: Said): boolean {
  const next = turns.find(({ role, ordinal, text }) => role === "person" && ordinal > turn.ordinal && text !== "");
  const sentences = sentencesOf(turn.text).map(({ text }) => text);
  const isQuoted = (text: string): boolean => found.text.includes(text) || text.includes(found.text);
  const first = sentences.findIndex(isQuoted);
  const near = sentences.slice(Math.max(0, first - 1), sentences.findLastIndex(isQuoted) + 2);
  const [reply] = next === undefined ? [] : sentencesOf(next.text);
  return [found.text, ...near, reply?.text ?? ""].some((text) => ASKS_TO_REMEMBER.test(text));
}

/** 1 if the rules would take it too. */
function scoreOf(message: string, { text: quote, isWhole }: OwnQuote): number {
  const isCaptured = readMessage(message, { inProject: true }).some(
    ({ sentence: { text }, captured }) => captured !== undefined && (quote.includes(text) || text.includes(quote)),
  );
  return isCaptured ? 1 : nominatedScore(readingOf(quote), { isWhole });
}

/** Shorter quotes are in any text by chance. */
const LEAST_AGENT_WORDS = 4;

/** A quote of the agent, or of a command that was run; output alone proves nothing. */
function saidByAgent(
  turns: readonly Turn[],
  { quote, text }: Nomination,
  relayed: ReturnType<typeof relayedTextIn>,
): Proof | undefined {
  const isLong = quote.trim().split(/\s+/).length >= LEAST_AGENT_WORDS;
  const turn = turns.findLast(
    (one) =>
      (isLong && one.role === "agent" && containsQuote(one.text, quote)) ||
      (one.command?.status !== undefined && containsQuote(one.command.line, quote)),
  );
  if (turn === undefined) {
    const isOutput = turns.some(({ role, text: output }) => role === "tool" && containsQuote(output, quote));
    return isOutput ? nobody("it is output of a tool") : undefined;
  }
  const adds = addedTo(quote, text);
  const isForeign = relayed(turn.command?.line ?? quote, turn.ordinal) || followsCut(turns, turn);
  return {
    by: "agent",
    turn,
    quote: quote.replace(/\s+/g, " ").trim(),
    trust: isForeign ? "tool" : "agent",
    ...(adds !== undefined && { adds }),
  };
}
