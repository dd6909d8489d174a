/** `record add` and `record update`: what a person says, and what became of it. */
import { OldhandError } from "../../core/base/error.ts";
import type { Priority, RecordType } from "../../core/record/record.ts";
import type { Memory } from "../../memory.ts";
import type { Answer, Call } from "../command.ts";
import { recordJson } from "../json.ts";
import { oneLine, type Page } from "../page.ts";
import { textSaid } from "../said.ts";
import { named } from "../say.ts";

type Remembered = Awaited<ReturnType<Memory["add"]>>;

export async function add(call: Call, memory: Memory): Promise<Answer> {
  const text = textSaid(call.args[0] ?? "", call);
  const scope = call.scope === undefined ? {} : { scope: call.scope };
  return remembered(await memory.add({ text, ...marksOf(call), ...scope }));
}

export async function update(call: Call, memory: Memory): Promise<Answer> {
  const [id = "", said] = call.args;
  const edit = { ...marksOf(call), ...(said !== undefined && { text: textSaid(said, call) }) };
  if (call.scope !== undefined)
    throw new OldhandError("usage", "A record keeps its scope. Add it again with --scope, and delete this one.");
  if (Object.keys(edit).length === 0)
    throw new OldhandError("usage", "Say what to change: new words, or an option. See `oldhand help record update`.");
  return remembered(await memory.update(id, edit));
}

/** The answer that tells an outcome; also that of an accepted suggestion. */
export function remembered(done: Remembered): Answer {
  const { outcome, record, suggestion, reason } = done;
  const json = {
    outcome,
    ...(record !== undefined && { record: recordJson(record) }),
    ...(suggestion !== undefined && { suggestion }),
    ...(reason !== undefined && { reason }),
  };
  if (outcome === "refused") return { json, exit: 1, isRefusal: true, text: () => oneLine(reason ?? "Refused.") };
  return { json, text: (page) => outcomeText(done, page) };
}

function outcomeText({ outcome, record, suggestion, reason }: Remembered, page: Page): string {
  const because = reason === undefined ? [] : [page.dim(page.wrapped(`  ${oneLine(reason)}`, "  "))];
  if (suggestion !== undefined) {
    const accept = `  oldhand suggestions accept ${suggestion.id}`;
    return [`Proposed ${page.bold(suggestion.id)}; it waits for your word.`, ...because, accept].join("\n");
  }
  const id = record === undefined ? "" : named(record);
  const said = { remembered: "Remembered", merged: "Merged into", superseded: "Remembered, in place of an older one," };
  const verb = outcome === "merged" || outcome === "superseded" ? said[outcome] : said.remembered;
  return [`${verb} ${page.bold(id)}.`, ...because].join("\n");
}

/** The marks that were given; an empty value clears a list, and no value leaves it alone. */
function marksOf({ given }: Call) {
  const list = (option: string) => given.values(option)?.filter((one) => one.trim() !== "");
  const marks = {
    type: given.value("type") as RecordType | undefined,
    key: given.value("key"),
    priority: given.value("priority") as Priority | undefined,
    tags: list("tag"),
    paths: list("path"),
    aliases: list("alias"),
    keywords: list("keyword"),
    expires: given.value("expires"),
  };
  return Object.fromEntries(Object.entries(marks).filter(([, mark]) => mark !== undefined)) as Present<typeof marks>;
}

type Present<T> = { [K in keyof T]?: Exclude<T[K], undefined> };
