/** Asks a person at a terminal whether files that changed outside oldhand are theirs. */
import { acceptedParts } from "../../core/record/acceptance.ts";
import { count } from "../../core/text/wording.ts";
import { decisionOf, type PersonsAnswer } from "../declare/terminal.ts";
import type { Terminal } from "../declare/verb.ts";
import { recordName } from "../print/format.ts";
import { oneLine, printable, type Style } from "../print/style.ts";
import type { ChangedFile, changedFileVerbs, ManualEdit } from "./kept/changed-file-verbs.ts";

type ChangedFileVerbs = ReturnType<typeof changedFileVerbs>;

/** After a lost state.db every file is new: nobody reads hundreds of them before a command. */
const MOST_SHOWN = 5;

/** Once for each change: a change that the person declined is not asked about again. */
export async function askAboutChangedFiles(
  call: Pick<Asking, "terminal" | "note">,
  memory: ChangedFileVerbs,
): Promise<void> {
  const files = memory.changedFiles().filter(({ isDeclined }) => !isDeclined);
  if (files.length > 0) await askAbout(files, { ...call, memory, most: MOST_SHOWN });
  const edits = (await memory.manualEdits()).filter(({ isDeclined }) => !isDeclined);
  if (edits.length > 0) await askAboutEdits(edits, { ...call, memory, most: MOST_SHOWN });
}

type Asking = {
  readonly terminal: Terminal;
  readonly note: (text: string) => void;
  readonly memory: ChangedFileVerbs;
  readonly most: number;
};

export async function askAbout(
  files: readonly ChangedFile[],
  { terminal, note, memory, most }: Asking,
): Promise<PersonsAnswer> {
  const { style } = terminal;
  terminal.show(`${count(files.length, "record file")} changed outside oldhand:\n\n`);
  for (const file of files.slice(0, most)) terminal.show(`${changeText(file, style)}\n\n`);
  if (files.length > most) terminal.show(`And ${files.length - most} more: oldhand record confirm\n\n`);
  const decision = await keptBy(terminal, files.length);
  if (decision === "approved") memory.confirmFiles(files);
  if (decision === "declined") {
    memory.declineFiles(files);
    note("Until you run `oldhand record confirm`, this counts as an agent's.");
  }
  return decision;
}

/** The same for edits of MEMORY.md and its summary. */
export async function askAboutEdits(
  edits: readonly ManualEdit[],
  { terminal, note, memory, most }: Asking,
): Promise<PersonsAnswer> {
  const { style } = terminal;
  terminal.show(`${count(edits.length, "change")} in MEMORY.md that oldhand did not write:\n\n`);
  for (const edit of edits.slice(0, most)) terminal.show(`${editText(edit, style)}\n`);
  if (edits.length > most) terminal.show(`  And ${edits.length - most} more: oldhand record confirm\n`);
  terminal.show("\n");
  const decision = await keptBy(terminal, edits.length);
  if (decision === "approved") {
    await memory.confirmEdits(edits);
    note("The next consolidation remembers this: oldhand consolidate");
  }
  if (decision === "declined") {
    await memory.declineEdits(edits);
    note("Until you run `oldhand record confirm`, this stays in the file without effect.");
  }
  return decision;
}

function editText({ act, before, after }: ManualEdit, style: Style): string {
  const lines = {
    add: [`added: ${after}`],
    change: [`before: ${before}`, `after:  ${after}`],
    remove: [`removed: ${before}`],
  };
  return lines[act].map((line) => style.wrap(`  ${oneLine(line)}`, "    ")).join("\n");
}

async function keptBy(terminal: Terminal, files: number): Promise<PersonsAnswer> {
  return decisionOf(await terminal.ask(`Keep ${files === 1 ? "it" : "them"} as yours? [y/N] `), ["y", "yes"]);
}

function changeText({ file, before, after }: ChangedFile, style: Style): string {
  const head = [style.bold(recordName(after)), style.dim(`  ${printable(file)}`)];
  const now = acceptedParts(after);
  const lines =
    before === undefined ? [`text: ${now.text}`, `trust: ${now.trust}`] : differences(acceptedParts(before), now);
  return [...head, ...lines.map((line) => style.wrap(`  ${oneLine(line)}`, "    "))].join("\n");
}

type Parts = ReturnType<typeof acceptedParts>;

function differences(before: Parts, after: Parts): string[] {
  const names = Object.keys(after) as (keyof Parts)[];
  return names
    .filter((name) => before[name] !== after[name])
    .flatMap((name) => [`${name} before: ${before[name] ?? "-"}`, `${name} after:  ${after[name] ?? "-"}`]);
}
