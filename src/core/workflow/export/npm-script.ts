/** A workflow as a script of npm: the fragment of a package.json that holds it. */
import { quoted } from "../quote.ts";
import { replaceSlots, slotsIn } from "../slots.ts";
import type { ExportedWorkflow, WorkflowToExport } from "./export-workflow.ts";
import { nameNotes, writtenName } from "./exported-name.ts";
import { chainOf, scriptOf, type Unfit, writtenSteps } from "./shell-script.ts";

/** npm quotes what is given after `--` and puts it at the end of the script: so there, and only there, a slot can be. */
export function exportToNpm({ name, steps }: WorkflowToExport): ExportedWorkflow {
  const script = scriptOf(steps);
  if (script.outcome === "unfit") return script;
  const open = withoutSlot(writtenSteps(steps));
  if (open.outcome === "unfit") return open;
  const chain = chainOf(open.steps, (step) => `eval ${quoted(step)}`);
  if (open.slot !== undefined && chain.at(-1) !== open.steps.at(-1)) return OTHERWISE;
  const called = writtenName(name, TAKEN);
  const line = chain.join(" && ");
  const notes = [
    ...nameNotes(name, called),
    ...(open.slot === undefined ? [] : [`Give ${open.slot} after two dashes: npm run ${called} -- VALUE`]),
    ...(script.needsBash ? ["npm runs it with sh, and a step uses what a plain sh may lack: see script-shell."] : []),
    ...(/['$`\\;]|\beval\b/.test(line)
      ? ["On Windows npm runs it with cmd.exe, which reads its quotes otherwise."]
      : []),
  ];
  const text = `${JSON.stringify({ scripts: { [called]: line.toWellFormed() } }, undefined, 2)}\n`;
  return { outcome: "written", text, file: "package.json", notes };
}

const OTHERWISE: Unfit = {
  outcome: "unfit",
  reason:
    "npm hands values over only at the end of a script: one slot, as the last word of the last step. Use sh, justfile or make.",
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
  if (others.length > 0 || slotsIn(last).length === 0 || end === undefined) return OTHERWISE;
  return { outcome: "open", steps: [...steps.slice(0, -1), last.slice(0, -end.length)], slot };
}

/** npm runs these by itself. */
const TAKEN = new Set(
  [
    "install preinstall postinstall uninstall preuninstall postuninstall prepare preprepare postprepare prepublish",
    "publish postpublish prepack pack postpack version preversion postversion dependencies prerestart postrestart",
    "prestart poststart prestop poststop pretest posttest shrinkwrap preshrinkwrap postshrinkwrap",
  ]
    .join(" ")
    .split(" "),
);
