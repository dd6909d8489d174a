/** Exports a workflow as an npm script: a fragment of package.json. */
import { quoted } from "../../command/syntax/word.ts";
import { replaceSlots, slotsIn } from "../slots.ts";
import type { ExportedWorkflow, WorkflowToExport } from "./export-workflow.ts";
import { chainOf, nameNotes, scriptOf, type Unfit, writtenName, writtenSteps } from "./shell-script.ts";

/** npm appends the arguments after `--`, quoted, to the script: so a slot is possible only at its end. */
export function exportToNpm({ name, steps }: WorkflowToExport): ExportedWorkflow {
  const script = scriptOf(steps);
  if (script.outcome === "unfit") return script;
  const open = withoutSlot(writtenSteps(steps));
  if (open.outcome === "unfit") return open;
  const chain = chainOf(open.steps, (step) => `eval ${quoted(step)}`);
  if (open.slot !== undefined && chain.at(-1) !== open.steps.at(-1)) return SLOT_NOT_LAST;
  const called = writtenName(name, TAKEN);
  const line = chain.join(" && ");
  const notes = [
    ...nameNotes(name, called),
    ...(open.slot === undefined ? [] : [`Pass ${open.slot} after two dashes: npm run ${called} -- VALUE`]),
    ...(script.needsBash ? ["npm runs it with sh, but a step needs bash: set script-shell in your npm config."] : []),
    ...(/['$`\\;]|\beval\b/.test(line)
      ? ["On Windows npm runs it with cmd.exe, which treats quotes differently."]
      : []),
  ];
  const text = `${JSON.stringify({ scripts: { [called]: line.toWellFormed() } }, undefined, 2)}\n`;
  return { outcome: "written", text, file: "package.json", notes };
}

const SLOT_NOT_LAST: Unfit = {
  outcome: "unfit",
  reason:
    "npm can pass a value only at the end of a script: one slot, as the last word of the last step. Use sh, justfile or make.",
};

type Open = { readonly outcome: "open"; readonly steps: readonly string[]; readonly slot?: string };

function withoutSlot(steps: readonly string[]): Open | Unfit {
  const last = steps.at(-1) ?? "";
  const places = steps.flatMap((step) => {
    const found: string[] = [];
    replaceSlots(step, (slot) => {
      found.push(slot);
      return "";
    });
    return found;
  });
  const [slot, ...others] = places;
  if (slot === undefined) return { outcome: "open", steps };
  const end = [`<${slot}>`, `"<${slot}>"`, `'<${slot}>'`].map((word) => ` ${word}`).find((word) => last.endsWith(word));
  if (others.length > 0 || slotsIn(last).length === 0 || end === undefined) return SLOT_NOT_LAST;
  return { outcome: "open", steps: [...steps.slice(0, -1), last.slice(0, -end.length)], slot };
}

/** npm runs these automatically. */
const TAKEN = new Set(
  (
    "install preinstall postinstall uninstall preuninstall postuninstall prepare preprepare postprepare prepublish " +
    "publish postpublish prepack pack postpack version preversion postversion dependencies prerestart postrestart " +
    "prestart poststart prestop poststop pretest posttest shrinkwrap preshrinkwrap postshrinkwrap"
  ).split(" "),
);
