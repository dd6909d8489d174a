/** `session list` */
import { DEFAULT_LIMIT, EVERYWHERE, LIMIT } from "../declare/shared-fields.ts";
import { verb } from "../declare/verb.ts";
import { type ElsewhereJson, elsewhereJson, elsewhereText } from "../print/elsewhere.ts";
import { dayOf, minuteOf, row } from "../print/format.ts";
import { oneLine, printable, type Style } from "../print/style.ts";
import type { SessionView } from "./transcripts/session-verbs.ts";

type Listed = { readonly sessions: readonly SessionView[]; readonly elsewhere: ElsewhereJson | undefined };

export const listSessions = verb({
  name: "session list",
  summary: "List the latest sessions of this project.",
  input: { limit: LIMIT, everywhere: EVERYWHERE },
  act: "read",
  needs: "write",
  async run(call, { limit = DEFAULT_LIMIT, everywhere = false }): Promise<Listed> {
    const { sessionVerbs } = await import("./transcripts/session-verbs.ts");
    const memory = sessionVerbs(call.context);
    const sessions = memory.sessions({ limit, ...(everywhere && { everywhere }) });
    const others = sessions.length > 0 || everywhere ? undefined : memory.sessionsElsewhere();
    return { sessions, elsewhere: others && elsewhereJson(call, others) };
  },
  remark({ sessions, elsewhere }) {
    if (sessions.length > 0) return undefined;
    return elsewhere === undefined
      ? "No sessions. Import them with `oldhand import`."
      : elsewhereText(elsewhere, "session");
  },
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
