/** The verbs on episodes: add one, and list them. Recall finds them too. */

import { OldhandError } from "../../core/base/error.ts";
import { type Episode, OUTCOMES, type Outcome } from "../../core/event/event.ts";
import { isOneOf, type Scope } from "../../core/record/record.ts";
import { listOf } from "../../core/text/wording.ts";
import { type CallContext, demandProject } from "../call/call-context.ts";
import { indexOne } from "../call/index-text.ts";
import { sessionOf } from "../call/place.ts";
import { checkStatement, speakerOf } from "../record/kept/check-statement.ts";

type NewEpisode = {
  readonly text: string;
  readonly outcome: string;
  readonly tags?: readonly string[];
  readonly scope?: Scope;
};

type AddedEpisode =
  | { readonly outcome: "remembered"; readonly episode: Episode }
  | { readonly outcome: "refused"; readonly reason: string };

export function episodeVerbs(call: CallContext) {
  const { store, clock, env } = call;
  return {
    async addEpisode({ text, outcome, tags = [], scope }: NewEpisode): Promise<AddedEpisode> {
      if (!isOneOf<Outcome>(OUTCOMES, outcome))
        throw new OldhandError(
          "usage",
          outcome === ""
            ? `An episode needs its outcome. Add --outcome ${listOf(OUTCOMES, "or")}.`
            : `--outcome expects ${listOf(OUTCOMES, "or")}, got ${JSON.stringify(outcome)}.`,
        );
      if (scope === "project") demandProject(call);
      const check = checkStatement({ text, tags }, call);
      if (check.outcome === "refused") return check;
      const where = scope ?? (call.project === undefined ? "global" : "project");
      const { trust, source } = speakerOf(call);
      const episode: Episode = {
        id: store.newId("epi"),
        text: check.statement.text,
        outcome,
        tags: check.statement.tags ?? [],
        atMs: clock(),
        scope: where,
        ...(where === "project" && call.project !== undefined && { project: call.project.id }),
        trust,
        session: sessionOf(env),
        source,
      };
      store.state.write(() => {
        store.episodes.put(episode);
        indexOne(store, episode.id);
      });
      return { outcome: "remembered", episode };
    },

    episodes: ({ limit = 50 }: { limit?: number } = {}): readonly Episode[] =>
      store.episodes.list({ project: call.project?.id, limit }),
  };
}
