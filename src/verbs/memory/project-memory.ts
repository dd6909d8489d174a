/** `memory view`, `memory clear` and `memory enqueue`: what was learned in a project. */
import { ROOT } from "../../core/artifact/address.ts";
import { count } from "../../core/text/wording.ts";
import { YES } from "../declare/shared-fields.ts";
import { confirmDeletion, exitAfter, type PersonsAnswer } from "../declare/terminal.ts";
import { verb } from "../declare/verb.ts";
import { printable } from "../print/style.ts";
import type { ClearAsk, Cleared } from "./clear-memory.ts";

const ONLY_TWO =
  "memories.enabled is off, so a session gets only the rules and where the last one left off. To add the summary: oldhand config set memories.enabled true";

export const viewMemory = verb({
  name: "memory view",
  summary: "Show what agents get at the start of a session.",
  input: {},
  act: "read",
  needs: "write",
  async run({ context }) {
    // It is written if it does not exist yet.
    await (await import("./artifacts/write-artifacts.ts")).writeArtifacts(context);
    const { startPayload } = await import("./artifacts/start-payload.ts");
    const isOff = !context.config["memories.enabled"];
    return { address: ROOT, text: await startPayload(context), ...(isOff && { note: ONLY_TWO }) };
  },
  print: ({ text, note }) => printable([text || "Nothing yet.", ...(note === undefined ? [] : [note])].join("\n\n")),
});

type ClearedHere = { readonly cleared: boolean; readonly answer?: Exclude<PersonsAnswer, "approved"> } & Cleared;

export const clearMemory = verb({
  name: "memory clear",
  also: ["memory reset"],
  summary: "Delete what was learned in this project, so that it can be learned again.",
  notes: ["Shows counts and asks first. Records in the repository are kept."],
  input: { everywhere: { type: "flag", help: "Clear all projects and your global records." }, yes: YES },
  act: "change",
  needs: "write",
  async run(call, { everywhere = false, yes = false }): Promise<ClearedHere> {
    const { clear, clearable } = await import("./clear-memory.ts");
    const what: ClearAsk = { everywhere };
    const found = await clearable(call.context, what);
    const read = `${count(found.records, "record")} and what was read from ${count(found.sessions, "session")}`;
    if (!yes) call.note(`This deletes ${read}, ${everywhere ? "everywhere" : "in this project"}.`);
    const answer = await confirmDeletion("clear", call, { yes, act: "clear memory" });
    if (answer !== "approved") return { cleared: false, ...found, answer };
    return { cleared: true, ...(await clear(call.context, what)) };
  },
  json: ({ answer: _, ...document }) => document,
  print: ({ cleared, records }) =>
    cleared ? `Deleted ${count(records, "record")}. To learn again: oldhand memory enqueue` : "Nothing was deleted.",
  exit: ({ answer }) => (answer === undefined ? 0 : exitAfter(answer)),
});

export const enqueueMemory = verb({
  name: "memory enqueue",
  also: ["memory rebuild"],
  summary: "Read all sessions of this project again, and learn from them.",
  input: {},
  act: "change",
  needs: "write",
  async run({ context }) {
    const { enqueue, readSessions } = await import("../learning/read-sessions.ts");
    const enqueued = await enqueue(context);
    const done = await readSessions(context);
    if (context.project === undefined) return { enqueued, ...done };
    const { writeArtifacts } = await import("./artifacts/write-artifacts.ts");
    return { enqueued, ...done, artifacts: await writeArtifacts(context) };
  },
  print: ({ sessions, remembered, proposed }) =>
    `Read ${count(sessions, "session")}: ${count(remembered, "record")} added, ${count(proposed, "suggestion")}.`,
});
