/** Shown while the project has no history: import it, capture new commands, or try the sample. */
import { useState } from "preact/hooks";
import { EmptyState } from "../../components/empty-state.tsx";
import { counted } from "../../components/format.ts";
import { showSample } from "../../layout/sample-banner.tsx";
import { post } from "../../state/api.ts";
import { attempt, notify } from "../../state/notices.ts";

export function EmptyHistory() {
  const [isBusy, setBusy] = useState(false);
  const importAll = async (): Promise<void> => {
    setBusy(true);
    const commands = await attempt(async () => {
      const history = await post<{ imported: number }>("history/import");
      const sessions = await post<{ commands: number }>("sessions/import");
      return history.imported + sessions.commands;
    });
    setBusy(false);
    if (commands === undefined) return;
    notify(
      commands === 0
        ? "No new history found on this machine."
        : `${counted(commands, "command")} imported. Commands of this project are shown here.`,
    );
  };
  return (
    <EmptyState title="No commands yet">
      <ol class="steps">
        <li>
          <strong>Import your history.</strong> Reads shell histories and agent sessions on this machine and never
          changes them.
          <button type="button" class="main" disabled={isBusy} onClick={() => void importAll()}>
            {isBusy ? "Importing …" : "Import history"}
          </button>
        </li>
        <li>
          <strong>Capture new commands.</strong> Add <code>eval "$(oldhand init zsh)"</code> to your shell's startup
          file. For bash or fish, replace zsh.
        </li>
        <li>
          <strong>Or look around first.</strong> Sample data is a separate project that you can remove with one click.
          <button type="button" onClick={() => void showSample()}>
            Show sample data
          </button>
        </li>
      </ol>
    </EmptyState>
  );
}
