/** Shown instead of an empty list: what would be here, and the next step. */
import type { ComponentChildren } from "preact";

export function EmptyState({ title, children }: { title: string; children: ComponentChildren }) {
  return (
    <div class="empty">
      <h3>{title}</h3>
      {children}
    </div>
  );
}
