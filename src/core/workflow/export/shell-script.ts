/** The steps of a workflow as shell text that can stand in a file: each slot is a variable in double quotes, never text. */
import { parse } from "unbash";
import { withoutEnd } from "../../text/words.ts";
import { render } from "../render.ts";
import { slotsIn } from "../slots.ts";

export type Unfit = { readonly outcome: "unfit"; readonly reason: string };

/** What a slot is called in the recipe. */
export type Value = {
  readonly slot: string;
  /** As the person gives it: lower case, so that it is no variable that a program reads. */
  readonly name: string;
  /** As the steps read it: `path` and `status` are zsh's own, and `path` is `PATH` on Windows. */
  readonly variable: string;
};

export type Script = {
  readonly outcome: "script";
  readonly steps: readonly string[];
  readonly values: readonly Value[];
  /** Whether a step seems to use what a plain `sh` may lack. */
  readonly needsBash: boolean;
};

export function scriptOf(steps: readonly string[]): Script | Unfit {
  const written = writtenSteps(steps);
  if (written.length === 0) return { outcome: "unfit", reason: "It has no step that runs anything." };
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

/** Without those that are blank or nothing but a comment. */
export function writtenSteps(steps: readonly string[]): string[] {
  return steps.map((step) => withoutEnd(step.replaceAll("\r\n", "\n").trimStart(), "\n")).filter(runsSomething);
}

function runsSomething(step: string): boolean {
  if (step.trim() === "") return false;
  const { commands, errors } = parse(step);
  return commands.length > 0 || errors !== undefined;
}

function valuesOf(steps: readonly string[]): Value[] {
  const names = new Set<string>();
  return [...new Set(steps.flatMap(slotsIn))].map((slot) => {
    const plain = slot.toLowerCase().replaceAll("-", "_");
    let name = KEYWORDS.has(plain) ? `${plain}_` : plain;
    for (let n = 2; names.has(name); n += 1) name = `${plain}_${n}`;
    names.add(name);
    return { slot, name, variable: `slot_${name}` };
  });
}

/** Words of just's expressions and of make's directives. */
const KEYWORDS = new Set("if else assert true false define endef export unexport override private include".split(" "));

type Filled = { readonly outcome: "filled"; readonly text: string } | Unfit;

/**
 * Rendered with values that cannot stand bare, so that each comes back in single quotes and can be replaced by its
 * variable. They hold a dollar sign because any value may: where that is code, no recipe can tell in time.
 */
function fill(step: string, values: readonly Value[]): Filled {
  let fence = "\uE000";
  while (step.includes(fence)) fence += "\uE001";
  const mark = ({ variable }: Value) => `${fence}$${variable}${fence}`;
  const rendered = render(step, Object.fromEntries(values.map((value) => [value.slot, mark(value)])));
  if (rendered.outcome === "unsafe") {
    const slots = rendered.slots.map((slot) => `<${slot}>`).join(" and ");
    return { outcome: "unfit", reason: `has ${slots} where a value would be read as code. Make it a word of its own.` };
  }
  if (rendered.outcome === "missing") throw new Error(`a slot has no variable: ${rendered.slots.join(", ")}`);
  const text = values.reduce(
    (line, value) => line.replaceAll(`'${mark(value)}'`, () => `"$${value.variable}"`),
    rendered.command,
  );
  if (isWhole(text)) return { outcome: "filled", text };
  return { outcome: "unfit", reason: "is not a whole command of sh or bash, so it would swallow what follows it." };
}

/** Also an open here-document and a backslash at the end are seen, by the brace that they would take in. */
function isWhole(step: string): boolean {
  if (parse(step).errors !== undefined) return false;
  const { commands, errors } = parse(`{\n${step}\n}`);
  return errors === undefined && commands.length === 1 && commands[0]?.command.type === "BraceGroup";
}

/** What a plain `sh` may lack stands in the first of them, or it is guessed wrong. */
const LOOKED_AT_CHARS = 1000;

const BEYOND_SH =
  /\[\[|\(\(|[<>]\(|<<<|&>|\|&|\$'|\w=\(|\$\{!|\$\{\w+(?:\[|\/|:\d|\^|,)|\{\S*(?:,|\.\.)\S*\}|(?:^|[;&|]\s*)(?:source|pushd|popd|shopt|declare|mapfile)\b/;

/** Members of a list joined by `&&`; what is no single command of one line is handed to `eval` as the format can spell it. */
export function chainOf(steps: readonly string[], evaluated: (step: string) => string): string[] {
  return steps.map((step) => memberOf(step) ?? evaluated(step));
}

function memberOf(step: string): string | undefined {
  const { commands } = parse(step);
  const [only, ...others] = commands;
  if (only === undefined || others.length > 0 || only.background === true) return undefined;
  // make takes a first @, + or - for itself; what stands behind the command is a comment.
  if (step.includes("\n") || /^[@+-]/.test(step) || !/^[\s;]*$/.test(step.slice(only.end))) return undefined;
  return step.slice(only.pos, only.end);
}
