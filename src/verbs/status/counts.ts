/** `status --counts`, and `memory_stats` for agents. */

import { type RecordType, TYPE_TABLE } from "../../core/record/record.ts";
import { count } from "../../core/text/wording.ts";
import { fullContext } from "../call/call-context.ts";
import { number, object } from "../declare/json-schema.ts";
import { SCOPE } from "../declare/shared-fields.ts";
import { defined } from "../declare/values.ts";
import { verb } from "../declare/verb.ts";
import { printable } from "../print/style.ts";
import type { EmbedderState } from "../upkeep/embedder-verbs.ts";

export const counts = verb({
  name: "status --counts",
  also: ["stats"],
  summary: "Count records, commands, sessions and suggestions.",
  input: { scope: SCOPE },
  act: "read",
  needs: "read",
  async run({ context, settled }, { scope }) {
    const { reading } = await import("../recalling/read-verbs.ts");
    const { countRecords } = await import("./count-records.ts");
    const records = countRecords(
      await reading(context).list({ status: "all", ...defined({ scopes: scope && [scope] }) }),
    );
    const full = fullContext(context);
    const others = full === undefined ? NOTHING : await (await import("./count-others.ts")).countOthers(full, settled);
    return { records, workflows: records.byType.workflow ?? 0, ...others };
  },
  print({ records, events, commandSessions, sessions, episodes, embedder, suggestions, spaces = [] }) {
    const types = Object.entries(records.byType).map(([type, n]) => `  ${typeCount(type as RecordType, n)}`);
    const { global, project } = records.byScope;
    const { imported, onDisk, expired } = sessions;
    return [
      `${count(global + project, "active record")}: ${project} in this project, ${global} global`,
      ...types,
      count(records.archived, "archived record"),
      `${count(records.tokens, "token")} in records`,
      `${count(events, "command")} from ${count(commandSessions, "session")}`,
      `${count(imported, "agent session")} imported, ${onDisk} on disk${expired === 0 ? "" : `, ${expired} expired`}`,
      count(episodes, "episode"),
      ...(embedder === undefined ? [] : [embedderText(embedder)]),
      ...(suggestions === null ? [] : [count(suggestions.pending, "pending suggestion")]),
      ...spaces.map(
        ({ name, records: there, toSend }) =>
          `${count(there, "record")} in the space ${printable(name)}${toSend > 0 ? `, ${count(toSend, "change")} to send` : ""}`,
      ),
    ].join("\n");
  },
  tool: {
    name: "memory_stats",
    title: "Memory statistics",
    description:
      "Count the memory here: records by type and scope, archived records, stored tokens, commands, and pending suggestions.",
    takes: {},
    returns: object({
      records: object({ archived: number, tokens: number }),
      events: number,
      suggestions: object({ pending: number }),
      workflows: number,
    }),
    answer: ({ records, events, sessions, suggestions, workflows }) => ({
      ...{ records, events, sessions: { imported: sessions.imported }, suggestions, workflows },
    }),
  },
});

type Others = Awaited<ReturnType<typeof import("./count-others.ts").countOthers>>;

/** Of a memory that can only be read; null is what cannot be known there. */
const NOTHING: Omit<Others, "suggestions"> & { readonly suggestions: Others["suggestions"] | null } = {
  ...{ events: 0, commandSessions: 0, episodes: 0, suggestions: null, jobs: [], spending: [] },
  ...{ embedder: undefined, spaces: undefined },
  sessions: { onDisk: 0, imported: 0, skipped: 0, expired: 0 },
};

function embedderText({ setting, embedded, wanted, fault }: EmbedderState): string {
  if (fault !== undefined) return `Recall searches words alone: ${fault}`;
  return setting === "none"
    ? "Recall searches words alone"
    : `Recall searches words and meaning (${setting}): ${embedded} of ${count(wanted, "text")} embedded`;
}

/** "1 policy", "2 policies" */
export function typeCount(type: RecordType, n: number): string {
  return count(n, type, TYPE_TABLE[type].plural);
}
