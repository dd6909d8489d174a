import assert from "node:assert/strict";
import { request as httpRequest, type IncomingHttpHeaders } from "node:http";
import { connect } from "node:net";
import { networkInterfaces } from "node:os";
import { before, test } from "node:test";
import { build } from "../../../scripts/build.ts";
import { PAGE_MARK } from "../../../src/http/guard.ts";
import { ROUTES } from "../../../src/http/routes.ts";
import { ATTACKS, METHODS, ownHeaders, PORT, WRITING_ATTACKS } from "../../http/knocks.ts";
import { desk, type Served } from "./page-desk.ts";

before(async () => void (await build()));

type Said = { readonly status: number; readonly headers: IncomingHttpHeaders; readonly body: string };
type Sent = {
  readonly method?: string;
  readonly path?: string;
  readonly headers?: Record<string, string>;
  readonly body?: string;
};

function ask({ port }: Served, { method = "GET", path = "/", headers = {}, body = "" }: Sent): Promise<Said> {
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

/** Comes in as a browser does, and gives its cookie. */
async function enter(served: Served): Promise<string> {
  const { pathname, search } = new URL(served.address);
  const headers = { host: `127.0.0.1:${served.port}`, "sec-fetch-site": "none" };
  const said = await ask(served, { path: `${pathname}${search}`, headers });
  assert.equal(said.status, 303);
  assert.equal(said.headers.location, "/");
  const [cookie = ""] = said.headers["set-cookie"] ?? [];
  assert.match(cookie, /^oldhand-\d+=[0-9a-f]{64}; Path=\/; HttpOnly; SameSite=Strict$/);
  return cookie.slice(cookie.indexOf("=") + 1, cookie.indexOf(";"));
}

/** The table is written for one port; the server has another. */
const atPort = (port: number, headers: Record<string, string>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name, value.replaceAll(String(PORT), String(port))]),
  );

test("no attack gets anything from any route, and the page gets everything", async (t) => {
  const served = await desk(t).serve();
  const cookie = await enter(served);
  const routes = ROUTES.map(({ method, path }) => ({ method, path }));
  const all = [
    ...routes,
    { method: "GET", path: "/" },
    { method: "GET", path: "/app.js" },
    { method: "GET", path: "/api/live" },
  ];
  const leaks: string[] = [];
  let asked = 0;
  for (const { method, path } of all) {
    for (const { says, headers, status } of method === "POST" ? [...ATTACKS, ...WRITING_ATTACKS] : ATTACKS) {
      const said = await ask(served, { method, path, headers: atPort(served.port, headers(cookie)), body: "{}" });
      asked += 1;
      // Node itself answers what names no host, before anybody is asked.
      const expected = headers(cookie).host === undefined ? 400 : status;
      if (said.status !== expected || /"(?!error|code|says|refused)\w+":/.test(said.body))
        leaks.push(`${method} ${path}: ${says}`);
      if (said.headers["access-control-allow-origin"] !== undefined) leaks.push(`${path} allows an origin`);
    }
  }
  t.diagnostic(`${asked} attack requests on ${all.length} routes`);
  assert.deepEqual(leaks, []);
  for (const method of METHODS) {
    const said = await ask(served, { method, path: "/api/records", headers: { host: `127.0.0.1:${served.port}` } });
    assert.equal(said.status, 405, method);
    assert.equal(said.headers["access-control-allow-methods"], undefined);
  }
  const own = await ask(served, { path: "/api/standing", headers: ownHeaders(cookie, served.port) });
  assert.equal(own.status, 200);
  assert.match(
    String(own.headers["content-security-policy"]),
    /^default-src 'none'; script-src 'self'; .*frame-ancestors 'none'/,
  );
});

test("the address works once, and its token stands in no answer", async (t) => {
  const served = await desk(t).serve();
  const token = new URL(served.address).searchParams.get("token")!;
  const cookie = await enter(served);
  const again = await ask(served, { path: `/?token=${token}`, headers: { host: `127.0.0.1:${served.port}` } });
  assert.equal(again.status, 401);
  const page = await ask(served, { path: "/", headers: ownHeaders(cookie, served.port) });
  assert.ok(page.status === 200 && !page.body.includes(token) && !page.body.includes(cookie));
});

test("it listens on the addresses of this machine alone", async (t) => {
  const { port } = await desk(t).serve();
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

test("what is sent is checked before anything is done with it", async (t) => {
  const served = await desk(t).serve();
  const headers = ownHeaders(await enter(served), served.port);
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
    assert.equal((await ask(served, { method: "POST", path, headers, body })).status, 400, `${path} ${body}`);
  }
  const elsewhere = await ask(served, { path: "/api/records?dir=/etc", headers });
  assert.equal(elsewhere.status, 404);
  const huge = await ask(served, {
    method: "POST",
    path: "/api/records/add",
    headers,
    body: "x".repeat(2_000_000),
  }).catch(() => undefined);
  assert.ok(huge === undefined || huge.status === 413);
  assert.equal(headers[PAGE_MARK], "1");
});
