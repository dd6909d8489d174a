/** What a command is: data for parsing, help, completions and the reference, and a function that is imported when it runs. */
import type { Scope } from "../core/record/record.ts";
import type { Memory, openReadOnly } from "../open/memory.ts";
import type { PlanningMemory } from "../open/open-for-planning.ts";
import type { Io } from "./io.ts";
import type { Style } from "./output/style.ts";

export type Option = {
  /** Without dashes. */
  readonly name: string;
  readonly short?: string;
  /** The placeholder of its value; an option without one is a flag. */
  readonly value?: string;
  readonly help: string;
  readonly repeatable?: true;
  readonly choices?: readonly string[];
  /** Offered by completions; the command itself checks the value. */
  readonly offers?: readonly string[];
};

export type Positional = {
  readonly name: string;
  readonly help: string;
  readonly optional?: true;
  /** Takes all remaining words, joined by spaces. */
  readonly many?: true;
  readonly choices?: readonly string[];
  readonly offers?: readonly string[];
};

type CommandInfo = {
  /** `record add` is two words; the status screen has none. */
  readonly words: readonly string[];
  readonly summary: string;
  /** What else a newcomer should know, one paragraph each. */
  readonly notes?: readonly string[];
  readonly positionals?: readonly Positional[];
  readonly options?: readonly Option[];
  readonly examples?: readonly string[];
  /** `files` only updates the index; the default also runs the work that is due. */
  readonly settle?: "files";
  /** Trusts the stored project of a known git directory instead of starting git. */
  readonly isQuick?: true;
  /** Asks about files that changed outside oldhand by itself. */
  readonly asksAboutFiles?: true;
  /** Makes a directory without git a project. */
  readonly asProject?: true;
};

type ReadOnlyMemory = Awaited<ReturnType<typeof openReadOnly>>;
export type AnyMemory = Memory | ReadOnlyMemory;

/** Imports the function when the command runs. */
type Run<M extends unknown[]> = { readonly run: () => Promise<(call: Call, ...memory: M) => Promise<Answer>> };

export type Command = CommandInfo &
  (
    | ({ readonly needs: "nothing" } & Run<[]>)
    | ({ readonly needs: "read" } & Run<[AnyMemory]>)
    | ({ readonly needs: "plan" } & Run<[PlanningMemory]>)
    | ({ readonly needs: "write" } & Run<[Memory]>)
  );

/** A command as the table has it: most need a memory to write to, and leave that out. */
export type CommandEntry = Command | (CommandInfo & { readonly needs?: never } & Run<[Memory]>);

/** One command as it was typed. */
export type Call = {
  readonly io: Io;
  readonly isJson: boolean;
  readonly scope: Scope | undefined;
  /** The positionals in the order of the table; those of `many` are joined. */
  readonly args: readonly (string | undefined)[];
  readonly given: Given;
  /** What was typed after `oldhand`. */
  readonly argv: readonly string[];
  /** Prints a message to stderr, next to the answer. */
  readonly note: (text: string) => void;
};

export type Given = {
  has(flag: string): boolean;
  value(name: string): string | undefined;
  values(name: string): readonly string[] | undefined;
};

/** The result of a command, for programs and for people. */
export type Answer = {
  readonly json: object;
  readonly text: (style: Style) => string;
  readonly exit?: ExitCode;
  /** A refusal is printed to stderr. */
  readonly isRefusal?: true;
  /** JSON was requested without `--json`, as by `recall --format json`. */
  readonly asJson?: boolean;
};

export type ExitCode = 0 | 1 | 2 | 3 | 130;

export function nameOf({ words }: Pick<Command, "words">): string {
  return ["oldhand", ...words].join(" ");
}
