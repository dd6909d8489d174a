/** What a search finds, each with its source and how relevant it is, and beside it what was left out and why. */
import type { RecallPreview } from "../../../src/verbs/recalling/preview.ts";
import { EmptyState } from "../../components/empty-state.tsx";
import { counted, percent, visible } from "../../components/format.ts";
import { InlineCode } from "../../components/inline-code.tsx";
import { QueryResult } from "../../components/query-result.tsx";
import { EVERYWHERE, hrefOf, isEverywhere, showPlace } from "../../state/navigation.ts";
import { serverStatus } from "../../state/server-status.ts";
import { useQuery } from "../../state/use-query.ts";
import { LeftOut } from "./left-out.tsx";

type Result = RecallPreview["results"][number];

export function SearchResults({ query: words }: { readonly query: string }) {
  const query = useQuery<RecallPreview>(words.trim() === "" ? undefined : "recall", { query: words.trim() });
  if (words.trim() === "")
    return (
      <EmptyState title="Search everything that is remembered">
        <p>
          Records, sessions of agents, tickets and what was tried before. Results appear as you type; each one opens its
          source.
        </p>
      </EmptyState>
    );
  return (
    <QueryResult query={query}>
      {({ results, account }) => (
        <div class="beside">
          <section aria-label="Results">
            <h3>
              <span role="status">{counted(results.length, "result")}</span>
            </h3>
            {results.length === 0 && <NothingFound words={words} />}
            <ul class="results">
              {results.map((result) => (
                <li key={`${result.kind} ${result.id}`}>
                  <ResultItem result={result} />
                </li>
              ))}
            </ul>
          </section>
          <LeftOut omitted={account.omitted} />
        </div>
      )}
    </QueryResult>
  );
}

function ResultItem({ result }: { readonly result: Result }) {
  const { kind, text, relevance, source, stale, project, record } = result;
  const href = sourceOf(result);
  return (
    <article class="result">
      <header>
        <span class="kind">{record?.type ?? (kind === "chunk" ? "session" : kind)}</span>
        {project !== undefined && <span>{project.name}</span>}
        <span class="grow" />
        <span class="muted" title="How well it matches the question">
          {percent(relevance)} relevant
        </span>
      </header>
      <p class="found">
        <InlineCode text={text} />
      </p>
      {stale !== undefined && <p class="warning">No longer true: {visible(stale)}</p>}
      <p class="muted">
        {href === undefined ? visible(source) : <a href={href}>{kind === "chunk" ? "Open the session" : "Open"}</a>}
      </p>
    </article>
  );
}

/** A record opens in memory, a part of a session as that session. */
function sourceOf({ kind, id }: Result): string | undefined {
  if (kind === "record" || kind === "workflow") return hrefOf({ view: "memory", id });
  const session = /^ses_[a-z0-9]+/.exec(id)?.[0];
  return session === undefined ? undefined : hrefOf({ view: "sessions", id: session });
}

function NothingFound({ words }: { readonly words: string }) {
  const elsewhere = serverStatus.value?.everywhere;
  const hasMore = !isEverywhere.value && elsewhere !== undefined && elsewhere.records + elsewhere.sessions > 0;
  return (
    <p class="muted">
      Nothing matches here.{" "}
      {hasMore && (
        <button type="button" class="link" onClick={() => showPlace(EVERYWHERE, { words })}>
          Search everywhere
        </button>
      )}
    </p>
  );
}
