/** Defines API routes: their type, one function for each method, and the input schemas that they share. */
import { z } from "zod";
import type { Memory } from "../open/memory.ts";
import type { ServerState } from "./server-state.ts";

export type Route = {
  readonly method: "GET" | "POST";
  readonly path: `/api/${string}`;
  /** The same command of the command line, or a short description if no command does this. */
  readonly verb: string;
  readonly takes: z.ZodObject;
  readonly run: Run<never>;
};

type Run<Input> = (call: RouteCall, input: Input) => Promise<object>;
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

export const get = routeFor("GET");
export const post = routeFor("POST");

/** Every route also takes what the page shows: a project's id, or `everywhere`; the default is where the server was started. */
function routeFor(method: Route["method"]) {
  return <T extends z.ZodRawShape>(
    path: Route["path"],
    verb: string,
    fields: T,
    run: Run<z.output<z.ZodObject<T>>>,
  ): Route => ({
    method,
    path,
    verb,
    takes: z.strictObject({ in: z.string().min(1).max(100).exactOptional(), ...fields }),
    run,
  });
}

const LINE_CHARS = 1000;
const TEXT_CHARS = 65_536;

/** The steps of a workflow. */
export const steps = z.array(z.string().min(1).max(10_000)).min(1).max(200);
export const line = () => z.string().trim().min(1).max(LINE_CHARS);
export const text = () => z.string().min(1).max(TEXT_CHARS);
export const integer = (max: number) => z.coerce.number().int().min(0).max(max);
