/** Every request to the server: its form and rate are checked, it is answered, and that is logged, without contents. */
import { type Context, Hono, type MiddlewareHandler } from "hono";
import { secureHeaders } from "hono/secure-headers";
import { isoTime } from "../../../src/core/base/clock.ts";
import { OldhandError } from "../../../src/core/base/error.ts";
import { sha256 } from "../../../src/core/base/hash.ts";
import { parseJson } from "../../../src/core/base/parse-json.ts";
import { TEAM_ERRORS, type TeamError } from "../../../src/core/team/errors.ts";
import { prefixOf } from "../../../src/core/team/invitation.ts";
import { BODY_BYTES } from "../../../src/core/team/wire.ts";
import { removeExpired } from "../postgres/erase.ts";
import { enterSpace, signIn } from "../postgres/sign-in.ts";
import { version } from "../version.ts";
import { type Answered, answerRequest, type Body, type TeamServer } from "./answer.ts";
import { answerJoin } from "./join.ts";
import { type Refused, type Route, refuse } from "./route.ts";
import { ROUTES } from "./routes.ts";

type Serving = {
  readonly team: TeamServer;
  /** Absent: members join by invitation only. */
  readonly signIn?: SignInAnswers;
  /** The server stops. */
  readonly stopping: AbortSignal;
  readonly log: (line: object) => void;
};

/** Loaded only where an issuer is configured. */
export type SignInAnswers = {
  start(json: unknown): Promise<Answered>;
  comeBack(search: string): Promise<Answered>;
  claim(json: unknown): Promise<Answered>;
};

export function teamApp(serving: Serving): Hono {
  const { team } = serving;
  const app = new Hono();
  app.use(
    secureHeaders({ contentSecurityPolicy: { defaultSrc: ["'none'"], frameAncestors: ["'none'"] } }),
    refusePages,
  );
  const answer = (method: string, path: string, how: (c: Context) => Promise<Answered> | Answered): void =>
    void app.on(method, path, (c) => logged(serving, c, `${method} ${path}`, () => how(c)));

  answer("GET", "/health", () => health(team));
  answer("POST", "/v1/join", (c) => withJson(c, "The request is not a join.", (json) => answerJoin(team, json)));
  answer("POST", "/v1/sign-in", (c) => signingIn(serving, c, ({ start }, json) => start(json)));
  answer("POST", "/v1/sign-in/claim", (c) => signingIn(serving, c, ({ claim }, json) => claim(json)));
  answer("GET", "/v1/sign-in/callback", (c) =>
    signingIn(serving, c, ({ comeBack }) => comeBack(new URL(c.req.url).search)),
  );
  for (const route of ROUTES)
    app.on(route.method, route.path, (c) =>
      logged(serving, c, `${route.method} ${route.path}`, (send) => {
        return withToken(serving, c, { route, send });
      }),
    );
  app.notFound((c) =>
    logged(serving, c, undefined, () => ({
      result: tokenIn(c) === undefined ? NO_TOKEN : refuse("not-found", "No route is at this address."),
    })),
  );
  app.onError((error, c) => logged(serving, c, undefined, () => ({ result: failureFrom(error) })));
  return app;
}

const NO_TOKEN = refuse("unauthorized", "Send the header authorization: Bearer TOKEN.");

/** No page talks to this server, so nothing with an origin is meant for it. */
const refusePages: MiddlewareHandler = async (c, next) => {
  c.header("cache-control", "no-store");
  if (c.req.header("origin") === undefined) return next();
  return responseFor({ result: refuse("forbidden", "Requests from pages are refused.") }, c);
};

type SendLines = (lines: AsyncIterable<object>) => Promise<void>;

/** The pattern is logged: addresses contain ids, and whatever a stranger asked for. */
async function logged(
  { team, log }: Serving,
  c: Context,
  pattern: string | undefined,
  work: (send: SendLines) => Promise<Answered> | Answered,
): Promise<Response> {
  const beganMs = team.clock();
  const streamed = Promise.withResolvers<Response>();
  const answered = (async () => work((lines) => sendLines(lines, c, streamed.resolve)))().catch(
    (error: unknown): Answered => ({ result: failureFrom(error) }),
  );
  const done = answered.then((all) => {
    const { result, asked } = all;
    const response = responseFor(all, c);
    const at = { at: isoTime(beganMs), route: pattern, status: response.status, ms: team.clock() - beganMs };
    log({ ...at, ...asked, ...(result.outcome === "refused" && { code: result.code }) });
    if (asked !== undefined && response.status < 400) void cleanUp(team, asked.space);
    return response;
  });
  return Promise.race([streamed.promise, done]);
}

function responseFor({ result, page }: Answered, c: Context): Response {
  if (result.outcome === "lines") return c.body(null);
  // The rest of a request that is refused is not read.
  if (result.outcome === "refused") c.header("connection", "close");
  if (page !== undefined) return c.text(page, result.outcome === "refused" ? TEAM_ERRORS[result.code] : 200);
  if (result.outcome === "done" || result.json !== undefined) return c.json(result.json as object);
  const { code, message } = result;
  return c.json({ error: { code, message } } satisfies TeamError, TEAM_ERRORS[code]);
}

