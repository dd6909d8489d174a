/** Exports a workflow as an Agent Skill: the `SKILL.md` of a folder with the skill's name. */
import { familyOf } from "../../command/steps.ts";
import { count } from "../../text/wording.ts";
import { render } from "../render.ts";
import { slotsIn } from "../slots.ts";
import type { ExportedWorkflow, WorkflowToExport } from "./export-workflow.ts";
import { asLine, nameNotes, writtenName, writtenSteps } from "./shell-script.ts";

export function exportToSkill(workflow: WorkflowToExport): ExportedWorkflow {
  const steps = writtenSteps(workflow.steps).map((step) => step.toWellFormed());
  if (steps.length === 0) return { outcome: "unfit", reason: "The workflow has no step that runs anything." };
  const name = writtenName(workflow.name, YAML_WORDS);
  const slots = [...new Set(steps.flatMap(slotsIn))];
  const risky = slots.filter((slot) => steps.some((step) => isCode(step, slot)));
  const title = asLine(workflow.name) || name;
  const lines = [
    "---",
    `name: ${name}`,
    // A JSON string is valid YAML.
    `description: ${JSON.stringify(describe(workflow, steps))}`,
    "---",
    "",
    `# ${title}`,
    ...paragraph(asLine(workflow.description ?? "")),
    ...(slots.length > 0 ? valueLines(slots, risky) : []),
    "",
    "## Steps",
    "",
    "Run the steps in this order, in one shell. Stop at the first failure, and report which step failed and why.",
    ...steps.flatMap((step, index) => ["", `Step ${index + 1} of ${steps.length}:`, "", ...fenced(step)]),
  ];
  const notes = [
    ...nameNotes(workflow.name, name),
    ...risky.map((slot) => `The value of <${slot}> is read as code; the skill warns about it.`),
  ];
  return { outcome: "written", text: `${lines.join("\n")}\n`, file: `${name}/SKILL.md`, notes };
}

/** Unquoted, YAML would not read them as text. */
const YAML_WORDS = new Set("null true false yes no on off y n".split(" "));

const MOST_CHARS = 1024;
const MOST_WHAT_CHARS = 500;
const MOST_NAME_CHARS = 100;

/** What it does, then when to use it; without anything that looks like a tag. */
function describe({ name, description }: WorkflowToExport, steps: readonly string[]): string {
  const families = [...new Set(steps.map((step) => familyOf(step)).filter((family) => family !== undefined))];
  const what =
    plain(description ?? "", MOST_WHAT_CHARS) ||
    `Runs a workflow of ${count(steps.length, "step")} that was done by hand before.`;
  const asked = plain(name, MOST_NAME_CHARS) || "this workflow";
  const then = families.length > 0 ? `, or for ${families.join(", then ")}` : "";
  const stop = /[.!?]$/.test(what) ? "" : ".";
  return plain(`${what}${stop} Use when asked for ${asked}${then}.`, MOST_CHARS);
}

function plain(text: string, most: number): string {
  const line = asLine(text.replace(/[<>]/g, ""));
  if (line.length <= most) return line;
  return `${line
    .slice(0, most - 1)
    .toWellFormed()
    .replace(/\uFFFD?$/, "")}…`;
}

function paragraph(text: string): string[] {
  return text === "" ? [] : ["", text];
}

function valueLines(slots: readonly string[], risky: readonly string[]): string[] {
  return [
    "",
    "## Values",
    "",
    "Ask for values that you do not know. Insert each value as one word, in single quotes.",
    "",
    ...slots.map((slot) => {
      const warning = risky.includes(slot) ? ": is read as code, so check the value before you run anything" : "";
      return `- \`<${slot}>\`${warning}`;
    }),
  ];
}

function isCode(step: string, slot: string): boolean {
  const rendered = render(step, Object.fromEntries(slotsIn(step).map((name) => [name, "$value"])));
  return rendered.outcome === "unsafe" && rendered.slots.includes(slot);
}

/** A fence longer than any run of backticks inside. */
function fenced(step: string): string[] {
  const longest = Math.max(2, ...[...step.matchAll(/`+/g)].map(([row]) => row.length));
  const fence = "`".repeat(longest + 1);
  return [`${fence}sh`, step, fence];
}
