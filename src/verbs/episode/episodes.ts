/** `episode add` and `episode list` */

import { isoTime } from "../../core/base/clock.ts";
import { type Episode, OUTCOMES } from "../../core/event/event.ts";
import { object } from "../declare/json-schema.ts";
import { FOR_MODELS } from "../declare/record-schema.ts";
import { DEFAULT_LIMIT, LIMIT, SCOPE, TAGS } from "../declare/shared-fields.ts";
import { verb } from "../declare/verb.ts";
import { dayOf, row } from "../print/format.ts";
import { oneLine, type Style } from "../print/style.ts";

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

export type EpisodeJson = ReturnType<typeof episodeJson>;

export const listEpisodes = verb({
  name: "episode list",
  summary: "List the latest episodes.",
  input: { limit: LIMIT },
  act: "read",
  needs: "write",
  async run({ context }, { limit = DEFAULT_LIMIT }) {
    const { episodeVerbs } = await import("./episode-verbs.ts");
    return { episodes: episodeVerbs(context).episodes({ limit }).map(episodeJson) };
  },
  remark: ({ episodes }) =>
    episodes.length === 0 ? "No episodes. Add one with `oldhand episode add TEXT --outcome success`." : undefined,
  print: ({ episodes }, style) => episodes.map((one) => episodeRow(one, style)).join("\n"),
});

export function episodeJson({ atMs, ...episode }: Episode) {
  return { ...episode, at: isoTime(atMs) };
}

function episodeRow({ id, text, outcome, at, scope, tags }: EpisodeJson, style: Style): string {
  const day = dayOf(at);
  const inPipe = [id, outcome, scope, day, tags.join(","), oneLine(text)];
  return row({ id, facts: [outcome, scope, day, ...tags], text: oneLine(text), inPipe }, style);
}
