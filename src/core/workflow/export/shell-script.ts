/** The steps of a workflow as shell text for a file: each slot becomes a variable in double quotes. */
import { parse } from "unbash";
import { listOf } from "../../text/wording.ts";
import { withoutEnd } from "../../text/words.ts";
import { render } from "../render.ts";
import { slotsIn } from "../slots.ts";

export type Unfit = { readonly outcome: "unfit"; readonly reason: string };

/** The names of a slot in the exported text. */
export type SlotNames = {
  readonly slot: string;
  /** The name that people use: lower case, so that it is not an environment variable of some program. */
  readonly name: string;
  /** The name in the steps, with a prefix: `path` and `status` belong to zsh, and `path` is `PATH` on Windows. */
  readonly variable: string;
};

export type ExportedScript = {
  readonly outcome: "script";
  readonly steps: readonly string[];
  readonly values: readonly SlotNames[];
  /** Whether a step seems to need more than a plain `sh`. */
  readonly needsBash: boolean;
};

export function scriptOf(steps: readonly string[]): ExportedScript | Unfit {
  const written = writtenSteps(steps);
  if (written.length === 0) return { outcome: "unfit", reason: "The workflow has no step that runs anything." };
  const values = valuesOf(written);
  const filled: string[] = [];
  for (const [index, step] of written.entries()) {
    const line = fill(step, values);
    if (line.outcome === "unfit") return { outcome: "unfit", reason: `Step ${index + 1} ${line.reason}` };
    filled.push(line.text);
  }
  return {
    outcome: "script",
    steps: filled,
    values,
    needsBash: filled.some((step) => BEYOND_SH.test(step.slice(0, LOOKED_AT_CHARS))),
  };
}

/** Without blank steps and comments. */
export function writtenSteps(steps: readonly string[]): string[] {
  return steps.map((step) => withoutEnd(step.replaceAll("\r\n", "\n").trimStart(), "\n")).filter(runsSomething);
}

function runsSomething(step: string): boolean {
  if (step.trim() === "") return false;
  const { commands, errors } = parse(step);
  return commands.length > 0 || errors !== undefined;
}

function valuesOf(steps: readonly string[]): SlotNames[] {
  const names = new Set<string>();
  return [...new Set(steps.flatMap(slotsIn))].map((slot) => {
    const plain = slot.toLowerCase().replaceAll("-", "_");
    let name = KEYWORDS.has(plain) ? `${plain}_` : plain;
    for (let n = 2; names.has(name); n += 1) name = `${plain}_${n}`;
    names.add(name);
    return { slot, name, variable: `slot_${name}` };
  });
}

/** Reserved words of just and make. */
const KEYWORDS = new Set("if else assert true false define endef export unexport override private include".split(" "));

type Filled = { readonly outcome: "filled"; readonly text: string } | Unfit;

/** Renders with placeholders that need quotes, to replace them by variables; their dollar sign makes a slot in code unsafe. */
function fill(step: string, values: readonly SlotNames[]): Filled {
  let fence = "\uE000";
  while (step.includes(fence)) fence += "\uE001";
  const mark = ({ variable }: SlotNames) => `${fence}$${variable}${fence}`;
  const rendered = render(step, Object.fromEntries(values.map((value) => [value.slot, mark(value)])));
  if (rendered.outcome === "unsafe") {
    const slots = listOf(rendered.slots.map((slot) => `<${slot}>`));
    return { outcome: "unfit", reason: `has ${slots} where a value would be read as code. Make it a separate word.` };
  }
  if (rendered.outcome === "missing") throw new Error(`a slot has no variable: ${rendered.slots.join(", ")}`);
  const text = values.reduce(
    (line, value) => line.replaceAll(`'${mark(value)}'`, () => `"$${value.variable}"`),
    rendered.command,
  );
  if (isComplete(text)) return { outcome: "filled", text };
  return {
    outcome: "unfit",
    reason: "is not a complete command of sh or bash, so it would swallow the steps after it.",
  };
}

/** Also detects an open here-document and a trailing backslash: they would swallow the closing brace. */
function isComplete(step: string): boolean {
  if (parse(step).errors !== undefined) return false;
  const { commands, errors } = parse(`{\n${step}\n}`);
  return errors === undefined && commands.length === 1 && commands[0]?.command.type === "BraceGroup";
}

/** Only this much of a step is searched for bash syntax. */
const LOOKED_AT_CHARS = 1000;

const BEYOND_SH =
  /\[\[|\(\(|[<>]\(|<<<|&>|\|&|\$'|\w=\(|\$\{!|\$\{\w+(?:\[|\/|:\d|\^|,)|\{\S*(?:,|\.\.)\S*\}|(?:^|[;&|]\s*)(?:source|pushd|popd|shopt|declare|mapfile)\b/;

/** The members of a list joined by `&&`; anything but a single command on one line is passed to `eval` in the format's own way. */
export function chainOf(steps: readonly string[], evaluated: (step: string) => string): string[] {
  return steps.map((step) => memberOf(step) ?? evaluated(step));
}

function memberOf(step: string): string | undefined {
  const { commands } = parse(step);
  const [only, ...others] = commands;
  if (only === undefined || others.length > 0 || only.background === true) return undefined;
  // make interprets a leading @, + or -; text after the command is a comment.
  if (step.includes("\n") || /^[@+-]/.test(step) || !/^[\s;]*$/.test(step.slice(only.end))) return undefined;
  return step.slice(only.pos, only.end);
}

const MOST_CHARS = 64;

/** Lower-case letters, digits and single hyphens, starting with a letter; never one of the reserved names. */
export function writtenName(name: string, taken: ReadonlySet<string>): string {
  const words = name
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-|-$/g, "");
  const own = /^[a-z]/.test(words) ? words : `workflow-${words}`;
  const short = own.slice(0, MOST_CHARS).replace(/-$/, "");
  return taken.has(short) ? `${short.slice(0, MOST_CHARS - SUFFIX.length).replace(/-$/, "")}${SUFFIX}` : short;
}

const SUFFIX = "-workflow";

export function nameNotes(name: string, written: string): string[] {
  return name === written ? [] : [`Exported under the name ${written}.`];
}

/** One line for a comment: a line break would end it, and make continues a line that ends in a backslash. */
export function asLine(text: string): string {
  return withoutEnd(text.toWellFormed().replace(/[\s\p{Cc}\p{Cf}\u2028\u2029]+/gu, " "), "\\ ").trim();
}

export function commentLines(description: string | undefined): string[] {
  const line = asLine(description ?? "");
  return line === "" ? [] : [`# ${line}`];
}
