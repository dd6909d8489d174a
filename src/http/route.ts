/** The type of an API route, and the input schemas that routes share. */
import { z } from "zod";
import type { Memory } from "../open/memory.ts";
import type { ServerState } from "./server-state.ts";

export type Route = {
  readonly method: "GET" | "POST";
  readonly path: `/api/${string}`;
  /** The same command of the command line, or a short description if there is none. */
  readonly verb: string;
  readonly takes: z.ZodObject;
  readonly run: (call: RouteCall, input: never) => Promise<object>;
};

export type RouteCall = { readonly memory: Memory; readonly state: ServerState; readonly dir: string | undefined };

type TypedRoute<T extends z.ZodObject> = Omit<Route, "takes" | "run"> & {
  readonly takes: T;
  readonly run: (call: RouteCall, input: z.output<T>) => Promise<object>;
};

/** Types the input of `run` by its schema. */
export function route<T extends z.ZodObject>(typed: TypedRoute<T>): Route {
  return typed as Route;
}

const LINE_CHARS = 1000;
const TEXT_CHARS = 65_536;

/** The directory of the project that the page shows; defaults to the one the server was started in. */
export const DIR = { dir: z.string().min(1).max(4096).optional() };

export const line = () => z.string().trim().min(1).max(LINE_CHARS);
export const text = () => z.string().min(1).max(TEXT_CHARS);
export const integer = (max: number) => z.coerce.number().int().min(0).max(max);
export const steps = () => z.array(z.string().min(1).max(10_000)).min(1).max(200);
export const noInput = z.strictObject(DIR);

/** Drops undefined fields, so that an absent field changes nothing. */
export function definedOnly<T extends object>(fields: T): { [K in keyof T]: Exclude<T[K], undefined> } {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as {
    [K in keyof T]: Exclude<T[K], undefined>;
  };
}
