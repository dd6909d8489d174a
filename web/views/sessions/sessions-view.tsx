/** The imported sessions of coding agents: a list, and next to it the one that is open, as a conversation. */
import { useMemo, useState } from "preact/hooks";
import type { Sessions } from "../../../src/faces/http/routes/history.ts";
import { EmptyState } from "../../components/empty-state.tsx";
import { counted } from "../../components/format.ts";
import { QueryResult } from "../../components/query-result.tsx";
import { TimeAgo } from "../../components/time-ago.tsx";
import { VirtualList } from "../../components/virtual-list.tsx";
import { post } from "../../state/api.ts";
import { EVERYWHERE, goTo, isEverywhere, openSession, showPlace } from "../../state/navigation.ts";
import { attempt } from "../../state/notices.ts";
import { projectName, serverStatus } from "../../state/server-status.ts";
import { useQuery } from "../../state/use-query.ts";
import { SessionDetail } from "./session-detail.tsx";
import { namesOf } from "./session-names.ts";

type Session = Sessions["sessions"][number];
type Skipped = { readonly reason: string; readonly count: number };
type Imported = {
  readonly imported: number;
  readonly sessions: number;
  readonly skipped: readonly Skipped[];
  readonly leftOut: readonly Skipped[];
};

const ROW_PX = 60;

export function SessionsView() {
  const query = useQuery<Sessions>("sessions");
  const [result, setResult] = useState<Imported | undefined>(undefined);
  const [isBusy, setBusy] = useState(false);
  const open = openSession.value;
  const importNew = async (): Promise<void> => {
    setBusy(true);
    const done = await attempt(() => post<{ sessions: Imported }>("learn"));
    setResult(done?.sessions);
    setBusy(false);
  };
  return (
    <div class={open === undefined ? "split" : "split has-open"}>
      <div class="split-list">
        <header class="view-top">
          <h2>Sessions</h2>
          <span class="grow" />
          <button type="button" disabled={isBusy} onClick={() => void importNew()}>
            {isBusy ? "Importing …" : "Import new"}
          </button>
        </header>
        {result !== undefined && <ImportResult result={result} />}
        <QueryResult query={query}>
          {({ sessions }) => (sessions.length === 0 ? <NoSessions /> : <SessionList sessions={sessions} />)}
        </QueryResult>
      </div>
      {open !== undefined && <SessionDetail key={open} id={open} />}
    </div>
  );
}

function SessionList({ sessions }: { readonly sessions: readonly Session[] }) {
  const [words, setWords] = useState("");
  const shown = useMemo(() => sessions.filter((session) => matches(session, words)), [sessions, words]);
  return (
    <>
      <div class="tools">
        <input
          type="search"
          aria-label="Find a session"
          placeholder="Find a session"
          value={words}
          onInput={({ currentTarget }) => setWords(currentTarget.value)}
        />
        <span class="muted">{counted(shown.length, "session")}</span>
      </div>
      {shown.length === 0 ? (
        <p class="muted loading">No session matches.</p>
      ) : (
        <VirtualList
          label="Sessions, newest first"
          role="list"
          count={shown.length}
          rowPx={ROW_PX}
          row={(at, isCurrent) => <SessionRow session={shown[at]!} isCurrent={isCurrent} />}
        />
      )}
    </>
  );
}

function SessionRow({ session, isCurrent }: { readonly session: Session; readonly isCurrent: boolean }) {
  const { id, agent, startedAt, endedAt, project, learned, given } = session;
  const [name, more] = namesOf(session);
  const isOpen = id === openSession.value;
  const tallies = [...(learned > 0 ? [`${learned} learned`] : []), ...(given > 0 ? [`${given} given`] : [])];
  return (
    <button
      type="button"
      class="session"
      tabIndex={isCurrent ? 0 : -1}
      aria-pressed={isOpen}
      onClick={() => goTo("sessions", { id })}
    >
      <strong>{name}</strong>
      <span class="muted session-facts">
        {isEverywhere.value && project !== undefined && <span>{projectName(project)}</span>}
        <span>{agent}</span>
        <TimeAgo at={endedAt ?? startedAt} />
        {tallies.map((tally) => (
          <span key={tally} class="tally">
            {tally}
          </span>
        ))}
        <span class="synopsis">{more}</span>
      </span>
    </button>
  );
}

function matches({ title, synopsis, agent, cwd, project }: Session, words: string): boolean {
  const text = [title, synopsis, agent, cwd, projectName(project)].join(" ").toLowerCase();
  return words
    .toLowerCase()
    .split(/\s+/)
    .every((word) => text.includes(word));
}

function NoSessions() {
  const elsewhere = isEverywhere.value ? 0 : (serverStatus.value?.everywhere.sessions ?? 0);
  return (
    <EmptyState title={elsewhere > 0 ? "No sessions here" : "No sessions yet"}>
      {elsewhere > 0 && (
        <p>
          {counted(elsewhere, "session")} in other projects.{" "}
          <button type="button" class="link" onClick={() => showPlace(EVERYWHERE)}>
            Show everywhere
          </button>
        </p>
      )}
      <p>
        Claude Code, Codex, opencode, pi, oh-my-pi and Gemini CLI keep their sessions on this machine. Importing reads
        those files and never changes them. Thinking is never stored.
      </p>
    </EmptyState>
  );
}

function ImportResult({ result: { imported, sessions, skipped, leftOut } }: { result: Imported }) {
  return (
    <div class="import-result" role="status">
      <p>{imported === 0 ? "Nothing new." : `Imported new text of ${counted(sessions, "session")}.`}</p>
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
