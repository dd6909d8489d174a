/** The members of a space with their roles, as its server lists them. */
import type { ResultOf } from "../../../src/verbs/declare/verb.ts";
import type { listMembers } from "../../../src/verbs/team/members.ts";
import { DataTable } from "../../components/data-table.tsx";
import { visible } from "../../components/format.ts";
import { TimeAgo } from "../../components/time-ago.tsx";
import { AskedPart } from "./asked-part.tsx";
import type { Space } from "./space-panel.tsx";

export function Members({ space }: { readonly space: Space }) {
  return (
    <AskedPart<ResultOf<typeof listMembers>> title="Members" path="team/members" space={space}>
      {({ members }) => (
        <DataTable label={`Members of ${space.name}`} heads={["Name", "Role", "Machine", "Joined"]}>
          {members.map(({ id, name, role, machine, joined, left }) => (
            <tr key={id}>
              <th scope="row">{visible(name)}</th>
              <td>
                {left === undefined ? (
                  role
                ) : (
                  <span class="muted">
                    left <TimeAgo at={left} />
                  </span>
                )}
              </td>
              <td>{visible(machine)}</td>
              <td>
                <TimeAgo at={joined} />
              </td>
            </tr>
          ))}
        </DataTable>
      )}
    </AskedPart>
  );
}
