/** What guards and rules say about an act that is about to be done, as lines of what applies to it. */
import type { AppliedLine, Wants } from "../../core/moment/moment.ts";
import { estimateTokens } from "../../core/text/tokens.ts";
import type { CallContext } from "../call/call-context.ts";
import { type ActAsk, checkAct, type VerdictMatch } from "./check-act.ts";
import { rulesAtAct } from "./rules-at-act.ts";

/** The strictest first. */
export async function constraintsOn(call: CallContext, ask: ActAsk): Promise<readonly AppliedLine[]> {
  const [guards, rules] = [await checkAct(call, ask), await rulesAtAct(call, ask.act)];
  return [...guards.matches, ...rules].map(lineOf);
}

function lineOf({ record, text, guard, action, reason, remedy }: VerdictMatch): AppliedLine {
  return {
    kind: guard === undefined ? "rule" : "constraint",
    id: record,
    text,
    reason,
    relevance: 1,
    tokens: estimateTokens(text),
    wants: guard !== undefined && "instead" in guard && remedy !== undefined ? "rewrite" : WANTS[action],
    ...(remedy !== undefined && { instead: remedy }),
    source: record,
    layer: "A",
  };
}

const WANTS: Readonly<Record<VerdictMatch["action"], Wants>> = { warn: "tell", ask: "ask", deny: "stop" };
