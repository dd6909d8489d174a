/** What the grounded planner chooses from: workflows, past commands, and tasks defined in the project's files. */
import type { RecordId } from "../record/record.ts";

export type Material = {
  readonly workflows: readonly KnownWorkflow[];
  readonly commands: readonly KnownCommand[];
  readonly targets: readonly ProjectTarget[];
  readonly cwd: string;
  readonly projectRoot?: string;
  readonly nowMs: number;
  /** Earlier requests in this project with their plans and the person's decisions. */
  readonly asked?: readonly EarlierRequest[];
  /** Commands that records name. */
  readonly told?: readonly Told[];
  /** What accepted guards put in place of a command; undefined if it stays as it is. */
  readonly rewrite?: (command: string) => Rewritten | undefined;
  readonly weightOf?: WeightOf | undefined;
};

/** How much a word says, by the shipped table of word pieces: about 1, less for filler. */
export type WeightOf = (word: string) => number;

/** A record that names what to run for a purpose; without steps it describes one and names no command. */
export type Told = {
  readonly record: RecordId;
  readonly text: string;
  /** The words that say what for. */
  readonly about: string;
  readonly steps: readonly string[];
  /** What it has to be done before: `pushing`. Then it is no answer by itself. */
  readonly before?: string;
};

export type Rewritten = {
  readonly command: string;
  /** The statement that asks for it, and its record. */
  readonly text: string;
  readonly record: RecordId;
  /** True if it runs something before the command, which stays as it is. */
  readonly isBefore?: boolean;
};

export type KnownWorkflow = {
  readonly id: RecordId;
  readonly name: string;
  readonly description: string;
  readonly steps: readonly string[];
  readonly slots: readonly string[];
  /** How often all steps succeeded. */
  readonly success: number;
  readonly lastRun?: { readonly status: string; readonly atMs: number };
};

/** A command line that the person ran, here or elsewhere, and how it ended. */
export type KnownCommand = {
  readonly command: string;
  readonly family: string;
  readonly count: number;
  readonly successes: number;
  readonly lastExit?: number;
  /** Absent if no source had times. */
  readonly lastAtMs?: number;
  /** Where it was run last; the current directory if it was ever run there. */
  readonly cwd?: string;
  readonly inProject: boolean;
};

/** A task that a file of the project defines. */
export type ProjectTarget = {
  readonly name: string;
  /** The complete command, such as `npm run build`; `<name>` is an argument that it needs. */
  readonly run: string;
  /** Relative to the project's root. */
  readonly file: string;
  /** `defined`: the file names it. `usual`: the file's tool always has it. `ci`: a step of a pipeline. */
  readonly kind: "defined" | "usual" | "ci";
  /** What its own first line runs. */
  readonly body?: string;
  /** Everything that it runs, one command a line, with what it calls. */
  readonly runs?: string;
  readonly description?: string;
  /** What its argument is likely to be: the dependencies to update, the members of a workspace. */
  readonly values?: readonly string[];
};

export type EarlierRequest = {
  readonly request: string;
  readonly command: string;
  readonly answer: "ran" | "rejected";
  readonly atMs: number;
};
