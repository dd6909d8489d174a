/** Turns session turns into acts: commands and edits in order, each with its outcome if known. */
import { parseLine, type Step } from "../../core/command/steps.ts";
import { cleanInvisible } from "../../core/screen/invisible.ts";
import { reportsError } from "../../core/session/error-signature.ts";
import type { SessionTurn, TurnCommand } from "../session/turn.ts";
import { isPreparation, type Nature, natureOf } from "./nature.ts";

type Actor = "person" | "agent";

export type PastRun = {
  readonly kind: "run";
  readonly turn: SessionTurn;
  readonly actor: Actor;
  /** The command itself, without the steps around it. */
  readonly line: string;
  readonly family: string;
  readonly program: string;
  /** Arguments that are neither options nor parts of the family. */
  readonly operands: readonly string[];
  readonly options: readonly string[];
  /** The family and what it was run on: two runs with one key are the same command. */
  readonly key: string;
  /** What the line does before it: activates an environment, sets a variable, calls a wrapper. */
  readonly preparation: readonly string[];
  /** The directory it was run in, as far as that is known; and how the line changed to it. */
  readonly directory?: string;
  readonly changeOfDirectory?: string;
  readonly nature: Nature;
  readonly status: "ok" | "failed" | "unknown";
};

export type PastEdit = {
  readonly kind: "edit";
  readonly turn: SessionTurn;
  readonly actor: Actor;
  readonly file: string;
};

export type PastAct = PastRun | PastEdit;

export function actsOf(turns: readonly SessionTurn[]): PastAct[] {
  return turns.flatMap((turn): PastAct[] => {
    const actor = turn.role === "person" ? "person" : "agent";
    const edits: PastAct[] = turn.edit === undefined ? [] : [{ kind: "edit", turn, actor, file: turn.edit.file }];
    return turn.command === undefined || turn.role === "machine"
      ? edits
      : [...edits, ...runsOf(turn.command, { turn, actor })];
  });
}

type By = { readonly turn: SessionTurn; readonly actor: Actor };

function runsOf(command: TurnCommand, by: By): PastAct[] {
  const line = cleanInvisible(command.line).trim();
  const written = WRITES.exec(line)?.[1];
  if (written !== undefined) return [{ kind: "edit", ...by, file: written }];
  const runs = runsIn(parseLine(line), command.cwd, by);
  const status = statusOf(command, line);
  if (status === "failed") return failedRuns(runs, line);
  const isChain = !LOOSE.test(unquoted(line));
  return runs.map((run, at) => ({ ...run, status: isChain || at === runs.length - 1 ? status : "unknown" }));
}

/** Which step of a list failed is unknown, so the entire list did; staging belongs to the commit after it. */
function failedRuns(runs: readonly PastRun[], line: string): PastRun[] {
  const work = runs.filter(({ nature, family }, at) => nature !== "look" && !(STAGES.test(family) && runs[at + 1]));
  const [first, ...more] = work;
  if (first === undefined) return [];
  if (more.length === 0) return [{ ...first, status: "failed" }];
  return [{ ...asOneRun(work), line, status: "failed" }];
}

const STAGES = /^git add$/;

/** A list of commands as one act. */
export function asOneRun(runs: readonly PastRun[]): PastRun {
  return {
    ...runs[0]!,
    line: runs.map(({ line }) => line).join(" && "),
    family: runs.map(({ family }) => family).join(" && "),
    key: runs.map(({ key }) => key).join(" && "),
    operands: runs.flatMap(({ operands }) => operands),
    options: runs.flatMap(({ options }) => options),
    nature: runs.some(({ nature }) => nature === "change") ? "change" : "check",
  };
}

