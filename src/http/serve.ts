/** The server of the page: on this machine only, every request past the guard, then to a file, a route or the live wire. */
import type { IncomingMessage, ServerResponse } from "node:http";
import { randomBytes } from "../core/base/hash.ts";
import type { Env } from "../env.ts";
import { leaving } from "../leaving.ts";
import { bodyOf, listenHere } from "../loopback.ts";
import { answerOf, refusalOf } from "./answer.ts";
import { type Desk, deskOf } from "./desk.ts";
import { cookieName, type Guard, guardOf, TOKEN_NAME } from "./guard.ts";
import { SAFE_HEADERS } from "./headers.ts";
import { keysOf } from "./keys.ts";
import { type PageFile, pageFiles } from "./page-files.ts";

type ServeOptions = {
  /** 0: one that is free. */
  readonly port: number;
  readonly note: (text: string) => void;
  /** Told the address, and how to get another one when this was used. */
  readonly onReady: (address: string, another: () => string) => void;
};

const MOST_BYTES = 1_048_576;
const LIVE_PATH = "/api/live";

/** Resolves when it was told to end. */
export async function serveUi(env: Env, { port, note, onReady }: ServeOptions): Promise<void> {
  const files = pageFiles();
  const server = await listenHere(port);
  const keys = keysOf({ clock: env.clock, random: randomBytes });
  const desk = deskOf({ ...env, face: "page" }, note);
  const guard = guardOf({ port: server.port, keys });
  server.answer((request, response) => void serve(request, response, { guard, files, desk, port: server.port }));
  const address = () => `http://127.0.0.1:${server.port}/?${TOKEN_NAME}=${keys.newToken()}`;
  onReady(address(), address);
  const left = leaving({ withParent: false });
  await left.asked;
  left.stop();
  desk.close();
  server.close();
}

type Means = {
  readonly guard: Guard;
  readonly files: ReadonlyMap<string, PageFile>;
  readonly desk: Desk;
  readonly port: number;
};

async function serve(
  request: IncomingMessage,
  response: ServerResponse,
  { guard, files, desk, port }: Means,
): Promise<void> {
  const { method = "GET", url = "/", headers } = request;
  const passed = guard({ method, url, headers });
  if (passed.outcome === "refuse") return refuse(request, response, passed);
  if (passed.outcome === "enter") {
    const cookie = `${cookieName(port)}=${passed.cookie}; Path=/; HttpOnly; SameSite=Strict`;
    response.writeHead(303, { ...SAFE_HEADERS, location: "/", "set-cookie": cookie });
    return void response.end();
  }
  const { path, query } = passed;
  const file = method === "GET" ? files.get(path) : undefined;
  if (file !== undefined) return sendFile(response, file, /\bgzip\b/.test(String(headers["accept-encoding"])));
  if (method === "GET" && path === LIVE_PATH) return desk.live.join(response, query.get("dir") ?? undefined);
  const body = method === "POST" ? await bodyOf(request, MOST_BYTES) : undefined;
  if (body === "too large") return sendJson(response, 413, refusalOf("usage", "That is too much at once."));
  const answer = await answerOf({ method, path, query, body: body?.toString("utf8") }, desk);
  sendJson(response, answer.status, answer.json);
}

function sendFile(response: ServerResponse, { type, bytes, gzip }: PageFile, takesGzip: boolean): void {
  const isPacked = takesGzip && gzip !== undefined;
  response.writeHead(200, {
    ...SAFE_HEADERS,
    "content-type": type,
    vary: "accept-encoding",
    ...(isPacked && { "content-encoding": "gzip" }),
  });
  response.end(isPacked ? gzip : bytes);
}

function sendJson(response: ServerResponse, status: number, json: object): void {
  response.writeHead(status, { ...SAFE_HEADERS, "content-type": "application/json; charset=utf-8" });
  response.end(JSON.stringify(json));
}

/** The rest of a request that is refused is not read. A person who came by hand is told in words. */
function refuse(
  { headers }: IncomingMessage,
  response: ServerResponse,
  { status, says }: { readonly status: number; readonly says: string },
): void {
  const isPerson = headers["sec-fetch-dest"] === "document";
  response.writeHead(status, {
    ...SAFE_HEADERS,
    "content-type": isPerson ? "text/plain; charset=utf-8" : "application/json; charset=utf-8",
    connection: "close",
  });
  response.end(isPerson ? `oldhand\n\n${says}\n` : JSON.stringify({ error: { code: "refused", says } }));
}
