/** What the grounded planner chooses from: workflows, commands that were run, and what the project's files can run. */
import type { RecordId } from "../record/record.ts";

export type Material = {
  readonly workflows: readonly KnownWorkflow[];
  readonly commands: readonly KnownCommand[];
  readonly targets: readonly Target[];
  readonly cwd: string;
  readonly projectRoot?: string;
  readonly nowMs: number;
  /** What was planned for earlier requests, and what the person said to it. */
  readonly asked?: readonly Asked[];
};

export type KnownWorkflow = {
  readonly id: RecordId;
  readonly name: string;
  readonly description: string;
  readonly steps: readonly string[];
  readonly slots: readonly string[];
  /** How often all its steps went well. */
  readonly success: number;
  readonly lastRun?: { readonly status: string; readonly atMs: number };
};

/** A command line that the person ran, here or anywhere, with what is known of how it went. */
export type KnownCommand = {
  readonly command: string;
  readonly family: string;
  readonly count: number;
  readonly successes: number;
  readonly lastExit?: number;
  /** Absent where no source told a time. */
  readonly lastAtMs?: number;
  /** Where it was run last; the present directory where it was ever run in that. */
  readonly cwd?: string;
  readonly inProject: boolean;
};

/** Something that a file of the project can run. */
export type Target = {
  readonly name: string;
  /** The whole command, such as `npm run build`; `<name>` stands for an argument that it needs. */
  readonly run: string;
  /** Relative to the project's root. */
  readonly file: string;
  /** `defined`: the file names it. `usual`: the file's tool always has it. `ci`: a step of a pipeline. */
  readonly kind: "defined" | "usual" | "ci";
  /** What it runs in turn. */
  readonly body?: string;
  readonly description?: string;
};

export type Asked = {
  readonly request: string;
  readonly command: string;
  readonly answer: "ran" | "rejected";
  readonly atMs: number;
};
