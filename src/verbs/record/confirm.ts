/** `record confirm` */

import { OldhandError } from "../../core/base/error.ts";
import { count, listOf } from "../../core/text/wording.ts";
import { actorOf, demandPerson } from "../call/call-context.ts";
import { ID } from "../declare/shared-fields.ts";
import { exitAfter, type PersonsAnswer } from "../declare/terminal.ts";
import { verb } from "../declare/verb.ts";

type Confirmed = {
  readonly confirmed: readonly { readonly id: string; readonly file: string }[];
  readonly edits: number;
  /** How the person answered, if there was something to decide and not all was approved. */
  readonly answer?: Exclude<PersonsAnswer, "approved">;
};

const { required: _, ...ONE } = ID;

export const confirmRecords = verb({
  name: "record confirm",
  under: "accept",
  summary: "Confirm record files and entries of MEMORY.md that changed outside oldhand.",
  notes: [
    "Shows each change and asks, so it needs a terminal. Until you confirm it, a changed file counts as an agent's: `recall` finds it, but a policy, preference or architecture in it is not given to agents. An edit of MEMORY.md stays in the file without effect. Any command at a terminal asks once about a new change.",
  ],
  input: { id: { ...ONE, help: "Only this record; default: all that changed." } },
  act: "change",
  needs: "write",
  asksAboutFiles: true,
  async run({ context, env, terminal, note }, given): Promise<Confirmed> {
    const { changedFileVerbs } = await import("./kept/changed-file-verbs.ts");
    const { reading } = await import("../recalling/read-verbs.ts");
    const memory = changedFileVerbs(context);
    const id = given.id === undefined ? undefined : (await reading(context).get(given.id)).id;
    const files = memory.changedFiles().filter((file) => id === undefined || file.id === id);
    const edits = (await memory.manualEdits()).filter((edit) => id === undefined || edit.id === id);
    if (files.length + edits.length === 0) return { confirmed: [], edits: 0 };
    if (actorOf(env) === "agent") demandPerson(env, "confirm changed files");
    if (terminal === undefined) {
      const found = listOf(partsOf(files.length, edits.length, "record file"));
      throw new OldhandError(
        "usage",
        `${found} changed outside oldhand. Run \`oldhand record confirm\` at a terminal: it shows what changed and asks.`,
      );
    }
    const { askAbout, askAboutEdits } = await import("./ask-about-files.ts");
    const asking = { terminal, note, memory };
    const ofFiles = files.length === 0 ? undefined : await askAbout(files, { ...asking, most: files.length });
    const ofEdits = edits.length === 0 ? undefined : await askAboutEdits(edits, { ...asking, most: edits.length });
    const answer = [ofFiles, ofEdits].find((one) => one === "declined" || one === "interrupted");
    return {
      confirmed: ofFiles === "approved" ? files.map(({ id, file }) => ({ id, file })) : [],
      edits: ofEdits === "approved" ? edits.length : 0,
      ...(answer !== undefined && { answer }),
    };
  },
  print({ confirmed, edits, answer }) {
    const done = partsOf(confirmed.length, edits, "record");
    if (done.length > 0) return `Confirmed ${listOf(done)}.`;
    return answer === undefined ? "No record files changed outside oldhand." : "Nothing was confirmed.";
  },
  exit: ({ answer }) => (answer === undefined ? 0 : exitAfter(answer)),
});

function partsOf(records: number, edits: number, one: string): string[] {
  return [
    ...(records > 0 ? [count(records, one)] : []),
    ...(edits > 0 ? [`${count(edits, "entry", "entries")} of MEMORY.md`] : []),
  ];
}
