import assert from "node:assert/strict";
import { request as httpRequest, type IncomingHttpHeaders } from "node:http";
import { connect } from "node:net";
import { networkInterfaces } from "node:os";
import { before, test } from "node:test";
import { build } from "../../../scripts/build.ts";
import { PAGE_HEADER } from "../../../src/http/guard.ts";
import { ROUTES } from "../../../src/http/routes.ts";
import { ATTACKS, METHODS, ownHeaders, PORT, WRITING_ATTACKS } from "../../http/request-cases.ts";
import { pageServer, type RunningServer } from "./page-server.ts";

before(async () => void (await build()));

type Answer = { readonly status: number; readonly headers: IncomingHttpHeaders; readonly body: string };
type Sent = {
  readonly method?: string;
  readonly path?: string;
  readonly headers?: Record<string, string>;
  readonly body?: string;
};

function send({ port }: RunningServer, { method = "GET", path = "/", headers = {}, body = "" }: Sent): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const sent = httpRequest({ host: "127.0.0.1", port, path, method, headers, setHost: false }, (answer) => {
      let text = "";
      answer.setEncoding("utf8").on("data", (part) => {
        text += part;
      });
      answer.on("end", () => resolve({ status: answer.statusCode!, headers: answer.headers, body: text }));
    });
    sent.on("error", reject);
    sent.end(body);
  });
}

/** Logs in as a browser does, and returns its cookie. */
async function logIn(server: RunningServer): Promise<string> {
  const { pathname, search } = new URL(server.address);
  const headers = { host: `127.0.0.1:${server.port}`, "sec-fetch-site": "none" };
  const answer = await send(server, { path: `${pathname}${search}`, headers });
  assert.equal(answer.status, 303);
  assert.equal(answer.headers.location, "/");
  const [cookie = ""] = answer.headers["set-cookie"] ?? [];
  assert.match(cookie, /^oldhand-\d+=[0-9a-f]{64}; Path=\/; HttpOnly; SameSite=Strict$/);
  return cookie.slice(cookie.indexOf("=") + 1, cookie.indexOf(";"));
}

/** The table of attacks uses a fixed port. */
const atPort = (port: number, headers: Record<string, string>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name, value.replaceAll(String(PORT), String(port))]),
  );

test("every attack is refused on every route, and the page itself is answered", async (t) => {
  const server = await pageServer(t).start();
  const cookie = await logIn(server);
  const routes = ROUTES.map(({ method, path }) => ({ method, path }));
  const all = [
    ...routes,
    { method: "GET", path: "/" },
    { method: "GET", path: "/app.js" },
    { method: "GET", path: "/api/live" },
  ];
  const leaks: string[] = [];
  let count = 0;
  for (const { method, path } of all) {
    for (const { name, headers, status } of method === "POST" ? [...ATTACKS, ...WRITING_ATTACKS] : ATTACKS) {
      const answer = await send(server, { method, path, headers: atPort(server.port, headers(cookie)), body: "{}" });
      count += 1;
      // Node itself refuses a request without a host.
      const expected = headers(cookie).host === undefined ? 400 : status;
      if (answer.status !== expected || /"(?!error|code|message|refused)\w+":/.test(answer.body))
        leaks.push(`${method} ${path}: ${name}`);
      if (answer.headers["access-control-allow-origin"] !== undefined) leaks.push(`${path} allows an origin`);
    }
  }
  t.diagnostic(`${count} attack requests on ${all.length} routes`);
  assert.deepEqual(leaks, []);
  for (const method of METHODS) {
    const answer = await send(server, { method, path: "/api/records", headers: { host: `127.0.0.1:${server.port}` } });
    assert.equal(answer.status, 405, method);
    assert.equal(answer.headers["access-control-allow-methods"], undefined);
  }
  const own = await send(server, { path: "/api/status", headers: ownHeaders(cookie, server.port) });
  assert.equal(own.status, 200);
  assert.match(
    String(own.headers["content-security-policy"]),
    /^default-src 'none'; script-src 'self'; .*frame-ancestors 'none'/,
  );
});

test("the login address works once, and no answer contains its token", async (t) => {
  const server = await pageServer(t).start();
  const token = new URL(server.address).searchParams.get("token")!;
  const cookie = await logIn(server);
  const again = await send(server, { path: `/?token=${token}`, headers: { host: `127.0.0.1:${server.port}` } });
  assert.equal(again.status, 401);
  const page = await send(server, { path: "/", headers: ownHeaders(cookie, server.port) });
  assert.ok(page.status === 200 && !page.body.includes(token) && !page.body.includes(cookie));
});

test("the server listens on loopback addresses only", async (t) => {
  const { port } = await pageServer(t).start();
  const others = Object.values(networkInterfaces())
    .flatMap((list) => list ?? [])
    .filter(({ internal }) => !internal)
    .map(({ address }) => address);
  const reached = (host: string) =>
    new Promise<boolean>((resolve) => {
      const socket = connect({ host, port, timeout: 1000 });
      const end = (is: boolean) => () => {
        socket.destroy();
        resolve(is);
      };
      socket.once("connect", end(true)).once("error", end(false)).once("timeout", end(false));
    });
  assert.equal(await reached("127.0.0.1"), true);
  for (const address of others) assert.equal(await reached(address), false, address);
});

test("input is validated before a route runs", async (t) => {
  const server = await pageServer(t).start();
  const headers = ownHeaders(await logIn(server), server.port);
  const wrong: [path: string, body: string][] = [
    ["/api/records/add", "{"],
    ["/api/records/add", "[]"],
    ["/api/records/add", '{"text":"x","further":1}'],
    ["/api/records/add", '{"text":5}'],
    ["/api/records/delete", "{}"],
    ["/api/suggestions/accept", '{"id":"x","steps":[]}'],
    ["/api/settings/set", '{"key":"no.such","value":"1"}'],
    ["/api/sample/add", '{"isOn":"yes"}'],
  ];
  for (const [path, body] of wrong) {
    assert.equal((await send(server, { method: "POST", path, headers, body })).status, 400, `${path} ${body}`);
  }
  const elsewhere = await send(server, { path: "/api/records?dir=/etc", headers });
  assert.equal(elsewhere.status, 404);
  const huge = await send(server, {
    method: "POST",
    path: "/api/records/add",
    headers,
    body: "x".repeat(2_000_000),
  }).catch(() => undefined);
  assert.ok(huge === undefined || huge.status === 413);
  assert.equal(headers[PAGE_HEADER], "1");
});
