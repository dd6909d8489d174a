/** `memory view`, `clear`, `enqueue` and `import`, `show` and `why-not`: the memory of a project and where it comes from. */

import { ROOT } from "../../core/artifact/address.ts";
import { count } from "../../core/text/wording.ts";
import type { Memory } from "../../open/memory.ts";
import type { Answer, Call } from "../command.ts";
import { skippedLines } from "../output/format.ts";
import { progressNotes } from "../output/progress.ts";
import { oneLine, printable } from "../output/style.ts";
import { defined } from "../parse/values.ts";
import { confirmDeletion, exitAfter } from "../prompt.ts";

/** The summary that agents get at the start of a session, written if it does not exist yet. */
export async function view(call: Call, memory: Memory): Promise<Answer> {
  await memory.writeArtifacts();
  return show({ ...call, args: [ROOT] }, memory);
}

export async function show({ args: [address = ""] }: Call, memory: Memory): Promise<Answer> {
  const text = await memory.resource(address);
  return { json: { address, text }, text: () => printable(text) };
}

export async function clear(call: Call, memory: Memory): Promise<Answer> {
  const { given, note } = call;
  const everywhere = given.has("everywhere");
  const found = await memory.clearable({ everywhere });
  const where = everywhere ? "everywhere" : "in this project";
  if (!given.has("yes"))
    note(
      `This deletes ${count(found.records, "record")} and what was read from ${count(found.sessions, "session")}, ${where}.`,
    );
  const decision = await confirmDeletion("clear", call);
  if (decision !== "approved")
    return { json: { cleared: false, ...found }, text: () => "Nothing was deleted.", exit: exitAfter(decision) };
  const done = await memory.clear({ everywhere });
  return {
    json: { cleared: true, ...done },
    text: () => `Deleted ${count(done.records, "record")}. To learn again: oldhand memory enqueue`,
  };
}

export async function enqueue(_: Call, memory: Memory): Promise<Answer> {
  const sessions = await memory.enqueue();
  const done = await memory.extract();
  const written = memory.project === undefined ? undefined : await memory.writeArtifacts();
  return {
    json: { enqueued: sessions, ...done, artifacts: written },
    text: () =>
      `Read ${count(done.sessions, "session")}: ${count(done.remembered, "record")} added, ${count(done.proposed, "suggestion")}.`,
  };
}

export async function importMemories(call: Call, memory: Memory): Promise<Answer> {
  const { args, given, scope } = call;
  const [source] = args;
  const done = await memory.importMemories({
    ...defined({ source, file: given.value("file"), scope }),
    progress: progressNotes(call),
  });
  const lines = [
    done.files === 0
      ? "No memories of other tools found."
      : `Imported ${count(done.imported, "suggestion")} from ${count(done.files, "file")}; ${count(done.duplicates, "duplicate")} skipped.`,
    ...(done.imported > 0 ? ["List them with: oldhand suggestions --all"] : []),
    ...skippedLines(done.skipped),
  ];
  return { json: done, text: (style) => lines.map((line) => style.wrap(line, "  ")).join("\n") };
}

export async function whyNot({ args: [text = ""] }: Call, memory: Memory): Promise<Answer> {
  const lines = await memory.whyNot(text);
  return {
    json: { text, lines },
    text: (style) =>
      lines.length === 0
        ? style.wrap(`No sentence in the sessions that were read contains ${JSON.stringify(oneLine(text))}.`)
        : lines
            .map(({ taken, rule, reason, text: sentence }) =>
              style.wrap(`${taken ? "used" : "skipped"} (${rule}): ${oneLine(sentence)}: ${oneLine(reason)}`, "  "),
            )
            .join("\n"),
  };
}
