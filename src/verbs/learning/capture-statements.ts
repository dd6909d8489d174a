/** Learns from a person's message to an agent, by rules, at most one statement per sentence. */
import type { CallContext } from "../../context/call-context.ts";
import { isoTime } from "../../core/base/clock.ts";
import { admitStatement, instructionsOf, type Remembered } from "../records/admit.ts";

type CapturedStatement = Remembered & { readonly rule: string; readonly sentence: string };

/** What the repository's instructions say already is not learned again. */
export async function captureStatements(
  call: CallContext,
  message: string,
  { source = "message", saidMs = call.clock() }: { source?: string; saidMs?: number } = {},
): Promise<readonly CapturedStatement[]> {
  const { captureFrom } = await import("../../extract/message.ts");
  const captured = captureFrom(message, { inProject: call.project !== undefined });
  if (captured.length === 0) return [];
  const learned = { instructions: instructionsOf(call) };
  const speaker = { origin: "captured", trust: "person", source } as const;
  const done: CapturedStatement[] = [];
  for (const { rule, sentence, ...statement } of captured) {
    const said = { ...statement, quote: sentence, saidAt: isoTime(saidMs) };
    const outcome = await admitStatement(call, said, { speaker, learned, caller: "oldhand" });
    if (outcome.known !== "instructions") done.push({ ...outcome, rule, sentence });
  }
  return done;
}
