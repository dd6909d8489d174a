/** One session: what was learned from it, what it was given, and the conversation. */
import { useEffect, useRef } from "preact/hooks";
import type { OneSession } from "../../../src/faces/http/routes/history.ts";
import { counted, visible } from "../../components/format.ts";
import { InlineCode } from "../../components/inline-code.tsx";
import { QueryResult } from "../../components/query-result.tsx";
import { TimeAgo } from "../../components/time-ago.tsx";
import { goTo, hrefOf } from "../../state/navigation.ts";
import { projectName, shortPath } from "../../state/server-status.ts";
import { useQuery } from "../../state/use-query.ts";
import { Conversation } from "./conversation.tsx";
import { namesOf } from "./session-names.ts";

export function SessionDetail({ id }: { readonly id: string }) {
  const query = useQuery<OneSession>("session", { id });
  const box = useRef<HTMLElement>(null);
  useEffect(() => box.current!.focus(), []);
  return (
    <section
      ref={box}
      class="split-open"
      aria-label="Session"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a scroll area has to be reachable by keyboard
      tabIndex={0}
      onKeyDown={({ key }) => key === "Escape" && goTo("sessions")}
    >
      <QueryResult query={query}>{(loaded) => <Session loaded={loaded} />}</QueryResult>
    </section>
  );
}

function Session({ loaded }: { readonly loaded: OneSession }) {
  const { session, memories, records, looked, given, turns, total } = loaded;
  const [name, more] = namesOf(session);
  const { id, agent, startedAt, endedAt, project, cwd, file, expired } = session;
  const skipped = looked.filter(({ taken }) => !taken);
  return (
    <>
      <header class="session-top">
        <button type="button" class="quiet back" onClick={() => goTo("sessions")}>
          ← All sessions
        </button>
        <h2>{name}</h2>
        {more !== "" && <p>{more}</p>}
        <p class="muted">
          {agent} · <TimeAgo at={endedAt ?? startedAt} /> · {projectName(project) ?? cwd ?? "no project"}
        </p>
      </header>
      {expired !== undefined && (
        <p class="warning">
          Its text was deleted <TimeAgo at={expired.at} />: {visible(expired.why)}
        </p>
      )}
      <div class="session-memory">
        <section aria-label="Learned from it">
          <h3>Learned from it</h3>
          {records.length === 0 ? (
            <p class="muted">Nothing. Only lasting statements are kept, and a session is read after it ends.</p>
          ) : (
            <ul>
              {records.map((record) => (
                <li key={record.id}>
                  <a href={hrefOf({ view: "memory", id: record.id })}>
                    <InlineCode text={record.text} />
                  </a>{" "}
                  <span class="kind">{record.type}</span>
                </li>
              ))}
            </ul>
          )}
          {(skipped.length > 0 || memories.length > 0) && (
            <details>
              <summary>Considered and not kept: {counted(skipped.length + memories.length, "line")}</summary>
              <ul>
                {skipped.map(({ text, rule, reason }) => (
                  <li key={`${rule} ${text}`}>
                    <InlineCode text={text} /> <span class="muted">{reason}</span>
                  </li>
                ))}
                {memories.map(({ text }) => (
                  <li key={text}>
                    <InlineCode text={text} /> <span class="muted">read by a model</span>
                  </li>
                ))}
              </ul>
            </details>
          )}
        </section>
        <section aria-label="Given to it">
          <h3>Given to it</h3>
          {given.length === 0 ? (
            <p class="muted">Nothing from memory.</p>
          ) : (
            <ul>
              {given.map(({ id: record, text, query }) => (
                <li key={record} title={query === undefined ? undefined : `For: ${query}`}>
                  {text === "" ? (
                    <span class="muted">A record that is gone: {record}</span>
                  ) : (
                    <a href={hrefOf({ view: "memory", id: record })}>
                      <InlineCode text={text} />
                    </a>
                  )}
                </li>
              ))}
            </ul>
          )}
        </section>
      </div>
      <Conversation key={id} id={id} first={turns} total={total} />
      <p class="muted">
        Read from <code>{shortPath(file)}</code>
      </p>
    </>
  );
}
