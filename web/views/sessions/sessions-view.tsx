/** The imported sessions of coding agents, with the details of the selected one. */
import { useState } from "preact/hooks";
import type { SessionView } from "../../../src/verbs/sessions/session-verbs.ts";
import { EmptyState } from "../../components/empty-state.tsx";
import { counted, visible } from "../../components/format.ts";
import { QueryResult } from "../../components/query-result.tsx";
import { TimeAgo } from "../../components/time-ago.tsx";
import { post } from "../../state/api.ts";
import { attempt } from "../../state/notices.ts";
import { useQuery } from "../../state/use-query.ts";
import { SessionDetail } from "./session-detail.tsx";

type Skipped = { readonly reason: string; readonly count: number };
type Imported = {
  readonly imported: number;
  readonly sessions: number;
  readonly skipped: readonly Skipped[];
  readonly leftOut: readonly Skipped[];
};

export function SessionsView() {
  const query = useQuery<{ sessions: readonly SessionView[] }>("sessions");
  const [selected, setSelected] = useState<string | undefined>(undefined);
  const [result, setResult] = useState<Imported | undefined>(undefined);
  const [isBusy, setBusy] = useState(false);
  const importNew = async (): Promise<void> => {
    setBusy(true);
    const done = await attempt(async () => {
      const imported = await post<Imported>("sessions/import");
      await post("learn");
      return imported;
    });
    setResult(done);
    setBusy(false);
  };
  return (
    <div class="column">
      <header class="view-top">
        <h2>Sessions</h2>
        <span class="grow" />
        <button type="button" disabled={isBusy} onClick={() => void importNew()}>
          {isBusy ? "Importing …" : "Import new sessions"}
        </button>
      </header>
      {result !== undefined && <ImportResult result={result} />}
      <QueryResult query={query}>
        {({ sessions }) =>
          sessions.length === 0 ? (
            <EmptyState title="No sessions yet">
              <p>
                Claude Code, Codex, opencode, pi, oh-my-pi and Gemini CLI keep their sessions on this machine. Importing
                reads those files and never changes them. Thinking is never stored.
              </p>
            </EmptyState>
          ) : (
            <ul class="sessions">
              {sessions.map(({ id, agent, title, synopsis, startedAt, endedAt, cwd }) => (
                <li key={id}>
                  <button
                    type="button"
                    class="session"
                    aria-expanded={id === selected}
                    onClick={() => setSelected(id === selected ? undefined : id)}
                  >
                    <span class="kind">{agent}</span>
                    <strong>{visible(title ?? "Untitled session")}</strong>
                    <span class="muted">
                      <TimeAgo at={endedAt ?? startedAt} />
                      {cwd !== undefined && ` in ${cwd}`}
                    </span>
                    {synopsis !== undefined && <span class="synopsis">{visible(synopsis)}</span>}
                  </button>
                  {id === selected && <SessionDetail id={id} />}
                </li>
              ))}
            </ul>
          )
        }
      </QueryResult>
    </div>
  );
}

function ImportResult({ result: { imported, sessions, skipped, leftOut } }: { result: Imported }) {
  return (
    <div class="import-result" role="status">
      <p>
        {counted(imported, "new chunk")} imported from {counted(sessions, "session")}.
      </p>
      {[
        ...skipped.map((one) => ({ ...one, how: "skipped" })),
        ...leftOut.map((one) => ({ ...one, how: "left out" })),
      ].map(({ reason, count, how }) => (
        <p key={`${how} ${reason}`} class="muted">
          {count} {how}: {reason}
        </p>
      ))}
    </div>
  );
}
