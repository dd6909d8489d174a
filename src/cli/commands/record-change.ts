/** The other changes to records: reclassify, archive, restore, delete; their history, and the way back. */
import type { Category, RecordType } from "../../core/record/record.ts";
import type { Memory } from "../../open/memory.ts";
import type { RecordView } from "../../verbs/records/record-view.ts";
import type { Answer, Call } from "../command.ts";
import { recordJson, revisionJson } from "../json.ts";
import { oneLine, type Page } from "../page.ts";
import { named } from "../say.ts";

export async function reclassify({ args: [id = "", to] }: Call, memory: Memory): Promise<Answer> {
  const record = await memory.reclassify(id, to as RecordType | Category);
  return told(record, `${named(record)} stands among ${record.category} now, with priority ${record.priority}.`);
}

export async function archive({ args: [id = ""] }: Call, memory: Memory): Promise<Answer> {
  const record = await memory.archive(id);
  return told(record, `Archived ${named(record)}. \`oldhand record restore ${record.id}\` makes it active again.`);
}

export async function restore({ args: [id = ""] }: Call, memory: Memory): Promise<Answer> {
  const record = await memory.restore(id);
  return told(record, `${named(record)} is active again.`);
}

export async function remove({ args: [id = ""] }: Call, memory: Memory): Promise<Answer> {
  const record = await memory.delete(id);
  return told(record, `Deleted ${named(record)}. \`oldhand record undo\` brings it back for 24 hours.`);
}

export async function history({ args: [given = ""] }: Call, memory: Memory): Promise<Answer> {
  const { id, revisions } = await memory.history(given);
  const shown = revisions.map(revisionJson);
  const text = (page: Page): string =>
    shown
      .map(({ at, verb, by, text, undone }) => {
        const head = `${at.slice(0, 16).replace("T", " ")}  ${verb} by ${by}${undone ? ", undone" : ""}`;
        if (page.columns === undefined) return `${head}  ${oneLine(text ?? "")}`;
        return `${page.wrapped(head, "  ")}\n${page.dim(page.wrapped(`  ${oneLine(text ?? "")}`, "  "))}`;
      })
      .join("\n");
  return { json: { id, revisions: shown }, text };
}

export async function undo(_: Call, memory: Memory): Promise<Answer> {
  const undone = (await memory.undo()).undone.map(({ record, why }) => ({ id: record, verb: why.verb }));
  return { json: { undone }, text: () => undone.map(({ id, verb }) => `Took back: ${verb} of ${id}.`).join("\n") };
}

function told(record: RecordView, sentence: string): Answer {
  return { json: recordJson(record), text: (page) => page.wrapped(sentence) };
}
