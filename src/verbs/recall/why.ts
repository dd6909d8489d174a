/** `why` */
import { verb } from "../declare/verb.ts";
import { minuteOf, percent } from "../print/format.ts";
import { receiptJson } from "../print/json.ts";
import { printable } from "../print/style.ts";

export const why = verb({
  name: "why",
  summary: "Show what was included, what was left out, and why.",
  input: { receipt: { type: "line", at: "word", help: "A receipt's id, rcp_… (default: the last one)." } },
  act: "read",
  needs: "read",
  async run({ context }, { receipt }) {
    const { reading } = await import("../recalling/read-verbs.ts");
    return receiptJson(await reading(context).why(receipt));
  },
  print({ id, query, at, budget, tokens, included, omitted }, style) {
    const inside = included.flatMap(
      ({ id, relevance, tokens, layer, strength, score, stale, reason, wants, excerpt }) => {
        const parts = layer === undefined ? "" : `, layer ${layer}, strength ${strength} × relevance = ${score}`;
        const outdated = stale === undefined ? "" : `, stale: ${printable(stale)}`;
        const asks = wants === undefined || wants === "tell" ? "" : ` (${wants})`;
        const because = reason === undefined ? "" : `, ${printable(reason)}${asks}`;
        return [
          style.wrap(`  ${id}  ${percent(relevance)} relevance, ${tokens} tokens${parts}${because}${outdated}`, "    "),
          ...(excerpt === undefined ? [] : [style.wrap(`    ${printable(excerpt)}`, "    ")]),
        ];
      },
    );
    const outside = omitted.map(({ id, reason, needTokens, why }) => {
      const need = needTokens === undefined ? "" : ` (needs ${needTokens} more tokens)`;
      return style.wrap(`  ${id}  ${reason}${why === undefined ? "" : `: ${printable(why)}`}${need}`, "    ");
    });
    return [
      `${style.bold(id)}  ${minuteOf(at)}`,
      style.wrap(`Query: ${printable(query)}`, "  "),
      `Included: ${tokens} of ${budget} tokens`,
      ...(inside.length > 0 ? inside : ["  nothing"]),
      ...(outside.length > 0 ? ["Left out:", ...outside] : []),
    ].join("\n");
  },
});
