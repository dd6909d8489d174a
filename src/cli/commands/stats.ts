/** `stats`: counts of what is kept. */
import type { RecordType, Scope } from "../../core/record/record.ts";
import { estimateTokens } from "../../core/text/tokens.ts";
import type { RecordView } from "../../read.ts";
import type { Answer, AnyMemory, Call } from "../command.ts";
import { counted } from "../say.ts";

export type RecordCounts = {
  readonly byType: Partial<Readonly<Record<RecordType, number>>>;
  readonly byScope: Readonly<Record<Scope, number>>;
  readonly archived: number;
  readonly tokens: number;
};

export type SuggestionCounts = { readonly pending: number; readonly accepted: number; readonly dismissed: number };

export async function stats({ scope }: Call, memory: AnyMemory): Promise<Answer> {
  const all = await memory.list({ status: "all", ...(scope !== undefined && { scopes: [scope] }) });
  const records = countRecords(all);
  const suggestions = await countSuggestions(memory);
  const workflows = records.byType.workflow ?? 0;
  const { events, sessions } = "commandCounts" in memory ? memory.commandCounts() : { events: 0, sessions: 0 };
  const { onDisk, imported, episodes } =
    "sessionCounts" in memory ? memory.sessionCounts() : { onDisk: 0, imported: 0, episodes: 0 };
  const json = {
    records,
    events,
    sessions: { onDisk, imported, skipped: Math.max(0, onDisk - imported) },
    suggestions,
    episodes,
    workflows,
    jobs: {},
    spending: {},
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
      ...(suggestions === null ? [] : [`${counted(suggestions.pending, "suggestion")} pending`]),
    ].join("\n");
  };
  return { json, text };
}

/** Types and scopes count what is active; tokens count everything that is stored. */
export function countRecords(all: readonly RecordView[]): RecordCounts {
  const active = all.filter(({ status }) => status === "active");
  const byType: Partial<Record<RecordType, number>> = {};
  for (const { type } of active) byType[type] = (byType[type] ?? 0) + 1;
  const byScope = { global: 0, project: 0 };
  for (const { scope } of active) byScope[scope] += 1;
  const tokens = all.reduce((sum, { text }) => sum + estimateTokens(text), 0);
  return { byType, byScope, archived: all.filter(({ status }) => status === "archived").length, tokens };
}

/** Null where they cannot be read, which is not the same as none. */
export async function countSuggestions(memory: AnyMemory): Promise<SuggestionCounts | null> {
  if (!("suggestions" in memory)) return null;
  return memory.suggestionCounts();
}
