/** `session import`, `list` and `show`. */
import { isoTime } from "../../core/base/clock.ts";
import type { Memory } from "../../open/memory.ts";
import { wholeNumber } from "../choice.ts";
import type { Answer, Call } from "../command.ts";
import { oneLine, type Page, shown } from "../page.ts";
import { counted } from "../say.ts";

type Session = ReturnType<Memory["sessions"]>[number];
type Chunk = ReturnType<Memory["session"]>["chunks"][number];

const SHOWN = 25;

export async function importSessions({ args: [agent], given, io, note }: Call, memory: Memory): Promise<Answer> {
  const file = given.value("file");
  const done = await memory.importSessions({
    ...(agent !== undefined && { agent }),
    ...(file !== undefined && { file }),
    all: given.has("all"),
    progress: io.err.columns === undefined ? () => {} : note,
  });
  const text = (): string =>
    [
      `${counted(done.imported, "piece")} of ${counted(done.sessions, "session")}, ${counted(done.commands, "command")}`,
      ...done.skipped.map(({ reason, count }) => `could not be read: ${count} (${reason})`),
      ...done.leftOut.map(({ reason, count }) => `left out: ${count} (${reason})`),
    ].join("\n");
  return { json: done, text };
}

export async function list({ given, isJson, note }: Call, memory: Memory): Promise<Answer> {
  const sessions = memory.sessions({ limit: wholeNumber("--limit", given.value("limit")) ?? SHOWN });
  if (!isJson && sessions.length === 0) note("No session was read yet: `oldhand session import`.");
  return { json: { sessions }, text: (page) => sessions.map((session) => row(session, page)).join("\n") };
}

export async function show({ args: [id = ""] }: Call, memory: Memory): Promise<Answer> {
  const { session, chunks, memories } = memory.session(id);
  const text = (page: Page): string =>
    [
      row(session, page),
      ...synopsis(session, page),
      ...goneFrom(session),
      ...chunks.map(({ text: said }) => page.wrapped(shown(said))),
    ].join("\n\n");
  return { json: { ...session, ...(memories.length > 0 && { memories }), chunks: chunks.map(chunkJson) }, text };
}

function synopsis({ synopsis: about }: Session, page: Page): string[] {
  return about === undefined ? [] : [page.wrapped(`About: ${shown(about)}`, "  ")];
}

export async function pin({ args: [id = ""] }: Call, memory: Memory): Promise<Answer> {
  const session = memory.pinSession(id, "pinned");
  return { json: session, text: () => `${session.id} is kept until \`oldhand session unpin\`.` };
}

export async function unpin({ args: [id = ""] }: Call, memory: Memory): Promise<Answer> {
  const session = memory.pinSession(id, "free");
  return { json: session, text: () => `${session.id} goes when its time is over.` };
}

function goneFrom({ letGo }: Session): string[] {
  if (letGo === undefined) return [];
  const day = letGo.at.slice(0, 10);
  return [
    `What had been said until ${day} was let go: ${letGo.why}. What was learned from it stays. \`oldhand session import --all\` takes it in again where its agent still keeps it.`,
  ];
}

function chunkJson({ id, ordinal, text, files, trust, atMs }: Chunk) {
  return { id, ordinal, text, files, trust, ...(atMs !== undefined && { at: isoTime(atMs) }) };
}

function row({ id, agent, title, cwd, startedAt, letGo, isPinned }: Session, page: Page): string {
  const marks = [
    ...(isPinned ? ["pinned"] : []),
    ...(letGo === undefined ? [] : [`let go on ${letGo.at.slice(0, 10)}`]),
  ];
  const when = [startedAt?.slice(0, 16).replace("T", " ") ?? "", ...marks].filter((part) => part !== "").join(", ");
  const called = oneLine(title ?? "");
  if (page.columns === undefined) return [id, agent, when, cwd ?? "", called].join("\t");
  return `${page.bold(id)} ${page.dim([agent, when, shown(cwd ?? "")].filter((part) => part !== "").join(", "))}${called === "" ? "" : `\n${page.wrapped(`  ${called}`, "  ")}`}`;
}
