/** `memory view`, `clear`, `enqueue` and `import`, `show` and `why-not`: what a project's memory says, from where, and what stayed out. */
import { ROOT } from "../../core/artifact/address.ts";
import { OldhandError } from "../../core/base/error.ts";
import type { Memory } from "../../open/memory.ts";
import type { Answer, Call } from "../command.ts";
import { oneLine, shown } from "../page.ts";
import { counted } from "../say.ts";

/** The summary that sessions are told, written if it is not there yet. */
export async function view(_: Call, memory: Memory): Promise<Answer> {
  await memory.writeArtifacts();
  const text = await memory.resource(ROOT);
  return { json: { address: ROOT, text }, text: () => shown(text) };
}

export async function show({ args: [address = ""] }: Call, memory: Memory): Promise<Answer> {
  const text = await memory.resource(address);
  return { json: { address, text }, text: () => shown(text) };
}

export async function clear(call: Call, memory: Memory): Promise<Answer> {
  const { given, io, note } = call;
  const found = await memory.clearable({ everywhere: given.has("everywhere") });
  const what = `${counted(found.records, "record")} and what was read of ${counted(found.sessions, "session")}`;
  if (!given.has("yes")) {
    if (!io.input.isTerminal || io.err.columns === undefined)
      throw new OldhandError("usage", `${what} would go. Without a terminal nobody can be asked: add --yes.`);
    note(`${what} would go${given.has("everywhere") ? ", everywhere" : " from this project"}.`);
    const answer = await io.ask("Type clear to go on: ");
    if (!["clear", "y", "yes"].includes((answer ?? "").trim().toLowerCase()))
      return {
        json: { cleared: false, ...found },
        text: () => "Nothing was cleared.",
        exit: answer === undefined ? 130 : 1,
      };
  }
  const done = await memory.clear({ everywhere: given.has("everywhere") });
  return {
    json: { cleared: true, ...done },
    text: () => `Cleared ${counted(done.records, "record")}; \`oldhand memory enqueue\` learns again.`,
  };
}

export async function enqueue(_: Call, memory: Memory): Promise<Answer> {
  const sessions = await memory.enqueue();
  const done = await memory.extract();
  const written = memory.project === undefined ? undefined : await memory.writeArtifacts();
  return {
    json: { enqueued: sessions, ...done, ...(written !== undefined && { artifacts: written }) },
    text: () =>
      `Read ${counted(done.sessions, "session")}: ${counted(done.remembered, "record")} remembered, ${done.proposed} to decide.`,
  };
}

export async function importMemories(call: Call, memory: Memory): Promise<Answer> {
  const { args, given, scope, io, note } = call;
  const [source] = args;
  const file = given.value("file");
  const done = await memory.importMemories({
    ...(source !== undefined && { source }),
    ...(file !== undefined && { file }),
    ...(scope !== undefined && { scope }),
    progress: io.err.columns === undefined ? () => {} : note,
  });
  const lines = [
    `${counted(done.imported, "suggestion")} from ${counted(done.files, "file")}, ${done.duplicates} known already.`,
    ...(done.imported > 0 ? ["Look at them: oldhand suggestions --all"] : []),
    ...done.skipped.map(({ reason, count }) => `${count} left out: ${reason}`),
  ];
  return { json: done, text: (page) => lines.map((line) => page.wrapped(line, "  ")).join("\n") };
}

export async function whyNot({ args: [text = ""] }: Call, memory: Memory): Promise<Answer> {
  const lines = await memory.whyNot(text);
  return {
    json: { text, lines },
    text: (page) =>
      lines.length === 0
        ? "No sentence like that was looked at in a session that was read."
        : lines
            .map(({ taken, rule, reason, text: said }) =>
              page.wrapped(`${taken ? "taken" : "refused"} (${rule}): ${oneLine(said)}: ${oneLine(reason)}`, "  "),
            )
            .join("\n"),
  };
}
