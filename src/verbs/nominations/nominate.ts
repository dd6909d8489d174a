/** A nomination by the agent in a session: its quote is proved against what was said in the sessions that are open here. */

import { type Proof, proverOf } from "../../learn/quote/prove-quote.ts";
import { getMeta, setMeta } from "../../store/databases/database.ts";
import type { CallContext } from "../call/call-context.ts";
import type { Remembered } from "../record/kept/admit.ts";
import { liveSessions } from "../session/transcripts/live-sessions.ts";
import { admitNomination, type Nominated } from "./admit-nominations.ts";

/** How many nominations were dropped, in the meta table. */
const DROPPED = "dropped nominations";

export async function nominate(call: CallContext, nominated: Nominated): Promise<Remembered> {
  const found = await provedIn(call, nominated);
  if (found.proof.by === "nobody") return { outcome: "refused", reason: drop(call, found.proof.reason) };
  const { proof, session } = found;
  const done = await admitNomination(call, nominated, { proof, session, nominator: "agent", endedMs: call.clock() });
  if (done.outcome === "refused" && done.known === undefined) return { ...done, reason: drop(call, done.reason ?? "") };
  const hint = hintFor(proof, done);
  return hint === undefined ? done : { ...done, reason: [done.reason, hint].filter(Boolean).join(" ") };
}

type Found = { readonly proof: Proof; readonly session: string };

/** Words of the person count more than those of an agent, wherever they were said. */
async function provedIn(call: CallContext, nominated: Nominated): Promise<Found> {
  let best: Found = { proof: { by: "nobody", reason: "no open session in this project contains it" }, session: "" };
  for await (const { id, turns } of liveSessions(call)) {
    const proof = proverOf(turns, { inProject: call.project !== undefined })(nominated);
    if (proof.by === "person") return { proof, session: id };
    if (best.proof.by === "nobody") best = { proof, session: id };
  }
  return best;
}

function drop({ store: { state } }: CallContext, reason: string): string {
  setMeta(state, DROPPED, String(Number(getMeta(state, DROPPED) ?? 0) + 1));
  return `The quote was not accepted: ${reason}. Nothing was saved. Copy one entire sentence of the person's own message, word for word, or leave out quote to save it as your own statement.`;
}

/** What would have made it the person's rule. */
function hintFor(proof: Proof, done: Remembered): string | undefined {
  if (proof.by !== "person" || done.outcome === "refused") return undefined;
  if (done.outcome === "proposed" && proof.doubt !== undefined) return "Restate only what the person said.";
  const kept = done.record ?? done.suggestion;
  return proof.without.length === 0 || kept === undefined
    ? undefined
    : `Without ${proof.without.join(", ")}, which nothing in the talk says.`;
}
