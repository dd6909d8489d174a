/** `record`: lists, shows and changes records, with their history and undo. */
import { actorOf, demandPerson } from "../../context/call-context.ts";
import { parseTime } from "../../core/base/clock.ts";
import { OldhandError } from "../../core/base/error.ts";
import { describeGuard } from "../../core/guard/describe.ts";
import { type Category, lastStated, type Priority, type RecordType, type Status } from "../../core/record/record.ts";
import { count, listOf } from "../../core/text/wording.ts";
import type { Memory } from "../../open/memory.ts";
import type { RecordView } from "../../verbs/records/record-view.ts";
import type { Answer, AnyMemory, Call } from "../command.ts";
import { askAbout, askAboutEdits } from "../confirm-files.ts";
import { elsewhereJson, elsewhereText } from "../output/elsewhere.ts";
import { dayOf, factLines, minuteOf, percent, recordName, recordRow } from "../output/format.ts";
import { recordJson, revisionJson } from "../output/json.ts";
import { oneLine, printable, type Style } from "../output/style.ts";
import { guardsIn } from "../parse/guard-flags.ts";
import { defined, inputText, invalidValue } from "../parse/values.ts";
import { canPrompt, decisionOf, exitAfter, promptStyle } from "../terminal.ts";

export async function list(call: Call, memory: AnyMemory): Promise<Answer> {
  const { given, scope } = call;
  const type = given.value("type") as RecordType | undefined;
  const category = given.value("category") as Category | undefined;
  const status = (given.value("status") ?? "active") as Status | "all";
  const everywhere = given.has("everywhere");
  const ask = {
    status,
    ...defined({ types: type && [type], category, scopes: scope && [scope] }),
    ...(given.has("stale") && { stale: true }),
  };
  const records = newestFirst(await memory.list({ ...ask, ...(everywhere && { everywhere }) }));
  const isEmpty = records.length === 0;
  const others = !isEmpty || everywhere || scope === "global" ? undefined : await memory.recordsElsewhere(ask);
  const elsewhere = others && elsewhereJson(call, others);
  if (!call.isJson && isEmpty)
    call.note(elsewhere === undefined ? noRecordsText(given.has("stale")) : elsewhereText(elsewhere, "record"));
  return { json: { records: records.map(recordJson), elsewhere }, text: (style) => listText(records, style) };
}

function noRecordsText(isStale: boolean): string {
  return isStale
    ? "No stale records: all that can be checked match the repository."
    : "No matching records. `oldhand record list --status all` lists all of them.";
}

export async function get({ args }: Call, memory: AnyMemory): Promise<Answer> {
  const record = await memory.get(args[0] ?? "");
  return { json: recordJson(record), text: (style) => recordText(record, style) };
}

export function newestFirst(records: readonly RecordView[]): readonly RecordView[] {
  return records.toSorted((a, b) => compare(lastStated(b), lastStated(a)) || compare(b.id, a.id));
}

/** The text of a record, then its fields, one line each. */
function recordText(record: RecordView, style: Style): string {
  const facts: [string, string | undefined][] = [
    ["id", record.id],
    ["type", record.habit === undefined ? record.type : `${record.type}, ${record.habit}`],
    ["scope", record.projectRoot === undefined ? record.scope : `${record.scope}, ${record.projectRoot}`],
    ["status", record.statusReason === undefined ? record.status : `${record.status}: ${record.statusReason}`],
    ["key", record.value === undefined ? record.key : `${record.key} = ${record.value}`],
    ["steps", record.steps?.join(" → ")],
    ["priority", record.priority],
    ["strength", `${record.strength}, used ${count(record.reinforcement - 1, "time")}`],
    ["confidence", percent(record.confidence)],
    ["from", `${record.trust}, ${record.origin}, ${record.source}`],
    ["author", record.author],
    ["accepted", record.accepted === undefined ? undefined : record.accepted ? "yes" : "no"],
    ["tags", record.tags.join(", ")],
    ["paths", record.paths.join(", ")],
    ["aliases", record.aliases.join(", ")],
    ["keywords", record.keywords.join(", ")],
    ["guards", record.guards?.map(describeGuard).join("; ") ?? record.guardProblem],
    ["expires", record.expires?.slice(0, 10)],
    ["supersedes", record.supersedes?.join(", ")],
    ["error", record.error],
    ["quote", record.quote === record.text ? undefined : record.quote],
    ["read as", record.reading],
    ["said", record.saidAt === undefined ? undefined : dayOf(record.saidAt)],
    ["created", dayOf(record.createdAt)],
    ["updated", dayOf(record.updatedAt)],
    ["in doubt", record.doubt?.why],
    ["file", record.file],
  ];
  return [style.wrap(printable(record.text)), "", ...factLines(facts, style)].join("\n");
}

