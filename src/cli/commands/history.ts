/** `history import`, `list` and `search`, `learn`, and `init`: what shells ran, and how it gets here. */
import { isoTime } from "../../core/base/clock.ts";
import { ACTORS, type CommandEvent } from "../../core/event/event.ts";
import type { EventQuery } from "../../core/ports.ts";
import type { Memory } from "../../open/memory.ts";
import { wholeNumber } from "../choice.ts";
import type { Answer, Call } from "../command.ts";
import { oneLine, type Page } from "../page.ts";
import { counted } from "../say.ts";

type Imported = Awaited<ReturnType<Memory["importHistory"]>>;

const SHOWN = 25;

export async function importHistory({ args: [source], given, io, note }: Call, memory: Memory): Promise<Answer> {
  const file = given.value("file");
  const progress = io.err.columns === undefined ? () => {} : note;
  const done = await memory.importHistory({
    ...(source !== undefined && { source }),
    ...(file !== undefined && { file }),
    progress,
  });
  const { pending } = await memory.suggestionCounts();
  return {
    json: { ...done, suggestions: pending },
    text: () => importText(done, pending).join("\n"),
  };
}

function importText({ sources, skipped }: Imported, pending: number): string[] {
  if (sources.length === 0)
    return ["No shell history was found on this machine. Name one: `oldhand history import zsh --file F`."];
  return [
    ...sources.map(({ source, file, imported, duplicates }) => {
      const known = duplicates > 0 ? `, ${duplicates} known already` : "";
      return `${source}: ${counted(imported, "command")} from ${oneLine(file)}${known}`;
    }),
    ...skipped.map(({ reason, count }) => `passed over: ${count} (${reason})`),
    pending === 0 ? "Nothing waits for your word yet." : `${counted(pending, "suggestion")}: oldhand suggestions`,
  ];
}

export async function list(call: Call, memory: Memory): Promise<Answer> {
  return answer(await memory.commands(queryOf(call, memory)), call);
}

export async function search(call: Call, memory: Memory): Promise<Answer> {
  const words = (call.args[0] ?? "").split(/\s+/).filter((word) => word !== "");
  return answer(await memory.commands({ ...queryOf(call, memory), words }), call);
}

export async function init({ args: [shell = ""], io: { env } }: Call): Promise<Answer> {
  const { shellScript, takeInAtStart } = await import("../../open/init-shell.ts");
  const script = await shellScript(env, shell as Parameters<typeof shellScript>[1]);
  await takeInAtStart(env);
  return { json: { shell, script }, text: () => script.replace(/\n$/, "") };
}

function queryOf({ given, scope }: Call, memory: Memory): EventQuery {
  const actor = ACTORS.find((name) => name === given.value("actor"));
  const session = given.value("session");
  return {
    limit: wholeNumber("--limit", given.value("limit")) ?? SHOWN,
    ...(actor !== undefined && { actor }),
    ...(session !== undefined && { session }),
    ...(given.has("failed") && { failed: true }),
    ...(scope === "project" && memory.project !== undefined && { project: memory.project.id }),
  };
}

function answer(events: readonly CommandEvent[], { note, isJson }: Call): Answer {
  if (!isJson && events.length === 0) note("No command fits. `oldhand history import` takes in what your shells kept.");
  return {
    json: { events: events.map(eventJson) },
    // As in a shell's own history, the latest stands last, next to the prompt.
    text: (page) =>
      events
        .toReversed()
        .map((event) => row(event, page))
        .join("\n"),
  };
}

function eventJson({ startMs, ...event }: CommandEvent) {
  return { ...event, ...(startMs !== undefined && { startedAt: isoTime(startMs) }) };
}

function row({ id, startMs, status, exitCode, command, actor, cwd }: CommandEvent, page: Page): string {
  const when = startMs === undefined ? "" : isoTime(startMs).slice(0, 16).replace("T", " ");
  const end = status === "failure" ? `exit ${exitCode}` : status === "unknown" || status === "success" ? "" : status;
  if (page.columns === undefined) return [id, when, actor, status, cwd ?? "", oneLine(command)].join("\t");
  const marks = [when, actor === "agent" ? "agent" : "", end].filter((mark) => mark !== "").join(" ");
  return page.wrapped(`${page.dim(marks)}${marks === "" ? "" : "  "}${oneLine(command)}`, "    ");
}
