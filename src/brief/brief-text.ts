/** The text of a brief: lines under the names of their layers, each with its source, marked as data. */
import type { Layer } from "../core/ports.ts";
import { kindOf, type MemoryRecord } from "../core/record/record.ts";
import { wrapAsData } from "../core/text/marker.ts";
import { oneLine, whose } from "./render.ts";

type Line = { readonly layer: Layer; readonly text: string };

const TITLES: readonly (readonly [Layer, string])[] = [
  ["A", "Rules"],
  ["scoped", "For this file"],
  ["B", "Related"],
  ["C", "Workflows"],
];

const HEAD = "What oldhand remembers; check it against the repository before acting on it.";

export function briefText(
  lines: readonly Line[],
  { nonce, takenBack = [] }: { nonce: string; takenBack?: readonly string[] },
): string {
  const back = takenBack.length === 0 ? [] : ["No longer true, though it was told in this session:", ...takenBack];
  const blocks = TITLES.flatMap(([layer, title]) => {
    const own = lines.filter((line) => line.layer === layer).map(({ text }) => text);
    return own.length === 0 ? [] : [`${title}:`, ...own];
  });
  return wrapAsData([HEAD, ...back, ...blocks].join("\n"), { nonce });
}

/** A workflow is told by its name and steps, everything else by its words. */
export function lineOf(record: MemoryRecord): string {
  const words =
    record.type === "workflow" && record.steps !== undefined
      ? `${record.key}: ${record.steps.join(" → ")}`
      : record.text;
  return `- ${oneLine(words)} [${kindOf(record)}, ${record.scope}${whose(record)}; ${record.id}]`;
}
