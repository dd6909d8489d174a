/** Counts records by type and scope, the same way for every command. */
import type { RecordType, Scope } from "../../core/record/record.ts";
import { estimateTokens } from "../../core/text/tokens.ts";
import type { RecordView } from "../record/kept/record-view.ts";

type RecordCounts = {
  readonly byType: Partial<Readonly<Record<RecordType, number>>>;
  readonly byScope: Readonly<Record<Scope, number>>;
  readonly archived: number;
  readonly tokens: number;
};

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
