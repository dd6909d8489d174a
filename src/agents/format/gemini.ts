/** Reads the recordings of Gemini CLI: a header, then messages, which are written again whenever they grow. */

import { screenName } from "../../core/screen/clean.ts";
import { arrayIn, fieldsOf, filesIn, isFields, type JsonFields, messageText, textIn, timeIn } from "./json-fields.ts";
import {
  exitCodeIn,
  exited,
  ignored,
  outcomeOf,
  type ReaderMemory,
  type ReadLine,
  type TranscriptEvent,
  unknown,
} from "./transcript-event.ts";

/** Messages that were rewound are read too: they happened. */
export const readGemini: ReadLine = (line, memory) => {
  if (textIn(line.$rewindTo) !== undefined) return [ignored("bookkeeping")];
  if (isFields(line.$set)) return readHeader(line.$set, memory);
  if (textIn(line.id) !== undefined && line.type !== undefined) return readMessage(line, memory);
  return textIn(line.sessionId) === undefined ? [unknown("line type", line.type)] : readHeader(line, memory);
};

function readHeader(header: JsonFields, memory: ReaderMemory): TranscriptEvent[] {
  const session: TranscriptEvent = {
    kind: "session",
    nativeId: textIn(header.sessionId),
    title: textIn(header.summary),
    cwd: textIn(arrayIn(header.directories)[0]),
    atMs: timeIn(header.startTime),
  };
  // The entire context can be written again, for example after a compression: only newer messages are new.
  const latestMs = (memory.latestMs as number | undefined) ?? 0;
  const newer = arrayIn(header.messages)
    .map(fieldsOf)
    .filter((message) => textIn(message.id) !== undefined && (timeIn(message.timestamp) ?? 0) > latestMs);
  return [session, ignored("bookkeeping"), ...newer.flatMap((message) => readMessage(message, memory))];
}

/** What was already read of a message; stored in cursors, so the field names stay. */
type Before = { readonly id: string; readonly isSaid: boolean; readonly calls: readonly string[] };

function readMessage(message: JsonFields, memory: ReaderMemory): TranscriptEvent[] {
  const id = keptId(message);
  const atMs = timeIn(message.timestamp);
  const recent = arrayIn(memory.recent) as readonly Before[];
  const before = recent.find((one) => one.id === id) ?? { id, isSaid: false, calls: [] };
  const text = messageText(message.content);
  const calls = arrayIn(message.toolCalls)
    .map(fieldsOf)
    .filter((call) => ENDED.has(String(call.status)) && !before.calls.includes(keptId(call)));
  const after = {
    id,
    isSaid: before.isSaid || text !== "",
    calls: [...before.calls, ...calls.map(keptId)],
  };
  memory.recent = [...recent.filter((one) => one.id !== id), after].slice(-RECENT);
  memory.latestMs = Math.max((memory.latestMs as number | undefined) ?? 0, atMs ?? 0);
  return [
    ...(arrayIn(message.thoughts).length > 0 ? [ignored("thinking")] : []),
    ...(text === "" || before.isSaid ? [ignored("recorded twice")] : [messageEvent(message, { text, atMs })]),
    ...calls.flatMap((call) => readCall(call, atMs)),
  ];
}

/** Screened, since cursors keep it. */
function keptId({ id }: JsonFields): string {
  return screenName(textIn(id) ?? "");
}

const RECENT = 8;
const ENDED = new Set(["success", "error", "cancelled"]);

function messageEvent({ type }: JsonFields, message: { text: string; atMs: number | undefined }): TranscriptEvent {
  if (type === "user") return { kind: "message", role: "person", ...message };
  if (type === "gemini") return { kind: "message", role: "agent", ...message };
  return /^(?:info|error|warning|about|help|stats|quit|compression)$/.test(String(type))
    ? ignored("machine turn")
    : unknown("line type", type);
}

function readCall(call: JsonFields, messageMs: number | undefined): TranscriptEvent[] {
  const id = textIn(call.id) ?? "";
  const tool = textIn(call.name) ?? "";
  const input = fieldsOf(call.args);
  const atMs = timeIn(call.timestamp) ?? messageMs;
  const command = tool === "run_shell_command" ? textIn(input.command) : undefined;
  const cwd = textIn(input.dir_path) ?? textIn(input.directory);
  const text = arrayIn(call.result)
    .map((part) => {
      const response = fieldsOf(fieldsOf(fieldsOf(part).functionResponse).response);
      return textIn(response.output) ?? textIn(response.error) ?? "";
    })
    .join("\n");
  const exitCode = exitCodeIn(text);
  const outcome =
    call.status === "cancelled"
      ? ({ status: "rejected" } as const)
      : exitCode !== undefined
        ? exited(exitCode)
        : outcomeOf(text, { isError: call.status === "error" });
  return [
    {
      ...{ kind: "call", id, tool, files: filesIn(input), command, atMs },
      purpose: command === undefined ? undefined : textIn(input.description),
      cwd: cwd?.startsWith("/") ? cwd : undefined,
    },
    { kind: "result", id, text, ...outcome, atMs },
  ];
}
