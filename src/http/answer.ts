/** Finds the route for a request that has passed the guard, checks what it was sent, and answers. */
import { z } from "zod";
import { type ErrorCode, OldhandError } from "../core/base/error.ts";
import type { Desk } from "./desk.ts";
import { ROUTES } from "./routes.ts";

type Asked = {
  readonly method: string;
  readonly path: string;
  readonly query: URLSearchParams;
  readonly body: string | undefined;
};

type Answered = { readonly status: number; readonly json: object };

const STATUS: Readonly<Partial<Record<ErrorCode, number>>> = {
  usage: 400,
  invalid: 400,
  "not-found": 404,
  ambiguous: 409,
  conflict: 409,
  "read-only": 409,
  busy: 503,
};

const BY_NAME = new Map(ROUTES.map((route) => [`${route.method} ${route.path}`, route]));

export async function answerOf({ method, path, query, body }: Asked, desk: Desk): Promise<Answered> {
  const route = BY_NAME.get(`${method} ${path}`);
  if (route === undefined) return { status: 404, json: refusalOf("not-found", "There is nothing at this address.") };
  const sent = method === "GET" ? Object.fromEntries(query) : jsonIn(body);
  const parsed = route.takes.safeParse(sent);
  if (!parsed.success) return { status: 400, json: refusalOf("usage", z.prettifyError(parsed.error)) };
  const { dir, ...input } = parsed.data as { dir?: string };
  try {
    const json = await desk.lend(dir, (memory, at) => route.run({ memory, desk, dir: at }, input as never));
    if (method === "POST") desk.live.changed();
    return { status: 200, json };
  } catch (error) {
    if (!(error instanceof OldhandError))
      return {
        status: 500,
        json: refusalOf("io", "That went wrong, and nothing was done. `oldhand doctor` may say why."),
      };
    return { status: STATUS[error.code] ?? 500, json: refusalOf(error.code, error.message) };
  }
}

export function refusalOf(
  code: ErrorCode,
  says: string,
): { readonly error: { readonly code: string; readonly says: string } } {
  return { error: { code, says } };
}

function jsonIn(body: string | undefined): unknown {
  try {
    return JSON.parse(body ?? "");
  } catch {
    return undefined; // the schema says what it wanted
  }
}
