/** `stats`: counts of everything stored. */
import { count } from "../../core/text/wording.ts";
import { countRecords } from "../../verbs/maintenance/count-records.ts";
import type { Answer, AnyMemory, Call } from "../command.ts";
import { defined } from "../parse/values.ts";

export type SuggestionCounts = { readonly pending: number; readonly accepted: number; readonly dismissed: number };

export async function stats({ scope }: Call, memory: AnyMemory): Promise<Answer> {
  const all = await memory.list({ status: "all", ...defined({ scopes: scope && [scope] }) });
  const records = countRecords(all);
  const suggestions = await countSuggestions(memory);
  const workflows = records.byType.workflow ?? 0;
  const { events, sessions } = "commandCounts" in memory ? memory.commandCounts() : { events: 0, sessions: 0 };
  const { onDisk, imported, letGo, episodes } =
    "sessionCounts" in memory ? await memory.sessionCounts() : { onDisk: 0, imported: 0, letGo: 0, episodes: 0 };
  const json = {
    records,
    events,
    sessions: { onDisk, imported, skipped: Math.max(0, onDisk - imported), letGo },
    suggestions,
    episodes,
    workflows,
    ...("work" in memory ? memory.work() : { jobs: [], spending: [] }),
  };
  const text = (): string => {
    const types = Object.entries(records.byType).map(([type, n]) => `  ${typeCount(type, n)}`);
    const { global, project } = records.byScope;
    return [
      `${count(global + project, "active record")}: ${project} in this project, ${global} global`,
      ...types,
      count(records.archived, "archived record"),
      `${count(records.tokens, "token")} in records`,
      `${count(events, "command")} from ${count(sessions, "session")}`,
      `${count(imported, "agent session")} imported, ${onDisk} on disk${letGo === 0 ? "" : `, ${letGo} expired`}`,
      count(episodes, "episode"),
      ...(suggestions === null ? [] : [count(suggestions.pending, "pending suggestion")]),
    ].join("\n");
  };
  return { json, text };
}

/** "1 policy", "2 policies" */
export function typeCount(type: string, n: number): string {
  if (type === "policy") return count(n, type, "policies");
  return type === "architecture" ? `${n} ${type}` : count(n, type);
}

/** Null if they cannot be read, which is not the same as none. */
export async function countSuggestions(memory: AnyMemory): Promise<SuggestionCounts | null> {
  if (!("suggestions" in memory)) return null;
  return memory.suggestionCounts();
}
