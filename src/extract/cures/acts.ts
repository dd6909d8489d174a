/** Turns session turns into acts: commands and edits in order, each with its outcome if known. */
import { parseLine, type Step } from "../../core/command/steps.ts";
import { cleanInvisible } from "../../core/screen/invisible.ts";
import { reportsError } from "../../core/session/error-signature.ts";
import type { Command, Turn } from "../session/turn.ts";
import { type Nature, natureOf } from "./nature.ts";

type Actor = "person" | "agent";

export type Run = {
  readonly kind: "run";
  readonly turn: Turn;
  readonly actor: Actor;
  /** As written, with the directory that it was run in if the line changed to it. */
  readonly line: string;
  readonly family: string;
  readonly program: string;
  /** The family and what it was run on: two runs with one key are the same command. */
  readonly key: string;
  /** Variables, options and directory: how it was run. */
  readonly manner: readonly string[];
  readonly nature: Nature;
  readonly status: "ok" | "failed" | "unknown";
};

export type Edit = { readonly kind: "edit"; readonly turn: Turn; readonly actor: Actor; readonly file: string };

export type Act = Run | Edit;

export function actsOf(turns: readonly Turn[]): Act[] {
  return turns.flatMap((turn): Act[] => {
    const actor = turn.role === "person" ? "person" : "agent";
    const edits: Act[] = turn.edit === undefined ? [] : [{ kind: "edit", turn, actor, file: turn.edit.file }];
    return turn.command === undefined || turn.role === "machine"
      ? edits
      : [...edits, ...runsOf(turn.command, { turn, actor })];
  });
}

type By = { readonly turn: Turn; readonly actor: Actor };

function runsOf(command: Command, by: By): Act[] {
  const line = cleanInvisible(command.line).trim();
  const written = WRITES.exec(line)?.[1];
  if (written !== undefined) return [{ kind: "edit", ...by, file: written }];
  const steps = parseLine(line);
  const work = steps.filter((step) => !step.isTrivial || natureOf(step) !== "look");
  const dir = steps.find(({ program }) => program === "cd")?.words[1];
  const status = statusOf(command, line);
  // Which step of a list failed is unknown: the entire list did.
  if (status === "failed" && work.length > 1)
    return [asOneRun(work.map((step) => ({ ...runOf(step, dir, by), status })))];
  const isChain = !LOOSE.test(unquoted(line));
  return work.map((step, at) => ({
    ...runOf(step, dir, by),
    status: isChain || at === work.length - 1 ? status : "unknown",
  }));
}

/** A file written out by a shell is an edit. */
const WRITES = /^(?:cat|tee|printf|echo)\b[^|;&\n]*?>{1,2}\s*([\w./~@+-]+)/;
/** In such a list only the status of the last step is known. */
const LOOSE = /;|\n|\|\||(?<!&)&(?!&)(?!\d|>)/;

function unquoted(line: string): string {
  return line.replace(/'[^']*'|"(?:\\.|[^"\\])*"/g, "x").replace(/\d?>&\d|&>/g, "");
}

const MASKED = /\|\|\s*(?:true|:|echo|exit 0)\b|;\s*(?:true|:|exit 0|echo\b[^;]*)\s*$/;
const PIPED = /(?<!\|)\|(?!\|)/;

/** The status of a pipeline is that of its last member: if that is a filter, its output has to tell. */
function statusOf({ exitCode, output = "" }: Command, line: string): Run["status"] {
  const plain = unquoted(line);
  if (exitCode === undefined || MASKED.test(plain)) return "unknown";
  if (exitCode !== 0) return "failed";
  return PIPED.test(plain) && !/\bpipefail\b/.test(line) && reportsError(output) ? "unknown" : "ok";
}

function runOf(step: Step, dir: string | undefined, by: By): Omit<Run, "status"> {
  const family = sameFamily(step.family ?? step.program);
  const { operands, manner } = partsOf(step, family);
  return {
    kind: "run",
    ...by,
    line: dir === undefined ? step.text : `cd ${dir} && ${step.text}`,
    family,
    program: step.program,
    key: BY_FAMILY.has(family) ? family : [family, ...operands].join(" "),
    manner: [...(dir === undefined ? [] : [`cd ${dir}`]), ...manner].sort(),
    nature: natureOf(step),
  };
}

/** A list of commands as one act, by its entire line. */
export function asOneRun(runs: readonly Run[]): Run {
  const [first] = runs;
  return {
    ...first!,
    line: cleanInvisible(first!.turn.command?.line ?? "").trim(),
    family: runs.map(({ family }) => family).join(" && "),
    key: runs.map(({ key }) => key).join(" && "),
    manner: [...new Set(runs.flatMap(({ manner }) => manner))].sort(),
    nature: runs.some(({ nature }) => nature === "change") ? "change" : "check",
  };
}

function sameFamily(family: string): string {
  return family.replace(/^(npm|pnpm|yarn|bun) run (test|start)$/, "$1 $2").replace(/^npm t$/, "npm test");
}

/** Their arguments differ each time, but it is the same command. */
const BY_FAMILY = new Set(["git commit", "git push", "git pull"]);

const QUIET =
  /^(?:-v+|-q+|-s|-x|--verbose|--quiet|--silent|--(?:no-)?colou?r\S*|--tb=\S+|--reporter=\S+|--log-level=\S+|--progress=\S+|--stacktrace|--info|--debug|--)$/;

function partsOf({ words }: Step, family: string): { readonly operands: string[]; readonly manner: string[] } {
  const named = family.split(" ");
  const operands: string[] = [];
  const manner: string[] = [];
  const start = words.findIndex((word) => word === named[0] || word.endsWith(`/${named[0]}`));
  words.forEach((word, at) => {
    if (QUIET.test(word)) return;
    // Words before the command are a wrapper: `sudo`, `npx`, `uv run`.
    if (at < start || word.startsWith("-")) manner.push(word);
    else if (isValue(words[at - 1])) manner.push(`${manner.pop()} ${word}`);
    else if (!named.includes(word) && at > start) operands.push(word);
  });
  return BY_FAMILY.has(family) ? { operands: [], manner: [...manner, ...operands] } : { operands, manner };
}

/** Which short options take a value differs from program to program; a long one without `=` mostly does. */
function isValue(before: string | undefined): boolean {
  return before !== undefined && /^--[a-z][\w-]*$/.test(before) && !QUIET.test(before);
}
