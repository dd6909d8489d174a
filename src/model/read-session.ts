/** Has a model read a session, in parts if needed, and estimates the maximum cost beforehand. */
import type { Estimate } from "../core/job/job.ts";
import { screen } from "../core/screen/clean.ts";
import type { StageOne } from "./answer-schemas.ts";
import { inputTokensOf } from "./call-with-retries.ts";
import type { Answer, Limits, Model } from "./model.ts";
import { renderPrompt } from "./prompts.ts";
import { itemsJson, type NumberedItem, parts, type SessionItem } from "./session-parts.ts";

type SessionText = { readonly id: string; readonly items: readonly SessionItem[] };

type ReadingLimits = Limits & { readonly limitTokens: number };

/** All parts or none: a session that was read in part would count as read. */
export async function readSession(
  model: Model,
  session: SessionText,
  { limitTokens, ...limits }: ReadingLimits,
): Promise<Answer<StageOne>> {
  const { stageOne } = await import("./answer-schemas.ts");
  const answers: (Answer<StageOne> & { outcome: "answer" })[] = [];
  const all = parts(session.items, limitTokens);
  for (const [at, { items }] of all.entries()) {
    const answer = await model.structured(promptFor(session.id, items), stageOne, limits);
    if (answer.outcome !== "answer") {
      const where = all.length > 1 ? `part ${at + 1} of ${all.length}: ` : "";
      return { outcome: answer.outcome, reason: `${where}${answer.reason}` };
    }
    answers.push(answer);
  }
  return {
    outcome: "answer",
    value: merged(answers.map(({ value }) => value)),
    usage: {
      inputTokens: answers.reduce((sum, { usage }) => sum + usage.inputTokens, 0),
      outputTokens: answers.reduce((sum, { usage }) => sum + usage.outputTokens, 0),
    },
  };
}

/** The cost of reading these sessions without retries; calls no model. */
export function estimateReading(
  sessions: readonly SessionText[],
  { limitTokens, maxOutputTokens }: Pick<ReadingLimits, "limitTokens" | "maxOutputTokens">,
): Estimate {
  const calls = sessions.flatMap(({ id, items }) =>
    parts(items, limitTokens).map((part) => {
      const { system, input } = promptFor(id, part.items);
      return inputTokensOf([system, input]);
    }),
  );
  return {
    sessions: sessions.length,
    calls: calls.length,
    inputTokens: calls.reduce((sum, tokens) => sum + tokens, 0),
    mostOutputTokens: calls.length * maxOutputTokens,
  };
}

function promptFor(session: string, items: readonly NumberedItem[]) {
  return {
    system: renderPrompt("stage_one_system", {}),
    input: renderPrompt("stage_one_input", {
      thread_id: screen(session).text,
      response_items_json: screen(itemsJson(items)).text,
    }),
  };
}

/** A statement found in two parts becomes one, based on the items of both. */
function merged(results: readonly StageOne[]): StageOne {
  const memories = new Map<string, StageOne["memories"][number]>();
  for (const memory of results.flatMap((result) => result.memories)) {
    const name = JSON.stringify([memory.type, memory.scope, memory.text]);
    const items = [...new Set([...(memories.get(name)?.items ?? []), ...memory.items])];
    memories.set(name, { ...memory, items });
  }
  return {
    memories: [...memories.values()],
    synopsis: results
      .map(({ synopsis }) => synopsis.trim())
      .filter((synopsis) => synopsis !== "")
      .join(" "),
    slug: results.find(({ slug }) => slug !== null)?.slug ?? null,
  };
}
