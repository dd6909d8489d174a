/** `history list` and `history search`, and how the commands that they find are shown. */
import { isoTime } from "../../core/base/clock.ts";
import type { CommandEvent } from "../../core/event/event.ts";
import { fields, type InputOf } from "../declare/field.ts";
import { ACTOR, DEFAULT_LIMIT, EVERYWHERE, LIMIT, SCOPE } from "../declare/shared-fields.ts";
import { defined } from "../declare/values.ts";
import { type VerbCall, verb } from "../declare/verb.ts";
import { minuteOf } from "../print/format.ts";
import { oneLine, printable, type Style } from "../print/style.ts";

export const HISTORY_FILTERS = fields({
  limit: LIMIT,
  session: { type: "line", label: "ID", help: "Only commands of this session." },
  actor: ACTOR,
  failed: { type: "flag", help: "Only commands that failed." },
  everywhere: EVERYWHERE,
  scope: SCOPE,
});

type Filters = InputOf<typeof HISTORY_FILTERS>;

export type FoundEvents = {
  readonly events: readonly EventJson[];
};

type EventJson = Omit<CommandEvent, "startMs"> & {
  readonly startedAt?: string;
  readonly projectName: string | undefined;
};

export const listHistory = verb({
  name: "history list",
  summary: "List the latest commands of this project, and those whose project is not known.",
  examples: ["oldhand history list --scope project --failed"],
  input: HISTORY_FILTERS,
  act: "read",
  needs: "write",
  run: (call, filters) => foundEvents(call, filters),
  remark: ({ events }) =>
    events.length > 0 ? undefined : "No matching commands. Import your shell history with `oldhand import`.",
  print: printEvents,
});

/** The latest commands, or those that fit the words best. */
export async function foundEvents(
  call: Pick<VerbCall<"write">, "context" | "settled" | "note">,
  { limit = DEFAULT_LIMIT, scope, everywhere = false, text, ...rest }: Filters & { readonly text?: string },
): Promise<FoundEvents> {
  const { context } = call;
  const { historyVerbs } = await import("./history-verbs.ts");
  const history = historyVerbs(context, call.settled);
  const project = scope === "project" ? context.project?.id : undefined;
  const query = {
    ...defined(rest),
    limit,
    ...(everywhere && { everywhere }),
    ...(project !== undefined && { project }),
  };
  const found = text === undefined ? undefined : await history.searchCommands({ ...query, text });
  if (found?.isComplete === false)
    call.note("Older commands are still being indexed, so they are not in these results. Try again in a moment.");
  const events = found?.commands ?? (await history.commands(query));
  const names = new Map(everywhere ? context.store.registry.all().map(({ id, name }) => [id as string, name]) : []);
  return {
    events: events.map(({ startMs, ...event }) => ({
      ...event,
      ...(startMs !== undefined && { startedAt: isoTime(startMs) }),
      projectName: names.get(event.project ?? ""),
    })),
  };
}

/** As in a shell's own history, the latest is last, next to the prompt; of a search, the best. */
export function printEvents({ events }: FoundEvents, style: Style): string {
  return events
    .toReversed()
    .map((event) => eventRow(event, style))
    .join("\n");
}

function eventRow(event: EventJson, style: Style): string {
  const { id, startedAt, status, exitCode, command, actor, cwd, projectName, inferred } = event;
  const when = startedAt === undefined ? "" : minuteOf(startedAt);
  const end = status === "failure" ? `exit ${exitCode}` : status === "unknown" || status === "success" ? "" : status;
  if (style.columns === undefined) return [id, when, actor, status, cwd ?? "", oneLine(command)].join("\t");
  // A question mark: the project was inferred.
  const where = projectName === undefined ? "" : `${printable(projectName)}${inferred === undefined ? "" : "?"}`;
  const marks = [when, where, actor === "agent" ? "agent" : "", end].filter((mark) => mark !== "").join(" ");
  return style.wrap(`${style.dim(marks)}${marks === "" ? "" : "  "}${oneLine(command)}`, "    ");
}

export const searchHistory = verb({
  name: "history search",
  under: "search",
  summary: "Find commands by their words and what agents ran them for, best match last.",
  examples: ["oldhand history search docker run", "oldhand history search start the local database"],
  input: {
    query: { type: "line", at: "rest", required: true, help: "What the command contains or does." },
    ...HISTORY_FILTERS,
  },
  act: "read",
  needs: "write",
  run: (call, { query, ...filters }) => foundEvents(call, { ...filters, text: query }),
  remark: ({ events }, { query }) =>
    events.length > 0 ? undefined : `No command in your history matches ${JSON.stringify(query)}.`,
  print: printEvents,
});