/** A line that only prepares is a run itself; otherwise its preparations belong to the commands after them. */
function runsIn(steps: readonly Step[], cwd: string | undefined, by: By): PastRun[] {
  const runs: PastRun[] = [];
  const preparation: string[] = [];
  let directory = cwd;
  let changeOfDirectory: string | undefined;
  const isAllPreparation = steps.every(isPreparation);
  for (const step of steps) {
    if (step.program === "cd") {
      directory = directoryAfter(directory, step.words[1]);
      changeOfDirectory = step.text;
      continue;
    }
    if (isPreparation(step) && !isAllPreparation) {
      preparation.push(step.text);
      continue;
    }
    const { operands, options, before } = partsOf(step);
    const family = familyFor(step);
    runs.push({
      kind: "run",
      ...by,
      ...{ line: step.text, family, program: step.program, operands, options },
      key: BY_FAMILY.has(family) ? family : [family, ...operands].join(" "),
      preparation: [...preparation, ...before],
      ...(directory !== undefined && { directory }),
      ...(changeOfDirectory !== undefined && { changeOfDirectory }),
      nature: natureOf(step),
      status: "unknown",
    });
  }
  return runs;
}

/** Undefined if only the shell knows. */
function directoryAfter(directory: string | undefined, target: string | undefined): string | undefined {
  if (target === undefined || /[$`~*\\]|^-$/.test(target)) return undefined;
  if (!target.startsWith("/") && directory === undefined) return undefined;
  const parts: string[] = [];
  for (const part of (target.startsWith("/") ? target : `${directory}/${target}`).split("/"))
    if (part === "..") parts.pop();
    else if (part !== "" && part !== ".") parts.push(part);
  return `/${parts.join("/")}`;
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
function statusOf({ status, output = "" }: TurnCommand, line: string): PastRun["status"] {
  const plain = unquoted(line);
  if (status === undefined || MASKED.test(plain)) return "unknown";
  if (status === "failed") return "failed";
  return PIPED.test(plain) && !/\bpipefail\b/.test(line) && reportsError(output) ? "unknown" : "ok";
}

/** One name for the ways to start the same program. */
function familyFor({ family, program }: Step): string {
  return (family ?? program)
    .replace(/^(npm|pnpm|yarn|bun) run (test|start)$/, "$1 $2")
    .replace(/^npm t$/, "npm test")
    .replace(/^python[\d.]* -m (?=\S)/, "");
}

/** Whether its arguments belong to one occasion, such as a commit message. */
export function hasOccasion(family: string): boolean {
  return BY_FAMILY.has(family);
}

/** Their arguments differ each time, but it is the same command. */
const BY_FAMILY = new Set(["git commit", "git push", "git pull"]);

const QUIET =
  /^(?:-v+|-q+|-s|-x+v*s*|--verbose|--quiet|--silent|--(?:no-)?colou?r\S*|--tb=\S+|--reporter=\S+|--log-level=\S+|--progress=\S+|--stacktrace|--info|--debug|--)$/;

type Parts = { readonly operands: string[]; readonly options: string[]; readonly before: string[] };

function partsOf({ words, family = "", program }: Step): Parts {
  const named = (family === "" ? program : family).split(" ");
  const parts: Parts = { operands: [], options: [], before: [] };
  const start = words.findIndex((word) => word === named[0] || word.endsWith(`/${named[0]}`));
  words.forEach((word, at) => {
    if (QUIET.test(word)) return;
    // Words before the command are a wrapper or a variable: `sudo`, `uv run`, `CI=1`.
    if (at < start) parts.before.push(word);
    else if (word.startsWith("-") && !named.includes(word)) parts.options.push(word);
    else if (isValue(words[at - 1])) parts.options.push(`${parts.options.pop()} ${word}`);
    else if (!named.includes(word) && at > start) parts.operands.push(word);
  });
  return parts;
}

/** Which short options take a value differs from program to program; a long one without `=` mostly does. */
function isValue(before: string | undefined): boolean {
  return before !== undefined && /^--[a-z][\w-]*$/.test(before) && !QUIET.test(before);
}
