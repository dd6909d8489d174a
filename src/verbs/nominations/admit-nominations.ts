/** Adds what a reader or an agent nominated, as far as the session proves it: the sentence is the record, the quote its proof. */

import { isoTime } from "../../core/base/clock.ts";
import { isId } from "../../core/base/id.ts";
import { isRule, type MemoryRecord, saidOn, sessionSource } from "../../core/record/record.ts";
import { screen } from "../../core/screen/clean.ts";
import type { ReaderNomination } from "../../core/session/session.ts";
import { normalised, queryTerms } from "../../core/text/words.ts";
import { provenGuards } from "../../learn/guard/prove-guards.ts";
import { type Nomination, type Proof, proverOf } from "../../learn/quote/prove-quote.ts";
import { tidied } from "../../learn/reading.ts";
import type { SessionTurn } from "../../learn/session/turn.ts";
import { ownerOf } from "../../remember/authority.ts";
import type { Speaker, Statement } from "../../remember/candidate.ts";
import type { LedgerRow, RawMemory } from "../../store/rows/derived-texts.ts";
import type { KeptSession } from "../../store/rows/sessions.ts";
import type { CallContext } from "../call/call-context.ts";
import {
  admitLearned,
  admitStatement,
  instructionsOf,
  type LearnedStatement,
  type Remembered,
} from "../record/kept/admit.ts";
import { speakerOf } from "../record/kept/check-statement.ts";
import { proposeReadGuards } from "../suggestion/sources/guard-proposals.ts";

