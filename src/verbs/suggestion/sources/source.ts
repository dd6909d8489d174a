/** What every kind of suggestion has in common, and what each source of suggestions can do with its own. */

import type { Actor } from "../../../core/event/event.ts";
import type { ProjectId } from "../../../core/record/record.ts";
import type { Suggestion } from "../../../core/record/suggestion.ts";
import type { CallContext } from "../../call/call-context.ts";
import type { Remembered } from "../../record/kept/admit.ts";
import type { SuggestionView } from "./suggestion-view.ts";
import type { Weighed } from "./worth.ts";

/** What the parts of a suggestion are called everywhere. */
export type Suggested<From extends string> = Pick<Suggestion, "id" | "status"> & {
  readonly from: From;
  readonly confidence: number;
  /** Absent: it applies everywhere. */
  readonly project?: ProjectId | undefined;
};

/** What a person changes on acceptance. */
export type Acceptance = { readonly name?: string; readonly steps?: readonly string[] };

/** Where suggestions come from. Listing, viewing and weighing write nothing; each source is only given what it listed itself. */
export type SuggestionSource<One extends Suggested<string> = Suggested<string>> = {
  readonly from: One["from"];
  list(call: CallContext, actor: Actor): readonly One[] | Promise<readonly One[]>;
  view(call: CallContext, one: One): SuggestionView | Promise<SuggestionView>;
  /** Makes it an accepted record, with the trust it came with. The call is in its own project. */
  accept(call: CallContext, one: One, changes: Acceptance): Promise<Remembered>;
  dismiss(call: CallContext, one: One): Promise<unknown> | unknown;
  /** What is known of its use, before its view is made; `all` are the suggestions that it is listed with. */
  weigh(one: One, all: readonly Suggested<string>[]): Weighed;
};
