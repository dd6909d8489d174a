/** What a space has that does not count yet: the space itself, and each guard, workflow and changed policy as it is now. */
import type { AcceptableHere, ToAccept } from "../../../src/faces/http/routes/team.ts";
import { counted, kindLabel, visible } from "../../components/format.ts";
import { QueryResult } from "../../components/query-result.tsx";
import { post } from "../../state/api.ts";
import { attempt, notify } from "../../state/notices.ts";
import { useQuery } from "../../state/use-query.ts";
import { focusNext } from "./focus-next.ts";
import type { Space } from "./space-panel.tsx";

type Props = { readonly space: Space; readonly onChange: () => void };
type Accepting = {
  readonly records: readonly ToAccept[];
  readonly isSpaceToo: boolean;
  readonly button: HTMLElement;
};

export function Acceptance({ space, onChange }: Props) {
  const query = useQuery<AcceptableHere>("team/acceptable", { space: space.id });
  const accept = async ({ records, isSpaceToo, button }: Accepting): Promise<void> => {
    const shown = records.map(({ id, hash }) => ({ id, hash }));
    const done = await attempt(() =>
      post<{ accepted: number }>("team/accept", { space: space.id, records: shown, isSpaceToo }),
    );
    if (done !== undefined) focusNext(button);
    // After a refusal too: what is there now has to be looked at.
    query.retry();
    onChange();
    if (done !== undefined) notify(`Accepted ${counted(done.accepted, "record")} of ${space.name}.`);
  };
  return (
    <QueryResult query={query}>
      {({ toLookAt, others }) => (
        <>
          {!space.accepted && (
            <AcceptSpace space={space} others={others} toLookAt={toLookAt} accept={(ask) => void accept(ask)} />
          )}
          {toLookAt.length > 0 && (
            <>
              <h4>{counted(toLookAt.length, "record")} to look at</h4>
              <p class="muted">Guards, workflows and changed policies act once you accept them, as they are now.</p>
              <ul class="to-accept">
                {toLookAt.map((record) => (
                  <li key={record.id}>
                    <WhatItDoes record={record} />
                    <button
                      type="button"
                      aria-label={`Accept: ${visible(record.label)}`}
                      onClick={({ currentTarget: button }) =>
                        void accept({ records: [record], isSpaceToo: false, button })
                      }
                    >
                      Accept
                    </button>
                  </li>
                ))}
              </ul>
              {space.accepted && toLookAt.length > 1 && (
                <div class="acts">
                  <button
                    type="button"
                    class="main"
                    onClick={({ currentTarget: button }) =>
                      void accept({ records: toLookAt, isSpaceToo: false, button })
                    }
                  >
                    Accept all {toLookAt.length}
                  </button>
                </div>
              )}
            </>
          )}
        </>
      )}
    </QueryResult>
  );
}

type AcceptSpaceProps = AcceptableHere & { readonly space: Space; readonly accept: (ask: Accepting) => void };

function AcceptSpace({ space, others, toLookAt, accept }: AcceptSpaceProps) {
  return (
    <>
      <p>
        Search finds the records of this space. Agents are given them once you accept it: {counted(others, "record")}{" "}
        now, and new ones later. Guards, workflows and changed policies are asked about each time.
      </p>
      <div class="acts">
        <button
          type="button"
          class="main"
          onClick={({ currentTarget: button }) => accept({ records: [], isSpaceToo: true, button })}
        >
          Accept {visible(space.name)}
        </button>
        {toLookAt.length > 0 && (
          <button
            type="button"
            onClick={({ currentTarget: button }) => accept({ records: toLookAt, isSpaceToo: true, button })}
          >
            Accept it with the {toLookAt.length} below
          </button>
        )}
      </div>
    </>
  );
}

function WhatItDoes({ record }: { readonly record: ToAccept }) {
  const { type, label, author, steps, guards, guardProblem } = record;
  const kind = guards.length > 0 || guardProblem !== undefined ? "guard" : kindLabel(type);
  return (
    <div>
      <p>
        <span class="kind">{kind === "policy" ? "changed policy" : kind}</span>{" "}
        {author !== undefined && <span class="muted">by {visible(author)}</span>}
      </p>
      <p class="label">{visible(label)}</p>
      {steps !== undefined && (
        <ol class="mono" aria-label="Steps">
          {steps.map((step, at) => (
            <li key={at}>{visible(step)}</li>
          ))}
        </ol>
      )}
      {guards.length > 0 && (
        <ul class="guards" aria-label="What it does">
          {guards.map((guard) => (
            <li key={guard}>It {visible(guard).replaceAll("`", "")}.</li>
          ))}
        </ul>
      )}
      {guardProblem !== undefined && <p class="warning">Its guards cannot be read: {visible(guardProblem)}.</p>}
    </div>
  );
}
