/** One HTTP request and its response: checks the request's form and rate, has it answered, and logs that, without contents. */
import { once } from "node:events";
import type { IncomingMessage, ServerResponse } from "node:http";
import { isoTime } from "../core/base/clock.ts";
import { OldhandError } from "../core/base/error.ts";
import { sha256 } from "../core/base/hash.ts";
import { requestAddress, single } from "../core/base/loopback-access.ts";
import { parseJson } from "../core/base/parse-json.ts";
import { version } from "../core/base/version.ts";
import { TEAM_ERRORS, type TeamError, type TeamErrorCode } from "../core/team/errors.ts";
import { prefixOf } from "../core/team/invitation.ts";
import { BODY_BYTES } from "../core/team/wire.ts";
import { bodyOf } from "../loopback/listen.ts";
import type { TeamDatabase } from "../store/postgres/database.ts";
import { removeExpired } from "../store/postgres/erase.ts";
import { enterSpace, signIn } from "../store/postgres/sign-in.ts";
import { type Answered, answerRequest, type Body, type TeamServer } from "./answer.ts";
import { answerJoin } from "./join.ts";
import { type Refused, type Route, refuse } from "./route.ts";
import { matchRoute } from "./routes.ts";

export type Serving = {
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

const HEADERS = {
  "content-security-policy": "default-src 'none'; frame-ancestors 'none'",
  "x-content-type-options": "nosniff",
  "cache-control": "no-store",
  "referrer-policy": "no-referrer",
};

export async function respond(serving: Serving, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { team, log } = serving;
  const beganMs = team.clock();
  response.setHeaders(new Map(Object.entries(HEADERS)));
  const address = requestAddress(request.url ?? "/");
  const method = request.method ?? "GET";
  const matched = address && matchRoute(method, address.pathname);
  let answered: Answered;
  try {
    answered = await answerTo(serving, { request, response, method, address, matched });
  } catch (error) {
    answered = { result: failureFrom(error) };
  }
  const status = send(response, answered);
  log({
    at: isoTime(beganMs),
    // The pattern: addresses contain ids, and whatever a stranger asked for.
    route: matched === undefined ? undefined : `${method} ${matched.route.path}`,
    status,
    ms: team.clock() - beganMs,
    ...answered.asked,
    ...(answered.result.outcome === "refused" && { code: answered.result.code }),
  });
  if (answered.asked !== undefined && status < 400) void cleanUp(team, answered.asked.space);
}

type Asking = {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly method: string;
  readonly address: URL | undefined;
  readonly matched: ReturnType<typeof matchRoute>;
};

async function answerTo(serving: Serving, { request, response, method, address, matched }: Asking): Promise<Answered> {
  const { team, stopping } = serving;
  if (address === undefined) return { result: refuse("invalid", "The request path is not valid.") };
  // No page talks to this server, so nothing with an origin is meant for it.
  if (request.headers.origin !== undefined) return { result: refuse("forbidden", "Requests from pages are refused.") };
  if (method === "GET" && address.pathname === "/health") return { result: await health(team.database) };
  if (method === "POST" && address.pathname === "/v1/join") {
    const body = await bodyIn(request, BODY_BYTES, "application/json");
    return typeof body === "string"
      ? { result: refuse("too-large", "The request is not a join.") }
      : answerJoin(team, parseJson(body.text));
  }
  if (address.pathname.startsWith("/v1/sign-in")) return answerSignIn(serving, { request, response, method, address });
  const [, token] = /^Bearer (\S+)$/.exec(single(request.headers.authorization) ?? "") ?? [];
  if (token === undefined || prefixOf(token) === undefined)
    return { result: refuse("unauthorized", "Send the header authorization: Bearer TOKEN.") };
  if (matched === undefined) return { result: refuse("not-found", "No route is at this address.") };
  const limited = limitedBy(team, sha256(token), response);
  if (limited !== undefined) return { result: limited };
  const body = await bodyFor(team, matched.route, { request, token });
  const gone = new AbortController();
  response.on("close", () => gone.abort());
  const signal = AbortSignal.any([gone.signal, stopping]);
  return answerRequest(team, { ...matched, token, query: address.searchParams, body, signal }, async (lines) => {
    response.writeHead(200, { "content-type": "application/x-ndjson; charset=utf-8" });
    for await (const line of lines)
      if (!response.write(`${JSON.stringify(line)}\n`)) await once(response, "drain", { signal });
  });
}

function limitedBy({ limits }: TeamServer, key: string, response: ServerResponse): Refused | undefined {
  const waitSeconds = limits.take(key);
  if (waitSeconds === undefined) return undefined;
  response.setHeader("retry-after", String(waitSeconds));
  return refuse("limited", `Too many requests. Try again in ${waitSeconds} s.`);
}

/** All sign-ins together may ask as often as one token. */
async function answerSignIn(
  { team, signIn }: Serving,
  { request, response, method, address }: Pick<Asking, "request" | "response" | "method"> & { readonly address: URL },
): Promise<Answered> {
  if (signIn === undefined)
    return { result: refuse("not-found", "Nobody can sign in at this server. Ask a maintainer for an invitation.") };
  const limited = limitedBy(team, "sign-in", response);
  if (limited !== undefined) return { result: limited };
  const wanted = `${method} ${address.pathname}`;
  if (wanted === "GET /v1/sign-in/callback") return signIn.comeBack(address.search);
  const answer = { "POST /v1/sign-in": signIn.start, "POST /v1/sign-in/claim": signIn.claim }[wanted];
  if (answer === undefined) return { result: refuse("not-found", "No route is at this address.") };
  const body = await bodyIn(request, BODY_BYTES, "application/json");
  return typeof body === "string"
    ? { result: refuse("too-large", "The request is not a sign-in.") }
    : answer(parseJson(body.text));
}

type Bearing = { readonly request: IncomingMessage; readonly token: string };

/** A large body is only read if the token counts. */
async function bodyFor(team: TeamServer, { takes, mostBytes }: Route, { request, token }: Bearing): Promise<Body> {
  if (takes === undefined) return { text: undefined };
  const bytes = Number(request.headers["content-length"] ?? mostBytes);
  if (bytes > BODY_BYTES) {
    const signed = await team.database.transaction((tx) => signIn(tx, token, team.clock()));
    // Whoever it is, the answer does not depend on the body.
    if (signed.outcome !== "signed in") return { text: undefined };
  }
  return bodyIn(request, mostBytes, takes === "lines" ? "application/x-ndjson" : "application/json");
}

async function bodyIn(request: IncomingMessage, mostBytes: number, type: string): Promise<Body> {
  if (!single(request.headers["content-type"])?.toLowerCase().startsWith(type)) return "wrong type";
  const read = await bodyOf(request, mostBytes);
  return read === "too large" ? read : { text: read.toString("utf8") };
}

async function health(database: TeamDatabase): Promise<Answered["result"]> {
  const isUp = await database.isAnswering();
  return { outcome: "done", json: { ok: isUp, version, database: isUp ? "ok" : "down" } };
}

/** What exactly failed goes to nobody: messages of a database may quote values. */
function failureFrom(error: unknown): Refused {
  const isDown = error instanceof OldhandError && error.code === "busy";
  return isDown
    ? refuse("unavailable", "The database cannot be reached. Try again.")
    : refuse("failed", "The request failed.");
}

/** Returns the status that was sent. */
function send(response: ServerResponse, { result, page }: Answered): number {
  if (result.outcome === "lines" || response.headersSent) {
    if (result.outcome === "refused") response.destroy();
    else response.end();
    return response.statusCode;
  }
  const isAnswer = result.outcome === "done" || result.json !== undefined;
  const status = isAnswer ? 200 : TEAM_ERRORS[result.code];
  const body = isAnswer ? result.json : errorBody(result.code, result.message);
  // The rest of a request that is refused is not read.
  const ending = result.outcome === "refused" ? { connection: "close" } : {};
  const type = page === undefined ? "application/json" : "text/plain";
  response.writeHead(status, { "content-type": `${type}; charset=utf-8`, ...ending });
  response.end(page ?? JSON.stringify(body));
  return status;
}

function errorBody(code: TeamErrorCode, message: string): TeamError {
  return { error: { code, message } };
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
