/** Learns from what a person tells an agent: by rules, at most one statement a sentence. */
import type { House } from "../../context/call-context.ts";
import { admit, candidateFrom, instructionsOf, type Remembered } from "../records/admit.ts";
import { checkStatement } from "../records/check-statement.ts";

export type CapturedStatement = Remembered & { readonly rule: string; readonly sentence: string };

/** A person's own words count at once; what the repository's instructions say already is not learned again. */
export async function captureStatements(
  house: House,
  message: string,
  { source = "message" }: { source?: string } = {},
): Promise<readonly CapturedStatement[]> {
  const { captureFrom } = await import("../../extract/message.ts");
  const captured = captureFrom(message, { inProject: house.project !== undefined });
  if (captured.length === 0) return [];
  const learned = { instructions: instructionsOf(house) };
  const speaker = { origin: "captured", trust: "person", source } as const;
  const done: CapturedStatement[] = [];
  for (const { rule, sentence, ...statement } of captured) {
    const check = checkStatement(statement, house);
    const outcome: Remembered =
      check.outcome === "refused" ? check : await admit(house, candidateFrom(house, check.said, speaker), { learned });
    if (outcome.known !== "instructions") done.push({ ...outcome, rule, sentence });
  }
  return done;
}
