/** `guard test` */
import { OldhandError } from "../../core/base/error.ts";
import type { Guard } from "../../core/guard/guard.ts";
import type { MomentAct } from "../../core/moment/moment.ts";
import { verb } from "../declare/verb.ts";
import { oneLine } from "../print/style.ts";

const VERDICTS = {
  pass: "No guard matches it.",
  warn: "Warned (mode warn): an agent goes on and is given the reason.",
  ask: "Asked about (mode ask): an agent needs your consent.",
  deny: "Stopped (mode deny): an agent cannot do it.",
};

export const testGuards = verb({
  name: "guard test",
  summary: "Show what guards say about a command, without running it.",
  notes: ["Looks through wrappers, directories, scripts of the project and aliases."],
  examples: [
    "oldhand guard test git push --force",
    'oldhand guard test "make -C ../.. apply" --json',
    "oldhand guard test --edit src/a.ts < new.ts",
  ],
  input: {
    command: { type: "text", at: "line", help: "The command line as it stands, or quoted; - reads it from stdin." },
    edit: {
      type: "line",
      label: "FILE",
      help: "Test an edit of this file in place of a command; its new content comes from stdin.",
    },
    guards: { type: "data", many: true, isTyped: false, help: "Guards to test in place of those that are kept." },
  },
  act: "read",
  needs: "write",
  async run({ context, dir, stdin }, { command, edit, guards }) {
    const { guardVerbs } = await import("../guards/guard-verbs.ts");
    const draft = guards === undefined ? {} : { draft: await readable(guards as readonly Guard[]) };
    const at = dir === undefined ? {} : { cwd: dir };
    const { action, matches } = await guardVerbs(context).testGuards({
      act: actOf({ command, edit }, stdin),
      ...draft,
      ...at,
    });
    const found = matches.map(({ record, guard, reason, remedy, text, action: does }) => ({
      ...{ record, guard, reason, ...(remedy !== undefined && { remedy }), action: does, text },
    }));
    return { action, matches: found };
  },
  print: ({ action, matches }, style) =>
    [
      VERDICTS[action],
      ...matches.flatMap(({ record, reason, remedy, text }) => [
        style.wrap(`  ${oneLine(reason)}.${remedy === undefined ? "" : ` Run: ${oneLine(remedy)}`}`, "  "),
        style.dim(style.wrap(`  ${record}: ${oneLine(text)}`, "  ")),
      ]),
    ].join("\n"),
  page: { method: "POST" },
});

type Tried = { readonly command: string | undefined; readonly edit: string | undefined };

function actOf({ command, edit }: Tried, stdin: (() => string) | undefined): MomentAct {
  if (edit !== undefined) {
    const text = command ?? stdin?.() ?? "";
    return { kind: "edit", paths: [edit], adds: [{ path: edit, text, isWhole: true }] };
  }
  if (command === undefined) throw new OldhandError("usage", "Give a command line, or --edit FILE.");
  return { kind: "command", command };
}

/** Throws if they could never match. */
async function readable(drafts: readonly Guard[]): Promise<readonly Guard[]> {
  (await import("../guards/demand-readable.ts")).demandReadable(drafts);
  return drafts;
}
