/** `record list` and `record get`. */
import type { Category, RecordType, Status } from "../../core/record/record.ts";
import type { RecordView } from "../../verbs/views.ts";
import type { Answer, AnyMemory, Call } from "../command.ts";
import { recordJson } from "../json.ts";
import { oneLine, type Page, shown } from "../page.ts";
import { counted, recordRow } from "../say.ts";
import { padEnd } from "../text-width.ts";

export async function list(call: Call, memory: AnyMemory): Promise<Answer> {
  const { given, scope } = call;
  const type = given.value("type") as RecordType | undefined;
  const category = given.value("category") as Category | undefined;
  const status = (given.value("status") ?? "active") as Status | "all";
  const found = await memory.list({
    status,
    ...(type !== undefined && { types: [type] }),
    ...(category !== undefined && { category }),
    ...(scope !== undefined && { scopes: [scope] }),
    ...(given.has("stale") && { stale: true }),
  });
  const records = newestFirst(found);
  if (!call.isJson && records.length === 0)
    call.note(
      given.has("stale")
        ? "Everything that can be checked agrees with the repository."
        : "No record fits. `oldhand record list --status all` shows every one.",
    );
  return { json: { records: records.map(recordJson) }, text: (page) => listText(records, page) };
}

export async function get({ args }: Call, memory: AnyMemory): Promise<Answer> {
  const record = await memory.get(args[0] ?? "");
  return { json: recordJson(record), text: (page) => recordText(record, page) };
}

export function newestFirst(records: readonly RecordView[]): readonly RecordView[] {
  return records.toSorted((a, b) => compare(b.updatedAt, a.updatedAt) || compare(b.id, a.id));
}

/** All that is known about one record, a line each, its words first. */
function recordText(record: RecordView, page: Page): string {
  const { priority, confidence, strength, reinforcement } = record;
  const facts: [string, string | undefined][] = [
    ["id", record.id],
    ["type", record.habit === undefined ? record.type : `${record.type}, ${record.habit}`],
    ["scope", record.projectRoot === undefined ? record.scope : `${record.scope}, ${record.projectRoot}`],
    ["status", record.statusReason === undefined ? record.status : `${record.status}: ${record.statusReason}`],
    ["key", record.value === undefined ? record.key : `${record.key} = ${record.value}`],
    ["steps", record.steps?.join(" → ")],
    ["priority", priority],
    ["strength", `${strength}, used ${counted(reinforcement - 1, "time")}`],
    ["confidence", `${Math.round(confidence * 100)} %`],
    ["from", `${record.trust}, ${record.origin}, ${record.source}`],
    ["accepted", record.accepted === undefined ? undefined : record.accepted ? "yes" : "no, not yet"],
    ["tags", record.tags.join(", ")],
    ["paths", record.paths.join(", ")],
    ["aliases", record.aliases.join(", ")],
    ["keywords", record.keywords.join(", ")],
    ["expires", record.expires?.slice(0, 10)],
    ["supersedes", record.supersedes?.join(", ")],
    ["created", record.createdAt.slice(0, 10)],
    ["updated", record.updatedAt.slice(0, 10)],
    ["file", record.file],
  ];
  const lines = facts.flatMap(([name, fact]) => {
    if (fact === undefined || fact === "") return [];
    return [page.wrapped(`${padEnd(name, LABEL)}${oneLine(fact)}`, " ".repeat(LABEL))];
  });
  return [page.wrapped(shown(record.text)), "", ...lines].join("\n");
}

const LABEL = 12;

function listText(records: readonly RecordView[], page: Page): string {
  const rows = records.map((record) => {
    const row = recordRow(record, page);
    if (record.stale === undefined) return row;
    const { why, since } = record.stale;
    const untrue = `no longer true since ${since.slice(0, 10)}: ${shown(why)}`;
    return page.columns === undefined ? `${row}\t${untrue}` : `${row}\n${page.dim(page.wrapped(`  ${untrue}`, "  "))}`;
  });
  return rows.join(page.columns === undefined ? "\n" : "\n\n");
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
