/** `session show`, `session pin` and `session unpin` */
import type { CallContext } from "../call/call-context.ts";
import { ID } from "../declare/shared-fields.ts";
import { verb } from "../declare/verb.ts";
import { dayOf } from "../print/format.ts";
import { printable, type Style } from "../print/style.ts";
import { sessionRow } from "./list.ts";
import type { ConversationTurn } from "./transcripts/read-conversation.ts";
import type { SessionView } from "./transcripts/session-verbs.ts";

const SESSION = { ...ID, help: "The agent's id of the session, or oldhand's id or a unique part of that." } as const;

const sessionsOf = async (context: CallContext) =>
  (await import("./transcripts/session-verbs.ts")).sessionVerbs(context);

export const showSession = verb({
  name: "session show",
  summary: "Show the transcript of a session.",
  input: { id: SESSION },
  act: "read",
  needs: "write",
  async run({ context }, { id }) {
    const found = (await sessionsOf(context)).session(id);
    const { readConversation } = await import("./transcripts/read-conversation.ts");
    return { ...found, turns: readConversation(context, found.session.id).turns };
  },
  json: ({ session, turns, memories }) => ({ ...session, ...(memories.length > 0 && { memories }), turns }),
  print: ({ session, turns }, style) =>
    [
      sessionRow(session, style),
      ...(session.synopsis === undefined ? [] : [style.wrap(`Summary: ${printable(session.synopsis)}`, "  ")]),
      ...(session.expired === undefined ? [] : [style.wrap(expiredText(session.expired))]),
      ...turns.map((turn) => turnText(turn, style)),
    ].join("\n\n"),
});

function turnText({ text, command, edit }: ConversationTurn, style: Style): string {
  if (edit !== undefined) return `Edited ${printable(edit.file)}`;
  if (command === undefined) return style.wrap(printable(text));
  return [
    `$ ${printable(command.line)}`,
    ...(command.output === undefined ? [] : [style.wrap(printable(command.output))]),
  ].join("\n");
}

function expiredText({ at, why }: NonNullable<SessionView["expired"]>): string {
  return `The transcript was deleted on ${dayOf(at)}: ${why}. Records learned from it stay. If the agent still has the session, \`oldhand session import --all\` imports it again.`;
}

export const pinSession = verb({
  name: "session pin",
  summary: "Keep the transcript of a session, whatever its age.",
  notes: ["Other transcripts are deleted after sessions.keepDays. Records learned from them stay."],
  input: { id: SESSION },
  act: "change",
  needs: "write",
  run: async ({ context }, { id }) => (await sessionsOf(context)).pinSession(id, "pinned"),
  print: ({ id }) => `Pinned ${id}. To undo: oldhand session unpin ${id}`,
});

export const unpinSession = verb({
  name: "session unpin",
  summary: "Let the transcript of a session expire again.",
  input: { id: SESSION },
  act: "change",
  needs: "write",
  run: async ({ context }, { id }) => (await sessionsOf(context)).pinSession(id, "free"),
  print: ({ id }) => `Unpinned ${id}; its transcript expires after sessions.keepDays.`,
});
