/** The history of somebody who has just come: how it fills, and three ways to begin. */
import { useState } from "preact/hooks";
import { Empty } from "../parts/empty.tsx";
import { showSample } from "../parts/sample-banner.tsx";
import { counted } from "../parts/words.ts";
import { tell } from "../state/ask.ts";
import { attempt, say } from "../state/notices.ts";

type Imported = { readonly imported: number };

export function NothingRun() {
  const [isBusy, setBusy] = useState(false);
  const bringIn = async (): Promise<void> => {
    setBusy(true);
    const done = await attempt(async () => {
      const history = await tell<Imported>("history/import");
      const sessions = await tell<Imported & { commands: number }>("sessions/import");
      return history.imported + sessions.commands;
    });
    setBusy(false);
    if (done !== undefined)
      say(
        done === 0
          ? "Nothing new was found on this machine."
          : `${counted(done, "command")} taken in. Those of this project are shown here.`,
      );
  };
  return (
    <Empty title="Nothing was run here yet">
      <ol class="steps">
        <li>
          <strong>Bring in what was there before.</strong> Histories of your shells and sessions of your agents are only
          read, never changed.
          <button type="button" class="main" disabled={isBusy} onClick={() => void bringIn()}>
            {isBusy ? "Reading …" : "Import history"}
          </button>
        </li>
        <li>
          <strong>Let your shell tell what happens next.</strong> Put <code>eval "$(oldhand init zsh)"</code> into its
          start-up file; bash and fish work as well.
        </li>
        <li>
          <strong>Or look around first.</strong> Sample data is a project of its own and is gone with one click.
          <button type="button" onClick={() => void showSample()}>
            Show sample data
          </button>
        </li>
      </ol>
    </Empty>
  );
}
