/** A route of the API: most are derived from a verb, the others are views of the page alone. */
import { z } from "zod";
import { OldhandError } from "../../core/base/error.ts";
import type { Memory } from "../../main/memory.ts";
import { readInput } from "../../verbs/declare/read-input.ts";
import { type AnyVerb, type PageFace, programCall } from "../../verbs/declare/verb.ts";
import type { ServerState } from "./server-state.ts";

export type Route = {
  readonly method: "GET" | "POST";
  readonly path: `/api/${string}`;
  /** The same command of the command line, or a short description if no command does this. */
  readonly verb: string;
  /** Throws if it is not what the route takes. */
  check(input: unknown): Input;
  run(call: RouteCall, input: Input): Promise<object>;
};

/** Every route also takes what the page shows: a project's id, or `everywhere`; the default is where the server was started. */
type Input = { readonly in?: string; readonly [name: string]: unknown };

type Run<T> = (call: RouteCall, input: T) => Promise<object>;
export type RouteCall = {
  readonly memory: Memory;
  readonly state: ServerState;
  /** The directory that commands run in. */
  readonly dir: string | undefined;
  readonly isEverywhere: boolean;
  /** As the request named it. */
  readonly shown: string | undefined;
  /** The id of the load of the page that sent this; every POST has one. */
  readonly page: string;
};

/** The route that a verb declares. */
export function routeOf(verb: AnyVerb): Route | undefined {
  const { page, name, act } = verb;
  if (page === undefined) return undefined;
  const face: PageFace = page;
  return {
    method: act === "read" ? (face.method ?? "GET") : "POST",
    path: pathOf(verb),
    verb: name,
    check(input) {
      if (typeof input !== "object" || input === null || Array.isArray(input))
        throw new OldhandError("usage", "Expected an object of fields.");
      const stray = Object.keys(input).find((field) => field !== "in" && verb.input[field] === undefined);
      if (stray !== undefined) throw new OldhandError("usage", `Unknown field ${JSON.stringify(stray)}.`);
      return input as Input;
    },
    run(call, input) {
      if (face.isAtStart)
        return call.state.withMemory(undefined, (memory, at) => runOn(verb, { ...call, ...at, memory }, input));
      return inItsProject(call, face.inProjectOf && input[face.inProjectOf], (there) => runOn(verb, there, input));
    },
  };
}

/** `status --effect` is at /api/status/effect. */
function pathOf({ name }: AnyVerb): Route["path"] {
  return `/api/${name
    .split(" ")
    .map((word) => word.replace(/^--/, ""))
    .join("/")}`;
}

async function runOn(verb: AnyVerb, { memory, dir }: RouteCall, input: Input): Promise<object> {
  const { context, settled } = memory.inside;
  const read = readInput(verb.input, input, { nowMs: context.clock(), project: context.project, cwd: dir });
  const call = programCall({ context, settled });
  const result = await verb.run({ ...call, ...(dir !== undefined && { dir }) }, read);
  return verb.page?.answer?.(result) ?? verb.json?.(result, read) ?? result;
}

/** Everywhere, a record is read and changed in its own project. */
export async function inItsProject<T>(
  call: RouteCall,
  id: unknown,
  work: (there: RouteCall) => Promise<T>,
): Promise<T> {
  const { memory, state, isEverywhere } = call;
  const project = isEverywhere && typeof id === "string" ? (await memory.get(id)).project : undefined;
  return project === undefined
    ? work(call)
    : state.withMemory(project, (there, at) => work({ ...call, memory: there, ...at }));
}

export const get = routeFor("GET");
export const post = routeFor("POST");

function routeFor(method: Route["method"]) {
  return <T extends z.ZodRawShape>(
    path: Route["path"],
    verb: string,
    fields: T,
    run: Run<z.output<z.ZodObject<T>>>,
  ): Route => {
    const takes = z.strictObject({ in: z.string().min(1).max(100).exactOptional(), ...fields });
    return {
      ...{ method, path, verb },
      check(input) {
        const parsed = takes.safeParse(input);
        if (parsed.success) return parsed.data as Input;
        throw new OldhandError("usage", z.prettifyError(parsed.error));
      },
      run: (call, input) => run(call, input as never),
    };
  };
}

const LINE_CHARS = 1000;
const TEXT_CHARS = 65_536;

export const line = () => z.string().trim().min(1).max(LINE_CHARS);
export const text = () => z.string().min(1).max(TEXT_CHARS);
export const integer = (max: number) => z.coerce.number().int().min(0).max(max);
