/** Learns from a person's message to an agent, by rules, at most one statement per sentence. */

import { isoTime } from "../../core/base/clock.ts";
import type { UnreadSession } from "../../core/record/suggestion.ts";
import type { Captured } from "../../learn/message.ts";
import type { CallContext } from "../call/call-context.ts";
import { admitLearned, type Remembered } from "../record/kept/admit.ts";

type CapturedStatement = Remembered & { readonly rule: string; readonly sentence: string };

type About = {
  readonly source?: string;
  readonly saidMs?: number;
  /** Only a hook says that the person said it: it is suggested, until this session is read. */
  readonly unread?: UnreadSession;
};

/** What the repository's instructions say already is not learned again. */
export async function captureStatements(
  call: CallContext,
  message: string,
  { source = "message", saidMs = call.clock(), unread }: About = {},
): Promise<readonly CapturedStatement[]> {
  const captured = await statementsIn(call, message);
  const speaker = { origin: "captured", trust: unread === undefined ? "person" : "agent", source } as const;
  const said = captured.map(({ rule: _, span: __, sentence, replaces, ...statement }) => ({
    statement: { ...statement, quote: sentence, saidAt: isoTime(saidMs) },
    speaker,
    replaces,
    ...(unread !== undefined && { askFirst: "It was said in a session that is not read yet.", unread }),
  }));
  const done = await admitLearned(call, said);
  return done.flatMap((one, at) =>
    one.known === "instructions" ? [] : [{ ...one, rule: captured[at]!.rule, sentence: captured[at]!.sentence }],
  );
}

export async function statementsIn(call: CallContext, message: string): Promise<readonly Captured[]> {
  const { captureFrom } = await import("../../learn/message.ts");
  const { mayCorrectValue } = await import("../../learn/corrected-value.ts");
  const kept = mayCorrectValue(message) ? await (await import("./kept-values.ts")).keptValues(call) : [];
  return captureFrom(message, { inProject: call.project !== undefined, kept });
}
