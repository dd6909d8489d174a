/** For a verb that chooses which others do the work: their results, and how they answer. */
import type { Style } from "../print/style.ts";
import type { Raw } from "./read-input.ts";
import type { AnyVerb, ExitCode, VerbCall } from "./verb.ts";

export type Delegated = { readonly by: AnyVerb; readonly input: Raw; readonly result: object };

export async function letDo(by: AnyVerb, call: VerbCall, input: Raw): Promise<Delegated> {
  return { by, input, result: await by.run(call, input) };
}

export function jsonOf({ by, input, result }: Delegated): object {
  return by.json?.(result, input) ?? result;
}

export function printOf({ by, input, result }: Delegated, style: Style): string {
  return by.print(result, style, input);
}

export function exitOf({ by, result }: Delegated): ExitCode {
  if ("outcome" in result && result.outcome === "refused") return 1;
  return by.exit?.(result) ?? 0;
}
