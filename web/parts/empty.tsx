/** A place that is still empty, which says what fills it and offers the next step. */
import type { ComponentChildren } from "preact";

export function Empty({ title, children }: { title: string; children: ComponentChildren }) {
  return (
    <div class="empty">
      <h3>{title}</h3>
      {children}
    </div>
  );
}
