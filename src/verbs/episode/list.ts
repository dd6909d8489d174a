/** `episode list` */
import { isoTime } from "../../core/base/clock.ts";
import type { Episode } from "../../core/event/event.ts";
import { DEFAULT_LIMIT, LIMIT } from "../declare/shared-fields.ts";
import { verb } from "../declare/verb.ts";
import { dayOf, row } from "../print/format.ts";
import { oneLine, type Style } from "../print/style.ts";

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
