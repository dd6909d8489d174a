import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { LOGIN_PATH, PAGE_HEADER } from "../../../src/faces/http/guard.ts";
import { allRoutes } from "../../../src/faces/http/routes.ts";
import { hostileServer, visitHostilePage } from "./hostile-server.ts";
import { openPage } from "./page-server.ts";
import { pageTest } from "./page-test.ts";
import { sendRequest } from "./send-request.ts";

const ALL = [...allRoutes().map(({ method, path }) => ({ method, path })), { method: "GET", path: "/api/live" }];

/** What the page itself can read: everything that an attack could have changed. */
async function contentOf(page: Page): Promise<object> {
  await page.getByText("No commands yet").waitFor();
  return page.evaluate(async () => {
    const headers = { authorization: `Bearer ${sessionStorage.getItem("oldhand-token")}` };
    const read = async (path: string) => (await fetch(`/api/${path}`, { headers })).json();
    const [{ mark: _, ...history }, ...lists] = await Promise.all(
      ["history", "runs", "records", "suggestions", "workflows", "sessions"].map(read),
    );
    // Without the mark, which moves when the page's own reading brings the index up to date.
    return [history, ...lists, (await read("settings")).settings];
  });
}

pageTest(
  "a server on another port of this machine gets nothing from the browser that it could replay",
  async ({ server, browser, t }) => {
    const target = await server.start();
    const { page, context } = await openPage(browser, target.address);
    const before = await contentOf(page);
    const hostile = await hostileServer(t, target.port);
    const { page: hostilePage, read } = await visitHostilePage(context, {
      port: hostile.port,
      target: target.port,
      routes: [...ALL, { method: "POST", path: LOGIN_PATH }],
    });
    assert.deepEqual(read, [], "scripts of the hostile page read nothing");
    assert.ok(hostile.collected.length > 5);

    const secrets = hostile.secrets();
    const own = {
      host: `127.0.0.1:${target.port}`,
      origin: `http://127.0.0.1:${target.port}`,
      "sec-fetch-site": "same-origin",
      "content-type": "application/json",
      [PAGE_HEADER]: "replayed",
    };
    const replays = [
      { ...own, cookie: hostile.cookies() },
      ...secrets
        .filter((secret) => /^[\x20-\x7e]+$/.test(secret))
        .map((secret) => ({
          ...own,
          cookie: `${hostile.cookies()}; oldhand-${target.port}=${secret}`,
          authorization: `Bearer ${secret}`,
        })),
    ];
    for (const headers of replays) await planApproveRun((path, body) => post(target, path, headers, body));
    await planApproveRun((path, body) =>
      hostilePage.evaluate(
        async ([url, sent]) => {
          const headers = { "content-type": "application/json", "x-oldhand-page": "1" };
          const options = { method: "POST", credentials: "include", headers, body: sent } as const;
          return fetch(url, options).then(
            (answer) => answer.json(),
            () => ({}),
          );
        },
        [`http://127.0.0.1:${target.port}${path}`, JSON.stringify(body)] as const,
      ),
    );
    assert.equal(existsSync(join(server.project, "hostile.txt")), false, "nothing ran");
    const answered: string[] = [];
    for (const { method, path } of ALL) {
      for (const headers of replays) {
        const { status } = await sendRequest(target, { method, path, headers, body: "{}" });
        if (status !== 401) answered.push(`${method} ${path}: ${status}`);
      }
    }
    for (const key of secrets) {
      const body = JSON.stringify({ key });
      const { status } = await sendRequest(target, { method: "POST", path: LOGIN_PATH, headers: own, body });
      if (status !== 401 && status !== 429) answered.push(`${LOGIN_PATH}: ${status}`);
    }
    assert.deepEqual(answered, [], "no replayed header is accepted");

    await page.reload();
    assert.deepEqual(await contentOf(page), before, "nothing changed");
    assert.deepEqual(await context.cookies(), [], "there is no cookie");
  },
);

type Post = (path: string, body: object) => Promise<Record<string, string>>;

async function planApproveRun(send: Post): Promise<void> {
  const command = "echo replayed > hostile.txt";
  const { action = "act_0000000000000000" } = await send("/api/ask/command", { command });
  const { approval = "apv_0000000000000000" } = await send("/api/ask/approve", { action, command, isConfirmed: true });
  await send("/api/ask/run", { approval });
}

async function post(
  target: { readonly port: number },
  path: string,
  headers: Record<string, string>,
  body: object,
): Promise<Record<string, string>> {
  return JSON.parse((await sendRequest(target, { method: "POST", path, headers, body: JSON.stringify(body) })).body);
}
