/** `review show` */
import { ID } from "../declare/shared-fields.ts";
import { verb } from "../declare/verb.ts";
import { factLines } from "../print/format.ts";
import { oneLine } from "../print/style.ts";
import { type Difference, valueText } from "./proposal/differences.ts";
import type { SuggestionView } from "./sources/suggestion-view.ts";

export const SUGGESTION = { ...ID, help: "The suggestion's id, or a unique part of it." } as const;

export const OUTDATED = "The record changed since: accepting shows the new difference first.";

export const showSuggestion = verb({
  name: "review show",
  also: ["suggestions show"],
  summary: "Show what accepting a suggestion does: before and after, who asks, and why.",
  input: { id: SUGGESTION },
  act: "read",
  needs: "write",
  async run({ context }, { id }) {
    const { suggestionVerbs } = await import("./sources/suggestion-verbs.ts");
    return { suggestion: await suggestionVerbs(context).suggestion(id) };
  },
  print({ suggestion }, style) {
    const { id, act, kind, scope, recordId, source, status, label, reason, by, changes, isOutdated } = suggestion;
    const facts = [
      ["act", act],
      ["asked by", by],
      ["why", reason],
      ["record", recordId],
      ["kind", kind],
      ["scope", scope],
      ["source", source],
      ["status", status],
      ["outdated", isOutdated ? OUTDATED : undefined],
    ] as const;
    const lines = [...changes.flatMap(beforeAndAfter), ...replacedTexts(suggestion)];
    return [
      style.wrap(`${style.bold(id)} ${oneLine(label)}`, "  "),
      ...factLines(facts, style),
      ...lines.map((line) => style.wrap(`  ${oneLine(line)}`, "    ")),
    ].join("\n");
  },
});

export function changeText({ field, before, after }: Difference): string {
  return `${field}: ${valueText(before)} → ${valueText(after)}`;
}

export function replacedTexts({ replaces = [] }: SuggestionView): string[] {
  return replaces.map(({ id, text }) => `replaces ${id}: ${text}`);
}

function beforeAndAfter({ field, before, after }: Difference): string[] {
  return [
    ...(before === null ? [] : [`- ${field}: ${valueText(before)}`]),
    ...(after === null ? [] : [`+ ${field}: ${valueText(after)}`]),
  ];
}
