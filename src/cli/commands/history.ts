/** `history`, `init` and `episode`: the commands that shells ran, and what happened. */
import { isoTime } from "../../core/base/clock.ts";
import type { Episode } from "../../core/event/event.ts";
import { ACTORS, type CommandEvent } from "../../core/event/event.ts";
import type { EventQuery } from "../../core/ports.ts";
import { count } from "../../core/text/wording.ts";
import type { Memory } from "../../open/memory.ts";
import type { Answer, Call } from "../command.ts";
import { elsewhereJson, elsewhereText } from "../output/elsewhere.ts";
import { dayOf, minuteOf, pendingText, row, skippedLines } from "../output/format.ts";
import { oneLine, printable, type Style } from "../output/style.ts";
import { defined, inputText, listLimit } from "../parse/values.ts";
import { progressNotes } from "../terminal.ts";

type Imported = Awaited<ReturnType<Memory["importHistory"]>>;

export async function importHistory(call: Call, memory: Memory): Promise<Answer> {
  const [source] = call.args;
  const file = call.given.value("file");
  const done = await memory.importHistory({ ...defined({ source, file }), progress: progressNotes(call) });
  const { pending } = await memory.suggestionCounts();
  return {
    json: { ...done, suggestions: pending },
    text: () => importText(done, pending).join("\n"),
  };
}

function importText({ sources, skipped }: Imported, pending: number): string[] {
  if (sources.length === 0)
    return ["No shell history found on this machine. Pass a file: oldhand history import zsh --file FILE"];
  return [
    ...sources.map(({ source, file, imported, duplicates }) => {
      const known = duplicates > 0 ? `, ${count(duplicates, "duplicate")} skipped` : "";
      return `${source}: ${count(imported, "command")} from ${oneLine(file)}${known}`;
    }),
    ...skippedLines(skipped),
    pendingText(pending),
  ];
}

export async function list(call: Call, memory: Memory): Promise<Answer> {
  const query = queryOf(call, memory);
  return answer(query, { call, memory, events: await memory.commands(query) });
}

export async function search(call: Call, memory: Memory): Promise<Answer> {
  const text = call.args[0] ?? "";
  const query = queryOf(call, memory);
  const { commands, isComplete } = await memory.searchCommands({ ...query, text });
  if (!isComplete)
    call.note("Older commands are still being indexed, so they are not in these results. Try again in a moment.");
  const words = text.split(/\s+/).filter((word) => word !== "");
  return answer({ ...query, words }, { call, memory, events: commands });
}

export async function init({ args: [shell = ""], io: { env }, note, given }: Call): Promise<Answer> {
  const { shellScript, takeInAtStart } = await import("../../open/init-shell.ts");
  const script = await shellScript(env, shell as Parameters<typeof shellScript>[1], {
    note,
    searchKey: given.has("ctrl-r"),
  });
  await takeInAtStart(env);
  return { json: { shell, script }, text: () => script.replace(/\n$/, "") };
}

type Query = EventQuery & { readonly everywhere?: boolean };

function queryOf({ given, scope }: Call, memory: Memory): Query {
  const actor = ACTORS.find((name) => name === given.value("actor"));
  return {
    limit: listLimit(given),
    ...defined({ actor, session: given.value("session") }),
    ...(given.has("failed") && { failed: true }),
    ...(given.has("everywhere") && { everywhere: true }),
    ...(scope === "project" && memory.project !== undefined && { project: memory.project.id }),
  };
}

type Found = { readonly call: Call; readonly memory: Memory; readonly events: readonly CommandEvent[] };

async function answer(query: Query, { call, memory, events }: Found): Promise<Answer> {
  const { limit: _, everywhere = false, project: __, ...filters } = query;
  const others = events.length > 0 || everywhere ? undefined : memory.commandsElsewhere(filters);
  const elsewhere = others && elsewhereJson(call, others);
  if (!call.isJson && events.length === 0)
    call.note(
      elsewhere === undefined
        ? "No matching commands. Import your shell history with `oldhand history import`."
        : elsewhereText(elsewhere),
    );
  const names = new Map(everywhere ? memory.projects.known().map(({ id, name }) => [id, name]) : []);
  const nameOf = ({ project = "" }: CommandEvent): string | undefined => names.get(project);
  return {
    json: { events: events.map((event) => ({ ...eventJson(event), projectName: nameOf(event) })), elsewhere },
    // As in a shell's own history, the latest is last, next to the prompt; of a search, the best.
    text: (style) =>
      events
        .toReversed()
        .map((event) => eventRow(event, nameOf(event), style))
        .join("\n"),
  };
}

function eventJson({ startMs, ...event }: CommandEvent) {
  return { ...event, ...(startMs !== undefined && { startedAt: isoTime(startMs) }) };
}

function eventRow(event: CommandEvent, projectName: string | undefined, style: Style): string {
  const { id, startMs, status, exitCode, command, actor, cwd } = event;
  const when = startMs === undefined ? "" : minuteOf(isoTime(startMs));
  const end = status === "failure" ? `exit ${exitCode}` : status === "unknown" || status === "success" ? "" : status;
  if (style.columns === undefined) return [id, when, actor, status, cwd ?? "", oneLine(command)].join("\t");
  // A question mark: the project was inferred.
  const where = projectName === undefined ? "" : `${printable(projectName)}${event.inferred === undefined ? "" : "?"}`;
  const marks = [when, where, actor === "agent" ? "agent" : "", end].filter((mark) => mark !== "").join(" ");
  return style.wrap(`${style.dim(marks)}${marks === "" ? "" : "  "}${oneLine(command)}`, "    ");
}

export async function addEpisode(call: Call, memory: Memory): Promise<Answer> {
  const { given, scope } = call;
  const done = await memory.addEpisode({
    text: inputText(call.args[0] ?? "", call),
    outcome: given.value("outcome") ?? "",
    ...defined({ tags: given.values("tag"), scope }),
  });
  if (done.outcome === "refused") return { json: done, exit: 1, isRefusal: true, text: () => oneLine(done.reason) };
  return {
    json: { ...done, episode: episodeJson(done.episode) },
    text: () => `Added ${done.episode.id} (${done.episode.outcome}).`,
  };
}

export async function listEpisodes({ given, isJson, note }: Call, memory: Memory): Promise<Answer> {
  const episodes = memory.episodes({ limit: listLimit(given) });
  if (!isJson && episodes.length === 0) note("No episodes. Add one with `oldhand episode add TEXT --outcome success`.");
  return {
    json: { episodes: episodes.map(episodeJson) },
    text: (style) => episodes.map((one) => episodeRow(one, style)).join("\n"),
  };
}

function episodeJson({ atMs, ...episode }: Episode) {
  return { ...episode, at: isoTime(atMs) };
}

function episodeRow({ id, text, outcome, atMs, scope, tags }: Episode, style: Style): string {
  const day = dayOf(isoTime(atMs));
  const inPipe = [id, outcome, scope, day, tags.join(","), oneLine(text)];
  return row({ id, facts: [outcome, scope, day, ...tags], text: oneLine(text), inPipe }, style);
}
