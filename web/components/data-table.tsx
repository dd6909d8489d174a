/** A table with its header row, in a box that scrolls sideways if the window is narrow. */
import type { ComponentChildren } from "preact";

type Props = {
  /** Names the box for a screen reader. */
  readonly label: string;
  readonly heads: readonly string[];
  readonly kind?: string;
  /** The rows. */
  readonly children: ComponentChildren;
};

export function DataTable({ label, heads, kind, children }: Props) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scroll area has to be reachable by keyboard
    <div class="scroll" tabIndex={0} role="region" aria-label={label}>
      <table class={kind}>
        <thead>
          <tr>
            {heads.map((head) => (
              <th key={head} scope="col">
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>{children}</tbody>
      </table>
    </div>
  );
}
