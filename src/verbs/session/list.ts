/** `session list` */
import { DEFAULT_LIMIT, EVERYWHERE, LIMIT } from "../declare/shared-fields.ts";
import { verb } from "../declare/verb.ts";
import { dayOf, minuteOf, row } from "../print/format.ts";
import { oneLine, printable, type Style } from "../print/style.ts";
import type { SessionView } from "./transcripts/session-verbs.ts";

type Listed = { readonly sessions: readonly SessionView[] };

export const listSessions = verb({
  name: "session list",
  summary: "List the latest sessions of this project.",
  input: { limit: LIMIT, everywhere: EVERYWHERE },
  act: "read",
  needs: "write",
  async run({ context }, { limit = DEFAULT_LIMIT, everywhere = false }): Promise<Listed> {
    const { sessionVerbs } = await import("./transcripts/session-verbs.ts");
    return { sessions: sessionVerbs(context).sessions({ limit, ...(everywhere && { everywhere }) }) };
  },
  remark: ({ sessions }) => (sessions.length > 0 ? undefined : "No sessions. Import them with `oldhand import`."),
  print: ({ sessions }, style) => sessions.map((session) => sessionRow(session, style)).join("\n"),
});

export function sessionRow(session: SessionView, style: Style): string {
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