function listText(records: readonly RecordView[], style: Style): string {
  const rows = records.map((record) => {
    const row = recordRow(record, style);
    const stale = record.stale && `stale since ${dayOf(record.stale.since)}: ${printable(record.stale.why)}`;
    const against = stale ?? (record.doubt && `in doubt: ${printable(record.doubt.why)}`);
    if (against === undefined) return row;
    return style.columns === undefined
      ? `${row}\t${against}`
      : `${row}\n${style.dim(style.wrap(`  ${against}`, "  "))}`;
  });
  return rows.join(style.columns === undefined ? "\n" : "\n\n");
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

type Remembered = Awaited<ReturnType<Memory["add"]>>;

export async function add(call: Call, memory: Memory): Promise<Answer> {
  const text = inputText(call.args[0] ?? "", call);
  const done = await memory.add({ text, ...fieldsOf(call), ...defined({ scope: call.scope }) });
  const { record } = done;
  const read = record === undefined || actorOf(call.io.env) === "agent" ? undefined : await memory.readGuard(record);
  if (record === undefined || read === undefined) return outcomeAnswer(done);
  if (canPrompt(call)) {
    const question = promptStyle(call).wrap(`Understood as a guard: ${printable(read.says)}. Keep it? [Y/n]`);
    const key = await call.io.askKey(`${question} `);
    const isKept = decisionOf(key, ["", "y"]) === "approved";
    const isDropped = decisionOf(key, ["n"]) === "approved";
    if (isDropped) await memory.dropGuard(record);
    const answer = outcomeAnswer(
      isKept ? { ...(await memory.update(record.id, { guards: [read.guard] })), outcome: done.outcome } : done,
    );
    const undecided = isDropped ? "No guard." : "Guard not decided. It is in `oldhand suggestions`.";
    const note = isKept ? "Guard kept. `oldhand guard list` shows it." : undecided;
    return { ...answer, text: (style) => `${answer.text(style)}\n${style.dim(`  ${note}`)}` };
  }
  const answer = outcomeAnswer(done);
  const hint = `Can be a guard: it ${read.says}. Accept or dismiss it in \`oldhand suggestions\`.`;
  return {
    ...answer,
    json: { ...answer.json, guard: { proposed: read.guard, says: read.says } },
    text: (style) => `${answer.text(style)}\n${style.dim(style.wrap(`  ${printable(hint)}`, "  "))}`,
  };
}

export async function update(call: Call, memory: Memory): Promise<Answer> {
  const [id = "", text] = call.args;
  const edit = { ...fieldsOf(call), ...(text !== undefined && { text: inputText(text, call) }) };
  if (call.scope !== undefined)
    throw new OldhandError(
      "usage",
      "The scope of a record cannot be changed. Add it again with --scope, then delete this one.",
    );
  if (Object.keys(edit).length === 0)
    throw new OldhandError("usage", "Nothing to change. Pass new text or an option. See `oldhand help record update`.");
  return outcomeAnswer(await memory.update(id, edit), "Updated");
}

/** The answer for a record that was added or updated, a workflow, or an accepted suggestion. */
export function outcomeAnswer(done: Remembered, verb: Verb = "Added"): Answer {
  const { outcome, record, suggestion, reason } = done;
  const json = { outcome, record: record && recordJson(record), suggestion, reason };
  if (outcome === "refused") return { json, exit: 1, isRefusal: true, text: () => oneLine(reason ?? "Refused.") };
  return { json, text: (style) => outcomeText(done, verb, style) };
}

type Verb = "Added" | "Updated" | "Accepted" | "Saved";

function outcomeText({ outcome, record, suggestion, reason }: Remembered, verb: Verb, style: Style): string {
  const because = reason === undefined ? [] : [style.dim(style.wrap(`  ${oneLine(reason)}`, "  "))];
  if (suggestion !== undefined) {
    const accept = `  oldhand suggestions accept ${suggestion.id}`;
    const head = style.wrap(`Suggested ${style.bold(suggestion.id)}: ${oneLine(suggestion.label)}`, "  ");
    return [head, "Accept it with:", accept, ...because].join("\n");
  }
  if (record === undefined) return because.join("\n");
  if (outcome === "deleted") return `Deleted ${style.bold(recordName(record))}. To undo: oldhand record undo`;
  const name = style.bold(recordName(record));
  const older = record.supersedes ?? [];
  if (outcome === "merged") return `Merged into ${name}.`;
  if (outcome === "superseded" && older.length > 0)
    return style.wrap(`Updated: ${name} replaces ${listOf(older)}.`, "  ");
  return [`${verb} ${name}.`, ...because].join("\n");
}

/** The fields that were given; an empty value clears a list. */
function fieldsOf({ given, io }: Call) {
  const list = (option: string) => given.values(option)?.filter((one) => one.trim() !== "");
  return defined({
    type: given.value("type") as RecordType | undefined,
    key: given.value("key"),
    priority: given.value("priority") as Priority | undefined,
    tags: list("tag"),
    paths: list("path"),
    aliases: list("alias"),
    keywords: list("keyword"),
    expires: futureDate(given.value("expires"), io.env.clock()),
    guards: guardsIn(given),
  });
}

/** The verbs check the date itself; an imported note may have one that is over. */
function futureDate(value: string | undefined, nowMs: number): string | undefined {
  const ms = value === undefined ? undefined : parseTime(value);
  if (ms !== undefined && ms <= nowMs)
    throw invalidValue("--expires", { expected: "a date in the future", value: value! });
  return value;
}

export async function reclassify({ args: [id = "", to] }: Call, memory: Memory): Promise<Answer> {
  const record = await memory.reclassify(id, to as RecordType | Category);
  return recordAnswer(record, `${recordName(record)} is in ${record.category} now, with priority ${record.priority}.`);
}

export async function archive({ args: [id = ""] }: Call, memory: Memory): Promise<Answer> {
  const record = await memory.archive(id);
  return recordAnswer(record, `Archived ${recordName(record)}. To undo: oldhand record restore ${record.id}`);
}

export async function restore({ args: [id = ""] }: Call, memory: Memory): Promise<Answer> {
  const record = await memory.restore(id);
  return recordAnswer(record, `Restored ${recordName(record)}; it is active again.`);
}

export async function remove({ args: [id = ""] }: Call, memory: Memory): Promise<Answer> {
  const record = await memory.delete(id);
  return recordAnswer(record, `Deleted ${recordName(record)}. \`oldhand record undo\` can restore it for 24 hours.`);
}

export async function confirm(call: Call, memory: Memory): Promise<Answer> {
  const id = call.args[0] === undefined ? undefined : (await memory.get(call.args[0])).id;
  const files = memory.changedFiles().filter((file) => id === undefined || file.id === id);
  const edits = (await memory.manualEdits()).filter((edit) => id === undefined || edit.id === id);
  if (files.length + edits.length === 0)
    return { json: { confirmed: [], edits: 0 }, text: () => "No record files changed outside oldhand." };
  if (actorOf(call.io.env) === "agent") demandPerson(call.io.env, "confirm changed files");
  const found = [
    ...(files.length > 0 ? [count(files.length, "record file")] : []),
    ...(edits.length > 0 ? [`${count(edits.length, "entry", "entries")} of MEMORY.md`] : []),
  ];
  if (!canPrompt(call))
    throw new OldhandError(
      "usage",
      `${listOf(found)} changed outside oldhand. Run \`oldhand record confirm\` at a terminal: it shows what changed and asks.`,
    );
  const asking = { call, memory };
  const decisions = {
    files: files.length === 0 ? undefined : await askAbout(files, { ...asking, most: files.length }),
    edits: edits.length === 0 ? undefined : await askAboutEdits(edits, { ...asking, most: edits.length }),
  };
  const confirmed = decisions.files === "approved" ? files.map(({ id, file }) => ({ id, file })) : [];
  const json = { confirmed, edits: decisions.edits === "approved" ? edits.length : 0 };
  const refused = [decisions.files, decisions.edits].find((one) => one !== undefined && one !== "approved");
  const done = [
    ...(confirmed.length > 0 ? [count(confirmed.length, "record")] : []),
    ...(json.edits > 0 ? [`${count(json.edits, "entry", "entries")} of MEMORY.md`] : []),
  ];
  if (done.length === 0) return { json, text: () => "Nothing was confirmed.", exit: exitAfter(refused ?? "declined") };
  return { json, text: () => `Confirmed ${listOf(done)}.`, ...(refused && { exit: exitAfter(refused) }) };
}

function recordAnswer(record: RecordView, sentence: string): Answer {
  return { json: recordJson(record), text: (style) => style.wrap(sentence) };
}

export async function history({ args: [given = ""] }: Call, memory: Memory): Promise<Answer> {
  const { id, revisions } = await memory.history(given);
  const rows = revisions.map(revisionJson);
  const text = (style: Style): string =>
    rows
      .map(({ at, verb, by, text, undone }) => {
        const head = `${minuteOf(at)}  ${verb} by ${by}${undone ? ", undone" : ""}`;
        if (style.columns === undefined) return `${head}  ${oneLine(text ?? "")}`;
        return `${style.wrap(head, "  ")}\n${style.dim(style.wrap(`  ${oneLine(text ?? "")}`, "  "))}`;
      })
      .join("\n");
  return { json: { id, revisions: rows }, text };
}

export async function undo(_: Call, memory: Memory): Promise<Answer> {
  const undone = (await memory.undo()).undone.map(({ record, why }) => ({ id: record, verb: why.verb }));
  return { json: { undone }, text: () => undone.map(({ id, verb }) => `Undone: ${verb} ${id}.`).join("\n") };
}
