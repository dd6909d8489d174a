/** Exports a workflow as a target for GNU make. */
import { quoted } from "../../command/syntax/word.ts";
import type { ExportedWorkflow, WorkflowToExport } from "./export-workflow.ts";
import { chainOf, commentLines, nameNotes, type SlotNames, scriptOf, writtenName } from "./shell-script.ts";

export function exportToMake({ name, steps, description }: WorkflowToExport): ExportedWorkflow {
  const script = scriptOf(steps);
  if (script.outcome === "unfit") return script;
  const called = writtenName(name, TAKEN);
  const chain = chainOf(script.steps, evaluated);
  const lines = [
    `.PHONY: ${called}`,
    ...(script.needsBash ? [`${called}: SHELL := bash`] : []),
    ...script.values.flatMap((value) => exported(value, called)),
    ...commentLines(description),
    `${called}:`,
    ...script.values.map((value) => `\t${demand(value, { called, values: script.values })}`),
    // One shell for all steps, so that variables last from one step to the next.
    `\t${chain.map((step) => step.replaceAll("$", "$$$$")).join(" && \\\n\t")}`,
  ];
  const notes = [
    ...nameNotes(name, called),
    ...(script.values.length > 0 ? [`Run it with GNU make: ${usageOf(called, script.values)}`] : []),
  ];
  return { outcome: "written", text: `${lines.join("\n")}\n`, file: "Makefile", notes };
}

/** make would expand the variable and run `$(shell …)` in it, so the raw text is exported under another name instead. */
function exported({ name, variable }: SlotNames, called: string): string[] {
  return [`unexport ${name}`, `${called}: export ${variable} := $(value ${name})`];
}

type Demanded = { readonly called: string; readonly values: readonly SlotNames[] };

/** Checks the origin: the value may be empty, and `unexport` alone already defines it. */
function demand({ name }: SlotNames, { called, values }: Demanded): string {
  return `@: $(if $(filter command environment,$(origin ${name})),,$(error usage: ${usageOf(called, values)}))`;
}

function usageOf(called: string, values: readonly SlotNames[]): string {
  return ["make", called, ...values.map(({ name }) => `${name}=...`)].join(" ");
}

/** A line of a recipe cannot contain a line break. */
function evaluated(step: string): string {
  const lines = step.split("\n");
  return lines.length === 1 ? `eval ${quoted(step)}` : `eval "$(printf '%s\\n' ${lines.map(quoted).join(" ")})"`;
}

/** Words that cannot start a rule. */
const TAKEN = new Set(
  "define endef undefine ifdef ifndef ifeq ifneq else endif include sinclude override export unexport private vpath load".split(
    " ",
  ),
);
