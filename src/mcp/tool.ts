/** What a tool is: words and schemas for the model, and a function on an open memory. */
import type { z } from "zod";
import type { Memory } from "../open/memory.ts";

/** What a call brings along beside its input. */
export type Caller = {
  /** Uses count once in it, and what a brief told is not told again. */
  readonly session: string;
  /** The directory that the call is about; none over HTTP where the caller names none. */
  readonly dir: string | undefined;
};

type Annotations = {
  readonly readOnlyHint: boolean;
  readonly destructiveHint: boolean;
  readonly idempotentHint: boolean;
  readonly openWorldHint: false;
};

/** The three ways in which a tool touches the memory, in the words of the protocol. None reaches outside of it. */
export const READS: Annotations = {
  readOnlyHint: true,
  destructiveHint: false,
  idempotentHint: true,
  openWorldHint: false,
};
/** Nothing is lost: what is replaced stays as history. */
export const ADDS: Annotations = { ...READS, readOnlyHint: false };
export const CHANGES: Annotations = { ...ADDS, destructiveHint: true };

export type Tool<Input extends z.ZodObject = z.ZodObject> = {
  readonly name: `memory_${string}`;
  readonly title: string;
  readonly description: string;
  readonly input: Input;
  readonly output: z.ZodObject;
  readonly annotations: Annotations;
  /** Takes one of the writes that a session has. */
  readonly writes?: true;
  /** Where this says so, a plain directory becomes a project. */
  readonly asProject?: (input: z.infer<Input>) => boolean;
  run(memory: Memory, input: z.infer<Input>, caller: Caller): Promise<object>;
};

/** Keeps the type of the input while the tool is written; the table holds tools of any input. */
export function tool<Input extends z.ZodObject>(one: Tool<Input>): Tool {
  return one as unknown as Tool;
}
