/** The receipt of a brief: the score of each included line, and why others were left out. */
import type { Included, Omission } from "../../../src/core/ports.ts";
import { counted, visible } from "../../components/format.ts";
import { TableHead } from "../../components/table-head.tsx";

export type IncludedLine = Included & { readonly text: string };
type Props = {
  readonly receipt: string;
  readonly included: readonly IncludedLine[];
  readonly omitted: readonly (Omission & { readonly text: string })[];
};

export function ReceiptTable({ receipt, included, omitted }: Props) {
  return (
    <section class="receipt" aria-label="Receipt">
      <h3>
        Receipt <code class="muted">{receipt}</code>
      </h3>
      {included.length > 0 && (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scroll area has to be reachable by keyboard
        <div class="scroll" tabIndex={0} role="region" aria-label="Included">
          <table>
            <caption>Included (score = strength × relevance)</caption>
            <TableHead heads={["Layer", "Text", "Relevance", "Strength", "Score", "Tokens"]} />
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
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scroll area has to be reachable by keyboard
        <div class="scroll" tabIndex={0} role="region" aria-label="Left out">
          <table>
            <caption>Left out</caption>
            <TableHead heads={["Text", "Reason", "Needs"]} />
            <tbody>
              {omitted.map(({ id, text, reason, why, needTokens }) => (
                <tr key={id}>
                  <td>{visible(text) || id}</td>
                  <td>{why === undefined ? reason : `${reason}: ${why}`}</td>
                  <td class="number">{needTokens === undefined ? "" : counted(needTokens, "token")}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </section>
  );
}
