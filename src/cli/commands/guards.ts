/** `guard`: lists guards, tests a command against them, and shows what they did. */
import type { Memory } from "../../open/memory.ts";
import type { Answer, Call } from "../command.ts";
import { minuteOf } from "../output/format.ts";
import { oneLine, printable, type Style } from "../output/style.ts";
import { listLimit } from "../parse/values.ts";

export async function list(_: Call, memory: Memory): Promise<Answer> {
  const guards = await memory.guards();
  const text = (style: Style): string =>
    guards
      .map(({ record, text, says, acts, why }) => {
        const problem = acts ? [] : [`Does not act: ${why ?? ""}`];
        if (style.columns === undefined) return [record, says, text, ...problem].map(oneLine).join("\t");
        const head = `${style.bold(record)}  ${printable(says)}`;
        const about = style.dim(style.wrap(`  ${oneLine(text)}`, "  "));
        return [style.wrap(head, "  "), about, ...problem.map((one) => style.wrap(`  ${one}`, "  "))].join("\n");
      })
      .join("\n");
  return { json: { guards }, text };
}

const VERDICTS = {
  pass: "No guard matches it.",
  warn: "Warning: an agent would run it and be given the reason.",
  ask: "An agent would have to ask you first.",
  deny: "An agent would not be allowed to run it.",
};

export async function test({ args: [command = ""] }: Call, memory: Memory): Promise<Answer> {
  const { action, matches } = await memory.testGuards({ act: { kind: "command", command } });
  const found = matches.map(({ record, guard, reason, remedy, text, action: does }) => ({
    ...{ record, guard, reason, ...(remedy !== undefined && { remedy }), action: does, text },
  }));
  const text = (style: Style): string =>
    [
      VERDICTS[action],
      ...found.flatMap(({ record, reason, remedy, text }) => [
        style.wrap(`  ${oneLine(reason)}.${remedy === undefined ? "" : ` Run: ${oneLine(remedy)}`}`, "  "),
        style.dim(style.wrap(`  ${record}: ${oneLine(text)}`, "  ")),
      ]),
    ].join("\n");
  return { json: { action, matches: found }, text };
}

export async function log(call: Call, memory: Memory): Promise<Answer> {
  const entries = await memory.guardLog(listLimit(call.given));
  if (!call.isJson && entries.length === 0) call.note("No guard has matched a command or an edit yet.");
  const text = (style: Style): string =>
    entries
      .map(({ at, agent, command, record, action, reason, next, withheld }) => {
        const does = withheld === true ? `${action}, withheld` : action;
        if (style.columns === undefined)
          return [at, does, agent, command, record, reason, next ?? ""].map(oneLine).join("\t");
        const head = `${minuteOf(at)}  ${style.bold(does)}  ${agent}: ${oneLine(command)}`;
        const then = next === undefined ? "" : ` Next: ${oneLine(next)}`;
        return `${style.wrap(head, "  ")}\n${style.dim(style.wrap(`  ${oneLine(reason)} (${record}).${then}`, "  "))}`;
      })
      .join("\n");
  return { json: { entries }, text };
}
