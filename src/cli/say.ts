/** Words for people: dates, times ago, counts, and records as they stand in a list. */
import { DAY_MS, HOUR_MS, parseTime } from "../core/base/clock.ts";
import { kindOf, type MemoryRecord } from "../core/record/record.ts";
import type { RecordView } from "../verbs/records/record-view.ts";
import { oneLine, type Page, shown } from "./page.ts";

/** On a terminal a block that wraps; in a pipe one line with tabs between, for grep and cut. */
export function recordRow(record: RecordView, page: Page): string {
  const { id, scope, status, updatedAt, text } = record;
  const state = status === "active" ? "" : `, ${status}`;
  if (page.columns === undefined)
    return [id, kindOf(record), scope, status, dayOf(updatedAt), oneLine(text)].join("\t");
  const head = `${page.bold(id)} ${page.dim(`${kindOf(record)}, ${scope}${state}, ${dayOf(updatedAt)}`)}`;
  return `${head}\n${page.wrapped(`  ${shown(text)}`, "  ")}`;
}

/** "rec_… (policy, project)" */
export function named(record: Pick<MemoryRecord, "id" | "habit" | "type" | "scope">): string {
  return `${record.id} (${kindOf(record)}, ${record.scope})`;
}

export function dayOf(iso: string): string {
  return iso.slice(0, 10);
}

export function counted(n: number, one: string, many = `${one}s`): string {
  return `${n} ${n === 1 ? one : many}`;
}

export function ago(iso: string, nowMs: number): string {
  const ms = nowMs - (parseTime(iso) ?? nowMs);
  if (ms < HOUR_MS) return ms < 120_000 ? "just now" : `${counted(Math.floor(ms / 60_000), "minute")} ago`;
  if (ms < DAY_MS) return `${counted(Math.floor(ms / HOUR_MS), "hour")} ago`;
  return `${counted(Math.floor(ms / DAY_MS), "day")} ago`;
}
