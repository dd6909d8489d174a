/** Adds what an agent or a reader nominated: how far it goes depends on whose words the quote proved to be. */
import type { CallContext } from "../../context/call-context.ts";
import { isoTime } from "../../core/base/clock.ts";
import { type RecordType, sessionSource } from "../../core/record/record.ts";
import { LEAST_EVIDENCE } from "../../extract/lasting-score.ts";
import type { Nomination, Proof } from "../../extract/quote/prove-quote.ts";
import type { Speaker, Statement } from "../../remember/candidate.ts";
import { admitStatement, type Remembered } from "../records/admit.ts";
import { speakerOf } from "../records/check-statement.ts";

/** The nominator's sentence is `text`. */
export type Nominated = Nomination & Omit<Statement, "quote" | "reading" | "saidAt">;

type Circumstances = {
  readonly proof: Exclude<Proof, { by: "nobody" }>;
  readonly session: string;
  /** An agent takes part in the session; a reader reads it afterwards, and nobody hears what it says. */
  readonly nominator: "agent" | "reader";
  /** When the session ended, for turns without a time. */
  readonly endedMs: number;
  readonly instructions: string;
};

/** How likely a sentence is to last, by itself, before a nomination of it is a record; an agent knows the talk around it. */
const LEAST_SCORE = { agent: LEAST_EVIDENCE, reader: 0.5 };

/** What only the person can lay down. */
const RULES: readonly RecordType[] = ["policy", "preference", "architecture"];

export async function admitNomination(
  call: CallContext,
  nominated: Nominated,
  { proof, session, nominator, endedMs, instructions }: Circumstances,
): Promise<Remembered> {
  const { ordinal, atMs = endedMs } = proof.turn;
  const source = sessionSource(session, { from: ordinal, to: ordinal });
  const said = { quote: proof.quote, saidAt: isoTime(atMs) };
  const learned = { instructions };
  // The proof is oldhand's own, whoever pointed at the words.
  const about = { saidMs: atMs, learned, caller: "oldhand" } as const;
  const person: Speaker = { origin: "captured", trust: "person", source, byModel: true };
  if (proof.by === "agent") {
    if (nominator === "agent") return admitStatement(call, nominated, { speaker: speakerOf(call), learned });
    if (nominated.type !== undefined && RULES.includes(nominated.type))
      return { outcome: "refused", reason: "only the person's own words can make a rule" };
    // The agent's own words, if the sentence goes beyond them.
    const text = proof.adds === undefined ? nominated.text : proof.quote;
    const speaker: Speaker = { origin: "extracted", trust: proof.trust, source, byModel: true };
    return admitStatement(call, { ...marksOf(nominated), text, scope: "project" }, { speaker, ...about });
  }
  const { demand, scope, unclear, adds, invents, isRelayed, isAskedFor, score } = proof;
  const marks = { ...marksOf(nominated), scope };
  const doubt = doubtAbout(unclear, adds);
  const isFact = nominator === "agent" && nominated.type !== undefined && !RULES.includes(nominated.type);
  const isLasting = isFact || isAskedFor || score >= LEAST_SCORE[nominator];
  if (doubt === undefined && isLasting) {
    const reading = nominated.text.trim() === demand ? {} : { reading: nominated.text };
    return admitStatement(call, { ...marks, text: demand, ...said, ...reading }, { speaker: person, ...about });
  }
  if (nominator === "agent" && invents === undefined)
    return admitStatement(call, { ...nominated, ...said }, { speaker: speakerOf(call), learned });
  const askFirst = doubt ?? "You said this once, and nothing in the sentence says that it should last.";
  // The person's words are proposed as they are, unless they need the reader's sentence, and that is the reader's own.
  const isOwn = unclear === undefined || isRelayed || invents !== undefined;
  const speaker: Speaker = isOwn ? person : { origin: "extracted", trust: "agent", source, byModel: true };
  const text = isOwn ? demand : nominated.text;
  return admitStatement(call, { ...marks, text, ...said }, { speaker, askFirst, ...about });
}

/** Key and priority are left out: they decide what a record replaces, which the person did not say. */
function marksOf({ type, tags, paths }: Nominated): Pick<Statement, "type" | "tags" | "paths"> {
  return {
    ...(type !== undefined && { type }),
    ...(tags !== undefined && { tags }),
    ...(paths !== undefined && { paths }),
  };
}

function doubtAbout(unclear: string | undefined, adds: string | undefined): string | undefined {
  if (adds !== undefined) return `The model's sentence adds ${adds} to what you said.`;
  return unclear === undefined ? undefined : `Your words alone do not make it clear: ${unclear}.`;
}
