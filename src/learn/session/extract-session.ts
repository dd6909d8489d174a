/** Reads one finished session without a model: what the person wishes to be kept, every sentence of theirs, fixes, and a ledger of it all. */
import { keyFor } from "../../core/record/key.ts";
import { screen } from "../../core/screen/clean.ts";
import { carriesMarker } from "../../core/text/marker.ts";
import { normalised } from "../../core/text/words.ts";
import type { KeptValue } from "../corrected-value.ts";
import { actsOf } from "../cures/acts.ts";
import { type FoundCure, findCures } from "../cures/find-cures.ts";
import { readMessage } from "../message.ts";
import { hostText, takesBack } from "./host-texts.ts";
import type { Extracted, LedgerLine, SessionTurn } from "./turn.ts";
import { type UntrustedText, untrustedTextIn } from "./untrusted-text.ts";

type SessionPlace = {
  readonly inProject: boolean;
  /** What is kept with a value that the person may correct. */
  readonly kept?: readonly KeptValue[];
};

type Extraction = {
  readonly candidates: readonly Extracted[];
  /** Every sentence of the person's own, to be counted. */
  readonly said: readonly { readonly text: string; readonly turn: number; readonly isKept: boolean }[];
  /** Failed commands and what made them work. */
  readonly cures: readonly FoundCure[];
  readonly ledger: readonly LedgerLine[];
};

/** Turns come in order; the same turns give the same extraction. */
export function extractSession(turns: readonly SessionTurn[], place: SessionPlace): Extraction {
  const untrusted = untrustedTextIn(turns);
  const found = onceEach(personSaid(turns, place, untrusted));
  const { cures, ledger } = findCures(actsOf(turns), untrusted);
  const said = found.flatMap(({ text, turn, isOwn, candidate }) =>
    isOwn ? [{ text, turn, isKept: candidate !== undefined }] : [],
  );
  return {
    candidates: found.flatMap(({ candidate }) => candidate ?? []),
    said,
    cures,
    ledger: [...found.map(lineOf), ...ledger].toSorted((a, b) => a.turn - b.turn),
  };
}

type Found = {
  /** The sentence. */
  readonly text: string;
  readonly turn: number;
  readonly rule: LedgerLine["rule"];
  readonly reason: string;
  /** False for what hosts, tools and secrets brought in. */
  readonly isOwn: boolean;
  readonly candidate?: Extracted;
};

function lineOf({ text, turn, rule, reason, candidate }: Found): LedgerLine {
  return { rule, text: candidate?.text ?? text, taken: candidate !== undefined, reason, turn };
}

function personSaid(
  turns: readonly SessionTurn[],
  { inProject, kept = [] }: SessionPlace,
  untrusted: UntrustedText,
): Found[] {
  const back = takenBack(turns);
  let agentSaid = "";
  return turns.flatMap(({ role, text, ordinal: turn, atMs = Number.POSITIVE_INFINITY }): Found[] => {
    if (role === "agent" && text !== "") agentSaid = text;
    if (role !== "person" || text.trim() === "") return [];
    const host = hostText(text);
    const foreign = (words: string, reason: string): Found => ({
      ...{ text: screen(words).text.slice(0, LONGEST_LEDGER_TEXT), turn, rule: "none", reason, isOwn: false },
    });
    if (host !== undefined) return [foreign(text.trim().split("\n", 1)[0]!, host)];
    // A statement is corrected by what was said later.
    const earlier = kept.filter(({ saidMs }) => saidMs <= atMs);
    return readMessage(text, { inProject, agentSaid, kept: earlier }).map(({ sentence, captured, reason = "" }) => {
      const quote = sentence.text;
      const unfit = unfitFor(quote, captured?.text ?? "");
      if (unfit !== undefined) return foreign(quote, unfit);
      if (untrusted.repeats(quote, turn) || (captured !== undefined && untrusted.repeats(captured.text, turn)))
        return foreign(quote, "it repeats output of a tool");
      if (back.has(turn)) return { ...foreign(quote, "the person took it back"), rule: captured?.rule ?? "none" };
      if (captured === undefined) return { text: quote, turn, rule: "none", reason, isOwn: true };
      const { sentence: _, span: __, ...said } = captured;
      const by = { rule: captured.rule, reason: `the person said so (${captured.rule})` };
      return { text: quote, turn, ...by, isOwn: true, candidate: { ...said, quote, turn } };
    });
  });
}

const WITHHELD = /\[(?:secret:[\w-]+|private|withheld)\]/;
const LONGEST_LEDGER_TEXT = 400;

function unfitFor(quote: string, statement: string): string | undefined {
  const said = `${quote}\n${statement}`;
  if (screen(said).outcome === "secret" || WITHHELD.test(said)) return "it contains a secret";
  return carriesMarker(said) ? "it is text that oldhand inserted" : undefined;
}

/** Keeps the first of equal statements, and the last of choices that exclude each other. */
function onceEach(all: readonly Found[]): Found[] {
  const said = new Map<string, Found>();
  const chosen = new Map<string, Found>();
  for (const one of all) {
    if (one.candidate === undefined) continue;
    const { words, topic } = identityOf(one.candidate);
    if (!said.has(words)) said.set(words, one);
    if (topic !== undefined) chosen.set(topic, one);
  }
  return all.map((one) => {
    if (one.candidate === undefined) return one;
    const { candidate, ...rest } = one;
    const { words, topic } = identityOf(candidate);
    if (said.get(words) !== one) return { ...rest, reason: "duplicate of an earlier finding in this session" };
    const last = topic === undefined ? one : chosen.get(topic);
    if (last?.candidate === undefined || last === one || identityOf(last.candidate).words === words) return one;
    return { ...rest, reason: "the person changed it later in the session" };
  });
}

function identityOf({ text }: Extracted): { readonly words: string; readonly topic: string | undefined } {
  const { key, by } = keyFor(text);
  return { words: normalised(text), topic: by === "topic" ? key : undefined };
}

/** Ordinals of the person's turns that the person's next turn took back, with the agent's in between. */
function takenBack(turns: readonly SessionTurn[]): ReadonlySet<number> {
  const back = new Set<number>();
  let last: SessionTurn | undefined;
  for (const turn of turns) {
    if (turn.role !== "person" || turn.text.trim() === "") continue;
    if (last !== undefined && takesBack(turn.text)) back.add(last.ordinal);
    last = turn;
  }
  return back;
}
