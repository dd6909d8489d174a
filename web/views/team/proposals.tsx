/** Changes by writers that wait for a maintainer: each with its author and difference, to accept or reject. */
import { useState } from "preact/hooks";
import type { ProposalsAnswer, ProposalView } from "../../../src/faces/http/routes/team.ts";
import { Changes } from "../../components/changes.tsx";
import { visible } from "../../components/format.ts";
import { TimeAgo } from "../../components/time-ago.tsx";
import { post } from "../../state/api.ts";
import { attempt, notify } from "../../state/notices.ts";
import { AskedPart } from "./asked-part.tsx";
import { focusNext } from "./focus-next.ts";
import type { Space } from "./space-panel.tsx";

const REASON_CHARS = 300;
const ACTS = { add: "new record", change: "change", delete: "deletion" } as const;

export function Proposals({ space }: { readonly space: Space }) {
  return (
    <AskedPart<ProposalsAnswer> title="Proposals" path="team/proposals" space={space}>
      {({ proposals }, askAgain) =>
        proposals.length === 0 ? (
          <p class="muted">No pending proposals.</p>
        ) : (
          <div class="cards wide">
            {proposals.map((proposal) => (
              <Proposal key={proposal.id} space={space} proposal={proposal} onDecided={askAgain} />
            ))}
          </div>
        )
      }
    </AskedPart>
  );
}

type Props = { readonly space: Space; readonly proposal: ProposalView; readonly onDecided: () => void };

function Proposal({ space, proposal, onDecided }: Props) {
  const { id, act, author, at, project, changes, before, after } = proposal;
  const [reason, setReason] = useState("");
  const decide = async (decision: "accept" | "reject", button: HTMLElement): Promise<void> => {
    const why = decision === "reject" && reason.trim() !== "" ? { reason } : {};
    const done = await attempt(() => post("team/decide", { space: space.id, id, decision, ...why }));
    if (done !== undefined) focusNext(button);
    onDecided();
    if (done === undefined) return;
    notify(
      decision === "accept"
        ? `Accepted. It reaches everybody in ${space.name} with their next sync.`
        : `Rejected. ${visible(author.name)} keeps the version on their machine, and is told.`,
    );
  };
  return (
    <article class="card" aria-label={`Proposal by ${visible(author.name)}, ${ACTS[act]}`}>
      <header>
        <span class="kind">{ACTS[act]}</span>
        <span>
          by {visible(author.name)}, <TimeAgo at={at} />
        </span>
        {project !== undefined && <span class="muted">{visible(project)}</span>}
      </header>
      <div>
        <Changes changes={changes} />
        <details class="evidence">
          <summary>Whole files</summary>
          <WholeFile title="Before" text={before} />
          <WholeFile title="After" text={after} />
        </details>
      </div>
      <footer>
        <button type="button" class="main" onClick={({ currentTarget }) => void decide("accept", currentTarget)}>
          Accept
        </button>
        <input
          value={reason}
          maxLength={REASON_CHARS}
          placeholder="Reason, if you reject it"
          aria-label="Reason for the author, if you reject it"
          onInput={({ currentTarget }) => setReason(currentTarget.value)}
        />
        <button type="button" onClick={({ currentTarget }) => void decide("reject", currentTarget)}>
          Reject
        </button>
      </footer>
    </article>
  );
}

function WholeFile({ title, text }: { readonly title: string; readonly text: string | undefined }) {
  if (text === undefined) return null;
  return (
    <figure class="whole-file">
      <figcaption>{title}</figcaption>
      <pre>{visible(text)}</pre>
    </figure>
  );
}
