/** Learns from a person's message to an agent, by rules, at most one statement per sentence. */
import type { CallContext } from "../../context/call-context.ts";
import { isoTime } from "../../core/base/clock.ts";
import { admitLearned, type Remembered } from "../records/admit.ts";

type CapturedStatement = Remembered & { readonly rule: string; readonly sentence: string };

/** What the repository's instructions say already is not learned again. */
export async function captureStatements(
  call: CallContext,
  message: string,
  { source = "message", saidMs = call.clock() }: { source?: string; saidMs?: number } = {},
): Promise<readonly CapturedStatement[]> {
  const { captureFrom } = await import("../../extract/message.ts");
  const { mayCorrectValue } = await import("../../extract/corrected-value.ts");
  const kept = mayCorrectValue(message) ? await (await import("./kept-values.ts")).keptValues(call) : [];
  const captured = captureFrom(message, { inProject: call.project !== undefined, kept });
  const speaker = { origin: "captured", trust: "person", source } as const;
  const said = captured.map(({ rule: _, span: __, sentence, replaces, ...statement }) => ({
    statement: { ...statement, quote: sentence, saidAt: isoTime(saidMs) },
    speaker,
    replaces,
  }));
  const done = await admitLearned(call, said);
  return done.flatMap((one, at) =>
    one.known === "instructions" ? [] : [{ ...one, rule: captured[at]!.rule, sentence: captured[at]!.sentence }],
  );
}
