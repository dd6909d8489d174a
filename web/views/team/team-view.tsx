/** What is shared: the person's spaces with what waits in them, and the person's other machines. */
import { useState } from "preact/hooks";
import type { Shared } from "../../../src/faces/http/routes/team.ts";
import type { SyncAnswer } from "../../../src/verbs/sync/sync.ts";
import { EmptyState } from "../../components/empty-state.tsx";
import { counted } from "../../components/format.ts";
import { QueryResult } from "../../components/query-result.tsx";
import { post } from "../../state/api.ts";
import { attempt, notify, notifyError } from "../../state/notices.ts";
import { useQuery } from "../../state/use-query.ts";
import { Machines } from "./machines.tsx";
import { SpacePanel } from "./space-panel.tsx";

export function TeamView() {
  const query = useQuery<Shared>("team");
  return (
    <div class="column">
      <header class="view-top">
        <h2>Team</h2>
        <span class="grow" />
        <SyncNow onDone={query.retry} />
      </header>
      <QueryResult query={query}>
        {({ spaces, sync, machines, trouble }) => (
          <>
            {spaces.length === 0 && sync.machine === undefined && (
              <EmptyState title="Nothing is shared">
                <p>
                  Join a team's space with <code>oldhand team join LINK</code>, or sync with your other machines:{" "}
                  <code>oldhand sync add REMOTE</code>.
                </p>
              </EmptyState>
            )}
            {spaces.map((space) => (
              <SpacePanel key={space.id} space={space} onChange={query.retry} />
            ))}
            {sync.machine !== undefined && (
              <Machines sync={sync} machines={machines} trouble={trouble} onChange={query.retry} />
            )}
          </>
        )}
      </QueryResult>
    </div>
  );
}

function SyncNow({ onDone }: { readonly onDone: () => void }) {
  const [isRunning, setRunning] = useState(false);
  const sync = async (): Promise<void> => {
    setRunning(true);
    const done = await attempt(() => post<SyncAnswer>("sync"));
    setRunning(false);
    onDone();
    if (done !== undefined) report(done);
  };
  return (
    <button type="button" disabled={isRunning} onClick={() => void sync()}>
      {isRunning ? "Syncing …" : "Sync now"}
    </button>
  );
}

function report({ spaces, machines }: SyncAnswer): void {
  const problems = [
    ...spaces.flatMap(({ space, problem }) => (problem === undefined ? [] : [`${space}: ${problem}`])),
    ...(machines?.unreachable.map(({ reason }) => reason) ?? []),
  ];
  for (const problem of problems) notifyError(problem);
  if (problems.length > 0) return;
  const all = [...spaces, ...(machines === undefined ? [] : [machines])];
  const [sent, arrived] = [all.reduce((sum, one) => sum + one.sent, 0), all.reduce((sum, one) => sum + one.arrived, 0)];
  notify(
    sent + arrived === 0
      ? "Synced: nothing new."
      : `Synced: sent ${counted(sent, "change")}, received ${counted(arrived, "change")}.`,
  );
}
