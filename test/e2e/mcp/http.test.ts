import assert from "node:assert/strict";
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { request as httpRequest } from "node:http";
import { connect } from "node:net";
import { networkInterfaces } from "node:os";
import { before, test } from "node:test";
import { build } from "../../../scripts/build.ts";
import type { Cleaning } from "../../fixtures/git-repo.ts";
import { program } from "../cli/program.ts";
import { type Fields, type World, world } from "./agent.ts";
import { badFrames, FRAMES } from "./bad-frames.ts";

before(build);

const TOKEN = "a-token-for-this-test-only";

type Response = { readonly status: number; readonly headers: Fields; readonly body: string };
type HttpServer = {
  readonly port: number;
  readonly child: ChildProcess;
  readonly noise: () => string;
  ask(parts?: { method?: string; path?: string; headers?: object; body?: string | Buffer }): Promise<Response>;
  call(name: string, input?: object): Promise<Fields>;
};

async function serving(t: Cleaning, { home }: World, { token = TOKEN }: { token?: string } = {}): Promise<HttpServer> {
  const env = { PATH: process.env.PATH, OLDHAND_HOME: home, ...(token !== "" && { OLDHAND_TOKEN: token }) };
  const child = spawn(process.execPath, [program, "mcp", "--http"], { env, stdio: ["ignore", "pipe", "pipe"] });
  t.after(() => void child.kill("SIGKILL"));
  let noise = "";
  child.stderr.on("data", (text) => {
    noise += text;
  });
  while (!/http:\/\/127\.0\.0\.1:\d+.*\n/.test(noise)) await once(child.stderr, "data");
  const port = Number(/:(\d+)\/mcp/.exec(noise)?.[1]);
  const ask: HttpServer["ask"] = ({ method = "POST", path = "/mcp", headers = {}, body = "" } = {}) =>
    new Promise((resolve, reject) => {
      const usual = {
        host: `127.0.0.1:${port}`,
        authorization: `Bearer ${token}`,
        "content-type": "application/json",
        accept: "application/json, text/event-stream",
      };
      const sent = httpRequest(
        { host: "127.0.0.1", port, path, method, headers: { ...usual, ...headers } },
        (answer) => {
          let text = "";
          answer.setEncoding("utf8").on("data", (part) => {
            text += part;
          });
          answer.on("end", () => resolve({ status: answer.statusCode!, headers: answer.headers, body: text }));
        },
      );
      sent.on("error", reject);
      sent.end(body);
    });
  const call = async (name: string, input: object = {}): Promise<Fields> => {
    const params = { name, arguments: input };
    const response = await ask({ body: JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/call", params }) });
    const data = response.body.startsWith("{") ? response.body : /^data: (.*)$/m.exec(response.body)![1]!;
    const { result } = JSON.parse(data);
    return result.isError ? { failed: result.content[0].text } : result.structuredContent;
  };
  return { port, child, noise: () => noise, ask, call };
}

const ping = JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/list" });

test("a client with the token is served, and a call without a directory sees only global records", async (t) => {
  const there = world(t);
  const cwd = there.project("app");
  const { call, noise } = await serving(t, there);
  await call("memory_learn", { text: "The loom is loud", type: "fact", cwd });
  await call("memory_learn", { text: "The loom is red", type: "fact" });
  const found = async (input: object) =>
    (await call("memory_recall", { query: "loom", ...input })).results.map(({ text }: { text: string }) => text).sort();
  assert.deepEqual(await found({}), ["The loom is red"]);
  assert.deepEqual(await found({ cwd }), ["The loom is loud", "The loom is red"]);
  assert.match((await call("memory_learn", { text: "x", scope: "project" })).failed, /needs cwd/);
  assert.ok(!noise().includes(TOKEN));
});

test("a request from another origin or without a token is rejected, and reveals nothing", async (t) => {
  const { ask, port } = await serving(t, world(t));
  const tries: [headers: object, status: number][] = [
    [{}, 200],
    [{ host: `localhost:${port}` }, 200],
    [{ origin: `http://localhost:${port}` }, 200],
    [{ host: "evil.example" }, 403],
    [{ host: `evil.example:${port}` }, 403],
    [{ origin: "https://evil.example" }, 403],
    [{ origin: `http://127.0.0.1:${port + 1}` }, 403],
    [{ "sec-fetch-site": "same-site" }, 403],
    [{ authorization: "" }, 401],
    [{ authorization: "", cookie: `token=${TOKEN}; authorization=Bearer ${TOKEN}` }, 401],
    [{ authorization: "Bearer wrong" }, 401],
    [{ authorization: `Bearer ${TOKEN}x` }, 401],
  ];
  for (const [headers, status] of tries) {
    const response = await ask({ headers, body: ping });
    assert.equal(response.status, status, JSON.stringify(headers));
    assert.equal(response.headers["access-control-allow-origin"], undefined);
    assert.ok(!response.body.includes(TOKEN));
  }
  assert.equal((await ask({ path: "/", body: ping })).status, 404);
  assert.equal((await ask({ path: `/mcp?token=${TOKEN}`, headers: { authorization: "" }, body: ping })).status, 401);
  assert.ok((await ask({ method: "OPTIONS", headers: { origin: "https://evil.example" } })).status >= 400);
});

test("a request that is too large is refused, whether or not it declares its length", async (t) => {
  const { ask } = await serving(t, world(t));
  assert.equal((await ask({ headers: { "content-length": "5000000" }, body: "x" }).catch(refusedEarly)).status, 413);
  const body = Buffer.alloc(2_000_000, "x");
  assert.equal((await ask({ headers: { "transfer-encoding": "chunked" }, body }).catch(refusedEarly)).status, 413);
  assert.equal((await ask({ body: ping })).status, 200);
});

/** The server may close before everything was sent; that is also a refusal. */
function refusedEarly(error: NodeJS.ErrnoException): { status: number } {
  assert.match(error.code ?? "", /ECONNRESET|EPIPE/);
  return { status: 413 };
}

test("bad bodies are answered with errors, and the server keeps running", async (t) => {
  const { ask } = await serving(t, world(t));
  for (const body of [
    "",
    "nonsense",
    "[]",
    "null",
    `[${ping}]`.repeat(2),
    "[".repeat(50_000),
    '{"jsonrpc":"2.0","id":{},"method":7}',
  ]) {
    const { status } = await ask({ body });
    assert.ok(status >= 400 && status < 500, `${status} ${body.slice(0, 40)}`);
  }
  assert.equal((await ask({ body: ping })).status, 200);
});

test(`${FRAMES} bad bodies do not break the server, and are answered with JSON`, async (t) => {
  const { ask, call } = await serving(t, world(t));
  for (const body of badFrames(FRAMES)) {
    const response = await ask({ body });
    const data = response.body.startsWith("event:") ? /^data: (.*)$/m.exec(response.body)![1]! : response.body;
    if (data !== "") JSON.parse(data);
    assert.ok(response.status < 500, `${response.status} ${body.slice(0, 80)}`);
  }
  assert.equal((await call("memory_learn", { text: "The mast held", type: "fact" })).outcome, "remembered");
});

test("it listens on this machine only", async (t) => {
  const { port } = await serving(t, world(t));
  const outer = Object.values(networkInterfaces())
    .flat()
    .filter((one) => one !== undefined && !one.internal && one.family === "IPv4");
  for (const one of outer) {
    const socket = connect({ host: one!.address, port });
    const [error] = await Promise.race([once(socket, "error"), once(socket, "connect").then(() => [undefined])]);
    socket.destroy();
    assert.ok(error, one!.address);
  }
  t.diagnostic(`${outer.length} outer addresses tried`);
});

test("without a given token, one is made and printed on stderr; a short one is refused", async (t) => {
  const there = world(t);
  const { noise, child } = await serving(t, there, { token: "" });
  while (!/Token for this run: [0-9a-f]{64}\n/.test(noise())) await once(child.stderr!, "data");
  const env = { PATH: process.env.PATH, OLDHAND_HOME: there.home, OLDHAND_TOKEN: "short" };
  const refused = spawn(process.execPath, [program, "mcp", "--http"], { env });
  assert.deepEqual((await once(refused, "exit"))[0], 2);
});

test("the server exits on a signal", async (t) => {
  const { child, ask } = await serving(t, world(t));
  await ask({ body: ping });
  child.kill("SIGTERM");
  assert.deepEqual(await once(child, "exit"), [0, null]);
});
