/** `learn` */
import { count } from "../../core/text/wording.ts";
import type { CallContext } from "../call/call-context.ts";
import { DRY_RUN } from "../declare/shared-fields.ts";
import { type VerbCall, verb } from "../declare/verb.ts";
import { pendingText, skippedLines, wrappedLines } from "../print/format.ts";
import { oneLine } from "../print/style.ts";

type SinceAsk = { readonly sinceMs?: number };
type Done = Awaited<ReturnType<typeof learnNow>>;
type Plan = Awaited<ReturnType<typeof planned>>;

export const learnHere = verb({
  name: "learn",
  summary: "Import new commands and sessions, and learn from them.",
  notes: [
    "Every command imports new shell commands; this one also reads agent sessions and writes the memory of their projects.",
    "--dry-run lists the imported sessions that would be read and the tokens that a model would use; it calls no model.",
    "Without --since, sessions older than memories.maxRolloutAgeDays are not read.",
  ],
  examples: ["oldhand learn --since 2026-01-01"],
  input: {
    since: {
      type: "since",
      help: "Read the sessions since DATE, however old: 2026-01-31, 7d, 2w, today or yesterday.",
    },
    dryRun: DRY_RUN,
  },
  act: "add",
  needs: "write",
  run(call, { since, dryRun = false }): Promise<Done | Plan> {
    const ask = since === undefined ? {} : { sinceMs: since };
    return dryRun ? planned(call.context, ask) : learnNow(call, ask);
  },
  print: (done, style) => ("estimate" in done ? wrappedLines(planLines(done))(style) : doneLines(done).join("\n")),
  page: {},
});

async function planned(context: CallContext, ask: SinceAsk) {
  return (await import("../nominations/read-by-model.ts")).planPipeline(context, ask);
}

async function learnNow({ context, settled, progress }: VerbCall<"write">, ask: SinceAsk) {
  const run = await (await import("../learning/learn.ts")).learn(context, { ...ask, progress });
  const { expireTranscripts } = await import("../session/transcripts/expire-transcripts.ts");
  const expired = await expireTranscripts(context, { mostSlices: Number.POSITIVE_INFINITY });
  const { suggestionVerbs } = await import("../suggestion/sources/suggestion-verbs.ts");
  const { pending } = await suggestionVerbs(context).suggestionCounts();
  const intake = settled.intake ?? { imported: 0, duplicates: 0, skipped: [] };
  return { ...intake, ...run, expired, suggestions: pending };
}

function doneLines({ imported, sessions, expired, skipped, suggestions, ...run }: Done): string[] {
  return [
    imported + sessions.imported === 0
      ? "No new commands or sessions."
      : `Imported ${count(imported, "shell command")} and ${count(sessions.imported, "part")} of ${count(sessions.sessions, "session")}.`,
    ...extractedLines(run),
    ...(expired.sessions > 0
      ? [`Deleted ${count(expired.sessions, "old transcript")}; records learned from them stay.`]
      : []),
    ...skippedLines(skipped),
    pendingText(suggestions),
  ];
}

function extractedLines({ extracted, written }: Pick<Done, "extracted" | "written">): string[] {
  const { sessions, remembered, proposed, dropped = 0, byRulesAlone = [], tooOld } = extracted;
  const withoutModel = written.flatMap(({ wording }) => wording?.reason ?? []);
  return [
    ...(sessions > 0
      ? [
          `Learned from ${count(sessions, "session")}: ${count(remembered, "record")}, ${count(proposed, "suggestion")}.`,
        ]
      : []),
    ...(tooOld === undefined
      ? []
      : [
          `Skipped ${count(tooOld.count, "session")} older than memories.maxRolloutAgeDays. To read them, run \`oldhand learn --since ${tooOld.since}\`.`,
        ]),
    ...(dropped > 0 ? [`Dropped ${count(dropped, "nomination")} of the reader: no message proves them.`] : []),
    ...byRulesAlone.map(
      ({ reason, count: sessionCount }) =>
        `Not read by the reader yet, and retried later: ${count(sessionCount, "session")} (${oneLine(reason)}).`,
    ),
    ...withoutModel.map((reason) => `Wrote the project's memory without a model: ${oneLine(reason)}`),
  ];
}

function planLines({ sessions, estimate, dailyTokenCap }: Plan): string[] {
  const lines = sessions.map(({ id, agent, title = "", tokens, byModel, reason = "" }) =>
    [`${id} ${agent}`, `${tokens} tokens`, byModel ? "rules and model" : "rules only", reason, oneLine(title)]
      .filter((part) => part !== "")
      .join(", "),
  );
  const { calls, inputTokens, mostOutputTokens } = estimate;
  const cost =
    calls === 0
      ? "No model would be called."
      : `${count(calls, "model call")}: about ${inputTokens} input tokens, at most ${mostOutputTokens} output tokens; the daily cap is ${dailyTokenCap}.`;
  return [...lines, `Would read ${count(lines.length, "session")}. ${cost} Nothing was changed.`];
}
