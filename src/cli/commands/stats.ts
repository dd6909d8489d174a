/** `stats`: counts of everything stored. */
import { countRecords } from "../../verbs/maintenance/count-records.ts";
import type { Answer, AnyMemory, Call } from "../command.ts";
import { plural } from "../output/format.ts";
import { defined } from "../parse/values.ts";

export type SuggestionCounts = { readonly pending: number; readonly accepted: number; readonly dismissed: number };

export async function stats({ scope }: Call, memory: AnyMemory): Promise<Answer> {
  const all = await memory.list({ status: "all", ...defined({ scopes: scope && [scope] }) });
  const records = countRecords(all);
  const suggestions = await countSuggestions(memory);
  const workflows = records.byType.workflow ?? 0;
  const { events, sessions } = "commandCounts" in memory ? memory.commandCounts() : { events: 0, sessions: 0 };
  const { onDisk, imported, expired, episodes } =
    "sessionCounts" in memory ? await memory.sessionCounts() : { onDisk: 0, imported: 0, expired: 0, episodes: 0 };
  const json = {
    records,
    events,
    sessions: { onDisk, imported, skipped: Math.max(0, onDisk - imported), expired },
    suggestions,
    episodes,
    workflows,
    ...("work" in memory ? memory.work() : { jobs: [], spending: [] }),
  };
  const text = (): string => {
    const types = Object.entries(records.byType).map(([type, n]) => `  ${typeCount(type, n)}`);
    const { global, project } = records.byScope;
    return [
      `${plural(global + project, "active record")}: ${project} in this project, ${global} global`,
      ...types,
      plural(records.archived, "archived record"),
      `${plural(records.tokens, "token")} in records`,
      `${plural(events, "command")} from ${plural(sessions, "session")}`,
      `${plural(imported, "agent session")} imported, ${onDisk} on disk${expired === 0 ? "" : `, ${expired} expired`}`,
      plural(episodes, "episode"),
      ...(suggestions === null ? [] : [plural(suggestions.pending, "pending suggestion")]),
    ].join("\n");
  };
  return { json, text };
}

/** "1 policy", "2 policies" */
export function typeCount(type: string, n: number): string {
  if (type === "policy") return plural(n, type, "policies");
  return type === "architecture" ? `${n} ${type}` : plural(n, type);
}

/** Null if they cannot be read, which is not the same as none. */
export async function countSuggestions(memory: AnyMemory): Promise<SuggestionCounts | null> {
  if (!("suggestions" in memory)) return null;
  return memory.suggestionCounts();
}
