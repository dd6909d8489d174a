/** Reads the sessions of opencode from rows that the caller takes from its database: a session, and its parts in order. */

import { type Fields, fieldsOf, filesIn, numberIn, parsedFields, textIn, timeIn } from "../json-fields.ts";
import { type Hear, type Heard, left, unknown } from "../transcript-event.ts";
import { endingOf, known } from "./call-outcome.ts";

/** One row of `part` beside the `data` of its message, both as JSON text or parsed. */
export type OpencodeRow = {
  readonly id: string;
  readonly part: unknown;
  readonly message: unknown;
  readonly time_created?: unknown;
};

/** The rows of `session` and `part`, as the caller opens them. */
export type OpencodeSession = {
  /** The row of its table `session`. */
  readonly session: Fields;
  /** Its parts in the order of message and part, leaving out the first so many. */
  readonly rows: (skip: number) => Iterable<OpencodeRow>;
};

export function hearOpencodeSession(session: Fields): Heard {
  return {
    kind: "session",
    nativeId: textIn(session.id),
    parent: textIn(session.parent_id) ?? textIn(session.parentID),
    title: textIn(session.title),
    cwd: textIn(session.directory),
    atMs: timeIn(session.time_created) ?? timeIn(fieldsOf(session.time).created),
  };
}

/**
 * Rows as lines `{ part, message, atMs }`. Parts are written anew while they go on: from the first that has not ended
 * nothing is given, unless the person went on after it, and so it never will.
 */
export function* endedRows(rows: Iterable<OpencodeRow>): Generator<{ readonly id: string; readonly line: Fields }> {
  let held: { id: string; line: Fields }[] = [];
  for (const row of rows) {
    const line = lineOf(row);
    const goesOn = fieldsOf(line.message).role === "user" || held.length >= MOST_HELD;
    if (goesOn) {
      yield* held;
      held = [];
    }
    if (held.length > 0 || !isEnded(fieldsOf(line.part))) held.push({ id: row.id, line });
    else yield { id: row.id, line };
  }
}

const MOST_HELD = 256;

function isEnded({ type, state, time }: Fields): boolean {
  const { start, end } = fieldsOf(time);
  if (type === "tool") return ENDED.has(String(fieldsOf(state).status));
  return type !== "text" || start === undefined || end !== undefined;
}

const ENDED = new Set(["completed", "error"]);

function lineOf(row: OpencodeRow): Fields {
  const part = parsedFields(row.part);
  const message = parsedFields(row.message);
  const atMs = timeIn(fieldsOf(part.time).start) ?? timeIn(row.time_created) ?? timeIn(fieldsOf(message.time).created);
  return { part, message, atMs };
}

export const hearOpencode: Hear = (line) => {
  const part = fieldsOf(line.part);
  const message = fieldsOf(line.message);
  const atMs = numberIn(line.atMs);
  switch (part.type) {
    case "text":
      return [hearText(part, message, atMs)];
    case "tool":
      return hearTool(part, message, atMs);
    case "reasoning":
      return [left("thinking")];
    case "file":
      return [left("picture or document")];
    case "compaction":
      return [left("summary of a compaction")];
    default:
      return [BOOKKEEPING.test(String(part.type)) ? left("bookkeeping") : unknown("part", part.type)];
  }
};

const BOOKKEEPING = /^(?:step-start|step-finish|patch|snapshot|agent|subtask|retry)$/;

function hearText(part: Fields, message: Fields, atMs: number | undefined): Heard {
  if (part.synthetic === true || part.ignored === true) return left("injected by an extension");
  if (message.summary === true) return left("summary of a compaction");
  const text = textIn(part.text) ?? "";
  return message.role === "user"
    ? { kind: "said", role: "person", text: unquoted(text), atMs }
    : { kind: "said", role: "agent", text, atMs };
}

/** `opencode run "two words"` keeps the words with quotes around them, and its own escapes inside. */
function unquoted(text: string): string {
  const inner = text.length > 2 && text.startsWith('"') && text.endsWith('"') ? text.slice(1, -1) : undefined;
  return inner === undefined || /(?<!\\)"/.test(inner) ? text : inner.replaceAll('\\"', '"');
}

function hearTool(part: Fields, message: Fields, atMs: number | undefined): Heard[] {
  const state = fieldsOf(part.state);
  const input = fieldsOf(state.input);
  const tool = textIn(part.tool) ?? "";
  const id = textIn(part.callID) ?? "";
  const cwd = textIn(input.workdir) ?? textIn(fieldsOf(message.path).cwd);
  const command = tool === "bash" ? textIn(input.command) : undefined;
  const { start, end } = fieldsOf(state.time);
  const startMs = timeIn(start) ?? atMs;
  const call: Heard = { kind: "call", id, tool, files: filesIn(input), command, cwd, atMs: startMs };
  if (!ENDED.has(String(state.status))) return [call];
  const text = textIn(state.output) ?? textIn(state.error) ?? "";
  const exitCode = numberIn(fieldsOf(state.metadata).exit);
  const endMs = timeIn(end);
  const durationMs = startMs === undefined || endMs === undefined ? undefined : Math.max(0, endMs - startMs);
  const ending = exitCode === undefined ? endingOf(text, { isError: state.status === "error" }) : known(exitCode);
  return [call, { kind: "result", id, text, ...ending, durationMs, atMs: endMs }];
}
