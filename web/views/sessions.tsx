/** Sessions of coding agents: a list, and the one that was chosen with what was said and what was learned from it. */
import { useState } from "preact/hooks";
import type { SessionView } from "../../src/verbs/sessions/session-verbs.ts";
import { AskedView } from "../parts/asked-view.tsx";
import { Empty } from "../parts/empty.tsx";
import { When } from "../parts/when.tsx";
import { visible } from "../parts/words.ts";
import { tell } from "../state/ask.ts";
import { useAsked } from "../state/asked.ts";
import { attempt } from "../state/notices.ts";
import { SessionDetail } from "./session-detail.tsx";

type Skipped = { readonly reason: string; readonly count: number };
type Imported = {
  readonly imported: number;
  readonly sessions: number;
  readonly skipped: readonly Skipped[];
  readonly leftOut: readonly Skipped[];
};

export function SessionsView() {
  const asked = useAsked<{ sessions: readonly SessionView[] }>("sessions");
  const [chosen, setChosen] = useState<string | undefined>(undefined);
  const [brought, setBrought] = useState<Imported | undefined>(undefined);
  const [isBusy, setBusy] = useState(false);
  const bringIn = async (): Promise<void> => {
    setBusy(true);
    const done = await attempt(async () => {
      const imported = await tell<Imported>("sessions/import");
      await tell("learn");
      return imported;
    });
    setBrought(done);
    setBusy(false);
  };
  return (
    <div class="column">
      <header class="view-top">
        <h2>Sessions</h2>
        <span class="grow" />
        <button type="button" disabled={isBusy} onClick={() => void bringIn()}>
          {isBusy ? "Reading …" : "Read what is new"}
        </button>
      </header>
      {brought !== undefined && <Brought brought={brought} />}
      <AskedView asked={asked}>
        {({ sessions }) =>
          sessions.length === 0 ? (
            <Empty title="No session was read yet">
              <p>
                Claude Code, Codex, opencode, pi, oh-my-pi and Gemini CLI keep their sessions on this machine. They are
                read where they lie; thinking is never stored.
              </p>
            </Empty>
          ) : (
            <ul class="sessions">
              {sessions.map(({ id, agent, title, synopsis, startedAt, endedAt, cwd }) => (
                <li key={id}>
                  <button
                    type="button"
                    class="session"
                    aria-expanded={id === chosen}
                    onClick={() => setChosen(id === chosen ? undefined : id)}
                  >
                    <span class="kind">{agent}</span>
                    <strong>{visible(title ?? "Without a title")}</strong>
                    <span class="muted">
                      <When at={endedAt ?? startedAt} /> {cwd}
                    </span>
                    {synopsis !== undefined && <span class="synopsis">{visible(synopsis)}</span>}
                  </button>
                  {id === chosen && <SessionDetail id={id} />}
                </li>
              ))}
            </ul>
          )
        }
      </AskedView>
    </div>
  );
}

function Brought({ brought: { imported, sessions, skipped, leftOut } }: { brought: Imported }) {
  return (
    <div class="brought" role="status">
      <p>
        {imported} new pieces of {sessions} sessions.
      </p>
      {[
        ...skipped.map((one) => ({ ...one, how: "could not be read" })),
        ...leftOut.map((one) => ({ ...one, how: "left out" })),
      ].map(({ reason, count, how }) => (
        <p key={`${how} ${reason}`} class="muted">
          {count} {how}: {reason}
        </p>
      ))}
    </div>
  );
}
