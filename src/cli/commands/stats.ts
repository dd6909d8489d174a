/** `stats`: counts of what is kept. */
import { countRecords } from "../../verbs/maintenance/count-records.ts";
import type { Answer, AnyMemory, Call } from "../command.ts";
import { counted } from "../say.ts";

export type SuggestionCounts = { readonly pending: number; readonly accepted: number; readonly dismissed: number };

export async function stats({ scope }: Call, memory: AnyMemory): Promise<Answer> {
  const all = await memory.list({ status: "all", ...(scope !== undefined && { scopes: [scope] }) });
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
    const types = Object.entries(records.byType).map(([type, n]) => `  ${type}: ${n}`);
    const { global, project } = records.byScope;
    return [
      `${counted(global + project, "active record")}: ${project} of this project, ${global} global`,
      ...types,
      `${records.archived} archived`,
      `${counted(records.tokens, "token")} stored`,
      `${counted(events, "command")} in ${counted(sessions, "session")}`,
      `${counted(imported, "session")} of agents, ${onDisk} on disk${letGo === 0 ? "" : `, the words of ${letGo} let go`}; ${counted(episodes, "episode")}`,
      ...(suggestions === null ? [] : [`${counted(suggestions.pending, "suggestion")} pending`]),
    ].join("\n");
  };
  return { json, text };
}

/** Null where they cannot be read, which is not the same as none. */
export async function countSuggestions(memory: AnyMemory): Promise<SuggestionCounts | null> {
  if (!("suggestions" in memory)) return null;
  return memory.suggestionCounts();
}
