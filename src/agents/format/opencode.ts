/** Reads sessions of opencode from rows of its database: a session, and its parts in order. */

import { fieldsOf, filesIn, type JsonFields, numberIn, parsedFields, textIn, timeIn } from "./json-fields.ts";
import { exited, ignored, outcomeOf, type ReadLine, type TranscriptEvent, unknown } from "./transcript-event.ts";

/** One row of `part` with the `data` of its message, both as JSON text or parsed. */
export type OpencodeRow = {
  readonly id: string;
  readonly part: unknown;
  readonly message: unknown;
  readonly time_created?: unknown;
};

/** The rows of `session` and `part`; the caller opens the database. */
export type OpencodeSession = {
  /** The row of its table `session`. */
  readonly session: JsonFields;
  /** Its parts in the order of message and part, without the first `skip`. */
  readonly rows: (skip: number) => Iterable<OpencodeRow>;
};

export function readOpencodeSession(session: JsonFields): TranscriptEvent {
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
 * Rows as lines `{ part, message, atMs }`. A part is rewritten until it ends, so rows from the first unfinished part on
 * are held back, unless the person wrote another message after it: then it will never end.
 */
export function* endedRows(rows: Iterable<OpencodeRow>): Generator<{ readonly id: string; readonly line: JsonFields }> {
  let held: { id: string; line: JsonFields }[] = [];
  for (const row of rows) {
    const line = lineOf(row);
    const isMovedOn = fieldsOf(line.message).role === "user" || held.length >= MOST_HELD;
    if (isMovedOn) {
      yield* held;
      held = [];
    }
    if (held.length > 0 || !isEnded(fieldsOf(line.part))) held.push({ id: row.id, line });
    else yield { id: row.id, line };
  }
}

const MOST_HELD = 256;

function isEnded({ type, state, time }: JsonFields): boolean {
  const { start, end } = fieldsOf(time);
  if (type === "tool") return ENDED.has(String(fieldsOf(state).status));
  return type !== "text" || start === undefined || end !== undefined;
}

const ENDED = new Set(["completed", "error"]);

function lineOf(row: OpencodeRow): JsonFields {
  const part = parsedFields(row.part);
  const message = parsedFields(row.message);
  const atMs = timeIn(fieldsOf(part.time).start) ?? timeIn(row.time_created) ?? timeIn(fieldsOf(message.time).created);
  return { part, message, atMs };
}

export const readOpencode: ReadLine = (line) => {
  const part = fieldsOf(line.part);
  const message = fieldsOf(line.message);
  const atMs = numberIn(line.atMs);
  switch (part.type) {
    case "text":
      return [readText(part, message, atMs)];
    case "tool":
      return readTool(part, message, atMs);
    case "reasoning":
      return [ignored("thinking")];
    case "file":
      return [ignored("picture or document")];
    case "compaction":
      return [ignored("summary of a compaction")];
    default:
      return [BOOKKEEPING.test(String(part.type)) ? ignored("bookkeeping") : unknown("part", part.type)];
  }
};

const BOOKKEEPING = /^(?:step-start|step-finish|patch|snapshot|agent|subtask|retry)$/;

function readText(part: JsonFields, message: JsonFields, atMs: number | undefined): TranscriptEvent {
  if (part.synthetic === true || part.ignored === true) return ignored("injected by an extension");
  if (message.summary === true) return ignored("summary of a compaction");
  const text = textIn(part.text) ?? "";
  return message.role === "user"
    ? { kind: "message", role: "person", text: unquoted(text), atMs }
    : { kind: "message", role: "agent", text, atMs };
}

/** `opencode run "two words"` stores the words with quotes around them and escapes inside. */
function unquoted(text: string): string {
  const inner = text.length > 2 && text.startsWith('"') && text.endsWith('"') ? text.slice(1, -1) : undefined;
  return inner === undefined || /(?<!\\)"/.test(inner) ? text : inner.replaceAll('\\"', '"');
}

function readTool(part: JsonFields, message: JsonFields, atMs: number | undefined): TranscriptEvent[] {
  const state = fieldsOf(part.state);
  const input = fieldsOf(state.input);
  const tool = textIn(part.tool) ?? "";
  const id = textIn(part.callID) ?? "";
  const cwd = textIn(input.workdir) ?? textIn(fieldsOf(message.path).cwd);
  const command = tool === "bash" ? textIn(input.command) : undefined;
  const { start, end } = fieldsOf(state.time);
  const startMs = timeIn(start) ?? atMs;
  const purpose = command === undefined ? undefined : textIn(input.description);
  const call: TranscriptEvent = { kind: "call", id, tool, files: filesIn(input), command, purpose, cwd, atMs: startMs };
  if (!ENDED.has(String(state.status))) return [call];
  const text = textIn(state.output) ?? textIn(state.error) ?? "";
  const exitCode = numberIn(fieldsOf(state.metadata).exit);
  const endMs = timeIn(end);
  const durationMs = startMs === undefined || endMs === undefined ? undefined : Math.max(0, endMs - startMs);
  const outcome = exitCode === undefined ? outcomeOf(text, { isError: state.status === "error" }) : exited(exitCode);
  return [call, { kind: "result", id, text, ...outcome, durationMs, atMs: endMs }];
}
