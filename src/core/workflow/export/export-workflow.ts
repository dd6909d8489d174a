/** Exports a workflow for another program: sh, just, make, npm or an Agent Skill. */
import { parseLine } from "../../command/steps.ts";
import { quoted } from "../../command/syntax/word.ts";
import { type ExportFormat, replaceSlots, slotsIn } from "../slots.ts";
import {
  chainOf,
  commentLines,
  type ExportedScript,
  nameNotes,
  scriptOf,
  type Unfit,
  writtenName,
  writtenSteps,
} from "./shell-script.ts";
import { exportToSkill } from "./skill.ts";

export type WorkflowToExport = {
  readonly name: string;
  readonly steps: readonly string[];
  readonly description?: string;
};

export type ExportedWorkflow =
  | {
      readonly outcome: "written";
      readonly text: string;
      /** The usual file for such a text. */
      readonly file: string;
      /** What the person should know before using it. */
      readonly notes: readonly string[];
    }
  | { readonly outcome: "unfit"; readonly reason: string };

export function exportWorkflow(format: ExportFormat, workflow: WorkflowToExport): ExportedWorkflow {
  if (format === "skill") return exportToSkill(workflow);
  const script = scriptOf(workflow.steps);
  if (script.outcome === "unfit") return script;
  const { taken, write } = TEMPLATES[format];
  const called = writtenName(
    workflow.name,
    new Set([...taken.split(" "), ...(format === "sh" ? wordsOf(script) : [])]),
  );
  const written = write({ script, called, ...workflow });
  if ("outcome" in written) return written;
  const { lines, file, notes = [] } = written;
  const name = format === "sh" ? functionName(called) : called;
  return {
    outcome: "written",
    text: `${lines.join("\n")}\n`,
    file,
    notes: [...nameNotes(workflow.name, name), ...notes],
  };
}

type ToWrite = WorkflowToExport & { readonly script: ExportedScript; readonly called: string };

type Template = {
  /** Names that mean something else to the program. */
  readonly taken: string;
  readonly write: (
    workflow: ToWrite,
  ) => { readonly lines: readonly string[]; readonly file: string; readonly notes?: readonly string[] } | Unfit;
};

const TEMPLATES: Readonly<Record<Exclude<ExportFormat, "skill">, Template>> = {
  justfile: {
    taken: "alias export unexport import mod set if else assert",
    write: toJust,
  },
  npm: {
    // npm runs these automatically.
    taken:
      "install preinstall postinstall uninstall preuninstall postuninstall prepare preprepare postprepare prepublish " +
      "publish postpublish prepack pack postpack version preversion postversion dependencies prerestart postrestart " +
      "prestart poststart prestop poststop pretest posttest shrinkwrap preshrinkwrap postshrinkwrap",
    write: toNpm,
  },
  make: {
    taken:
      "define endef undefine ifdef ifndef ifeq ifneq else endif include sinclude override export unexport private vpath load",
    write: toMake,
  },
  sh: {
    taken:
      "if then else elif fi for while until do done case esac in select function time coproc repeat foreach end nocorrect " +
      "break continue eval exec exit export readonly return set shift times trap unset alias bg cd command echo false fc fg " +
      "getopts hash jobs kill printf pwd read test true type ulimit umask unalias wait source local declare typeset let",
    write: toShell,
  },
};

/** With a shebang line, just runs the body as one script, so that steps may have several lines. */
function toJust({ called, script: { steps, values, needsBash }, description }: ToWrite) {
  const body = checkedSteps(steps, { called, leave: "exit" }).join("\n");
  const lines = [
    ...commentLines(description),
    `${[called, ...values.map((value) => value.name)].join(" ")}:`,
    `    #!/usr/bin/env ${needsBash ? "bash" : "sh"}`,
    // The only place where just inserts text into the script; quote() makes it one word.
    ...values.map((value) => `    ${value.variable}={{ quote(${value.name}) }}`),
    ...body.split("\n").map((line) => (line === "" ? "" : `    ${line.replaceAll("{{", "{{{{")}`)),
  ];
  return { lines, file: "justfile" };
}

