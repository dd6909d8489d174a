import assert from "node:assert/strict";
import { connect } from "node:net";
import { networkInterfaces } from "node:os";
import { before, test } from "node:test";
import { build } from "../../../scripts/build.ts";
import { LOGIN_PATH } from "../../../src/faces/http/guard.ts";
import { allRoutes } from "../../../src/faces/http/routes.ts";
import {
  METHODS,
  ownHeaders,
  PORT,
  SITE_ATTACKS,
  TOKEN_ATTACKS,
  WRITING_ATTACKS,
} from "../../faces/http/request-cases.ts";
import { patience } from "../../fixtures/patience.ts";
import { pageServer, type RunningServer } from "./page-server.ts";
import { type Answer, sendRequest } from "./send-request.ts";

before(async () => void (await build()));

/** Logs in as the page does, and returns its token. */
async function logIn(server: RunningServer): Promise<string> {
  const answer = await exchange(server, keyOf(server));
  assert.equal(answer.status, 200);
  assert.equal(answer.headers["set-cookie"], undefined);
  const { token } = JSON.parse(answer.body);
  assert.match(token, /^[0-9a-f]{64}$/);
  return token;
}

function keyOf({ address }: RunningServer): string {
  const { pathname, search, hash } = new URL(address);
  assert.deepEqual([pathname, search], ["/", ""], "browsers send the key to no server");
  return hash.replace("#key-", "");
}

function exchange(server: RunningServer, key: string, changes: Record<string, string> = {}): Promise<Answer> {
  const { authorization: _, ...headers } = ownHeaders("", server.port);
  const body = JSON.stringify({ key });
  return sendRequest(server, { method: "POST", path: LOGIN_PATH, headers: { ...headers, ...changes }, body });
}

/** The table of attacks uses a fixed port. */
const atPort = (port: number, headers: Record<string, string>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name, value.replaceAll(String(PORT), String(port))]),
  );

function apiRoutes() {
  const routes = [...allRoutes().map(({ method, path }) => ({ method, path })), { method: "GET", path: "/api/live" }];
  const attacks = [...SITE_ATTACKS, ...TOKEN_ATTACKS];
  return routes.map((route) => ({
    ...route,
    attacks: route.method === "POST" ? [...attacks, ...WRITING_ATTACKS] : attacks,
  }));
}

test("every attack is refused on every route, and the page itself is answered", async (t) => {
  const server = await pageServer(t).start();
  const token = await logIn(server);
  const files = ["/", "/app.js"].map((path) => ({ method: "GET", path, attacks: SITE_ATTACKS }));
  const all = [...files, ...apiRoutes()];
  const leaks: string[] = [];
  let count = 0;
  for (const { method, path, attacks } of all) {
    for (const { name, headers, status } of attacks) {
      const answer = await sendRequest(server, {
        method,
        path,
        headers: atPort(server.port, headers(token)),
        body: "{}",
      });
      count += 1;
      // Node itself refuses a request without a host.
      const expected = headers(token).host === undefined ? 400 : status;
      if (answer.status !== expected || /"(?!error|code|message|refused)\w+":/.test(answer.body))
        leaks.push(`${method} ${path}: ${name}`);
      if (answer.headers["access-control-allow-origin"] !== undefined) leaks.push(`${path} allows an origin`);
    }
  }
  t.diagnostic(`${count} attack requests on ${all.length} routes`);
  assert.deepEqual(leaks, []);
  for (const method of METHODS) {
    const answer = await sendRequest(server, {
      method,
      path: "/api/records",
      headers: { host: `127.0.0.1:${server.port}` },
    });
    assert.equal(answer.status, 405, method);
    assert.equal(answer.headers["access-control-allow-methods"], undefined);
  }
  const own = await sendRequest(server, { path: "/api/status", headers: ownHeaders(token, server.port) });
  assert.equal(own.status, 200);
  assert.match(
    String(own.headers["content-security-policy"]),
    /^default-src 'none'; script-src 'self'; .*frame-ancestors 'none'/,
  );
});

