/** Routes for suggestions: all of them, the few to show first, and deciding on one or on many. */
import { z } from "zod";
import { OldhandError } from "../../../core/base/error.ts";
import type { Memory } from "../../../main/memory.ts";
import type { SuggestionView } from "../../../verbs/suggestion/sources/suggestion-view.ts";
import { get, line, post, type Route } from "../route.ts";

const MOST_AT_ONCE = 200;
const TOP = 3;

/** What every view of the page shows of them. */
export type SuggestionSummary = {
  readonly top: readonly SuggestionView[];
  /** All that are pending, the top ones too. */
  readonly pending: readonly PendingSuggestion[];
};

/** What tells its group. */
export type PendingSuggestion = Pick<SuggestionView, "kind" | "act" | "by" | "confidence"> & {
  readonly evidence: Pick<SuggestionView["evidence"], "sessions">;
};

/** One decision of several; a refusal does not stop the others. */
export type Decided = { readonly id: string; readonly outcome: string; readonly reason?: string };

async function decideOn(memory: Memory, id: string, decision: "accept" | "dismiss"): Promise<Decided> {
  try {
    if (decision === "dismiss") return { id, outcome: (await memory.dismiss(id)).status };
    const { outcome, reason } = await memory.accept(id);
    return { id, outcome, ...(reason !== undefined && { reason }) };
  } catch (error) {
    if (!(error instanceof OldhandError)) throw error;
    return { id, outcome: "refused", reason: error.message };
  }
}

export const suggestionRoutes: readonly Route[] = [
  get("/api/suggestions", "suggestions", {}, async (call) => ({ suggestions: await call.state.suggestions(call) })),
  get("/api/suggestions/summary", "suggestions", {}, async (call): Promise<SuggestionSummary> => {
    const pending = (await call.state.suggestions(call)).filter(({ status }) => status === "pending");
    return {
      top: pending.slice(0, TOP),
      pending: pending.map(({ kind, act, by, confidence, evidence: { sessions } }) => ({
        ...{ kind, act, by, confidence },
        evidence: { sessions },
      })),
    };
  }),
  post(
    "/api/suggestions/decide",
    "suggestions accept or dismiss, several at once",
    { ids: z.array(line()).min(1).max(MOST_AT_ONCE), decision: z.enum(["accept", "dismiss"]) },
    async ({ memory }, { ids, decision }) => {
      const decided: Decided[] = [];
      // One after the other: what one leaves in memory decides what becomes of the next.
      for (const id of ids) decided.push(await decideOn(memory, id, decision));
      return { decided };
    },
  ),
];