type Nominations = {
  readonly session: KeptSession;
  readonly turns: readonly SessionTurn[];
  readonly nominations: readonly ReaderNomination[];
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

/** Of one session. Of several sentences about one quote, the first that needs no decision counts. */
export async function admitNominations(
  there: CallContext,
  { session, turns, nominations }: Nominations,
): Promise<AdmittedNominations> {
  const { isTextForgotten } = there.store.tombstones;
  const counts = { remembered: 0, proposed: 0, dropped: 0 };
  const memories: RawMemory[] = [];
  const quotes = new Set<string>();
  const rows: Omit<LedgerRow, "session">[] = [];
  const prove = proverOf(turns, { inProject: session.project !== undefined });
  const replaced = new Set(
    nominations.flatMap(({ supersedes }) => (supersedes === null ? [] : [normalised(supersedes)])),
  );
  const proved = nominations.map((one) => ({ ...one, proof: prove(one) })).toSorted(byDoubt);
  for (const { quote, text, type, again, supersedes, guards, proof } of proved) {
    const note = (isTaken: boolean, reason: string): void => {
      if (!isTextForgotten(quote)) rows.push({ rule: "reader", text: screen(quote).text, taken: isTaken, reason });
    };
    if (proof.by === "nobody") {
      counts.dropped += 1;
      note(false, proof.reason);
      continue;
    }
    const isOver = replaced.has(normalised(quote)) || replaced.has(normalised(proof.quote));
    const isDoubtful = proof.by === "person" && proof.doubt !== undefined;
    if (isOver || (isDoubtful && quotes.has(proof.quote))) {
      note(false, isOver ? "the person changed it later in the session" : "another reading of the same words is kept");
      continue;
    }
    // A session outside of projects says nothing about the current project.
    if (session.project === undefined && (proof.by === "agent" || proof.scope !== "global")) continue;
    const done = [text, proof.quote].some(isTextForgotten)
      ? FORGOTTEN
      : await admitNomination(
          there,
          { quote, text, type, ...(again != null && { again }), ...(supersedes !== null && { supersedes }) },
          { proof, session: session.id, nominator: "reader", endedMs: session.endedMs ?? 0 },
        );
    const isKept = done.known === undefined && done.outcome !== "refused";
    note(isKept, done.reason ?? "the reader nominated it");
    if (done.outcome === "refused" && done.known === undefined) counts.dropped += 1;
    if (done.known !== undefined || isKept) quotes.add(proof.quote);
    if (!isKept) continue;
    counts[done.outcome === "proposed" ? "proposed" : "remembered"] += 1;
    if (done.record !== undefined && proof.by === "person" && guards != null)
      await proposeReadGuards(there, done.record, provenGuards(guards, proof.quote));
    const kept = done.record ?? done.suggestion;
    if (kept !== undefined) memories.push({ type, scope: kept.scope, text: kept.text, trust: kept.trust });
  }
  return { ...counts, memories, quotes: [...quotes], rows };
}

function byDoubt({ proof: a }: { readonly proof: Proof }, { proof: b }: { readonly proof: Proof }): number {
  const doubt = (proof: Proof): number => Number(proof.by === "person" && proof.doubt !== undefined);
  return doubt(a) - doubt(b);
}

const FORGOTTEN: Remembered = { outcome: "refused", reason: "it was forgotten", known: "deleted" };

/** The nominator's sentence is `text`; `again` and `supersedes` name a record that says the same, or that it takes the place of. */
export type Nominated = Nomination &
  Omit<Statement, "quote" | "saidAt"> & { readonly again?: string; readonly supersedes?: string };

type Circumstances = {
  readonly proof: Exclude<Proof, { by: "nobody" }>;
  readonly session: string;
  /** An agent takes part in the session; a reader reads it afterwards, and nobody hears what it says. */
  readonly nominator: "agent" | "reader";
  /** When the session ended, for turns without a time. */
  readonly endedMs: number;
};

/** How far it goes depends on whose words the quote proved to be. */
export async function admitNomination(
  call: CallContext,
  nominated: Nominated,
  { proof, session, nominator, endedMs }: Circumstances,
): Promise<Remembered> {
  const { ordinal, atMs = endedMs } = proof.turn;
  const source = sessionSource(session, { from: ordinal, to: ordinal });
  type About = Pick<LearnedStatement, "askFirst" | "replaces">;
  const learn = async (statement: Statement, speaker: Speaker, about: About = {}): Promise<Remembered> => {
    // The proof is oldhand's own, whoever pointed at the words.
    const [done] = await admitLearned(call, [{ statement, speaker, saidMs: atMs, ...about }]);
    return done!;
  };
  if (proof.by === "agent") {
    if (nominator === "agent")
      return admitStatement(call, nominated, {
        speaker: speakerOf(call),
        learned: { instructions: instructionsOf(call) },
      });
    if (nominated.type !== undefined && isRule(nominated.type))
      return { outcome: "refused", reason: "only the person's own words can make a rule" };
    const speaker: Speaker = { origin: "extracted", trust: proof.trust, source, byModel: true };
    return learn({ ...marksOf(nominated), text: proof.text, scope: "project" }, speaker);
  }
  const { quote, scope, doubt, isRelayed } = proof;
  const said = { quote, saidAt: isoTime(atMs) };
  const person: Speaker = { origin: "captured", trust: isRelayed ? "tool" : "person", source, byModel: true };
  const again = await personsRecord(call, nominated.again);
  if (doubt === undefined && again !== undefined)
    return learn({ ...said, text: again.text, type: again.type, scope: again.scope }, person);
  const older = await personsRecord(call, nominated.supersedes);
  const isReplacing = older !== undefined && Date.parse(saidOn(older)) < atMs && isAbout(nominated.text, older.text);
  return learn({ ...marksOf(nominated), text: tidied(proof), scope, ...said }, person, {
    ...(doubt !== undefined && { askFirst: doubt }),
    ...(isReplacing && { replaces: older.id }),
  });
}

/** The record that a nominator names; only the person's own, since saying something again would raise the trust of any other. */
async function personsRecord({ store }: CallContext, id: string | undefined): Promise<MemoryRecord | undefined> {
  if (id === undefined || !isId(id, "rec")) return undefined;
  const record = (await store.records.get(id))?.record;
  return record?.status === "active" && ownerOf(record) === "person" ? record : undefined;
}

/** They have a word in common that names something. */
function isAbout(sentence: string, record: string): boolean {
  const words = new Set(queryTerms(record).map(({ stem }) => stem));
  return queryTerms(sentence).some(({ stem }) => words.has(stem));
}

/** Key and priority are left out: they decide what a record replaces, which the person did not say. */
function marksOf({ type, tags, paths }: Nominated): Pick<Statement, "type" | "tags" | "paths"> {
  return {
    ...(type !== undefined && { type }),
    ...(tags !== undefined && { tags }),
    ...(paths !== undefined && { paths }),
  };
}
