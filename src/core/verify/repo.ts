/** What may be asked of a user's tree; the project stage answers. */

/**
 * A user's tree as it is now. It is read and nothing in it is run; paths are relative to the project's root and never
 * lead out of it. Each path is looked at once: a new question takes a new `Repo`.
 */
export interface Repo {
  /** Also true of what is there and may not be looked at. */
  exists(path: string): boolean;
  /** The whole text of a plain file; undefined where there is none that can be read, or a longer one than asked for. */
  read(path: string, maxBytes: number): string | undefined;
  /** Undefined where the file cannot be read as JSON. */
  json(path: string): unknown;
  /** What the top package.json can run. */
  scripts(): Scripts;
  /** What the top Makefile and justfile can run. */
  targets(): Scripts;
  /** What agents are told here by the repository itself: AGENTS.md, CLAUDE.md, rules files. */
  instructions(): readonly Instruction[];
}

export type Script = { readonly name: string; readonly file: string; readonly command?: string };
export type Scripts = {
  readonly all: readonly Script[];
  /** The files that say so. */
  readonly files: readonly string[];
  /** False where there may be more: a file was included, made up or could not be read. */
  readonly complete: boolean;
};
export type Instruction = { readonly path: string; readonly text: string };
