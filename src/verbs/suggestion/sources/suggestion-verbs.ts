/** The verbs on suggestions, whatever their source: list, show, accept, dismiss. */

import { OldhandError } from "../../../core/base/error.ts";
import { FEWEST_CHARS, isShortFor } from "../../../core/base/id.ts";
import type { Actor } from "../../../core/event/event.ts";
import type { ProjectId } from "../../../core/record/record.ts";
import type { Suggestion } from "../../../core/record/suggestion.ts";
import { count, listOf, quotedName } from "../../../core/text/wording.ts";
import { type CallContext, demandPerson } from "../../call/call-context.ts";
import { reachOf } from "../../call/everywhere.ts";
import { inProjectOf } from "../../call/open-for-writing.ts";
import type { Remembered } from "../../record/kept/admit.ts";
import type { Acceptance, Suggested } from "./source.ts";
import { everySuggestion, inOrderOfWorth, sourceOf, viewSuggestion } from "./sources.ts";
import type { SuggestionView } from "./suggestion-view.ts";

type SuggestionsAsk = {
  /** Whose habits; statements are listed in any case. */
  readonly actor?: Actor;
  readonly limit?: number;
  /** Those of all projects; default: the global ones and those of this project. */
  readonly everywhere?: boolean | undefined;
};

export function suggestionVerbs(call: CallContext) {
  return {
    /** The most useful here first. */
    async suggestions(
      status?: Suggestion["status"],
      { actor = "person", limit = Number.POSITIVE_INFINITY, everywhere }: SuggestionsAsk = {},
    ): Promise<readonly SuggestionView[]> {
      const wanted = (await everySuggestion(call, actor)).filter(wantedIn(call, { everywhere, status }));
      // A view may read commands and records, so it is only made of what is shown.
      return Promise.all(
        inOrderOfWorth(call, wanted)
          .slice(0, limit)
          .map((one) => viewSuggestion(call, one)),
      );
    },

    /** One suggestion, by its id or a unique part of it. */
    suggestion: async (id: string): Promise<SuggestionView> => viewSuggestion(call, await suggestionWith(call, id)),

    async suggestionCounts(
      actor: Actor = "person",
      { everywhere }: Pick<SuggestionsAsk, "everywhere"> = {},
    ): Promise<Record<Suggestion["status"], number>> {
      const counts = { pending: 0, accepted: 0, dismissed: 0 };
      const all = (await everySuggestion(call, actor)).filter(wantedIn(call, { everywhere }));
      for (const { status } of all) counts[status] += 1;
      return counts;
    },

    /** In its own project. */
    async accept(id: string, changes: Acceptance = {}): Promise<Remembered> {
      const pending = await pendingWith(call, id);
      return inProjectOf(call, pending.project, (there) => sourceOf(pending).accept(there, pending, changes));
    },

    async dismiss(id: string): Promise<SuggestionView> {
      const pending = await pendingWith(call, id);
      const view = await viewSuggestion(call, pending);
      await sourceOf(pending).dismiss(call, pending);
      return { ...view, status: "dismissed" };
    },
  };
}

/** How many are pending in each project; the empty project is what applies everywhere. */
export async function pendingByProject(
  call: CallContext,
  actor: Actor = "person",
): Promise<{ readonly project: ProjectId | ""; readonly count: number }[]> {
  const pending = (await everySuggestion(call, actor)).filter(({ status }) => status === "pending");
  const byProject = Map.groupBy(pending, ({ project }) => project ?? "");
  return [...byProject].map(([project, some]) => ({ project, count: some.length }));
}

type Wanted = { readonly everywhere: boolean | undefined; readonly status?: Suggestion["status"] | undefined };

function wantedIn(call: CallContext, { everywhere, status }: Wanted): (one: Suggested<string>) => boolean {
  const reach = reachOf(call, { everywhere });
  return (one) => {
    const isInReach = reach === undefined || one.project === undefined || one.project === reach;
    return isInReach && (status === undefined || one.status === status);
  };
}

async function pendingWith(call: CallContext, id: string): Promise<Suggested<string>> {
  demandPerson(call.env, "decide on suggestions");
  const only = await suggestionWith(call, id);
  if (only.status !== "pending") throw new OldhandError("invalid", `${only.id} is already ${only.status}.`);
  return only;
}

async function suggestionWith(call: CallContext, id: string): Promise<Suggested<string>> {
  const all = [...(await everySuggestion(call, "person")), ...(await everySuggestion(call, "agent"))];
  const found = all.filter(
    (one) => one.id === id || isShortFor(one.id, id) || (id.length >= FEWEST_CHARS && one.id.startsWith(id)),
  );
  const only = found[0];
  const ids = [...new Set(found.map((one) => one.id))];
  if (only === undefined || ids.length > 1) {
    const matched = only === undefined ? "no suggestion" : `${count(ids.length, "suggestion")}: ${listOf(ids)}`;
    throw new OldhandError(
      "not-found",
      `${quotedName(id)} matches ${matched}. List them with \`oldhand suggestions --all\`.`,
    );
  }
  return only;
}
