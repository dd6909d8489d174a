/** `memory`, `show`, `why-not`, `learn` and `consolidate`: the memory of a project, where it comes from, and how it is kept up to date. */
import { ROOT } from "../../core/artifact/address.ts";
import { count } from "../../core/text/wording.ts";
import type { Memory } from "../../open/memory.ts";
import type { Answer, Call } from "../command.ts";
import { pendingText, skippedLines, wrappedLines } from "../output/format.ts";
import { oneLine, printable } from "../output/style.ts";
import { defined, sinceMs } from "../parse/values.ts";
import { confirmDeletion, exitAfter, progressNotes } from "../terminal.ts";
import { closeAfter } from "../with-memory.ts";

/** The summary that agents get at the start of a session, written if it does not exist yet. */
export async function view(call: Call, memory: Memory): Promise<Answer> {
  await memory.writeArtifacts();
  return show({ ...call, args: [ROOT] }, memory);
}

export async function show({ args: [address = ""] }: Call, memory: Memory): Promise<Answer> {
  const text = await memory.resource(address);
  return { json: { address, text }, text: () => printable(text) };
}

export async function clear(call: Call, memory: Memory): Promise<Answer> {
  const { given, note } = call;
  const everywhere = given.has("everywhere");
  const found = await memory.clearable({ everywhere });
  const where = everywhere ? "everywhere" : "in this project";
  if (!given.has("yes"))
    note(
      `This deletes ${count(found.records, "record")} and what was read from ${count(found.sessions, "session")}, ${where}.`,
    );
  const decision = await confirmDeletion("clear", call, "clear memory");
  if (decision !== "approved")
    return { json: { cleared: false, ...found }, text: () => "Nothing was deleted.", exit: exitAfter(decision) };
  const done = await memory.clear({ everywhere });
  return {
    json: { cleared: true, ...done },
    text: () => `Deleted ${count(done.records, "record")}. To learn again: oldhand memory enqueue`,
  };
}

export async function enqueue(_: Call, memory: Memory): Promise<Answer> {
  const sessions = await memory.enqueue();
  const done = await memory.extract();
  const written = memory.project === undefined ? undefined : await memory.writeArtifacts();
  return {
    json: { enqueued: sessions, ...done, artifacts: written },
    text: () =>
      `Read ${count(done.sessions, "session")}: ${count(done.remembered, "record")} added, ${count(done.proposed, "suggestion")}.`,
  };
}

export async function importMemories(call: Call, memory: Memory): Promise<Answer> {
  const { args, given, scope } = call;
  const [source] = args;
  const done = await memory.importMemories({
    ...defined({ source, file: given.value("file"), scope }),
    progress: progressNotes(call),
  });
  const lines = [
    done.files === 0
      ? "No memories of other tools found."
      : `Imported ${count(done.imported, "suggestion")} from ${count(done.files, "file")}; ${count(done.duplicates, "duplicate")} skipped.`,
    ...(done.imported > 0 ? ["List them with: oldhand suggestions --all"] : []),
    ...skippedLines(done.skipped),
  ];
  return { json: done, text: wrappedLines(lines) };
}

export async function auditMemories(call: Call, memory: Memory): Promise<Answer> {
  const { args, given, scope } = call;
  const [source] = args;
  const done = await memory.auditMemories({
    ...defined({ source, file: given.value("file"), scope }),
    progress: progressNotes(call),
  });
  return { json: done, text: wrappedLines([...auditLines(done), ...skippedLines(done.skipped)]) };
}

type Audit = Awaited<ReturnType<Memory["auditMemories"]>>;

const AUDIT_HEADINGS = {
  secret: "Contain a secret",
  stale: "Not true in the repository",
  contradicted: "Contradicted",
  doubled: "Said twice",
  unused: "Never used",
} as const;

const MOST_SHOWN = 10;

function auditLines({ files, statements, counts, findings }: Audit): string[] {
  if (files === 0) return ["No memories of other tools found."];
  const read = `Audited ${count(statements, "statement")} from ${count(files, "file")}.`;
  const kinds = Object.entries(AUDIT_HEADINGS) as [keyof Audit["counts"], string][];
  const lines = kinds.flatMap(([kind, heading]) => {
    const own = findings.filter((finding) => finding.kind === kind);
    const shown = own
      .slice(0, MOST_SHOWN)
      .map(({ text, source, why }) => `- ${oneLine(text)} (${oneLine(source)}): ${oneLine(why)}`);
    const more = own.length > MOST_SHOWN ? [`- ${own.length - MOST_SHOWN} more; --json lists all.`] : [];
    return own.length === 0 ? [] : [`${heading}: ${counts[kind]}`, ...shown, ...more];
  });
  return [read, ...(lines.length === 0 && statements > 0 ? ["No problems found."] : lines), "Nothing was changed."];
}