/** Sends lines as fast as they are read, while the transaction that they come from is open. */
async function sendLines(lines: AsyncIterable<object>, c: Context, begin: (response: Response) => void): Promise<void> {
  const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>();
  const [writer, encoder] = [writable.getWriter(), new TextEncoder()];
  begin(c.body(readable, 200, { "content-type": "application/x-ndjson; charset=utf-8" }));
  try {
    for await (const line of lines) await writer.write(encoder.encode(`${JSON.stringify(line)}\n`));
    await writer.close();
  } catch (error) {
    // What exactly failed goes to nobody: messages of a database may quote values.
    await writer.abort(new Error("The answer was interrupted.")).catch(() => {});
    throw error;
  }
}

function tokenIn(c: Context): string | undefined {
  const [, token] = /^Bearer (\S+)$/.exec(c.req.header("authorization") ?? "") ?? [];
  return token === undefined || prefixOf(token) === undefined ? undefined : token;
}

type Asking = { readonly route: Route; readonly send: SendLines };

async function withToken({ team, stopping }: Serving, c: Context, { route, send }: Asking): Promise<Answered> {
  const token = tokenIn(c);
  if (token === undefined) return { result: NO_TOKEN };
  const limited = limitedBy(team, sha256(token), c);
  if (limited !== undefined) return { result: limited };
  const body = await bodyFor(team, route, { c, token });
  const signal = AbortSignal.any([c.req.raw.signal, stopping]);
  const query = new URL(c.req.url).searchParams;
  return answerRequest(team, { route, params: c.req.param(), token, query, body, signal }, send);
}

function limitedBy({ limits }: TeamServer, key: string, c: Context): Refused | undefined {
  const waitSeconds = limits.take(key);
  if (waitSeconds === undefined) return undefined;
  c.header("retry-after", String(waitSeconds));
  return refuse("limited", `Too many requests. Try again in ${waitSeconds} s.`);
}

type SigningIn = (answers: SignInAnswers, json: unknown) => Promise<Answered>;

/** All sign-ins together may ask as often as one token. */
async function signingIn({ team, signIn }: Serving, c: Context, work: SigningIn): Promise<Answered> {
  if (signIn === undefined)
    return { result: refuse("not-found", "Nobody can sign in at this server. Ask a maintainer for an invitation.") };
  const limited = limitedBy(team, "sign-in", c);
  if (limited !== undefined) return { result: limited };
  if (c.req.method === "GET") return work(signIn, undefined);
  return withJson(c, "The request is not a sign-in.", (json) => work(signIn, json));
}

async function withJson(c: Context, otherwise: string, work: (json: unknown) => Promise<Answered>): Promise<Answered> {
  const body = await bodyIn(c, BODY_BYTES, "application/json");
  return typeof body === "string" ? { result: refuse("too-large", otherwise) } : work(parseJson(body.text));
}

type Bearing = { readonly c: Context; readonly token: string };

/** A large body is only read if the token counts. */
async function bodyFor(team: TeamServer, { takes, mostBytes }: Route, { c, token }: Bearing): Promise<Body> {
  if (takes === undefined) return { text: undefined };
  const bytes = Number(c.req.header("content-length") ?? mostBytes);
  if (bytes > BODY_BYTES) {
    const signed = await team.database.transaction((tx) => signIn(tx, token, team.clock()));
    // Whoever it is, the answer does not depend on the body.
    if (signed.outcome !== "signed in") return { text: undefined };
  }
  return bodyIn(c, mostBytes, takes === "lines" ? "application/x-ndjson" : "application/json");
}

async function bodyIn(c: Context, mostBytes: number, type: string): Promise<Body> {
  if (!c.req.header("content-type")?.toLowerCase().startsWith(type)) return "wrong type";
  if (Number(c.req.header("content-length") ?? 0) > mostBytes) return "too large";
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of c.req.raw.body ?? []) {
    bytes += chunk.length;
    if (bytes > mostBytes) return "too large";
    chunks.push(chunk);
  }
  return { text: Buffer.concat(chunks).toString("utf8") };
}

async function health({ database }: TeamServer): Promise<Answered> {
  const isUp = await database.isAnswering();
  return { result: { outcome: "done", json: { ok: isUp, version, database: isUp ? "ok" : "down" } } };
}

/** What exactly failed goes to nobody: messages of a database may quote values. */
function failureFrom(error: unknown): Refused {
  const isDown = error instanceof OldhandError && error.code === "busy";
  return isDown
    ? refuse("unavailable", "The database cannot be reached. Try again.")
    : refuse("failed", "The request failed.");
}

/** Spaces are known only while somebody uses them, so each is cleaned in passing, at most once an hour. */
async function cleanUp({ database, clock, limits }: TeamServer, space: string): Promise<void> {
  if (!limits.isDueToNote(`clean ${space}`)) return;
  try {
    await database.transaction(async (tx) => {
      await enterSpace(tx, space);
      await removeExpired(tx, space, clock());
    });
  } catch {
    // The next request tries again.
  }
}
