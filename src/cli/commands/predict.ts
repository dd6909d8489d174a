/** `predict`: the likely next commands in this directory. */
import type { Memory } from "../../open/memory.ts";
import type { Answer, Call } from "../command.ts";
import { percent } from "../output/format.ts";
import { oneLine, padEnd } from "../output/style.ts";
import { defined, listLimit } from "../parse/values.ts";

const SOURCES: Readonly<Record<string, string>> = {
  two: "after the last two commands",
  one: "after the last command",
  ended: "after a command that ended like this",
  routine: "at this point of a routine",
  family: "after a similar command",
  edit: "after an agent's edit",
  session: "run in this session",
  directory: "run in this directory",
  start: "at the start of a session",
  frequency: "run often here",
  recency: "run lately here",
};

export async function predict({ given, note, isJson }: Call, memory: Memory): Promise<Answer> {
  const after = given.values("after");
  const limit = given.value("limit") === undefined ? undefined : listLimit(given);
  const predictions = await memory.predict(defined({ after, limit }));
  if (!isJson && predictions.length === 0)
    note("No predictions yet. Import your shell history with `oldhand history import`, or run some commands here.");
  return {
    json: { predictions },
    text: (style) =>
      predictions
        .map(({ command, probability, source }) => {
          const likely = probability < 0.01 ? "<1%" : percent(probability);
          if (style.columns === undefined) return [likely, source, oneLine(command)].join("\t");
          return style.wrap(
            `${style.dim(padEnd(likely, 5))} ${oneLine(command)}  ${style.dim(SOURCES[source] ?? source)}`,
            "      ",
          );
        })
        .join("\n"),
  };
}
