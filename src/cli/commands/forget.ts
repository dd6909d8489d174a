/** `forget`: shows what would be deleted, asks, deletes it permanently, and lists copies that it cannot reach. */
import { OldhandError } from "../../core/base/error.ts";
import { count } from "../../core/text/wording.ts";
import type { Memory } from "../../open/memory.ts";
import type { RecordView } from "../../verbs/records/record-view.ts";
import type { Answer, Call } from "../command.ts";
import { recordRow, wrappedLines } from "../output/format.ts";
import { oneLine } from "../output/style.ts";
import { defined } from "../parse/values.ts";
import { confirmDeletion, exitAfter, promptStyle } from "../terminal.ts";

type Forgotten = Awaited<ReturnType<Memory["forget"]>>;

const SHOWN = 20;

const OUT_OF_REACH = [
  "the git history of a shared folder, and other people's clones of it",
  "the transcripts that agents store themselves",
  "your shell's own history file",
] as const;

export async function forget(call: Call, memory: Memory): Promise<Answer> {
  const { args, given } = call;
  const [id, query, session] = [args[0], given.value("query"), given.value("session")];
  if ([id, query, session].filter((one) => one !== undefined).length !== 1)
    throw new OldhandError(
      "usage",
      "Expected exactly one of ID, --query WORDS or --session ID. See `oldhand help forget`.",
    );
  const records = session === undefined ? await memory.forgettable(id === undefined ? { query: query! } : { id }) : [];
  const commands = await memory.forgettableCommands(defined({ query, session }));
  if (!given.has("yes")) preview(records, { commands, query }, call);
  const decision = await confirmDeletion("forget", call, id === undefined ? "forget history" : undefined);
  if (decision !== "approved") {
    const json = { forgotten: [], kept: records.map((record) => record.id) };
    return { json, text: () => "Nothing was deleted.", exit: exitAfter(decision) };
  }
  const done = await memory.forget(records, query, { session });
  const removed = Object.values(done.counts).reduce((sum, n) => sum + n, 0);
  if (removed === 0) throw new OldhandError("not-found", `Nothing contains ${JSON.stringify(query ?? session ?? id)}.`);
  return {
    json: { forgotten: records.map((record) => record.id), ...done, outOfReach: OUT_OF_REACH },
    text: wrappedLines(forgottenLines(records, done)),
  };
}

type Others = { readonly commands: number; readonly query: string | undefined };

function preview(records: readonly RecordView[], { commands, query = "" }: Others, call: Call): void {
  const style = promptStyle(call);
  const rows = records.slice(0, SHOWN).map((record) => recordRow(record, style));
  const more = records.length > SHOWN ? [`and ${records.length - SHOWN} more`] : [];
  const isNone = records.length + commands === 0;
  const none = isNone ? [`No record contains ${JSON.stringify(oneLine(query))}, but receipts and logs may.`] : [];
  const history = commands > 0 ? ` and ${count(commands, "command")}` : "";
  call.note(`This permanently deletes ${count(records.length, "record")}${history}:`);
  call.io.err.write(`${[...rows, ...more, ...none].join("\n")}\n`);
}

function forgottenLines(records: readonly RecordView[], { counts, held }: Forgotten): string[] {
  const places = Object.entries(counts).filter(([, n]) => n > 0);
  return [
    `Deleted ${records.length === 1 ? records[0]!.id : count(records.length, "record")}.`,
    ...places.map(([place, n]) => `  ${place}: ${n} removed`),
    ...(held ? ["Another process is still reading the database; the next command finishes the deletion."] : []),
    "oldhand cannot delete:",
    ...OUT_OF_REACH.map((place) => `  ${place}`),
  ];
}
