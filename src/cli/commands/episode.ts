/** `episode add` and `episode list`. */
import { isoTime } from "../../core/base/clock.ts";
import type { Episode } from "../../core/event/event.ts";
import type { Memory } from "../../open/memory.ts";
import type { Answer, Call } from "../command.ts";
import { dayOf, row } from "../output/format.ts";
import { oneLine, type Style } from "../output/style.ts";
import { inputText } from "../parse/input-text.ts";
import { defined, listLimit } from "../parse/values.ts";

export async function add(call: Call, memory: Memory): Promise<Answer> {
  const { given, scope } = call;
  const done = await memory.addEpisode({
    text: inputText(call.args[0] ?? "", call),
    outcome: given.value("outcome") ?? "",
    ...defined({ tags: given.values("tag"), scope }),
  });
  if (done.outcome === "refused") return { json: done, exit: 1, isRefusal: true, text: () => oneLine(done.reason) };
  return {
    json: { ...done, episode: episodeJson(done.episode) },
    text: () => `Added ${done.episode.id} (${done.episode.outcome}).`,
  };
}

export async function list({ given, isJson, note }: Call, memory: Memory): Promise<Answer> {
  const episodes = memory.episodes({ limit: listLimit(given) });
  if (!isJson && episodes.length === 0) note("No episodes. Add one with `oldhand episode add TEXT --outcome success`.");
  return {
    json: { episodes: episodes.map(episodeJson) },
    text: (style) => episodes.map((one) => listRow(one, style)).join("\n"),
  };
}

function episodeJson({ atMs, ...episode }: Episode) {
  return { ...episode, at: isoTime(atMs) };
}

function listRow({ id, text, outcome, atMs, scope, tags }: Episode, style: Style): string {
  const day = dayOf(isoTime(atMs));
  if (style.columns === undefined) return [id, outcome, scope, day, tags.join(","), oneLine(text)].join("\t");
  return row({ id, facts: [outcome, scope, day, ...tags], text: oneLine(text) }, style);
}
