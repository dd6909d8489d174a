/** `lift`: what memory changes, with and without it, by record, and replayed over the past. */
import { count } from "../../core/text/wording.ts";
import type { Memory } from "../../open/memory.ts";
import type { Lift, LiftRecord } from "../../verbs/lift/lift.ts";
import type { Answer, Call } from "../command.ts";
import { minuteOf, percent } from "../output/format.ts";
import { oneLine, type Style } from "../output/style.ts";
import { progressNotes } from "../terminal.ts";

export async function lift(call: Call, memory: Memory): Promise<Answer> {
  const everywhere = call.given.has("everywhere") ? { everywhere: true } : {};
  const found = await memory.lift({ ...everywhere, progress: progressNotes(call) });
  return {
    json: found,
    text: (style) => [comparison(found, style), records(found, style), replay(found, style)].join("\n\n"),
  };
}

function comparison({ sessions, withMemory, without, holdOut, outcomes }: Lift, style: Style): string {
  const title = style.bold("With and without memory");
  if (withMemory + without === 0) {
    const off = "No session was held out yet, so there is nothing to compare.";
    const how =
      holdOut > 1
        ? `One session in ${holdOut} is held out from now on.`
        : "`oldhand config set lift.holdOut 4` lets one session in 4 go without briefs and warnings.";
    return [title, style.wrap(`  ${count(sessions, "session")} stored. ${off} ${how}`, "  ")].join("\n");
  }
  const lines = outcomes.map((outcome) => style.wrap(`  ${outcomeText(outcome)}`, "    "));
  const about = `  ${count(withMemory, "session")} with memory, ${without} without. Means a session; the difference with its 95 % interval.`;
  return [title, style.wrap(about, "  "), ...lines].join("\n");
}

function outcomeText({
  says,
  withMemory,
  without,
  difference,
  low,
  high,
  enough,
  more,
}: Lift["outcomes"][number]): string {
  const needed = `${count(more, "more session")} needed`;
  if (difference === null) return `${says}: ${needed}.`;
  const figures = `${says}: ${withMemory.mean} with, ${without.mean} without; ${signed(difference)} (${signed(low!)} to ${signed(high!)})`;
  if (!enough) return `${figures}. Not enough to tell: ${needed}.`;
  if (low! <= 0 && high! >= 0) return `${figures}. No difference shown.`;
  return `${figures}. ${difference < 0 ? "Fewer" : "More"} with memory.`;
}

const signed = (value: number): string => (value > 0 ? `+${value}` : String(value));

const MOST_RECORDS = 10;

function records({ records: all }: Lift, style: Style): string {
  const title = style.bold("Records that sessions were given");
  if (all.length === 0) return `${title}\n  None yet.`;
  const rows = all.slice(0, MOST_RECORDS).map((record) => recordText(record, style));
  const more = all.length > MOST_RECORDS ? [style.dim(`  and ${all.length - MOST_RECORDS} more: --json has all`)] : [];
  return [title, ...rows, ...more].join("\n");
}

function recordText(
  { id, text, given, followed, ignored, contradicted, unknown, moments }: LiftRecord,
  style: Style,
): string {
  const counts = `given to ${count(given, "session")}: followed ${followed}, ignored ${ignored}, contradicted ${contradicted}, unknown ${unknown}`;
  const [latest] = moments;
  const last = latest === undefined ? "" : ` Last: ${latest.verdict} on ${minuteOf(latest.at)}, ${oneLine(latest.by)}.`;
  const about = oneLine(text === "" ? "a known fix, or a record that is gone" : text);
  return [style.wrap(`  ${id}  ${counts}.${last}`, "    "), style.dim(style.wrap(`    ${about}`, "    "))].join("\n");
}

function replay({ replay: done }: Lift, style: Style): string {
  const { sessions, prompts, failures, lines, needed, tokens, needs, skipped } = done;
  const title = style.bold("Replay of past sessions without memory (not causal)");
  const left =
    skipped === 0 ? "" : ` ${count(skipped, "session")} left out: they had memory, or their text or project is gone.`;
  if (sessions === 0) return [title, style.wrap(`  No session to replay.${left}`, "  ")].join("\n");
  const given = `${count(sessions, "session")}, ${count(prompts, "prompt")}, ${count(failures, "failure")}: memory would have given ${count(lines, "line")} (${tokens} tokens), of which ${needed} ${needed === 1 ? "was" : "were"} needed later.`;
  const what = needs.map(({ kind, total, known, met }) =>
    total === 0
      ? `  ${kind}: never.`
      : `  ${kind}: ${count(total, "time")}; memory knew it ${count(known, "time")} and would have given it in time ${count(met, "time")} (${percent(met / total)} of all).`,
  );
  const note = "This shows what memory had to offer, not what it would have changed.";
  return [title, ...[`  ${given}${left}`, ...what, `  ${note}`].map((line) => style.wrap(line, "    "))].join("\n");
}
