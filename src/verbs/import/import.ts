/** `import`: shell histories, agents' sessions, other tools' memories, tickets, or a directory of notes. */
import { OldhandError } from "../../core/base/error.ts";
import { count } from "../../core/text/wording.ts";
import { actorOf, type CallContext } from "../call/call-context.ts";
import { type Delegated, jsonOf, letDo, printOf } from "../declare/delegate.ts";
import { SCOPE } from "../declare/shared-fields.ts";
import { defined } from "../declare/values.ts";
import { type Terminal, verb } from "../declare/verb.ts";
import { importShellHistory, SHELL_HISTORIES } from "../history/import.ts";
import { importOtherMemories, OTHER_MEMORIES } from "../memory/import.ts";
import { skippedLines, wrappedLines } from "../print/format.ts";
import { importAgentSessions, SESSION_AGENTS } from "../session/import.ts";
import { importTickets } from "../ticket/tickets.ts";

const HISTORIES: readonly string[] = SHELL_HISTORIES;
/** An agent's name means its sessions. */
const MEMORIES: readonly string[] = OTHER_MEMORIES.filter((name) => !SESSION_AGENTS.includes(name));

type Counts = {
  readonly imported: number;
  readonly duplicates: number;
  readonly skipped: readonly { readonly reason: string; readonly count: number }[];
};

export const importAny = verb({
  name: "import",
  summary: "Import histories, sessions, other tools' memories, tickets, or notes.",
  notes: [
    "SOURCE is a shell or a history tool, an agent, `memories` or a tool whose memories become suggestions, `tickets` with --file, or the directory of an export or of Markdown notes. Without it, all histories and sessions that are found are imported.",
    "Nothing that is read is changed, and importing again adds only what is new. `oldhand help memory import` and `oldhand help ticket import` have details.",
  ],
  examples: ["oldhand import", "oldhand import zsh", "oldhand import codex", "oldhand import ~/notes"],
  input: {
    source: {
      type: "line",
      at: "word",
      offers: [...HISTORIES, ...SESSION_AGENTS, ...MEMORIES, "memories", "tickets"],
      help: "What to import (default: the histories and sessions that are found).",
    },
    file: { type: "line", label: "FILE", help: "The file or folder to read, if it is not in the default place." },
    all: { type: "flag", help: "Also import expired sessions, if the agent still has them." },
    scope: SCOPE,
  },
  act: "add",
  needs: "write",
  async run(call, { source, file, all, scope }): Promise<readonly Delegated[]> {
    if (source === undefined) {
      if (file !== undefined) throw new OldhandError("usage", "Name the source: `oldhand import zsh --file FILE`.");
      return [await letDo(importShellHistory, call, {}), await letDo(importAgentSessions, call, defined({ all }))];
    }
    if (HISTORIES.includes(source)) return [await letDo(importShellHistory, call, defined({ source, file }))];
    if (SESSION_AGENTS.includes(source))
      return [await letDo(importAgentSessions, call, defined({ agent: source, file, all }))];
    if (source === "memories") return [await letDo(importOtherMemories, call, defined({ file, scope }))];
    if (MEMORIES.includes(source)) return [await letDo(importOtherMemories, call, defined({ source, file, scope }))];
    if (source !== "tickets") return [await letDo(importDirectory, call, { dir: source })];
    if (file === undefined) throw new OldhandError("usage", "Name the folder: `oldhand import tickets --file DIR`.");
    return [await letDo(importTickets, call, { from: file })];
  },
  json(done) {
    const [only, ...others] = done.map(jsonOf) as Counts[];
    if (only !== undefined && others.length === 0) return only;
    const all = done.map(({ result }) => result as Counts);
    const sum = (field: "imported" | "duplicates"): number => all.reduce((total, one) => total + one[field], 0);
    const skipped = all.flatMap((one) => one.skipped);
    return { imported: sum("imported"), duplicates: sum("duplicates"), skipped };
  },
  print: (done, style) => done.map((one) => printOf(one, style)).join("\n"),
});

export const importDirectory = verb({
  name: "import",
  summary: "Import an export, or a directory of Markdown notes.",
  input: { dir: { type: "line", at: "word", required: true, help: "The directory to read." } },
  act: "add",
  needs: "write",
  async run({ context, terminal, progress }, { dir }) {
    const { transferVerbs } = await import("../upkeep/transfer-verbs.ts");
    const { recordVerbs } = await import("../record/kept/record-verbs.ts");
    const transfer = transferVerbs(context, recordVerbs(context).add);
    const canAsk = terminal !== undefined && !(await transfer.isExport(dir));
    const as = canAsk ? await ownerOf(context, terminal) : "external";
    progress("Importing...");
    return transfer.import(dir, { as });
  },
  print: ({ imported, duplicates, proposed, skipped }, style) =>
    wrappedLines([
      `Imported ${count(imported, "record")}; ${count(duplicates, "duplicate")} skipped.`,
      ...(proposed > 0 ? [`${count(proposed, "pending suggestion")}: oldhand suggestions --all`] : []),
      ...skippedLines(skipped),
    ])(style),
});

/** One question for all notes; without an answer they are found by search, but not used until they are accepted. */
async function ownerOf({ env }: CallContext, terminal: Terminal): Promise<"person" | "external"> {
  if (actorOf(env) !== "person") return "external";
  const answer = await terminal.ask(
    "Are these notes your own? Yes: agents may use them. No: they can only be found. [y/N] ",
  );
  return /^y(es)?$/i.test(answer?.trim() ?? "") ? "person" : "external";
}
