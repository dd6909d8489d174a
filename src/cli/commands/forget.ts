/** `forget`: shows what would go, asks, removes it for good, and names what it cannot reach. */
import { OldhandError } from "../../core/base/error.ts";
import type { Memory } from "../../open/memory.ts";
import type { RecordView } from "../../verbs/records/record-view.ts";
import type { Answer, Call } from "../command.ts";
import { oneLine, pageFor } from "../page.ts";
import { counted, recordRow } from "../say.ts";

type Forgetting = Awaited<ReturnType<Memory["forget"]>>;

const SHOWN = 20;

const OUT_OF_REACH = [
  "the git history of a folder that was shared, and other people's clones of it",
  "the transcripts that agents keep themselves",
  "your shell's own history file",
] as const;

export async function forget(call: Call, memory: Memory): Promise<Answer> {
  const { args, given } = call;
  const [id, query, session] = [args[0], given.value("query"), given.value("session")];
  if ([id, query, session].filter((one) => one !== undefined).length !== 1)
    throw new OldhandError(
      "usage",
      "Say what to forget: an id, --query with words, or --session with a session's id. See `oldhand help forget`.",
    );
  const records = session === undefined ? await memory.forgettable(id === undefined ? { query: query! } : { id }) : [];
  const commands = await memory.forgettableCommands({
    ...(query !== undefined && { query }),
    ...(session !== undefined && { session }),
  });
  if (!given.has("yes")) {
    const consent = await consentTo({ records, commands, query }, call);
    if (consent !== "given") return leftAlone(records, consent);
  }
  const done = await memory.forget(records, query, session);
  const removed = Object.values(done.counts).reduce((sum, n) => sum + n, 0);
  if (removed === 0)
    throw new OldhandError("not-found", `Nothing here holds ${JSON.stringify(query ?? session ?? id)}.`);
  return {
    json: { forgotten: records.map((record) => record.id), ...done, outOfReach: OUT_OF_REACH },
    text: (page) =>
      forgettingText(records, done)
        .map((line) => page.wrapped(line, "  "))
        .join("\n"),
  };
}

type Wanted = {
  readonly records: readonly RecordView[];
  readonly commands: number;
  readonly query: string | undefined;
};

async function consentTo(
  { records, commands, query }: Wanted,
  { io, given, note }: Call,
): Promise<"given" | "withheld" | "cut off"> {
  const page = pageFor({ columns: io.err.columns, variables: io.env.variables, noColor: given.has("no-color") });
  const rows = records.slice(0, SHOWN).map((record) => recordRow(record, page));
  const more = records.length > SHOWN ? [`and ${records.length - SHOWN} more`] : [];
  const none =
    records.length + commands === 0
      ? [`No record holds ${JSON.stringify(oneLine(query ?? ""))}; receipts and logs may.`]
      : [];
  const also = commands > 0 ? ` and ${counted(commands, "command")} of the history` : "";
  note(`${counted(records.length, "record")}${also} would be gone for good:`);
  io.err.write(`${[...rows, ...more, ...none].join("\n")}\n`);
  if (!io.input.isTerminal || io.err.columns === undefined)
    throw new OldhandError("usage", "Without a terminal nobody can be asked. Add --yes to forget this.");
  const answer = await io.ask("Type forget to go on: ");
  if (answer === undefined) return "cut off";
  return ["forget", "y", "yes"].includes(answer.trim().toLowerCase()) ? "given" : "withheld";
}

function leftAlone(records: readonly RecordView[], consent: "withheld" | "cut off"): Answer {
  const json = { forgotten: [], kept: records.map(({ id }) => id) };
  return { json, text: () => "Nothing was forgotten.", exit: consent === "cut off" ? 130 : 1 };
}

function forgettingText(records: readonly RecordView[], { counts, held }: Forgetting): string[] {
  const sinks = Object.entries(counts).filter(([, n]) => n > 0);
  return [
    `Forgot ${records.length === 1 ? records[0]!.id : counted(records.length, "record")}.`,
    ...sinks.map(([sink, n]) => `  ${sink}: ${n} removed`),
    ...(held ? ["Another process still reads the old pages; the next command finishes this."] : []),
    "What oldhand cannot reach:",
    ...OUT_OF_REACH.map((place) => `  ${place}`),
  ];
}
