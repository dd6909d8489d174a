/** Renders the data of a query once it has loaded, or its error with a retry. */
import type { ComponentChildren } from "preact";
import type { Query } from "../state/use-query.ts";

type Props<T> = { readonly query: Query<T>; readonly children: (data: T) => ComponentChildren };

export function QueryResult<T>({ query, children }: Props<T>) {
  if (query.data !== undefined) return <>{children(query.data)}</>;
  if (query.error === undefined) return <p class="muted loading">Loading …</p>;
  return (
    <div class="empty" role="alert">
      <h3>Loading failed</h3>
      <p>{query.error}</p>
      <button type="button" onClick={query.retry}>
        Try again
      </button>
    </div>
  );
}
