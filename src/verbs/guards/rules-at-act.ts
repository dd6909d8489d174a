/** The rules whose occasion an act is: "run the specs before pushing" is said when `git push` is about to run. */
import { basename } from "node:path";
import { parseLine } from "../../core/command/steps.ts";
import type { MomentAct } from "../../core/moment/moment.ts";
import { actWords, isEditOccasion, isOccasion, wordsOfPath } from "../../core/record/occasion.ts";
import { isRule, TYPES } from "../../core/record/record.ts";
import type { CallContext } from "../call/call-context.ts";
import { staleCheck } from "../record/kept/record-view.ts";
import type { VerdictMatch } from "./check-act.ts";
import { mayAct } from "./guards-in-force.ts";

const RULES = TYPES.filter((type) => isRule(type) || type === "workflow" || type === "pitfall");
const MOST_ASKED = 4;
const MOST_FOUND = 8;

/** Told only: what stops an act is a guard. A rule with guards is said by these. */
export async function rulesAtAct(call: CallContext, act: MomentAct): Promise<readonly VerdictMatch[]> {
  const isStale = staleCheck(call);
  const found = new Map<string, VerdictMatch>();
  for (const { words, name, isFor } of askedOf(act).slice(0, MOST_ASKED)) {
    const matches = await call.search.matches({
      ...{ text: words, types: RULES, statuses: ["active"], vouchedFor: true, isSameAsked: true, limit: MOST_FOUND },
    });
    for (const { kept } of matches) {
      const { id, text, guards = [], paths } = kept.record;
      if (guards.length > 0 || paths.length > 0 || !mayAct(kept.record) || !isFor(text)) continue;
      if (isStale(kept) !== undefined) continue;
      found.set(id, { record: id, text, action: "warn", reason: `a rule applies to \`${name}\`` });
    }
  }
  return [...found.values()];
}

type Asked = { readonly words: string; readonly name: string; readonly isFor: (rule: string) => boolean };

/** The commands of a line, or the files of an edit, each once. */
function askedOf(act: MomentAct): Asked[] {
  if (act.kind === "edit")
    return [...new Set(act.paths)].map((path) => ({
      ...{ words: wordsOfPath(path), name: basename(path), isFor: (rule) => isEditOccasion(rule, path) },
    }));
  return [...new Set(parseLine(act.command).flatMap(({ family }) => family ?? []))].map((family) => ({
    ...{ words: [family, ...actWords(family)].join(" "), name: family, isFor: (rule) => isOccasion(rule, family) },
  }));
}
