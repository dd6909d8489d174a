/** One space: the person's role in it, what waits, what has to be accepted, its members and its proposals. */
import type { ComponentChildren } from "preact";
import type { Shared } from "../../../src/faces/http/routes/team.ts";
import { counted, visible } from "../../components/format.ts";
import { TimeAgo } from "../../components/time-ago.tsx";
import { Acceptance } from "./acceptance.tsx";
import { Members } from "./members.tsx";
import { Proposals } from "./proposals.tsx";

export type Space = Shared["spaces"][number];
type Props = { readonly space: Space; readonly onChange: () => void };

export function SpacePanel({ space, onChange }: Props) {
  return (
    <section class="panel" aria-label={`Space ${space.name}`}>
      <header class="view-top">
        <h3>{visible(space.name)}</h3>
        <span class={space.accepted ? "state on" : "state"}>{space.accepted ? "accepted" : "not accepted"}</span>
      </header>
      {space.problem !== undefined && <p class="warning">The last exchange failed: {visible(space.problem)}</p>}
      {space.refused.map(({ record, reason }) => (
        <p key={record} class="warning">
          The space did not take {record}: {visible(reason)} Change or delete the record, then sync.
        </p>
      ))}
      {space.proposals.map(
        ({ record, act, text, state, reason }) =>
          state === "rejected" && (
            <p key={record} class="warning">
              Your proposal to {act} {act === "delete" ? record : <q>{visible(text ?? record)}</q>} was not accepted.{" "}
              {visible(reason ?? "")} {act !== "delete" && "Change the record to propose it again."}
            </p>
          ),
      )}
      <Facts space={space} />
      <Acceptance space={space} onChange={onChange} />
      <Members space={space} />
      {space.role === "maintainer" && <Proposals space={space} />}
    </section>
  );
}

function Facts({ space }: Pick<Props, "space">) {
  const { url, role, member, review, records, toSend, proposed, waiting, routed, lastAt } = space;
  return (
    <dl class="facts">
      <Fact name="You">
        {visible(member)}, {role}
      </Fact>
      <Fact name="Server">{visible(url)}</Fact>
      <Fact name="Records">{records}</Fact>
      {review && <Fact name="Review">a maintainer looks at changes by writers first</Fact>}
      <Fact name="Projects">
        {routed.length === 0 ? "none of yours is routed here" : visible(routed.map(({ name }) => name).join(", "))}
      </Fact>
      <Fact name="To send">{toSend === 0 ? "nothing" : counted(toSend, "change")}</Fact>
      {proposed > 0 && <Fact name="Proposed">{counted(proposed, "change")}, for a maintainer to decide</Fact>}
      {waiting > 0 && <Fact name="Waiting">{counted(waiting, "record")} of projects that are not known here</Fact>}
      <Fact name="Last exchange">{lastAt === null ? "never" : <TimeAgo at={lastAt} />}</Fact>
    </dl>
  );
}

export function Fact({ name, children }: { readonly name: string; readonly children: ComponentChildren }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}
