/** Adds what a reader or an agent nominated, as far as the session proves it. */
import type { CallContext } from "../../context/call-context.ts";
import { isoTime } from "../../core/base/clock.ts";
import { type RecordType, sessionSource } from "../../core/record/record.ts";
import { screen } from "../../core/screen/clean.ts";
import type { ReaderNomination } from "../../core/session/nomination.ts";
import { normalised } from "../../core/text/words.ts";
import { type Nomination, type Proof, proverOf } from "../../extract/quote/prove-quote.ts";
import type { Turn } from "../../extract/session/turn.ts";
import type { Speaker, Statement } from "../../remember/candidate.ts";
import type { LedgerRow, RawMemory } from "../../store/local/rows/derived-texts.ts";
import type { KeptSession } from "../../store/local/rows/sessions.ts";
import { admitLearned, admitStatement, instructionsOf, type Remembered } from "../records/admit.ts";
import { speakerOf } from "../records/check-statement.ts";

type Nominations = {
  readonly session: KeptSession;
  readonly turns: readonly Turn[];
  readonly nominations: readonly ReaderNomination[];
  /** Quotes that the rules took already. */
  readonly known: readonly string[];
};

export type AdmittedNominations = {
  readonly remembered: number;
  readonly proposed: number;
  readonly dropped: number;
  readonly memories: readonly RawMemory[];
  /** What the person said that is a record or a suggestion now. */
  readonly quotes: readonly string[];
  readonly rows: readonly Omit<LedgerRow, "session">[];
};

/** Of one session. A quote counts once: by the rules, or by the nomination that adds the least to it. */
export async function admitNominations(
  there: CallContext,
  { session, turns, nominations, known }: Nominations,
): Promise<AdmittedNominations> {
  const { isTextForgotten } = there.store.tombstones;
  const counts = { remembered: 0, proposed: 0, dropped: 0 };
  const memories: RawMemory[] = [];
  const quotes: string[] = [];
  const rows: Omit<LedgerRow, "session">[] = [];
  const prove = proverOf(turns, { inProject: session.project !== undefined });
  const taken = new Set(known.map(normalised));
  const replaced = new Set(
    nominations.flatMap(({ supersedes }) => (supersedes === null ? [] : [normalised(supersedes)])),
  );
  const proved = nominations.map((one) => ({ ...one, proof: prove(one) })).toSorted(byDoubt);
  for (const { quote, text, type, proof } of proved) {
    const note = (isTaken: boolean, reason: string): void => {
      const shown = screen(quote);
      if (!isTextForgotten(quote)) rows.push({ rule: "reader", text: shown.text, taken: isTaken, reason });
    };
    if (proof.by === "nobody") {
      counts.dropped += 1;
      note(false, proof.reason);
      continue;
    }
    const name = normalised(proof.quote);
    const isOver = replaced.has(normalised(quote)) || replaced.has(name);
    if (isOver || taken.has(name)) {
      note(false, isOver ? "the person changed it later in the session" : "duplicate of an earlier finding");
      continue;
    }
    // A session outside of projects says nothing about the current project.
    if (session.project === undefined && (proof.by === "agent" || proof.scope !== "global")) continue;
    const done = [text, proof.quote].some(isTextForgotten)
      ? FORGOTTEN
      : await admitNomination(
          there,
          { quote, text, type },
          { proof, session: session.id, nominator: "reader", endedMs: session.endedMs ?? 0 },
        );
    const isKept = done.known === undefined && done.outcome !== "refused";
    note(isKept, done.reason ?? "the reader nominated it");
    if (done.outcome === "refused" && done.known === undefined) counts.dropped += 1;
    if (done.known !== undefined || isKept) taken.add(name);
    if (!isKept) continue;
    counts[done.outcome === "proposed" ? "proposed" : "remembered"] += 1;
    if (proof.by === "person") quotes.push(proof.quote);
    const kept = done.record ?? done.suggestion;
    if (kept !== undefined) memories.push({ type, scope: kept.scope, text: kept.text, trust: kept.trust });
  }
  return { ...counts, memories, quotes, rows };
}

