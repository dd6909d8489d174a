/** Adds what an agent or a reader nominated: how far it goes depends on whose words the quote proved to be. */
import type { CallContext } from "../../context/call-context.ts";
import { isoTime } from "../../core/base/clock.ts";
import { sessionSource } from "../../core/record/record.ts";
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

/** A reader's nomination is a record only if the sentence itself shows that it should last. */
const LIKELY = 0.5;

export async function admitNomination(
  call: CallContext,
  nominated: Nominated,
  { proof, session, nominator, endedMs, instructions }: Circumstances,
): Promise<Remembered> {
  const { ordinal, atMs = endedMs } = proof.turn;
  const source = sessionSource(session, { from: ordinal, to: ordinal });
  const said = { quote: proof.quote, saidAt: isoTime(atMs) };
  const about = { saidMs: atMs, learned: { instructions } };
  const person: Speaker = { origin: "captured", trust: "person", source, byModel: true };
  if (proof.by === "agent") {
    if (nominator === "agent") return admitStatement(call, nominated, { speaker: speakerOf(call) });
    // The agent's own words, if the sentence goes beyond them.
    const text = proof.adds === undefined ? nominated.text : proof.quote;
    const speaker: Speaker = { origin: "extracted", trust: proof.trust, source, byModel: true };
    return admitStatement(call, { ...marksOf(nominated), text, scope: "project" }, { speaker, ...about });
  }
  const { demand, scope, unclear, adds, invents, isRelayed, score } = proof;
  const marks = { ...marksOf(nominated), scope };
  const doubt = doubtAbout(unclear, adds);
  if (doubt === undefined && (nominator === "agent" || score >= LIKELY)) {
    const reading = nominated.text.trim() === demand ? {} : { reading: nominated.text };
    return admitStatement(call, { ...marks, text: demand, ...said, ...reading }, { speaker: person, ...about });
  }
  if (nominator === "agent") return admitStatement(call, { ...nominated, ...said }, { speaker: speakerOf(call) });
  if (unclear !== undefined && invents !== undefined)
    return { outcome: "refused", reason: `nothing in the session mentions ${invents}` };
  const askFirst = doubt ?? "You said this once, and nothing in the sentence says that it should last.";
  // The person's words are proposed as they are, unless they need the reader's sentence, and that is not from a page.
  const isOwn = unclear === undefined || isRelayed;
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
