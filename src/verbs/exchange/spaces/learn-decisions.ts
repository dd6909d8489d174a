/** Asks what became of this person's proposals. An accepted one arrives as a change; of a rejected one the reason is kept. */
import { screen } from "../../../core/screen/clean.ts";
import { MOST_COMMITS } from "../../../core/team/wire.ts";
import type { TeamClient } from "../../../store/replicate/team/team-client.ts";
import type { NewOutgoing } from "../../../store/rows/remotes.ts";
import type { Delivering } from "./deliver-changes.ts";
import { heard } from "./membership.ts";

const REASON_CHARS = 400;

export async function learnDecisions({ store, space, client, membership, counts }: Delivering): Promise<void> {
  const open = store.remotes.outgoing(space.id).flatMap(({ state, proposal, ...change }) =>
    // Changes that an earlier version of this program proposed have no id to ask about.
    state === "proposed" && proposal !== undefined ? [{ ...change, state, proposal }] : [],
  );
  for (let at = 0; at < open.length; at += MOST_COMMITS) {
    const asked = open.slice(at, at + MOST_COMMITS);
    const ids = asked.map(({ proposal }) => proposal);
    const answered = heard(await client.ownProposals(space.id, ids), membership);
    // A server that does not answer this is an older one.
    if (answered.outcome === "refused") return;
    const found = new Map(answered.answer.proposals.map((one) => [one.id, one]));
    for (const change of asked) {
      const reason = reasonOf(found.get(change.proposal));
      if (reason === undefined) continue;
      const refused: NewOutgoing = { ...change, state: "refused", reason: screen(reason).text.slice(0, REASON_CHARS) };
      store.remotes.send(space.id, refused);
      counts.rejected += 1;
    }
  }
}

type OwnProposal = Extract<
  Awaited<ReturnType<TeamClient["ownProposals"]>>,
  { outcome: "answered" }
>["answer"]["proposals"][number];

/** Undefined: it is still open, or was accepted. */
function reasonOf(decided: OwnProposal | undefined): string | undefined {
  if (decided === undefined) return "Nobody decided about it in time.";
  if (decided.status === "replaced") return "You proposed another version on another machine.";
  if (decided.status !== "rejected") return undefined;
  const by = `Rejected by ${decided.by ?? "a maintainer"}`;
  return decided.reason === undefined ? `${by}.` : `${by}: ${decided.reason}`;
}
