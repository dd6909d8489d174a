/** What a route of the page is: a verb of the command line, with what it takes and a function on an open memory. */
import { z } from "zod";
import type { Memory } from "../memory.ts";
import type { Desk } from "./desk.ts";

export type Route = {
  readonly method: "GET" | "POST";
  readonly path: `/api/${string}`;
  /** The same on the command line, or what it is where a command line has none. */
  readonly verb: string;
  readonly takes: z.ZodObject;
  /** Undefined where the answer needs no memory. */
  readonly run: (call: RouteCall, input: never) => Promise<object>;
};

type RouteCall = { readonly memory: Memory; readonly desk: Desk; readonly dir: string | undefined };

type Described<T extends z.ZodObject> = Omit<Route, "takes" | "run"> & {
  readonly takes: T;
  readonly run: (call: RouteCall, input: z.output<T>) => Promise<object>;
};

/** Ties what a route takes to what its function is given. */
export function route<T extends z.ZodObject>(described: Described<T>): Route {
  return described as Route;
}

const LINE_CHARS = 1000;
const TEXT_CHARS = 65_536;

/** The project that the page shows, by its directory; left out, where the server was started. */
export const DIR = { dir: z.string().min(1).max(4096).optional() };

export const line = () => z.string().trim().min(1).max(LINE_CHARS);
export const text = () => z.string().min(1).max(TEXT_CHARS);
export const whole = (most: number) => z.coerce.number().int().min(0).max(most);
export const steps = () => z.array(z.string().min(1).max(10_000)).min(1).max(200);
export const nothing = z.strictObject(DIR);

/** Only what was said: an absent field is left out, so that it changes nothing. */
export function said<T extends object>(fields: T): { [K in keyof T]: Exclude<T[K], undefined> } {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as {
    [K in keyof T]: Exclude<T[K], undefined>;
  };
}
