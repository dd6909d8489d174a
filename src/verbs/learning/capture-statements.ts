/** Learns from a person's message to an agent, by rules, at most one statement per sentence. */
import type { CallContext } from "../../context/call-context.ts";
import { admit, candidateFrom, instructionsOf, type Remembered } from "../records/admit.ts";
import { checkStatement } from "../records/check-statement.ts";

type CapturedStatement = Remembered & { readonly rule: string; readonly sentence: string };

/** What the repository's instructions say already is not learned again. */
export async function captureStatements(
  call: CallContext,
  message: string,
  { source = "message" }: { source?: string } = {},
): Promise<readonly CapturedStatement[]> {
  const { captureFrom } = await import("../../extract/message.ts");
  const captured = captureFrom(message, { inProject: call.project !== undefined });
  if (captured.length === 0) return [];
  const learned = { instructions: instructionsOf(call) };
  const speaker = { origin: "captured", trust: "person", source } as const;
  const done: CapturedStatement[] = [];
  for (const { rule, sentence, ...statement } of captured) {
    const check = checkStatement(statement, call);
    const outcome: Remembered =
      check.outcome === "refused"
        ? check
        : await admit(call, candidateFrom(call, check.statement, speaker), { learned });
    if (outcome.known !== "instructions") done.push({ ...outcome, rule, sentence });
  }
  return done;
}