test("a key or token of an earlier server, of another server, or used before is refused on every route", async (t) => {
  const [pages, others] = [pageServer(t), pageServer(t)];
  const other = await others.start();
  const otherToken = await logIn(other);
  const earlier = await pages.start();
  const [earlierKey, earlierToken] = [keyOf(earlier), await logIn(earlier)];
  const server = await pages.start();
  const key = keyOf(server);
  const token = await logIn(server);
  const stale = { earlierToken, earlierKey, otherToken, otherKey: keyOf(other), key };
  for (const [name, secret] of Object.entries(stale)) {
    for (const { method, path } of apiRoutes()) {
      const headers = ownHeaders(secret, server.port);
      assert.equal((await sendRequest(server, { method, path, headers, body: "{}" })).status, 401, `${path}: ${name}`);
    }
    assert.equal((await exchange(server, secret)).status, 401, `login: ${name}`);
  }
  assert.equal((await exchange(server, token)).status, 401, "the token is no key");
  const own = await sendRequest(server, { path: "/api/status", headers: ownHeaders(token, server.port) });
  assert.equal(own.status, 200);
});

test("the login key works once, for the page itself only, and no answer contains it", async (t) => {
  const server = await pageServer(t).start();
  const key = keyOf(server);
  for (const changes of [
    { origin: "http://127.0.0.1:9" },
    { "sec-fetch-site": "same-site" },
    { "sec-fetch-site": "none" },
    { host: `evil.example:${server.port}` },
    { "content-type": "text/plain" },
  ])
    assert.ok((await exchange(server, key, changes)).status >= 400, JSON.stringify(changes));
  for (const body of ["", "{", "[]", "{}", '{"key":5}', `{"key":"${key}","x":1}`]) {
    const headers = ownHeaders("", server.port);
    assert.equal((await sendRequest(server, { method: "POST", path: LOGIN_PATH, headers, body })).status, 400, body);
  }
  const token = await logIn(server);
  const again = await exchange(server, key);
  assert.equal(again.status, 401);
  const page = await sendRequest(server, { path: "/", headers: { host: `127.0.0.1:${server.port}` } });
  assert.equal(page.status, 200);
  for (const { body } of [again, page]) assert.ok(!body.includes(key) && !body.includes(token));
});

test("the server listens on loopback addresses only", async (t) => {
  const { port } = await pageServer(t).start();
  const others = Object.values(networkInterfaces())
    .flatMap((list) => list ?? [])
    .filter(({ internal }) => !internal)
    .map(({ address }) => address);
  const reached = (host: string) =>
    new Promise<boolean>((resolve) => {
      const socket = connect({ host, port, timeout: patience(5000) });
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
    ["/api/record/add", "{"],
    ["/api/record/add", "[]"],
    ["/api/record/add", '{"text":"x","further":1}'],
    ["/api/record/add", '{"text":5}'],
    ["/api/record/delete", "{}"],
    ["/api/review/accept", '{"id":"x","steps":[]}'],
    ["/api/sample/add", '{"isOn":"yes"}'],
  ];
  for (const [path, body] of wrong) {
    assert.equal((await sendRequest(server, { method: "POST", path, headers, body })).status, 400, `${path} ${body}`);
  }
  const unknown = { method: "POST", path: "/api/config/set", headers, body: '{"key":"no.such","value":"1"}' } as const;
  assert.equal((await sendRequest(server, unknown)).status, 404);
  const statusOf = async (path: string) => (await sendRequest(server, { path, headers })).status;
  assert.equal(await statusOf("/api/records?in=prj_000000000000000000"), 404);
  assert.equal(await statusOf("/api/records?dir=/etc"), 400);
  const huge = await sendRequest(server, {
    method: "POST",
    path: "/api/record/add",
    headers,
    body: "x".repeat(2_000_000),
  }).catch(() => undefined);
  assert.ok(huge === undefined || huge.status === 413);
});