/** A POSIX function in a file to be sourced. Its body is a subshell: variables, `cd` and `exit` stay inside, as elsewhere. */
function toShell({ called: title, script, description }: ToWrite) {
  const { steps, values, needsBash } = script;
  const called = functionName(title);
  const usage = [called, ...values.map(({ name }) => name.toUpperCase())].join(" ");
  const lines = [
    ...commentLines(description),
    `${called}() (`,
    `  if [ "$#" -ne ${values.length} ]; then`,
    `    echo "usage: ${usage}" >&2`,
    "    return 2",
    "  fi",
    ...values.map(({ variable }, index) => `  ${variable}=\${${index + 1}}`),
    ...checkedSteps(steps, { called, leave: "return" }),
    ")",
  ];
  const notes = [
    ...(needsBash ? ["Source it from bash or zsh: a step needs more than a plain sh."] : []),
    ...(steps.some(changesShell)
      ? ["It runs in a subshell: a `cd` or a variable in it does not affect your shell."]
      : []),
  ];
  return { lines, file: `${title}.sh`, notes };
}

const functionName = (title: string): string => title.replaceAll("-", "_");

/** With one of these names, a step would call the function itself. */
function wordsOf({ steps }: ExportedScript): string[] {
  return steps.flatMap((step) => parseLine(step).flatMap(({ words }) => words));
}

const CHANGES_SHELL = new Set("cd pushd popd export unset set alias source . umask ulimit nvm conda".split(" "));

function changesShell(step: string): boolean {
  return parseLine(step).some(({ program }) => CHANGES_SHELL.has(program));
}

/** Each step in a group on its own lines: it may end in a comment, a here-document or an ampersand. */
function checkedSteps(
  steps: readonly string[],
  { called, leave }: { readonly called: string; readonly leave: "return" | "exit" },
): string[] {
  return steps.flatMap((step, index) => [
    "  {",
    step.includes("\n") ? step : `    ${step}`,
    `  } || { slot_code=$?; echo "${called}: step ${index + 1} of ${steps.length} failed" >&2; ${leave} "$slot_code"; }`,
  ]);
}

function toMake({ called, script: { steps, values, needsBash }, description }: ToWrite) {
  const usage = ["make", called, ...values.map(({ name }) => `${name}=...`)].join(" ");
  const lines = [
    `.PHONY: ${called}`,
    ...(needsBash ? [`${called}: SHELL := bash`] : []),
    // make would expand the variable and run `$(shell …)` in it, so the raw text is exported under another name instead.
    ...values.flatMap(({ name, variable }) => [
      `unexport ${name}`,
      `${called}: export ${variable} := $(value ${name})`,
    ]),
    ...commentLines(description),
    `${called}:`,
    // Checks the origin: the value may be empty, and `unexport` alone already defines it.
    ...values.map(({ name }) => `\t@: $(if $(filter command environment,$(origin ${name})),,$(error usage: ${usage}))`),
    // One shell for all steps, so that variables last from one step to the next.
    `\t${chainOf(steps, evaluated)
      .map((step) => step.replaceAll("$", "$$$$"))
      .join(" && \\\n\t")}`,
  ];
  return { lines, file: "Makefile", notes: values.length > 0 ? [`Run it with GNU make: ${usage}`] : [] };
}

/** A line of a recipe cannot contain a line break. */
function evaluated(step: string): string {
  const lines = step.split("\n");
  return lines.length === 1 ? `eval ${quoted(step)}` : `eval "$(printf '%s\\n' ${lines.map(quoted).join(" ")})"`;
}

/** A fragment of package.json. npm appends the arguments after `--`, quoted, to the script: so a slot is possible only at its end. */
function toNpm({ called, steps, script: { needsBash } }: ToWrite) {
  const open = withoutSlot(writtenSteps(steps));
  if (open.outcome === "unfit") return open;
  const chain = chainOf(open.steps, (step) => `eval ${quoted(step)}`);
  if (open.slot !== undefined && chain.at(-1) !== open.steps.at(-1)) return SLOT_NOT_LAST;
  const line = chain.join(" && ");
  const notes = [
    ...(open.slot === undefined ? [] : [`Pass ${open.slot} after two dashes: npm run ${called} -- VALUE`]),
    ...(needsBash ? ["npm runs it with sh, but a step needs bash: set script-shell in your npm config."] : []),
    ...(/['$`\\;]|\beval\b/.test(line)
      ? ["On Windows npm runs it with cmd.exe, which treats quotes differently."]
      : []),
  ];
  const lines = [JSON.stringify({ scripts: { [called]: line.toWellFormed() } }, undefined, 2)];
  return { lines, file: "package.json", notes };
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
