/** A verb: what can be done, declared once. The command line, agents' tools, the page's routes and the library derive from it. */
import type { CallContext, OpenedToRead, Settled } from "../call/call-context.ts";
import type { Env } from "../call/environment.ts";
import type { Style } from "../print/style.ts";
import type { InputFields, InputOf } from "./field.ts";
import type { Schema } from "./json-schema.ts";

/** What is opened for it: nothing, the memory to read, to write, or to plan a command (then nothing else that is due runs). */
export type Needs = "nothing" | "read" | "write" | "plan";

type ContextFor = {
  readonly nothing: undefined;
  readonly read: OpenedToRead;
  readonly write: CallContext;
  readonly plan: CallContext;
};

/**
 * read: changes nothing. add: nothing is lost, and repeating it changes nothing. append: repeating it adds another.
 * change: something is replaced or removed.
 */
export type Act = "read" | "add" | "append" | "change";

/** What an opened memory hands to verbs. */
export type Opened = { readonly context: CallContext | OpenedToRead; readonly settled: Settled };

/** One call of a verb, from whichever face. */
export type VerbCall<N extends Needs = Needs> = {
  readonly env: Env;
  readonly context: ContextFor[N];
  /** What was found by the work that was due before this call. */
  readonly settled: Settled;
  /** A message beside the answer. */
  readonly note: (text: string) => void;
  /** How far long work is, for a person who waits; the next replaces it. */
  readonly progress: (text: string) => void;
  /** A part of the answer that a person is shown at once. */
  readonly say: (text: (style: Style) => string) => void;
  /** The answer is read by a program, not printed for a person. */
  readonly isForProgram: boolean;
  /** A person who can be shown something and asked. */
  readonly terminal?: Terminal;
  /** What a person pipes in, if it is asked for. */
  readonly stdin?: () => string;
  /** The session of the agent that calls. */
  readonly session?: string;
  /** The directory that the call is about, if it is not the environment's. */
  readonly dir?: string;
  /** What was typed after `oldhand`. */
  readonly typed?: readonly string[];
};

export type Terminal = {
  readonly style: Style;
  show(text: string): void;
  /** Undefined for Ctrl-C and Ctrl-D. */
  ask(question: string, prefill?: string): Promise<string | undefined>;
  askKey(question: string): Promise<string | undefined>;
};

export type ExitCode = 0 | 1 | 2 | 3 | 130;

/** How agents see a verb. */
export type ToolFace<F extends InputFields = InputFields, R = object> = {
  readonly name: `memory_${string}`;
  readonly title: string;
  readonly description: string;
  /** The fields that it takes, with what a model should know; "" takes the field's help. */
  readonly takes: { readonly [K in keyof F]?: string };
  /** Fields that an agent has to give, although a person may leave them out. */
  readonly requires?: readonly (keyof F & string)[];
  /** Set unless the agent says otherwise. */
  readonly defaults?: Partial<InputOf<F>>;
  readonly returns: Schema;
  /** What is returned, if it is not the whole result. */
  readonly answer?: (result: R, input: InputOf<F>) => object;
  /** Fields of the answer that are one block between markers. */
  readonly blocks?: readonly string[];
};

/** How the page reaches a verb: GET /api/<words> if it only reads, else POST. */
export type PageFace<F extends InputFields = InputFields, R = object> = {
  /** For what would not fit into an address although it only reads. */
  readonly method?: "POST";
  /** What is returned, if it is not the whole result. */
  readonly answer?: (result: R) => object;
  /** The field with a record's id: over all projects, the verb runs in that record's own. */
  readonly inProjectOf?: keyof F & string;
  /** It runs where the server was started, whatever the page shows. */
  readonly isAtStart?: true;
};

export type DeclaredVerb<
  Name extends string = string,
  F extends InputFields = InputFields,
  N extends Needs = Needs,
  R = object,
> = {
  /** Its words, as they are typed. */
  readonly name: Name;
  /** Other names of it, perhaps with flags; "" is `oldhand` alone. */
  readonly also?: readonly string[];
  /** Names from earlier versions: they work, and say what it is called now. */
  readonly formerly?: readonly string[];
  /** A wider verb that does this too: lists of commands name only that one. */
  readonly under?: string;
  readonly summary: string;
  /** What else a newcomer should know, one paragraph each. */
  readonly notes?: readonly string[];
  readonly examples?: readonly string[];
  readonly input: F;
  readonly act: Act;
  readonly needs: N;
  /** `files` only updates the index; the default also runs the work that is due. */
  readonly settle?: "files";
  /** Trusts the stored project of a known git directory instead of starting git. */
  readonly isQuick?: true;
  /** Asks about files that changed outside oldhand by itself. */
  readonly asksAboutFiles?: true;
  /** Makes a directory without git a project. */
  readonly asProject?: true;
  /** Returns the document that --json prints, unless `json` makes it. What it works with is imported here, when it runs. */
  run(call: VerbCall<N>, input: InputOf<F>): Promise<R>;
  json?(result: R, input: InputOf<F>): object;
  /** The result for people. */
  print(result: R, style: Style, input: InputOf<F>): string;
  /** A message to a person beside the result, such as that there is nothing. */
  remark?(result: R, input: InputOf<F>): string | undefined;
  /** A refusal (`outcome: "refused"`) exits with 1, everything else with 0. */
  exit?(result: R): ExitCode;
  /** JSON is printed without --json too. */
  isJson?(input: InputOf<F>): boolean;
  readonly tool?: ToolFace<F, R>;
  readonly page?: PageFace<F, R>;
};

/** A verb of any input and result, as tables hold it. */
// biome-ignore lint/suspicious/noExplicitAny: a verb takes what its own table says, which `readInput` checks
export type AnyVerb = DeclaredVerb<string, any, any, any>;

/** Checks a verb's types where it is declared. */
export function verb<const Name extends string, const F extends InputFields, const N extends Needs, R extends object>(
  one: DeclaredVerb<Name, F, N, R>,
): DeclaredVerb<Name, F, N, R> {
  return one;
}

export type ResultOf<V> = V extends { run(call: never, input: never): Promise<infer R> } ? R : never;

/** The words of a name, without its flags: `status --counts` is the command `status`. */
export function verbWords({ name }: Pick<AnyVerb, "name">): readonly string[] {
  return name.split(" ").filter((word) => !word.startsWith("--"));
}

/** A call that a program makes: nobody is asked, and nobody waits. */
export function programCall({ context, settled }: Opened & { readonly context: CallContext }): VerbCall {
  const unheard = (): void => {};
  return { env: context.env, context, settled, note: unheard, progress: unheard, say: unheard, isForProgram: true };
}
