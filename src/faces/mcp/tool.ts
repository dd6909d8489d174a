/** A tool: its description and schemas for the model, and a function on an open memory. Most are derived from a verb. */
import type { StandardSchemaWithJSON, ToolAnnotations } from "@modelcontextprotocol/server";
import { OldhandError } from "../../core/base/error.ts";
import type { Memory } from "../../main/memory.ts";
import { type Schema, schemaOf } from "../../verbs/declare/json-schema.ts";
import { readInput, scopeIn } from "../../verbs/declare/read-input.ts";
import { type Act, type AnyVerb, programCall, type ToolFace, type VerbCall } from "../../verbs/declare/verb.ts";

/** What a call has besides its input. */
export type Caller = {
  /** A use counts once in it, and lines of a brief are given once. */
  readonly session: string;
  /** The directory that the call is about; undefined over HTTP if the caller names none. */
  readonly dir: string | undefined;
  /** Writes to stderr, where people can read it. */
  readonly note: (text: string) => void;
};

type Input = Readonly<Record<string, unknown>>;

export type Tool = Pick<ToolFace, "name" | "title" | "description" | "blocks"> & {
  readonly input: StandardSchemaWithJSON<Input>;
  readonly fields: readonly string[];
  readonly output: StandardSchemaWithJSON;
  readonly annotations: ToolAnnotations;
  /** Uses up one of the session's writes. */
  readonly writes: boolean;
  run(memory: Memory, input: Input, caller: Caller): Promise<object>;
};

const READS: ToolAnnotations = {
  readOnlyHint: true,
  destructiveHint: false,
  idempotentHint: true,
  openWorldHint: false,
};

/** How a tool uses the memory, as protocol hints. None reaches outside of it. */
const HINTS: Readonly<Record<Act, ToolAnnotations>> = {
  read: READS,
  add: { ...READS, readOnlyHint: false },
  append: { ...READS, readOnlyHint: false, idempotentHint: false },
  change: { ...READS, readOnlyHint: false, destructiveHint: true },
};

const CWD: Schema = {
  type: "string",
  minLength: 1,
  maxLength: 1000,
  description: "Absolute path of the directory you are working in. Default: the directory this server was started in.",
};

/** The tool that a verb declares. */
export function toolOf(verb: AnyVerb): Tool | undefined {
  const { tool, act } = verb;
  if (tool === undefined) return undefined;
  const { name, title, description, blocks, takes, requires, returns } = tool;
  const { properties, ...schema } = schemaOf(verb.input, takes, requires);
  return {
    ...{ name, title, description, blocks: blocks ?? [], annotations: HINTS[act], writes: act !== "read" },
    fields: [...Object.keys(takes), "cwd"],
    input: standard({ ...schema, properties: { ...(properties as object), cwd: CWD } }),
    output: standard(returns),
    run: (memory, input, caller) => runTool(verb, tool, { memory, input, caller }),
  };
}

/** In the form that the protocol's library takes; `readInput` does the checking, where the project is known. */
function standard<T>(schema: Schema): StandardSchemaWithJSON<T> {
  const json = () => ({ $schema: "https://json-schema.org/draft/2020-12/schema", ...schema });
  return {
    "~standard": {
      ...{ version: 1, vendor: "oldhand" },
      validate: (value) => ({ value: value as T }),
      jsonSchema: { input: json, output: json },
    },
  };
}

/** Whether a directory without git becomes a project. */
export function asksForProject({ writes }: Tool, { scope }: Input): boolean {
  return writes && typeof scope === "string" && scopeIn(scope) === "project";
}

type ToolRun = { readonly memory: Memory; readonly input: Input; readonly caller: Caller };

async function runTool(
  verb: AnyVerb,
  tool: NonNullable<AnyVerb["tool"]>,
  { memory, input, caller }: ToolRun,
): Promise<object> {
  const { cwd: _, ...given } = input;
  const missing = tool.requires?.find((name) => given[name] === undefined);
  if (missing !== undefined) throw new OldhandError("usage", `Missing ${missing}.`);
  const stray = Object.keys(given).find((name) => tool.takes[name] === undefined);
  if (stray !== undefined)
    throw new OldhandError(
      "usage",
      `Unknown field ${JSON.stringify(stray)}. ${tool.name} takes ${[...Object.keys(tool.takes), "cwd"].join(", ")}.`,
    );
  const { context, settled } = memory.inside;
  const { session, dir, note } = caller;
  const reading = { nowMs: context.clock(), project: context.project, cwd: dir };
  const read = readInput(verb.input, { ...tool.defaults, ...given }, reading);
  const call: VerbCall = {
    ...programCall({ context, settled }),
    note,
    ...(session !== undefined && { session }),
    ...(dir !== undefined && { dir }),
  };
  try {
    const result = await verb.run(call, read);
    return tool.answer?.(result, read) ?? verb.json?.(result, read) ?? result;
  } catch (error) {
    // The verb turned the change into a suggestion, because the record is the person's own.
    if (!(error instanceof OldhandError) || error.code !== "invalid" || error.cause === undefined) throw error;
    return { outcome: "proposed", suggestion: error.cause, reason: error.message };
  }
}
