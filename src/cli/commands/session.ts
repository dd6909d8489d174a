/** `session import`, `list`, `show`, `pin` and `unpin`. */
import { isoTime } from "../../core/base/clock.ts";
import { count } from "../../core/text/wording.ts";
import type { Memory } from "../../open/memory.ts";
import type { Answer, Call } from "../command.ts";
import { elsewhereJson, elsewhereText } from "../output/elsewhere.ts";
import { dayOf, minuteOf, row, skippedLines } from "../output/format.ts";
import { oneLine, printable, type Style } from "../output/style.ts";
import { defined, listLimit } from "../parse/values.ts";
import { progressNotes } from "../terminal.ts";

type Session = ReturnType<Memory["sessions"]>[number];
type Chunk = ReturnType<Memory["session"]>["chunks"][number];

export async function importSessions(call: Call, memory: Memory): Promise<Answer> {
  const { args, given } = call;
  const source = defined({ agent: args[0], file: given.value("file") });
  const done = await memory.importSessions({ ...source, all: given.has("all"), progress: progressNotes(call) });
  const text = (): string =>
    [
      done.imported + done.commands === 0
        ? "No new sessions."
        : `Imported ${count(done.imported, "part")} of ${count(done.sessions, "session")} and ${count(done.commands, "command")}.`,
      ...skippedLines(done.skipped),
      ...skippedLines(done.leftOut),
    ].join("\n");
  return { json: done, text };
}

export async function list(call: Call, memory: Memory): Promise<Answer> {
  const { given, isJson, note } = call;
  const everywhere = given.has("everywhere");
  const sessions = memory.sessions({ limit: listLimit(given), ...(everywhere && { everywhere }) });
  const others = sessions.length > 0 || everywhere ? undefined : memory.sessionsElsewhere();
  const elsewhere = others && elsewhereJson(call, others);
  if (!isJson && sessions.length === 0)
    note(
      elsewhere === undefined
        ? "No sessions. Import them with `oldhand session import`."
        : elsewhereText(elsewhere, "session"),
    );
  return {
    json: { sessions, elsewhere },
    text: (style) => sessions.map((session) => listRow(session, style)).join("\n"),
  };
}

export async function show({ args: [id = ""] }: Call, memory: Memory): Promise<Answer> {
  const { session, chunks, memories } = memory.session(id);
  const { synopsis, expired } = session;
  const text = (style: Style): string =>
    [
      listRow(session, style),
      ...(synopsis === undefined ? [] : [style.wrap(`Summary: ${printable(synopsis)}`, "  ")]),
      ...(expired === undefined ? [] : [style.wrap(expiredText(expired))]),
      ...chunks.map((chunk) => style.wrap(printable(chunk.text))),
    ].join("\n\n");
  return { json: { ...session, ...(memories.length > 0 && { memories }), chunks: chunks.map(chunkJson) }, text };
}

export async function pin({ args: [id = ""] }: Call, memory: Memory): Promise<Answer> {
  const session = memory.pinSession(id, "pinned");
  return { json: session, text: () => `Pinned ${session.id}. To undo: oldhand session unpin ${session.id}` };
}

export async function unpin({ args: [id = ""] }: Call, memory: Memory): Promise<Answer> {
  const session = memory.pinSession(id, "free");
  return { json: session, text: () => `Unpinned ${session.id}; its transcript expires after sessions.keepDays.` };
}

function expiredText({ at, why }: NonNullable<Session["expired"]>): string {
  return `The transcript was deleted on ${dayOf(at)}: ${why}. Records learned from it stay. If the agent still has the session, \`oldhand session import --all\` imports it again.`;
}

function chunkJson({ id, ordinal, text, files, trust, atMs }: Chunk) {
  return { id, ordinal, text, files, trust, ...(atMs !== undefined && { at: isoTime(atMs) }) };
}

function listRow(session: Session, style: Style): string {
  const { id, agent, title, synopsis, cwd, startedAt, expired, isPinned } = session;
  const when = [
    ...(startedAt === undefined ? [] : [minuteOf(startedAt)]),
    ...(isPinned ? ["pinned"] : []),
    ...(expired === undefined ? [] : [`expired ${dayOf(expired.at)}`]),
  ];
  const text = oneLine(title ?? synopsis ?? "");
  const inPipe = [id, agent, when.join(", "), cwd ?? "", text];
  return row({ id, facts: [agent, ...when, printable(cwd ?? "")], text, inPipe }, style);
}
