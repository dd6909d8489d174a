/** Proves a nomination: finds its quote in the session, decides whose words they are, and keeps of the sentence what was said. */
import type { Scope } from "../../core/record/record.ts";
import { carriesMarker } from "../../core/text/marker.ts";
import { scopeOf } from "../message.ts";
import { readingOf } from "../reading.ts";
import { hostText, takesBack } from "../session/host-texts.ts";
import type { SessionTurn } from "../session/turn.ts";
import {
  followsCut,
  relayedLinesIn,
  relayedTextIn,
  typedInAll,
  type UntrustedText,
  untrustedTextIn,
} from "../session/untrusted-text.ts";
import { containsQuote, type FoundQuote, findQuote } from "./find-quote.ts";
import { isReadingOf, type Said, saidPart } from "./said-part.ts";

export type Nomination = { readonly quote: string; readonly text: string };

export type Proof =
  | {
      readonly by: "person";
      readonly turn: SessionTurn;
      /** As the person wrote it. */
      readonly quote: string;
      /** The nominator's sentence, as far as it was said. */
      readonly text: string;
      /** What was taken out of it. */
      readonly without: readonly string[];
      readonly scope: Scope;
      /** Why a person has to decide. */
      readonly doubt?: string;
      /** A part of the sentence is what a tool, a file or a page said: so little is it trusted. */
      readonly isRelayed?: true;
    }
  | {
      readonly by: "agent";
      readonly turn: SessionTurn;
      readonly quote: string;
      readonly text: string;
      /** `tool` if the agent repeated what a tool, a file or a page said. */
      readonly trust: "agent" | "tool";
    }
  | { readonly by: "nobody"; readonly reason: string };

type Prover = (nomination: Nomination) => Proof;

/** The turns of one session in order, commands included. */
export function proverOf(turns: readonly SessionTurn[], { inProject }: { readonly inProject: boolean }): Prover {
  const untrusted = untrustedTextIn(turns);
  const relayed = relayedTextIn(turns);
  const relayedInLine = relayedLinesIn(turns);
  let typed: string | undefined;
  return ({ quote, text }) => {
    if (carriesMarker(quote) || carriesMarker(text)) return nobody("it is text that oldhand inserted");
    const found = saidByPerson(turns, quote, untrusted);
    if ("reason" in found) return saidByAgent(turns, { quote, text }, relayed) ?? nobody(found.reason);
    typed ??= typedInAll(turns);
    const said = { quote: found.text, ...talkAround(turns, found.turn), typed };
    if (!isReadingOf(text, said)) return nobody("the sentence is about something else than the quote");
    const { text: kept, without, unsaid } = saidPart(text, said);
    const relayedPart = relayedInLine(kept, found.text);
    const doubt =
      doubtIn(found) ??
      (unsaid !== undefined
        ? `Nothing in the talk says ${unsaid}.`
        : relayedPart && `A tool, a file or a page said this, not you: ${JSON.stringify(relayedPart)}.`);
    return {
      ...{ by: "person", turn: found.turn, quote: found.text, text: kept, without },
      scope: scopeOf(readingOf(found.text).words, { inProject }),
      ...(doubt !== undefined && { doubt }),
      ...(relayedPart !== undefined && { isRelayed: true as const }),
    };
  };
}

/** The exchange that a message is a part of: what was said and done since the message before it, and up to the one after it. */
function talkAround(turns: readonly SessionTurn[], { ordinal }: SessionTurn): Pick<Said, "around" | "reply"> {
  const said = turns.filter(({ role, text, command }) => role === "person" && text !== "" && command === undefined);
  const at = said.findIndex((turn) => turn.ordinal === ordinal);
  const [from, to] = [said[at - 1]?.ordinal ?? 0, said[at + 1]?.ordinal ?? Number.POSITIVE_INFINITY];
  const spoken = turns.filter((turn) => turn.ordinal >= from && turn.ordinal <= to && SPEAKS.includes(turn.role));
  const textOf = (all: readonly SessionTurn[]): string =>
    all.map(({ text, command }) => `${text}\n${command?.line ?? ""}`).join("\n");
  return {
    around: textOf(spoken),
    reply: textOf(spoken.filter((turn) => turn.ordinal > ordinal && turn.role === "agent")),
  };
}

const SPEAKS: readonly SessionTurn["role"][] = ["person", "agent"];

function nobody(reason: string): Proof {
  return { by: "nobody", reason };
}

type Found = Extract<FoundQuote, { outcome: "own" }> & { readonly turn: SessionTurn };

/** The latest turn that says it as a whole clause, else the latest that says it at all. */
function saidByPerson(
  turns: readonly SessionTurn[],
  quote: string,
  untrusted: UntrustedText,
): Found | { readonly reason: string } {
  let part: Found | undefined;
  let reason = "no message of the session contains it";
  let answer: SessionTurn | undefined;
  for (const turn of turns.toReversed()) {
    if (turn.role !== "person" || turn.text.trim() === "" || hostText(turn.text) !== undefined) continue;
    const found = findQuote(turn.text, quote);
    if (found.outcome === "own") {
      if (untrusted.repeats(found.text, turn.ordinal)) reason = "it repeats output of a tool";
      else if (answer !== undefined && takesBack(answer.text)) reason = "the person took it back";
      else if (found.isWhole) return { turn, ...found };
      else part ??= { turn, ...found };
    } else if (found.outcome !== "absent") reason = NOT_OWN[found.outcome];
    answer = turn;
  }
  return part ?? { reason };
}

const NOT_OWN = {
  "not own": "it is in pasted or quoted text, not in the person's own words",
  turned: "it leaves out words that change its meaning",
};

function doubtIn({ text, isBesidePaste }: Found): string | undefined {
  if (takesBack(text)) return "You took back what was said before.";
  return isBesidePaste ? "It is next to pasted text, and may be a part of it." : undefined;
}

/** Shorter quotes are in any text by chance. */
const LEAST_AGENT_WORDS = 4;

/** A quote of the agent, or of a command that was run; output alone proves nothing. */
function saidByAgent(
  turns: readonly SessionTurn[],
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
  const isForeign = relayed(turn.command?.line ?? quote, turn.ordinal) || followsCut(turns, turn);
  const inOneLine = quote.replace(/\s+/g, " ").trim();
  const said = saidPart(text, { quote, around: `${turn.text}\n${turn.command?.line ?? ""}` });
  // The agent's own words, if the sentence goes beyond them.
  const kept = said.unsaid === undefined ? said.text : inOneLine;
  return { by: "agent", turn, quote: inOneLine, text: kept, trust: isForeign ? "tool" : "agent" };
}
