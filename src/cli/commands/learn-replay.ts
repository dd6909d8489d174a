/** `learn --replay`: how today's rules over all stored sessions differ from what is kept. */
import { OldhandError } from "../../core/base/error.ts";
import { count } from "../../core/text/wording.ts";
import type { LearningReplay, ReplayedRecord } from "../../verbs/learning/replay-learning.ts";
import type { Answer, Call } from "../command.ts";
import { wrappedLines } from "../output/format.ts";
import { oneLine } from "../output/style.ts";
import { progressNotes } from "../terminal.ts";

export async function learnReplay(call: Call): Promise<Answer> {
  const { given, io } = call;
  const other = ["since", "dry-run"].find((name) => given.has(name) || given.value(name) !== undefined);
  if (other !== undefined)
    throw new OldhandError("usage", `--replay reads all stored sessions and changes nothing: leave out --${other}.`);
  progressNotes(call)("Reading all stored sessions in a copy of the memory");
  const { replayInScratch } = await import("../../verbs/learning/replay-learning.ts");
  const done = await replayInScratch(io.env);
  return { json: done, text: wrappedLines(linesOf(done)) };
}

function linesOf({ sessions, withoutText, unchanged, new: made, gone, changed }: LearningReplay): string[] {
  const isSame = made.length + gone.length + changed.length === 0;
  return [
    ...made.map((record) => `new: ${lineOf(record)}`),
    ...gone.map((record) => `gone: ${record.id} ${lineOf(record)}`),
    ...changed.map(({ before, after }) => `changed: ${before.id} ${lineOf(before)} → ${lineOf(after)}`),
    `Read ${count(sessions, "session")} by today's rules: ${made.length} new, ${gone.length} gone, ${changed.length} changed, ${unchanged} as kept.${
      isSame ? " No difference." : ""
    } Nothing was changed.`,
    ...(withoutText > 0
      ? [
          `${count(withoutText, "session")} left out: their text is deleted, so what was learned from them stays as it is.`,
        ]
      : []),
  ];
}

function lineOf({ type, scope, status, text }: ReplayedRecord): string {
  const replaced = status === "superseded" ? ", superseded" : "";
  return `${oneLine(text)} (${type}, ${scope}${replaced})`;
}
