/** What a command is: data for parsing, help, completions and the reference, and a function that is loaded when it runs. */
import type { Scope } from "../core/record/record.ts";
import type { Memory, openReadOnly } from "../memory.ts";
import type { PlanningMemory } from "../verbs/requesting.ts";
import type { Io } from "./io.ts";
import type { Page } from "./page.ts";

export type Option = {
  /** Without dashes. */
  readonly name: string;
  readonly short?: string;
  /** The placeholder of its value; an option without one is a flag. */
  readonly value?: string;
  readonly says: string;
  readonly repeatable?: true;
  readonly choices?: readonly string[];
};

export type Positional = {
  readonly name: string;
  readonly says: string;
  readonly optional?: true;
  /** Takes all further words, joined by spaces. */
  readonly many?: true;
  readonly choices?: readonly string[];
  /** Offered by completions; whether another one will do is left to the command. */
  readonly offers?: readonly string[];
};

type Described = {
  /** `record add` is two words; the status screen has none. */
  readonly words: readonly string[];
  readonly summary: string;
  /** What else a newcomer should know, a paragraph each. */
  readonly notes?: readonly string[];
  readonly positionals?: readonly Positional[];
  readonly options?: readonly Option[];
  readonly examples?: readonly string[];
  /** A quick command looks at the files only; others do everything that is due. */
  readonly settle?: "files";
  /** At a git directory that is known, its word is taken for whose it is: git is not started to see. */
  readonly isQuick?: true;
  /** Running it says that this plain directory is a project. */
  readonly asProject?: true;
};

type ReadOnlyMemory = Awaited<ReturnType<typeof openReadOnly>>;
export type AnyMemory = Memory | ReadOnlyMemory;

export type Command = Described &
  (
    | { readonly needs: "nothing"; readonly run: () => Promise<(call: Call) => Promise<Answer>> }
    | { readonly needs: "read"; readonly run: () => Promise<(call: Call, memory: AnyMemory) => Promise<Answer>> }
    | { readonly needs: "plan"; readonly run: () => Promise<(call: Call, memory: PlanningMemory) => Promise<Answer>> }
    | { readonly needs: "write"; readonly run: () => Promise<(call: Call, memory: Memory) => Promise<Answer>> }
  );

/** One command as somebody typed it. */
export type Call = {
  readonly io: Io;
  readonly isJson: boolean;
  readonly scope: Scope | undefined;
  /** The positionals in the order of the table, those of `many` joined. */
  readonly args: readonly (string | undefined)[];
  readonly given: Given;
  /** For what a person should know beside the answer. */
  readonly note: (text: string) => void;
};

export type Given = {
  has(flag: string): boolean;
  value(name: string): string | undefined;
  values(name: string): readonly string[] | undefined;
};

/** What a command found out, for programs and for people. */
export type Answer = {
  readonly json: object;
  readonly text: (page: Page) => string;
  readonly exit?: ExitCode;
  /** A refusal is told where errors are told. */
  readonly isRefusal?: true;
  /** The answer was asked for as JSON without `--json`. */
  readonly asJson?: boolean;
};

export type ExitCode = 0 | 1 | 2 | 3 | 130;

export function nameOf({ words }: Pick<Command, "words">): string {
  return ["oldhand", ...words].join(" ");
}
