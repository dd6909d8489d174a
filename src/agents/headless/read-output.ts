/** Reads what a headless agent printed: JSON lines, and the tokens that it reports. */
import type { Usage } from "../../core/job/job.ts";
import { isFields, type JsonFields } from "../format/json-fields.ts";

/** Lines that are not JSON are for people. */
export function jsonLinesIn(output: string): JsonFields[] {
  return output.split("\n").flatMap((line): JsonFields[] => {
    const fields = jsonIn(line);
    return fields === undefined ? [] : [fields];
  });
}

export function jsonIn(text: string): JsonFields | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return isFields(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

type Names = { readonly input: readonly string[]; readonly output: readonly string[] };

/** Nothing reported, or zero, is no usage. */
export function usageFrom(reported: unknown, { input, output }: Names): { readonly usage?: Usage } {
  if (!isFields(reported)) return {};
  const sum = (names: readonly string[]): number =>
    names.reduce((total, name) => total + (Number(reported[name] ?? 0) || 0), 0);
  const usage = { inputTokens: sum(input), outputTokens: sum(output) };
  return usage.inputTokens + usage.outputTokens === 0 ? {} : { usage };
}
