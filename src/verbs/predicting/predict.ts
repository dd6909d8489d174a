/** `predict` */
import type { Prediction } from "../../detect/next-command.ts";
import { LIMIT } from "../declare/shared-fields.ts";
import { defined } from "../declare/values.ts";
import { verb } from "../declare/verb.ts";
import { percent } from "../print/format.ts";
import { oneLine, padEnd } from "../print/style.ts";

const SOURCES: Readonly<Record<Prediction["source"], string>> = {
  two: "after the last two commands",
  here: "after the last command, in this directory",
  one: "after the last command",
  ended: "after a command that ended like this",
  family: "after a similar command",
  edit: "after an agent's edit",
  directory: "run in this directory",
  recency: "run lately",
};

export const listPredictions = verb({
  name: "predict",
  summary: "Show the likely next commands here.",
  notes: [
    "From your commands in this project: what followed the last ones, how often and how lately. Nothing is run. High-risk commands and lines with a secret are never shown.",
    "Your shell offers the same by itself: see docs/shell.md.",
  ],
  examples: ["oldhand predict", "oldhand predict --after 'git add .' --limit 3"],
  input: {
    after: {
      type: "text",
      many: true,
      label: "CMD",
      help: "A command that was just run; repeat it for several, in order.",
    },
    limit: { ...LIMIT, help: "Show at most N (default 5)." },
  },
  act: "read",
  needs: "write",
  async run({ context }, ask) {
    const predictions = (await import("./predict-verbs.ts")).predict(context, defined(ask));
    return { predictions };
  },
  remark: ({ predictions }) =>
    predictions.length > 0
      ? undefined
      : "No predictions yet. Import your shell history with `oldhand import`, or run some commands here.",
  print: ({ predictions }, style) =>
    predictions
      .map(({ command, probability, source }) => {
        const likely = probability < 0.01 ? "<1%" : percent(probability);
        if (style.columns === undefined) return [likely, source, oneLine(command)].join("\t");
        return style.wrap(
          `${style.dim(padEnd(likely, 5))} ${oneLine(command)}  ${style.dim(SOURCES[source])}`,
          "      ",
        );
      })
      .join("\n"),
});
