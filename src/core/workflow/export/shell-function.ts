/** Exports a workflow as a POSIX shell function, in a file to be sourced. */
import { parseLine } from "../../command/steps.ts";
import type { ExportedWorkflow, WorkflowToExport } from "./export-workflow.ts";
import { commentLines, type ExportedScript, nameNotes, scriptOf, writtenName } from "./shell-script.ts";

/** The body is a subshell, so that variables, `cd` and `exit` stay inside, as in the other formats. */
export function exportToShell({ name, steps, description }: WorkflowToExport): ExportedWorkflow {
  const script = scriptOf(steps);
  if (script.outcome === "unfit") return script;
  const title = writtenName(name, takenBy(script));
  const called = title.replaceAll("-", "_");
  const lines = [
    ...commentLines(description),
    `${called}() (`,
    ...usageLines(script, called),
    ...script.values.map(({ variable }, index) => `  ${variable}=\${${index + 1}}`),
    ...checkedSteps(script.steps, { called, leave: "return" }),
    ")",
  ];
  const notes = [
    ...nameNotes(name, called),
    ...(script.needsBash ? ["Source it from bash or zsh: a step needs more than a plain sh."] : []),
    ...(script.steps.some(changesShell)
      ? ["It runs in a subshell: a `cd` or a variable in it does not affect your shell."]
      : []),
  ];
  return { outcome: "written", text: `${lines.join("\n")}\n`, file: `${title}.sh`, notes };
}

/** Each step in a group on its own lines: it may end in a comment, a here-document or an ampersand. */
export function checkedSteps(
  steps: readonly string[],
  { called, leave }: { readonly called: string; readonly leave: "return" | "exit" },
): string[] {
  return steps.flatMap((step, index) => [
    "  {",
    step.includes("\n") ? step : `    ${step}`,
    `  } || { slot_code=$?; echo "${called}: step ${index + 1} of ${steps.length} failed" >&2; ${leave} "$slot_code"; }`,
  ]);
}

function usageLines({ values }: ExportedScript, called: string): string[] {
  const usage = [called, ...values.map(({ name }) => name.toUpperCase())].join(" ");
  return [`  if [ "$#" -ne ${values.length} ]; then`, `    echo "usage: ${usage}" >&2`, "    return 2", "  fi"];
}

const CHANGES_SHELL = new Set("cd pushd popd export unset set alias source . umask ulimit nvm conda".split(" "));

function changesShell(step: string): boolean {
  return parseLine(step).some(({ program }) => CHANGES_SHELL.has(program));
}

/** Names that would make a step call the function itself, or shadow a word of the shell. */
function takenBy({ steps }: ExportedScript): Set<string> {
  const programs = steps.flatMap((step) => parseLine(step).flatMap(({ words }) => words));
  return new Set([...WORDS, ...programs]);
}

const WORDS = (
  "if then else elif fi for while until do done case esac in select function time coproc repeat foreach end nocorrect " +
  "break continue eval exec exit export readonly return set shift times trap unset alias bg cd command echo false fc fg " +
  "getopts hash jobs kill printf pwd read test true type ulimit umask unalias wait source local declare typeset let"
).split(" ");
