/** `learn`: takes in what shells and agents left and learns from it, or says what it would read. */
import type { Memory } from "../../open/memory.ts";
import type { Answer, Call } from "../command.ts";
import { closing } from "../memory-for.ts";
import { oneLine, type Page } from "../page.ts";
import { counted } from "../say.ts";

type Run = Awaited<ReturnType<Memory["learn"]>>;
type Plan = Awaited<ReturnType<Memory["learnable"]>>;

/** Opens the memory itself: a dry run does not even take in what shells left. */
export async function learn(call: Call): Promise<Answer> {
  const { given, io, note } = call;
  const isDry = given.has("dry-run");
  const { openMemory } = await import("../../open/memory.ts");
  const memory = await openMemory(io.env, { settle: isDry ? "files" : "all", note });
  return closing(memory, () => (isDry ? planned(memory) : learned(call, memory)));
}

async function learned({ io, note }: Call, memory: Memory): Promise<Answer> {
  const done = memory.learned();
  const run = await memory.learn({ progress: io.err.columns === undefined ? () => {} : note });
  const letGo = await memory.letGo();
  const { pending } = await memory.suggestionCounts();
  return {
    json: { ...done, ...run, letGo, suggestions: pending },
    text: () =>
      [
        `Took in ${counted(done.imported, "command")} of shells, ${counted(run.sessions.imported, "piece")} of ${counted(run.sessions.sessions, "session")}.`,
        ...extractedLines(run),
        ...(letGo.sessions > 0
          ? [`Let go of the words of ${counted(letGo.sessions, "session")}; what was learned stays.`]
          : []),
        ...done.skipped.map(({ reason, count }) => `passed over: ${count} (${reason})`),
        pending === 0 ? "Nothing waits for your word." : `${counted(pending, "suggestion")}: oldhand suggestions`,
      ].join("\n"),
  };
}

function extractedLines({ extracted, written }: Run): string[] {
  const { sessions, remembered, proposed, byRulesAlone = [] } = extracted;
  const unworded = written.flatMap(({ wording }) => wording?.reason ?? []);
  return [
    ...(sessions > 0
      ? [`Learned from ${counted(sessions, "session")}: ${remembered} remembered, ${proposed} to decide.`]
      : []),
    ...byRulesAlone.map(({ reason, count }) => `Read by rules alone: ${count} (${oneLine(reason)})`),
    ...unworded.map((reason) => `Written by rules alone: ${oneLine(reason)}`),
  ];
}

async function planned(memory: Memory): Promise<Answer> {
  const plan = await memory.learnable();
  return { json: plan, text: (page) => planText(plan, page) };
}

function planText({ sessions, estimate, dailyTokenCap }: Plan, page: Page): string {
  const lines = sessions.map(({ id, agent, title = "", tokens, byModel }) =>
    page.wrapped(
      [`${id} ${agent}`, `${tokens} tokens`, byModel ? "by rules and the model" : "by rules", oneLine(title)]
        .filter((part) => part !== "")
        .join(", "),
      "  ",
    ),
  );
  const { calls, inputTokens, mostOutputTokens } = estimate;
  const cost =
    calls === 0
      ? "No model would be called."
      : `${counted(calls, "call")} of a model: about ${inputTokens} tokens in, at most ${mostOutputTokens} out; ${dailyTokenCap} a day are allowed.`;
  return [...lines, `${counted(sessions.length, "session")} would be read. ${cost} Nothing was changed.`].join("\n");
}