export async function whyNot({ args: [text = ""] }: Call, memory: Memory): Promise<Answer> {
  const lines = await memory.whyNot(text);
  const none = `No sentence in the sessions that were read contains ${JSON.stringify(oneLine(text))}.`;
  const found = lines.map(
    ({ taken, rule, reason, text: sentence }) =>
      `${taken ? "used" : "skipped"} (${rule}): ${oneLine(sentence)}: ${oneLine(reason)}`,
  );
  return { json: { text, lines }, text: wrappedLines(found.length === 0 ? [none] : found) };
}

type Run = Awaited<ReturnType<Memory["learn"]>>;
type Consolidated = Awaited<ReturnType<Memory["consolidate"]>>;

/** Opens the memory itself, because a dry run must not import new shell commands. */
export async function learn(call: Call): Promise<Answer> {
  const { given, io, note } = call;
  const isDry = given.has("dry-run");
  if (given.has("replay")) return (await import("./learn-replay.ts")).learnReplay(call);
  const { openMemory } = await import("../../open/memory.ts");
  const memory = await openMemory(io.env, { settle: isDry ? "files" : "all", note });
  const since = given.value("since");
  const ask = since === undefined ? {} : { sinceMs: sinceMs(since, io.env.clock()) };
  return closeAfter(memory, () => (isDry ? dryRun(memory, ask) : learnNow(call, memory, ask)));
}

type SinceAsk = { readonly sinceMs?: number };

async function learnNow(call: Call, memory: Memory, ask: SinceAsk): Promise<Answer> {
  const done = memory.learned();
  const run = await memory.learn({ ...ask, progress: progressNotes(call) });
  const expired = await memory.expireTranscripts();
  const { pending } = await memory.suggestionCounts();
  return {
    json: { ...done, ...run, expired, suggestions: pending },
    text: () =>
      [
        done.imported + run.sessions.imported === 0
          ? "No new commands or sessions."
          : `Imported ${count(done.imported, "shell command")} and ${count(run.sessions.imported, "part")} of ${count(run.sessions.sessions, "session")}.`,
        ...extractedLines(run),
        ...(expired.sessions > 0
          ? [`Deleted ${count(expired.sessions, "old transcript")}; records learned from them stay.`]
          : []),
        ...skippedLines(done.skipped),
        pendingText(pending),
      ].join("\n"),
  };
}

function extractedLines({ extracted, written }: Run): string[] {
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
      ({ reason, count: sessionCount }) => `Read ${count(sessionCount, "session")} without a model: ${oneLine(reason)}`,
    ),
    ...withoutModel.map((reason) => `Wrote the project's memory without a model: ${oneLine(reason)}`),
  ];
}

async function dryRun(memory: Memory, ask: SinceAsk): Promise<Answer> {
  const plan = await memory.learnable(ask);
  const lines = plan.sessions.map(({ id, agent, title = "", tokens, byModel, reason = "" }) =>
    [`${id} ${agent}`, `${tokens} tokens`, byModel ? "rules and model" : "rules only", reason, oneLine(title)]
      .filter((part) => part !== "")
      .join(", "),
  );
  const { calls, inputTokens, mostOutputTokens } = plan.estimate;
  const cost =
    calls === 0
      ? "No model would be called."
      : `${count(calls, "model call")}: about ${inputTokens} input tokens, at most ${mostOutputTokens} output tokens; the daily cap is ${plan.dailyTokenCap}.`;
  const sum = `Would read ${count(lines.length, "session")}. ${cost} Nothing was changed.`;
  return { json: plan, text: wrappedLines([...lines, sum]) };
}

export async function consolidate({ given }: Call, memory: Memory): Promise<Answer> {
  const done = await memory.consolidate({ dryRun: given.has("dry-run") });
  return { json: done, text: wrappedLines(consolidatedLines(done)) };
}

function consolidatedLines(done: Consolidated): string[] {
  const { merged, archived, promoted, held, dryRun: isDry, wording } = done;
  const withoutModel = done.artifacts?.wording?.reason;
  const lines = [
    ...merged.map(({ reason }) => `merge: ${reason}`),
    ...archived.map(({ id, text, reason }) => `archive: ${id} ${oneLine(text)} (${reason})`),
    ...promoted.map(({ text, reason }) => `suggest: ${oneLine(text)} (${reason})`),
    ...held.map(({ id, reason }) => `postpone: ${id} (${reason})`),
    ...(wording === undefined ? [] : [`write: with ${wording.model}, at most ${wording.mostTokens} tokens`]),
    ...(withoutModel === undefined ? [] : [`write: without a model: ${oneLine(withoutModel)}`]),
  ];
  const [merges, suggestions] = [count(merged.length, "record"), count(promoted.length, "suggestion")];
  const sum = isDry
    ? `Would merge ${merges}, archive ${archived.length} and add ${suggestions}. Nothing was changed.`
    : `Merged ${merges}, archived ${archived.length} and added ${suggestions}.`;
  return [...lines, sum];
}
