/** `forget`, and `memory_forget` for agents: shows what would be deleted, asks, deletes it, and lists copies out of reach. */
import { OldhandError } from "../../core/base/error.ts";
import { count } from "../../core/text/wording.ts";
import { FOR_MODELS, PERSONS, RETURNS_CHANGED } from "../declare/record-schema.ts";
import { ID, WHY, YES } from "../declare/shared-fields.ts";
import { confirmDeletion, exitAfter, type PersonsAnswer } from "../declare/terminal.ts";
import { defined } from "../declare/values.ts";
import { type VerbCall, verb } from "../declare/verb.ts";
import { recordRow, wrappedLines } from "../print/format.ts";
import { oneLine, styleFor } from "../print/style.ts";
import type { RecordView } from "../record/kept/record-view.ts";

const SHOWN = 20;

const OUT_OF_REACH = [
  "the git history of a shared folder, and other people's clones of it",
  "the transcripts that agents store themselves",
  "your shell's own history file",
] as const;

const { required: _, ...ONE } = ID;

type Forgotten = {
  readonly forgotten: readonly string[];
  readonly counts?: Readonly<Record<string, number>>;
  readonly held?: boolean;
  readonly outOfReach?: readonly string[];
  readonly kept?: readonly string[];
  /** How the person answered, if nothing was deleted. */
  readonly answer?: Exclude<PersonsAnswer, "approved">;
};

export const forget = verb({
  name: "forget",
  summary: "Delete records or commands permanently.",
  notes: [
    "Shows what would be deleted and asks first. This cannot be undone. Copies that oldhand cannot reach, such as git history, are listed.",
  ],
  examples: ["oldhand forget 3f2a", 'oldhand forget --query "old office"'],
  input: {
    id: ONE,
    query: { type: "text", label: "WORDS", help: "Delete everything that contains all of these words." },
    session: {
      type: "line",
      label: "ID",
      help: "Delete the commands of a session; `oldhand history list --json` shows session ids.",
    },
    yes: YES,
    why: WHY,
  },
  act: "change",
  needs: "write",
  async run(call, { id, query, session, yes = false, why }): Promise<Forgotten> {
    if ([id, query, session].filter((one) => one !== undefined).length !== 1)
      throw new OldhandError(
        "usage",
        "Expected exactly one of ID, --query WORDS or --session ID. See `oldhand help forget`.",
      );
    const { maintenanceVerbs } = await import("./maintenance-verbs.ts");
    const memory = maintenanceVerbs(call.context, call.settled);
    const found = id === undefined ? defined({ query }) : { id };
    const records = session === undefined ? await memory.forgettable(found) : [];
    const commands = await memory.forgettableCommands(defined({ query, session }));
    // An agent that may forget a record is not asked; a person's own records it may not.
    if (call.session === undefined) {
      if (!yes) preview(records, { commands, query }, call);
      const decision = await confirmDeletion("forget", call, {
        yes,
        act: id === undefined ? "forget history" : undefined,
      });
      if (decision !== "approved") return { forgotten: [], kept: records.map((record) => record.id), answer: decision };
    }
    const done = await memory.forget(records, query, { session, why });
    const removed = Object.values(done.counts).reduce((sum, n) => sum + n, 0);
    if (removed === 0)
      throw new OldhandError("not-found", `Nothing contains ${JSON.stringify(query ?? session ?? id)}.`);
    return { forgotten: records.map((record) => record.id), ...done, outOfReach: OUT_OF_REACH };
  },
  print({ forgotten, counts, held }, style) {
    if (counts === undefined) return "Nothing was deleted.";
    const places = Object.entries(counts).filter(([, n]) => n > 0);
    return wrappedLines([
      `Deleted ${forgotten.length === 1 ? forgotten[0]! : count(forgotten.length, "record")}.`,
      ...places.map(([place, n]) => `  ${place}: ${n} removed`),
      ...(held ? ["Another process is still reading the database; the next command finishes the deletion."] : []),
      "oldhand cannot delete:",
      ...OUT_OF_REACH.map((place) => `  ${place}`),
    ])(style);
  },
  exit: ({ answer }) => (answer === undefined ? 0 : exitAfter(answer)),
  tool: {
    name: "memory_forget",
    title: "Delete a record permanently",
    description: `Delete a record permanently, with every copy of its text; this cannot be undone.
Call it only when the person asks you to forget something, or when you saved something by mistake that should never have been stored. For a record that no longer applies, use memory_archive. ${PERSONS}`,
    takes: { id: FOR_MODELS.id, why: FOR_MODELS.why },
    requires: ["id"],
    returns: RETURNS_CHANGED,
    answer: () => ({ outcome: "done" }),
  },
});

type Others = { readonly commands: number; readonly query: string | undefined };

function preview(
  records: readonly RecordView[],
  { commands, query = "" }: Others,
  { terminal, note }: Pick<VerbCall, "terminal" | "note">,
): void {
  const history = commands > 0 ? ` and ${count(commands, "command")}` : "";
  const style = terminal?.style ?? styleFor({ columns: undefined, variables: {}, noColor: true });
  const rows = records.slice(0, SHOWN).map((record) => recordRow(record, style));
  const more = records.length > SHOWN ? [`and ${records.length - SHOWN} more`] : [];
  const isNone = records.length + commands === 0;
  const none = isNone ? [`No record contains ${JSON.stringify(oneLine(query))}, but receipts and logs may.`] : [];
  const head = `This permanently deletes ${count(records.length, "record")}${history}:`;
  note([head, ...rows, ...more, ...none].join("\n"));
}
