/** `record list` and `record get`. */

import type { Category, RecordType, Status } from "../../core/record/record.ts";
import { count } from "../../core/text/wording.ts";
import type { RecordView } from "../../verbs/records/record-view.ts";
import type { Answer, AnyMemory, Call } from "../command.ts";
import { dayOf, factLines, percent, recordRow } from "../output/format.ts";
import { recordJson } from "../output/json.ts";
import { printable, type Style } from "../output/style.ts";
import { defined } from "../parse/values.ts";

export async function list(call: Call, memory: AnyMemory): Promise<Answer> {
  const { given, scope } = call;
  const type = given.value("type") as RecordType | undefined;
  const category = given.value("category") as Category | undefined;
  const status = (given.value("status") ?? "active") as Status | "all";
  const found = await memory.list({
    status,
    ...defined({ types: type && [type], category, scopes: scope && [scope] }),
    ...(given.has("stale") && { stale: true }),
  });
  const records = newestFirst(found);
  if (!call.isJson && records.length === 0)
    call.note(
      given.has("stale")
        ? "No stale records: all that can be checked match the repository."
        : "No matching records. `oldhand record list --status all` lists all of them.",
    );
  return { json: { records: records.map(recordJson) }, text: (style) => listText(records, style) };
}

export async function get({ args }: Call, memory: AnyMemory): Promise<Answer> {
  const record = await memory.get(args[0] ?? "");
  return { json: recordJson(record), text: (style) => recordText(record, style) };
}

export function newestFirst(records: readonly RecordView[]): readonly RecordView[] {
  return records.toSorted((a, b) => compare(b.updatedAt, a.updatedAt) || compare(b.id, a.id));
}

/** The text of a record, then its fields, one line each. */
function recordText(record: RecordView, style: Style): string {
  const { priority, confidence, strength, reinforcement } = record;
  const facts: [string, string | undefined][] = [
    ["id", record.id],
    ["type", record.habit === undefined ? record.type : `${record.type}, ${record.habit}`],
    ["scope", record.projectRoot === undefined ? record.scope : `${record.scope}, ${record.projectRoot}`],
    ["status", record.statusReason === undefined ? record.status : `${record.status}: ${record.statusReason}`],
    ["key", record.value === undefined ? record.key : `${record.key} = ${record.value}`],
    ["steps", record.steps?.join(" → ")],
    ["priority", priority],
    ["strength", `${strength}, used ${count(reinforcement - 1, "time")}`],
    ["confidence", percent(confidence)],
    ["from", `${record.trust}, ${record.origin}, ${record.source}`],
    ["accepted", record.accepted === undefined ? undefined : record.accepted ? "yes" : "no"],
    ["tags", record.tags.join(", ")],
    ["paths", record.paths.join(", ")],
    ["aliases", record.aliases.join(", ")],
    ["keywords", record.keywords.join(", ")],
    ["expires", record.expires?.slice(0, 10)],
    ["supersedes", record.supersedes?.join(", ")],
    ["created", dayOf(record.createdAt)],
    ["updated", dayOf(record.updatedAt)],
    ["file", record.file],
  ];
  return [style.wrap(printable(record.text)), "", ...factLines(facts, style)].join("\n");
}

function listText(records: readonly RecordView[], style: Style): string {
  const rows = records.map((record) => {
    const row = recordRow(record, style);
    if (record.stale === undefined) return row;
    const stale = `stale since ${dayOf(record.stale.since)}: ${printable(record.stale.why)}`;
    return style.columns === undefined ? `${row}\t${stale}` : `${row}\n${style.dim(style.wrap(`  ${stale}`, "  "))}`;
  });
  return rows.join(style.columns === undefined ? "\n" : "\n\n");
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
