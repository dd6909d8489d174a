/** `why-not` */
import { verb } from "../declare/verb.ts";
import { wrappedLines } from "../print/format.ts";
import { oneLine } from "../print/style.ts";

export const whyNot = verb({
  name: "why-not",
  summary: "Show why something from a session was not recorded.",
  input: { text: { type: "line", at: "rest", required: true, help: "Words from the session." } },
  act: "read",
  needs: "write",
  async run({ context }, { text }) {
    const { reasonsFor } = await import("../learning/explain-learning.ts");
    return { text, lines: reasonsFor(context, text) };
  },
  print({ text, lines }, style) {
    const none = `No sentence in the sessions that were read contains ${JSON.stringify(oneLine(text))}.`;
    const found = lines.map(
      ({ taken, rule, reason, text: sentence }) =>
        `${taken ? "used" : "skipped"} (${rule}): ${oneLine(sentence)}: ${oneLine(reason)}`,
    );
    return wrappedLines(found.length === 0 ? [none] : found)(style);
  },
});
