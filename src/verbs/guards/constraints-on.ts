/** What guards and rules say about an act that is about to be done, as lines of what applies to it. */
import type { Applied, ChosenLine } from "../../apply/what-applies.ts";
import type { ActMoment, Wants } from "../../core/moment/moment.ts";
import { estimateTokens } from "../../core/text/tokens.ts";
import type { CallContext } from "../call/call-context.ts";
import { checkAct, type VerdictMatch } from "./check-act.ts";
import { rulesAtAct } from "./rules-at-act.ts";

/** The strictest first. A host says them one by one, in its own form. */
export function constraintsOn(call: CallContext) {
  return async ({ act, cwd }: ActMoment, session: string | undefined): Promise<Applied> => {
    const { matches } = await checkAct(call, { act, cwd, session });
    const lines = [...matches, ...(await rulesAtAct(call, act))].map(lineOf);
    const text = lines.map((line) => `- ${line.text} [${line.id}]: ${line.reason}`).join("\n");
    return { text, tokens: estimateTokens(text), lines, omitted: [] };
  };
}

function lineOf({ record, text, guard, action, reason, remedy }: VerdictMatch): ChosenLine {
  return {
    kind: guard === undefined ? "rule" : "constraint",
    id: record,
    text,
    reason,
    relevance: 1,
    tokens: estimateTokens(text),
    action,
    wants: guard !== undefined && "instead" in guard && remedy !== undefined ? "rewrite" : WANTS[action],
    ...(remedy !== undefined && { instead: remedy }),
    source: record,
    ...{ layer: "A", strength: 1, score: 1 },
  };
}

const WANTS: Readonly<Record<VerdictMatch["action"], Wants>> = { warn: "tell", ask: "ask", deny: "stop" };
