/** `status --effect`: what agents were given, what guards stopped, and what came next. */
import { OldhandError } from "../../core/base/error.ts";
import { count } from "../../core/text/wording.ts";
import { fullContext } from "../call/call-context.ts";
import { EVERYWHERE } from "../declare/shared-fields.ts";
import { verb } from "../declare/verb.ts";
import { minuteOf } from "../print/format.ts";
import { oneLine, type Style } from "../print/style.ts";
import type { RecordEffect } from "./effect.ts";

const MOST_RECORDS = 10;

export const reportEffect = verb({
  name: "status --effect",
  formerly: ["lift"],
  summary: "Count what agents were given and stopped from, and what they did next.",
  notes: [
    "Of this project: records that sessions were given and what that cost in tokens, what guards stopped, and of each record whether the agent then followed, ignored or contradicted it. A record is judged only if it has a guard or names a command; the rest is unknown. It says what happened next, not what would have happened without.",
  ],
  examples: ["oldhand status --effect", "oldhand status --effect --everywhere --json"],
  input: { everywhere: EVERYWHERE },
  act: "read",
  needs: "read",
  async run({ context }, { everywhere = false }) {
    const full = fullContext(context);
    if (full === undefined)
      throw new OldhandError("read-only", "The database cannot be read here, so nothing is counted.");
    return (await import("./effect.ts")).effect(full, everywhere ? { everywhere } : {});
  },
  print({ since, given, stopped, tokens, records }, style) {
    if (since === null) return "No agent was given anything yet, and no guard has fired.";
    const cost = `${count(tokens, "token")} in briefs`;
    const total = `${count(records.length, "record")} given to sessions ${count(given, "time")}, ${cost}; guards stopped ${count(stopped, "command or edit", "commands or edits")}.`;
    const rows = records.slice(0, MOST_RECORDS).map((record) => recordText(record, style));
    const more =
      records.length > MOST_RECORDS ? [style.dim(`and ${records.length - MOST_RECORDS} more: --json has all`)] : [];
    return [style.bold(`Since ${minuteOf(since)}`), style.wrap(total, ""), ...rows, ...more].join("\n");
  },
  page: {},
});

function recordText({ id, text, given, followed, ignored, contradicted, unknown }: RecordEffect, style: Style): string {
  const counts = `followed ${followed}, ignored ${ignored}, contradicted ${contradicted}, unknown ${unknown}`;
  const about = style.dim(style.wrap(`    ${text === "" ? "a known fix" : oneLine(text)}`, "    "));
  return [style.wrap(`  ${id}  given to ${count(given, "session")}: ${counts}`, "    "), about].join("\n");
}
