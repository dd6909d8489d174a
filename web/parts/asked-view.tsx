/** Shows what was asked for once it is there, and in words what went wrong where it is not. */
import type { ComponentChildren } from "preact";
import type { Asked } from "../state/asked.ts";

type Props<T> = { readonly asked: Asked<T>; readonly children: (data: T) => ComponentChildren };

export function AskedView<T>({ asked, children }: Props<T>) {
  if (asked.data !== undefined) return <>{children(asked.data)}</>;
  if (asked.failed === undefined) return <p class="muted loading">Looking …</p>;
  return (
    <div class="empty" role="alert">
      <h3>That could not be read</h3>
      <p>{asked.failed}</p>
      <button type="button" onClick={asked.again}>
        Try again
      </button>
    </div>
  );
}
