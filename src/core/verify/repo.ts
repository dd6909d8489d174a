/** The interface to a user's tree; the project stage implements it. */

/**
 * A user's tree as it is now. It is read and nothing in it is run; paths are relative to the project's root and never
 * lead out of it. Each path is looked at once: a new question takes a new `Repo`.
 */
export interface Repo {
  /** Also true for files that are not readable. */
  exists(path: string): boolean;
  /** The text of a regular file; undefined if it is missing, unreadable or too long. */
  read(path: string, maxBytes: number): string | undefined;
  /** Undefined if the file is not valid JSON. */
  json(path: string): unknown;
  /** What the top package.json can run. */
  scripts(): Scripts;
  /** What the top Makefile and justfile can run. */
  targets(): Scripts;
  /** The repository's own instructions for agents: AGENTS.md, CLAUDE.md, rules files. */
  instructions(): readonly Instruction[];
}

export type Script = { readonly name: string; readonly file: string; readonly command?: string };
export type Scripts = {
  readonly all: readonly Script[];
  /** The files that were read. */
  readonly files: readonly string[];
  /** False if there may be more: a file includes others, computes names or could not be read. */
  readonly complete: boolean;
};
export type Instruction = { readonly path: string; readonly text: string };
