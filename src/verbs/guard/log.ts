/** `guard log` */
import { DEFAULT_LIMIT, LIMIT } from "../declare/shared-fields.ts";
import { verb } from "../declare/verb.ts";
import { minuteOf } from "../print/format.ts";
import { oneLine } from "../print/style.ts";

export const logGuards = verb({
  name: "guard log",
  summary: "Show what guards stopped or warned about, and what the agent did next.",
  input: { limit: LIMIT },
  act: "read",
  needs: "write",
  async run({ context }, { limit = DEFAULT_LIMIT }) {
    const { guardVerbs } = await import("../guards/guard-verbs.ts");
    return { entries: await guardVerbs(context).guardLog(limit) };
  },
  remark: ({ entries }) => (entries.length === 0 ? "No guard has matched a command or an edit yet." : undefined),
  print: ({ entries }, style) =>
    entries
      .map(({ at, agent, command, record, action, reason, next }) => {
        if (style.columns === undefined)
          return [at, action, agent, command, record, reason, next ?? ""].map(oneLine).join("\t");
        const head = `${minuteOf(at)}  ${style.bold(action)}  ${agent}: ${oneLine(command)}`;
        const then = next === undefined ? "" : ` Next: ${oneLine(next)}`;
        return `${style.wrap(head, "  ")}\n${style.dim(style.wrap(`  ${oneLine(reason)} (${record}).${then}`, "  "))}`;
      })
      .join("\n"),
});
