/** Shown while the project has no history: what is elsewhere, importing it, capturing new commands, or the sample. */
import { useState } from "preact/hooks";
import { EmptyState } from "../../components/empty-state.tsx";
import { counted } from "../../components/format.ts";
import { countsOf } from "../../layout/project-menu.tsx";
import { showSample } from "../../layout/sample-banner.tsx";
import { post } from "../../state/api.ts";
import { EVERYWHERE, goTo, isEverywhere, showPlace } from "../../state/navigation.ts";
import { attempt, notify } from "../../state/notices.ts";
import { serverStatus } from "../../state/server-status.ts";

export function EmptyHistory() {
  const [isBusy, setBusy] = useState(false);
  const everywhere = serverStatus.value?.everywhere;
  const hasOthers = !isEverywhere.value && everywhere !== undefined && everywhere.commands + everywhere.sessions > 0;
  const importAll = async (): Promise<void> => {
    setBusy(true);
    const commands = await attempt(async () => {
      const history = await post<{ imported: number }>("history/import");
      const sessions = await post<{ commands: number }>("session/import");
      return history.imported + sessions.commands;
    });
    setBusy(false);
    if (commands === undefined) return;
    notify(
      commands === 0
        ? "No new history found on this machine."
        : `${counted(commands, "command")} imported. All of them are under Everywhere.`,
    );
  };
  return (
    <EmptyState title={hasOthers ? "Nothing was run here yet" : "No commands yet"}>
      <ol class="steps">
        {hasOthers && (
          <li>
            <strong>See everything.</strong> {countsOf(everywhere)} in other projects.
            <button type="button" class="main" onClick={() => showPlace(EVERYWHERE)}>
              Show everywhere
            </button>
          </li>
        )}
        <li>
          <strong>Import your history.</strong> Reads shell histories and agent sessions on this machine and never
          changes them.
          <button type="button" class={hasOthers ? "" : "main"} disabled={isBusy} onClick={() => void importAll()}>
            {isBusy ? "Importing …" : "Import history"}
          </button>
        </li>
        <li>
          <strong>Capture new commands.</strong> Connect your shells and agents; you see each change before it is made.
          <button type="button" onClick={() => goTo("settings")}>
            Connect
          </button>
        </li>
        {!hasOthers && (
          <li>
            <strong>Or look around first.</strong> Sample data is a separate project that you can remove with one click.
            <button type="button" onClick={() => void showSample()}>
              Show sample data
            </button>
          </li>
        )}
      </ol>
    </EmptyState>
  );
}
