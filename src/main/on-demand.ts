/** The functions of a module as methods of one call; the module is imported when the first of them runs. */
import type { CallContext } from "../verbs/call/call-context.ts";

type Method<F> = F extends (call: CallContext, ...ask: infer A) => infer R ? (...ask: A) => Promise<Awaited<R>> : never;

/** `names`: the function of each method. */
export function onDemand(call: CallContext) {
  return <M extends object, const T extends Readonly<Record<string, keyof M>>>(load: () => Promise<M>, names: T) => {
    const method =
      (name: keyof M) =>
      async (...ask: unknown[]) =>
        ((await load())[name] as (call: CallContext, ...ask: unknown[]) => unknown)(call, ...ask);
    const methods = Object.entries(names).map(([name, one]) => [name, method(one)]);
    return Object.fromEntries(methods) as { [N in keyof T]: Method<M[T[N]]> };
  };
}
