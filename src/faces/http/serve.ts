/** The page server, on loopback only: every request passes the guard, then goes to a file, a route or the event stream. */
import type { IncomingMessage, ServerResponse } from "node:http";
import { randomBytes } from "../../core/base/hash.ts";
import { listenHere, requestBody, shutdownSignal } from "../../system/loopback/listen.ts";
import type { Env } from "../../verbs/call/environment.ts";
import { createGuard, type Guard } from "./guard.ts";
import { createLogin, type Login } from "./login.ts";
import { type PageFile, pageFiles } from "./page-files.ts";
import { answerLogin, answerRequest, errorBody } from "./routes.ts";
import { createServerState, type ServerState } from "./server-state.ts";

type ServeOptions = {
  /** 0 picks a free port. */
  readonly port: number;
  readonly note: (text: string) => void;
  /** Gets the address, and a function that adds a key to it: until it is called, nobody can log in. */
  readonly onReady: (address: string, newKeyed: () => string) => void;
};

const MAX_BODY_BYTES = 1_048_576;
const MAX_LOGIN_BYTES = 1024;
const LIVE_PATH = "/api/live";

/** Resolves when the server has been asked to stop. */
export async function serveUi(env: Env, { port, note, onReady }: ServeOptions): Promise<void> {
  const files = pageFiles();
  const server = await listenHere(port);
  const login = createLogin({ clock: env.clock, random: randomBytes });
  const state = createServerState({ ...env, face: "page" }, note);
  const guard = createGuard({ port: server.port, login });
  server.answer((request, response) => void serve(request, response, { guard, files, state, login }));
  // Browsers do not send the part after #, and explorer.exe does not open an address with an equals sign.
  const address = `http://127.0.0.1:${server.port}/`;
  onReady(address, () => `${address}#key-${login.newKey()}`);
  const shutdown = shutdownSignal({ withParent: false });
  await shutdown.received;
  shutdown.stop();
  await state.close();
  server.close();
}

/** Sent with every response: nothing is loaded from elsewhere, no framing, no caching. */
const SECURITY_HEADERS = {
  "content-security-policy": [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "connect-src 'self'",
    "img-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
  ].join("; "),
  "x-content-type-options": "nosniff",
  "x-frame-options": "DENY",
  "referrer-policy": "no-referrer",
  "cross-origin-opener-policy": "same-origin",
  "cross-origin-resource-policy": "same-origin",
  "permissions-policy": "camera=(), geolocation=(), microphone=(), clipboard-read=()",
  "cache-control": "no-store",
};

type ServeContext = {
  readonly guard: Guard;
  readonly files: ReadonlyMap<string, PageFile>;
  readonly state: ServerState;
  readonly login: Login;
};

async function serve(
  request: IncomingMessage,
  response: ServerResponse,
  { guard, files, state, login }: ServeContext,
): Promise<void> {
  const { method = "GET", url = "/", headers } = request;
  response.setHeaders(new Map(Object.entries(SECURITY_HEADERS)));
  const result = guard({ method, url, headers });
  if (result.outcome === "refuse") return refuse(request, response, result);
  if (result.outcome === "file") {
    const file = files.get(result.path);
    if (file === undefined) return sendJson(response, 404, errorBody("not-found", `No file is at ${result.path}.`));
    return sendFile(response, file, /\bgzip\b/.test(String(headers["accept-encoding"])));
  }
  if (result.outcome === "api" && method === "GET" && result.path === LIVE_PATH)
    return state.live.subscribe(response, result.query.get("in") ?? undefined);
  const maxBytes = result.outcome === "log in" ? MAX_LOGIN_BYTES : MAX_BODY_BYTES;
  const read = method === "POST" ? await requestBody(request, maxBytes) : undefined;
  if (read === "too large")
    return sendJson(response, 413, errorBody("usage", `The request is over ${maxBytes} bytes.`));
  const body = read?.toString("utf8");
  const answer =
    result.outcome === "log in" ? answerLogin(body, login) : await answerRequest({ method, ...result, body }, state);
  sendJson(response, answer.status, answer.json);
}

function sendFile(response: ServerResponse, { type, bytes, gzip }: PageFile, acceptsGzip: boolean): void {
  const isGzip = acceptsGzip && gzip !== undefined;
  response.writeHead(200, {
    "content-type": type,
    vary: "accept-encoding",
    ...(isGzip && { "content-encoding": "gzip" }),
  });
  response.end(isGzip ? gzip : bytes);
}

function sendJson(response: ServerResponse, status: number, json: object): void {
  response.writeHead(status, { "content-type": "application/json; charset=utf-8" });
  response.end(JSON.stringify(json));
}

/** Does not read the rest of the request; a person who opened the address sees plain text instead of JSON. */
function refuse(
  { headers }: IncomingMessage,
  response: ServerResponse,
  { status, message }: { readonly status: number; readonly message: string },
): void {
  const isPerson = headers["sec-fetch-dest"] === "document";
  response.writeHead(status, {
    "content-type": isPerson ? "text/plain; charset=utf-8" : "application/json; charset=utf-8",
    connection: "close",
  });
  response.end(isPerson ? `oldhand\n\n${message}\n` : JSON.stringify(errorBody("refused", message)));
}
