/** The rules whose occasion a command is: "run the specs before pushing" is said when `git push` is about to run. */
import { parseLine } from "../../core/command/steps.ts";
import { isOccasion } from "../../core/record/occasion.ts";
import { isRule, TYPES } from "../../core/record/record.ts";
import type { CallContext } from "../call/call-context.ts";
import { staleCheck } from "../record/kept/record-view.ts";
import type { CheckedAct, VerdictMatch } from "./check-act.ts";
import { mayAct } from "./guards-in-force.ts";

const RULES = TYPES.filter((type) => isRule(type) || type === "workflow" || type === "pitfall");
const MOST_FAMILIES = 4;
const MOST_FOUND = 8;

/** Told only: what stops a command is a guard. A rule with guards is said by these. */
export async function rulesAtAct(call: CallContext, act: CheckedAct): Promise<readonly VerdictMatch[]> {
  if (act.kind !== "command") return [];
  const families = [...new Set(parseLine(act.command).flatMap(({ family }) => family ?? []))].slice(0, MOST_FAMILIES);
  const isStale = staleCheck(call);
  const found = new Map<string, VerdictMatch>();
  for (const family of families) {
    const matches = await call.search.matches({
      ...{ text: family, types: RULES, statuses: ["active"], vouchedFor: true, isSameAsked: true, limit: MOST_FOUND },
    });
    for (const { kept } of matches) {
      const { id, text, guards = [], paths } = kept.record;
      if (guards.length > 0 || paths.length > 0 || !mayAct(kept.record) || !isOccasion(text, family)) continue;
      if (isStale(kept) !== undefined) continue;
      found.set(id, { record: id, text, action: "warn", reason: `a rule applies to \`${family}\`` });
    }
  }
  return [...found.values()];
}
