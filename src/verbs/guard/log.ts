/** `guard log` */

import { count } from "../../core/text/wording.ts";
import { DEFAULT_LIMIT, LIMIT } from "../declare/shared-fields.ts";
import { verb } from "../declare/verb.ts";
import type { RuleNeeded } from "../guards/guard-verbs.ts";
import { minuteOf } from "../print/format.ts";
import { oneLine, type Style } from "../print/style.ts";

export const logGuards = verb({
  name: "guard log",
  summary: "Show what guards stopped or warned about, and what the agent did next.",
  input: { limit: LIMIT },
  act: "read",
  needs: "write",
  async run({ context }, { limit = DEFAULT_LIMIT }) {
    const { guardVerbs } = await import("../guards/guard-verbs.ts");
    const verbs = guardVerbs(context);
    return { entries: await verbs.guardLog(limit), needed: await verbs.timesNeeded() };
  },
  json: ({ entries }) => ({ entries }),
  remark: ({ entries }) => (entries.length === 0 ? "No guard has matched a command or an edit yet." : undefined),
  print: ({ entries, needed }, style) =>
    [
      ...(style.columns === undefined ? [] : needed.map((one) => neededText(one, style))),
      ...entries.map(({ at, agent, command, record, action, reason, next }) => {
        if (style.columns === undefined)
          return [at, action, agent, command, record, reason, next ?? ""].map(oneLine).join("\t");
        const head = `${minuteOf(at)}  ${style.bold(action)}  ${agent}: ${oneLine(command)}`;
        const then = next === undefined ? "" : ` Next: ${oneLine(next)}`;
        return `${style.wrap(head, "  ")}\n${style.dim(style.wrap(`  ${oneLine(reason)} (${record}).${then}`, "  "))}`;
      }),
    ].join("\n"),
});

/** How often each rule was needed, the most first; in a pipe only the entries are printed. */
function neededText({ record, text, times, stopped }: RuleNeeded, style: Style): string {
  const how = stopped === times ? "" : `, ${stopped} of these stopped or asked about`;
  return style.wrap(`${style.bold(`Needed ${count(times, "time")}`)}${how}: ${oneLine(text)} (${record})`, "  ");
}
