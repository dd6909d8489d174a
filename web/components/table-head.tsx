/** The header row of a table. */
import type { JSX } from "preact";

export function TableHead({ heads }: { readonly heads: readonly string[] }): JSX.Element {
  return (
    <thead>
      <tr>
        {heads.map((head) => (
          <th key={head} scope="col">
            {head}
          </th>
        ))}
      </tr>
    </thead>
  );
}