function byDoubt({ proof: a }: { readonly proof: Proof }, { proof: b }: { readonly proof: Proof }): number {
  const doubt = (proof: Proof): number =>
    proof.by === "person" ? Number(proof.adds !== undefined) + Number(proof.invents !== undefined) : 0;
  return doubt(a) - doubt(b);
}

const FORGOTTEN: Remembered = { outcome: "refused", reason: "it was forgotten", known: "deleted" };

/** The nominator's sentence is `text`. */
export type Nominated = Nomination & Omit<Statement, "quote" | "reading" | "saidAt">;

type Circumstances = {
  readonly proof: Exclude<Proof, { by: "nobody" }>;
  readonly session: string;
  /** An agent takes part in the session; a reader reads it afterwards, and nobody hears what it says. */
  readonly nominator: "agent" | "reader";
  /** When the session ended, for turns without a time. */
  readonly endedMs: number;
};

/** How likely a quote is to last before a nomination of it is a record; a likelier one of ten is still a look-alike. */
const LEAST_SCORE = 0.65;

/** What only the person can lay down. */
const RULES: readonly RecordType[] = ["policy", "preference", "architecture"];

/** How far it goes depends on whose words the quote proved to be. */
export async function admitNomination(
  call: CallContext,
  nominated: Nominated,
  { proof, session, nominator, endedMs }: Circumstances,
): Promise<Remembered> {
  const { ordinal, atMs = endedMs } = proof.turn;
  const source = sessionSource(session, { from: ordinal, to: ordinal });
  const said = { quote: proof.quote, saidAt: isoTime(atMs) };
  const learn = async (statement: Statement, speaker: Speaker, askFirst?: string): Promise<Remembered> => {
    // The proof is oldhand's own, whoever pointed at the words.
    const [done] = await admitLearned(call, [
      { statement, speaker, saidMs: atMs, ...(askFirst !== undefined && { askFirst }) },
    ]);
    return done!;
  };
  const asAgent = (statement: Statement): Promise<Remembered> =>
    admitStatement(call, statement, { speaker: speakerOf(call), learned: { instructions: instructionsOf(call) } });
  const person: Speaker = { origin: "captured", trust: "person", source, byModel: true };
  if (proof.by === "agent") {
    if (nominator === "agent") return asAgent(nominated);
    if (nominated.type !== undefined && RULES.includes(nominated.type))
      return { outcome: "refused", reason: "only the person's own words can make a rule" };
    // The agent's own words, if the sentence goes beyond them.
    const text = proof.adds === undefined ? nominated.text : proof.quote;
    const speaker: Speaker = { origin: "extracted", trust: proof.trust, source, byModel: true };
    return learn({ ...marksOf(nominated), text, scope: "project" }, speaker);
  }
  const { demand, scope, unclear, adds, invents, isRelayed, isAskedFor, score } = proof;
  const marks = { ...marksOf(nominated), scope };
  const doubt = doubtAbout(unclear, adds);
  const isFact = nominator === "agent" && nominated.type !== undefined && !RULES.includes(nominated.type);
  const isLasting = isFact || isAskedFor || score >= LEAST_SCORE;
  if (doubt === undefined && isLasting) {
    const reading = nominated.text.trim() === demand ? {} : { reading: nominated.text };
    return learn({ ...marks, text: demand, ...said, ...reading }, person);
  }
  if (nominator === "agent" && invents === undefined) return asAgent({ ...nominated, ...said });
  const askFirst = doubt ?? "You said this once, and nothing in the sentence says that it should last.";
  // The person's words are proposed as they are, unless they need the reader's sentence, and that is the reader's own.
  const isOwn = unclear === undefined || isRelayed || invents !== undefined;
  const speaker: Speaker = isOwn ? person : { origin: "extracted", trust: "agent", source, byModel: true };
  const text = isOwn ? demand : nominated.text;
  return learn({ ...marks, text, ...said }, speaker, askFirst);
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
