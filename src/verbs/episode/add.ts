/** `episode add`, and `memory_episode` for agents. */
import { OUTCOMES } from "../../core/event/event.ts";
import { object } from "../declare/json-schema.ts";
import { FOR_MODELS } from "../declare/record-schema.ts";
import { SCOPE, TAGS } from "../declare/shared-fields.ts";
import { verb } from "../declare/verb.ts";
import { oneLine } from "../print/style.ts";
import { type EpisodeJson, episodeJson } from "./list.ts";

type Added =
  | { readonly outcome: "refused"; readonly reason: string }
  | { readonly outcome: "remembered"; readonly episode: EpisodeJson };

export const addEpisode = verb({
  name: "episode add",
  summary: "Add something that happened, and how it ended.",
  examples: ['oldhand episode add "Upgraded Node" --outcome success'],
  input: {
    text: { type: "text", at: "rest", required: true, help: "What happened; - reads it from stdin." },
    outcome: {
      type: "choice",
      choices: OUTCOMES,
      required: true,
      help: "How it ended: success, failure or partial.",
    },
    tags: TAGS,
    scope: SCOPE,
  },
  act: "append",
  needs: "write",
  async run({ context }, input): Promise<Added> {
    const { episodeVerbs } = await import("./episode-verbs.ts");
    const done = await episodeVerbs(context).addEpisode(input);
    return done.outcome === "refused" ? done : { ...done, episode: episodeJson(done.episode) };
  },
  print: (done) =>
    done.outcome === "refused" ? oneLine(done.reason) : `Added ${done.episode.id} (${done.episode.outcome}).`,
  tool: {
    name: "memory_episode",
    title: "Record an episode",
    description: `Record one past event: what was tried, and how it ended.
Call it at the end of a piece of work, after a failure that later sessions can learn from, or when a long attempt is abandoned. Summarise what was done and the result, not every step. For a rule or fact that applies from now on, use memory_learn.`,
    takes: { text: "What happened, in a few sentences.", outcome: "", tags: FOR_MODELS.tags },
    returns: object({}),
  },
});
