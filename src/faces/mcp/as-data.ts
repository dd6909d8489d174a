/** Makes an answer plain data: nothing in any of its texts can pose as a turn, a tag, a marker, a link or a code fence. */
import { defused } from "../../core/text/marker.ts";

/** Fields in `blocks` are left as they are: each is one block between markers, and was defused inside. */
export function asData(answer: object, blocks: readonly string[] = []): object {
  return Object.fromEntries(
    Object.entries(answer).map(([name, value]) => [name, blocks.includes(name) ? value : dataIn(value)]),
  );
}

function dataIn(value: unknown): unknown {
  if (typeof value === "string") return defused(value);
  if (Array.isArray(value)) return value.map(dataIn);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [defused(name), dataIn(inner)]));
}
