/** A tool: its description and schemas for the model, and a function on an open memory. */
import type { ToolAnnotations } from "@modelcontextprotocol/server";
import type { z } from "zod";
import type { Memory } from "../open/memory.ts";

/** What a call has besides its input. */
export type Caller = {
  /** A use counts once in it, and lines of a brief are given once. */
  readonly session: string;
  /** The directory that the call is about; undefined over HTTP if the caller names none. */
  readonly dir: string | undefined;
};

/** The three ways in which a tool uses the memory, as protocol hints. None reaches outside of it. */
export const READS: ToolAnnotations = {
  readOnlyHint: true,
  destructiveHint: false,
  idempotentHint: true,
  openWorldHint: false,
};
/** Nothing is lost: replaced text stays in the history. */
export const ADDS: ToolAnnotations = { ...READS, readOnlyHint: false };
export const CHANGES: ToolAnnotations = { ...ADDS, destructiveHint: true };

export type Tool<Input extends z.ZodObject = z.ZodObject> = {
  readonly name: `memory_${string}`;
  readonly title: string;
  readonly description: string;
  readonly input: Input;
  readonly output: z.ZodObject;
  readonly annotations: ToolAnnotations;
  /** Fields of its answer that are one block between markers. */
  readonly blocks?: readonly string[];
  /** Uses up one of the session's writes. */
  readonly writes?: true;
  /** If true, a directory without git becomes a project. */
  readonly asProject?: (input: z.infer<Input>) => boolean;
  run(memory: Memory, input: z.infer<Input>, caller: Caller): Promise<object>;
};

/** Checks the input type where a tool is defined; the table holds tools of any input. */
export function tool<Input extends z.ZodObject>(one: Tool<Input>): Tool {
  return one as unknown as Tool;
}
