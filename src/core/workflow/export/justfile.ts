/** Exports a workflow as a recipe for just. */
import type { ExportedWorkflow, WorkflowToExport } from "./export-workflow.ts";
import { checkedSteps } from "./shell-function.ts";
import { commentLines, nameNotes, scriptOf, writtenName } from "./shell-script.ts";

/** With a shebang line, just runs the body as one script, so that steps may have several lines. */
export function exportToJust({ name, steps, description }: WorkflowToExport): ExportedWorkflow {
  const script = scriptOf(steps);
  if (script.outcome === "unfit") return script;
  const called = writtenName(name, TAKEN);
  const body = checkedSteps(script.steps, { called, leave: "exit" }).join("\n");
  const lines = [
    ...commentLines(description),
    `${[called, ...script.values.map((value) => value.name)].join(" ")}:`,
    `    #!/usr/bin/env ${script.needsBash ? "bash" : "sh"}`,
    // The only place where just inserts text into the script; quote() makes it one word.
    ...script.values.map((value) => `    ${value.variable}={{ quote(${value.name}) }}`),
    ...body.split("\n").map((line) => (line === "" ? "" : `    ${line.replaceAll("{{", "{{{{")}`)),
  ];
  return { outcome: "written", text: `${lines.join("\n")}\n`, file: "justfile", notes: nameNotes(name, called) };
}

/** Words that cannot start a recipe. */
const TAKEN = new Set(["alias", "export", "unexport", "import", "mod", "set", "if", "else", "assert"]);
