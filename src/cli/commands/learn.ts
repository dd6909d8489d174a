/** `learn` imports commands and sessions and learns from them; `consolidate` merges, archives and suggests records. */
import type { Memory } from "../../open/memory.ts";
import type { Answer, Call } from "../command.ts";
import { pendingText, plural, skippedLines } from "../output/format.ts";
import { progressNotes } from "../output/progress.ts";
import { oneLine, type Style } from "../output/style.ts";
import { closeAfter } from "../with-memory.ts";

type Run = Awaited<ReturnType<Memory["learn"]>>;
type Plan = Awaited<ReturnType<Memory["learnable"]>>;
type Consolidated = Awaited<ReturnType<Memory["consolidate"]>>;

/** Opens the memory itself, because a dry run must not import new shell commands. */
export async function learn(call: Call): Promise<Answer> {
  const { given, io, note } = call;
  const isDry = given.has("dry-run");
  const { openMemory } = await import("../../open/memory.ts");
  const memory = await openMemory(io.env, { settle: isDry ? "files" : "all", note });
  return closeAfter(memory, () => (isDry ? dryRun(memory) : learnNow(call, memory)));
}

async function learnNow(call: Call, memory: Memory): Promise<Answer> {
  const done = memory.learned();
  const run = await memory.learn({ progress: progressNotes(call) });
  const expired = await memory.expireTranscripts();
  const { pending } = await memory.suggestionCounts();
  return {
    json: { ...done, ...run, expired, suggestions: pending },
    text: () =>
      [
        done.imported + run.sessions.imported === 0
          ? "No new commands or sessions."
          : `Imported ${plural(done.imported, "shell command")} and ${plural(run.sessions.imported, "part")} of ${plural(run.sessions.sessions, "session")}.`,
        ...extractedLines(run),
        ...(expired.sessions > 0
          ? [`Deleted ${plural(expired.sessions, "old transcript")}; records learned from them stay.`]
          : []),
        ...skippedLines(done.skipped),
        pendingText(pending),
      ].join("\n"),
  };
}

function extractedLines({ extracted, written }: Run): string[] {
  const { sessions, remembered, proposed, byRulesAlone = [] } = extracted;
  const withoutModel = written.flatMap(({ wording }) => wording?.reason ?? []);
  return [
    ...(sessions > 0
      ? [
          `Learned from ${plural(sessions, "session")}: ${plural(remembered, "record")}, ${plural(proposed, "suggestion")}.`,
        ]
      : []),
    ...byRulesAlone.map(({ reason, count }) => `Read ${plural(count, "session")} without a model: ${oneLine(reason)}`),
    ...withoutModel.map((reason) => `Wrote the project's memory without a model: ${oneLine(reason)}`),
  ];
}

async function dryRun(memory: Memory): Promise<Answer> {
  const plan = await memory.learnable();
  return { json: plan, text: (style) => dryRunText(plan, style) };
}

function dryRunText({ sessions, estimate, dailyTokenCap }: Plan, style: Style): string {
  const lines = sessions.map(({ id, agent, title = "", tokens, byModel }) =>
    style.wrap(
      [`${id} ${agent}`, `${tokens} tokens`, byModel ? "rules and model" : "rules only", oneLine(title)]
        .filter((part) => part !== "")
        .join(", "),
      "  ",
    ),
  );
  const { calls, inputTokens, mostOutputTokens } = estimate;
  const cost =
    calls === 0
      ? "No model would be called."
      : `${plural(calls, "model call")}: about ${inputTokens} input tokens, at most ${mostOutputTokens} output tokens; the daily cap is ${dailyTokenCap}.`;
  return [...lines, `Would read ${plural(sessions.length, "session")}. ${cost} Nothing was changed.`].join("\n");
}

export async function consolidate({ given }: Call, memory: Memory): Promise<Answer> {
  const done = await memory.consolidate({ dryRun: given.has("dry-run") });
  return { json: done, text: (style) => consolidatedText(done, style) };
}

function consolidatedText(done: Consolidated, style: Style): string {
  const { merged, archived, promoted, held, dryRun: isDry, wording } = done;
  const withoutModel = done.artifacts?.wording?.reason;
  const lines = [
    ...merged.map(({ reason }) => `merge: ${reason}`),
    ...archived.map(({ id, text, reason }) => `archive: ${id} ${oneLine(text)} (${reason})`),
    ...promoted.map(({ text, reason }) => `suggest: ${oneLine(text)} (${reason})`),
    ...held.map(({ id, reason }) => `postpone: ${id} (${reason})`),
    ...(wording === undefined ? [] : [`write: with ${wording.model}, at most ${wording.mostTokens} tokens`]),
    ...(withoutModel === undefined ? [] : [`write: without a model: ${oneLine(withoutModel)}`]),
  ].map((line) => style.wrap(line, "  "));
  const [merges, suggestions] = [plural(merged.length, "record"), plural(promoted.length, "suggestion")];
  const sum = isDry
    ? `Would merge ${merges}, archive ${archived.length} and add ${suggestions}. Nothing was changed.`
    : `Merged ${merges}, archived ${archived.length} and added ${suggestions}.`;
  return [...lines, sum].join("\n");
}
