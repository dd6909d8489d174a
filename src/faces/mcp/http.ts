/** The server for several agents, over HTTP: on this machine only, with a token. */
import type { IncomingMessage, ServerResponse } from "node:http";
import { createMcpHandler, type McpHttpHandler } from "@modelcontextprotocol/server";
import { OldhandError } from "../../core/base/error.ts";
import { randomBytes, toHex } from "../../core/base/hash.ts";
import { loopbackAccess, type RequestHeaders, secretTest } from "../../core/base/loopback-access.ts";
import { memoryPool } from "../../main/memory-pool.ts";
import { listenHere, requestBody, shutdownSignal } from "../../system/loopback/listen.ts";
import type { Env } from "../../verbs/call/environment.ts";
import { serverFor } from "./server.ts";
import { sessionsOf } from "./sessions.ts";

type HttpOptions = {
  /** 0: any free port. */
  readonly port: number;
  readonly note: (text: string) => void;
};

const PATH = "/mcp";
const MOST_BYTES = 1_048_576;
const SHORTEST_TOKEN = 16;
const NAME_CHARS = 200;

/** Resolves when it was asked to stop. */
export async function serveOnHttp(env: Env, { port, note }: HttpOptions): Promise<void> {
  const token = tokenOf(env);
  const sessions = sessionsOf(env.clock);
  const memories = memoryPool({ ...env, isAgent: true, face: "mcp" }, note);
  const handler = createMcpHandler(
    ({ requestInfo }) => {
      const session = sessions.of(requestInfo?.headers.get("user-agent")?.slice(0, NAME_CHARS) ?? "");
      return serverFor({ memories, session, dir: undefined, note });
    },
    { maxRequestBodySize: MOST_BYTES },
  );
  const server = await listenHere(port);
  memories.learnAtStart({});
  const checkRequest = requestCheck({ token, port: server.port });
  server.answer((request, response) => answer(request, response, { checkRequest, handler }));
  note(`MCP over HTTP at http://127.0.0.1:${server.port}${PATH}`);
  if (env.token === undefined) note(`Token for this run: ${token}`);
  const shutdown = shutdownSignal({ withParent: false });
  await shutdown.received;
  shutdown.stop();
  await handler.close();
  server.close();
  await memories.close();
}

function tokenOf({ token }: Env): string {
  if (token === undefined) return toHex(randomBytes(32));
  if (token.length >= SHORTEST_TOKEN) return token;
  throw new OldhandError("usage", `OLDHAND_TOKEN is too short: it needs ${SHORTEST_TOKEN} characters or more.`);
}

type RequestCheck = (headers: RequestHeaders) => { readonly status: 401 | 403; readonly reason: string } | "pass";

export function requestCheck({ token, port }: { readonly token: string; readonly port: number }): RequestCheck {
  const access = loopbackAccess(port, secretTest(token));
  return (headers) => {
    const problem = access.problemOf(headers);
    if (problem === "wrong host") return { status: 403, reason: "Unknown host name." };
    if (problem === "other site") return { status: 403, reason: "Requests from pages of other origins are refused." };
    if (!access.hasToken(headers))
      return { status: 401, reason: "The token is missing or wrong: send it as Authorization: Bearer TOKEN." };
    return "pass";
  };
}

type Answering = { readonly checkRequest: RequestCheck; readonly handler: McpHttpHandler };

async function answer(
  request: IncomingMessage,
  response: ServerResponse,
  { checkRequest, handler }: Answering,
): Promise<void> {
  const passed = checkRequest(request.headers);
  if (passed !== "pass") return refuse(response, passed.status, passed.reason);
  if (request.url !== PATH) return refuse(response, 404, `Not found: the server is at ${PATH}.`);
  const body = await requestBody(request, MOST_BYTES);
  if (body === "too large") return refuse(response, 413, `The request is larger than ${MOST_BYTES} bytes.`);
  const gone = new AbortController();
  response.on("close", () => gone.abort());
  try {
    await send(await handler.fetch(asked(request, body, gone.signal)), response);
  } catch {
    // The client left, or the answer failed half-way: there is nobody to report it to.
    if (response.headersSent) response.destroy();
    else refuse(response, 500, "Internal error.");
  }
}

function asked({ method = "GET", headers, url }: IncomingMessage, body: Buffer, signal: AbortSignal): Request {
  const named = Object.entries(headers).flatMap(([name, value]): [string, string][] =>
    value === undefined || name === "authorization" || name === "cookie" ? [] : [[name, String(value)]],
  );
  const hasBody = method !== "GET" && method !== "HEAD";
  return new Request(`http://127.0.0.1${url}`, { method, headers: named, signal, ...(hasBody && { body }) });
}

async function send(from: Response, response: ServerResponse): Promise<void> {
  response.writeHead(from.status, { ...Object.fromEntries(from.headers), "cache-control": "no-store" });
  response.flushHeaders();
  for await (const chunk of from.body ?? []) response.write(chunk);
  response.end();
}

/** Closes the connection: the rest of a refused request is not read. */
function refuse(response: ServerResponse, status: number, message: string): void {
  const challenge = status === 401 ? { "www-authenticate": "Bearer" } : {};
  response.writeHead(status, { "content-type": "application/json", connection: "close", ...challenge });
  response.end(`${JSON.stringify({ jsonrpc: "2.0", id: null, error: { code: -32000, message } })}\n`);
}
