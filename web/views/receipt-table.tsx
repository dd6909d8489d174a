/** The receipt of a brief: each score in its parts, and what was left out with the reason. */

import type { Included, Omission } from "../../src/core/ports.ts";
import { TableHead } from "../parts/table-head.tsx";
import { visible } from "../parts/words.ts";

export type Accounted = Included & { readonly text: string };
type Props = {
  readonly receipt: string;
  readonly included: readonly Accounted[];
  readonly omitted: readonly (Omission & { readonly text: string })[];
};

export function ReceiptTable({ receipt, included, omitted }: Props) {
  return (
    <section class="receipt" aria-label="Receipt">
      <h3>
        Receipt <code class="muted">{receipt}</code>
      </h3>
      {included.length > 0 && (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls sideways has to be reached by keys
        <div class="scroll" tabIndex={0} role="region" aria-label="What went in">
          <table>
            <caption>What went in: score = strength × relevance</caption>
            <TableHead heads={["Layer", "What", "Relevance", "Strength", "Score", "Tokens"]} />
            <tbody>
              {included.map(({ id, layer, text, relevance, strength, score, tokens }) => (
                <tr key={id}>
                  <td>{layer}</td>
                  <td>{visible(text) || id}</td>
                  <td class="number">{relevance.toFixed(2)}</td>
                  <td class="number">{strength?.toFixed(2)}</td>
                  <td class="number">{score?.toFixed(2)}</td>
                  <td class="number">{tokens}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
      {omitted.length > 0 && (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls sideways has to be reached by keys
        <div class="scroll" tabIndex={0} role="region" aria-label="What stayed out">
          <table>
            <caption>What stayed out</caption>
            <TableHead heads={["What", "Why", "It would need"]} />
            <tbody>
              {omitted.map(({ id, text, reason, why, needTokens }) => (
                <tr key={id}>
                  <td>{visible(text) || id}</td>
                  <td>{why === undefined ? reason : `${reason}: ${why}`}</td>
                  <td class="number">{needTokens === undefined ? "" : `${needTokens} tokens`}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </section>
  );
}
