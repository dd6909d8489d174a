/** `episode add` and `episode list`. */
import { isoTime } from "../../core/base/clock.ts";
import type { Episode } from "../../core/event/episode.ts";
import type { Memory } from "../../open/memory.ts";
import { wholeNumber } from "../choice.ts";
import type { Answer, Call } from "../command.ts";
import { oneLine, type Page } from "../page.ts";
import { textSaid } from "../said.ts";

const SHOWN = 25;

export async function add(call: Call, memory: Memory): Promise<Answer> {
  const { given, scope } = call;
  const tags = given.values("tag");
  const told = await memory.addEpisode({
    text: textSaid(call.args[0] ?? "", call),
    outcome: given.value("outcome") ?? "",
    ...(tags !== undefined && { tags }),
    ...(scope !== undefined && { scope }),
  });
  if (told.outcome === "refused") return { json: told, exit: 1, isRefusal: true, text: () => oneLine(told.reason) };
  return {
    json: { ...told, episode: episodeJson(told.episode) },
    text: () => `Remembered ${told.episode.id} (${told.episode.outcome}).`,
  };
}

export async function list({ given, isJson, note }: Call, memory: Memory): Promise<Answer> {
  const episodes = memory.episodes({ limit: wholeNumber("--limit", given.value("limit")) ?? SHOWN });
  if (!isJson && episodes.length === 0) note("No episode was told yet: `oldhand episode add TEXT --outcome success`.");
  return {
    json: { episodes: episodes.map(episodeJson) },
    text: (page) => episodes.map((one) => row(one, page)).join("\n"),
  };
}

function episodeJson({ atMs, ...episode }: Episode) {
  return { ...episode, at: isoTime(atMs) };
}

function row({ id, text, outcome, atMs, scope, tags }: Episode, page: Page): string {
  const day = isoTime(atMs).slice(0, 10);
  if (page.columns === undefined) return [id, outcome, scope, day, tags.join(","), oneLine(text)].join("\t");
  return `${page.bold(id)} ${page.dim([outcome, scope, day, ...tags].join(", "))}\n${page.wrapped(`  ${oneLine(text)}`, "  ")}`;
}
