/** A program that used the port before may have left a service worker in the browser. */
import assert from "node:assert/strict";
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { BrowserContext } from "playwright-core";
import { openPage, type PageServer } from "./page-server.ts";
import { pageTest } from "./page-test.ts";

const PASSES_ON = "onfetch = (event) => event.respondWith(fetch(event.request));";

/** Serves a page that registers the worker, lets the browser visit it, and frees the port. */
async function leaveWorker(context: BrowserContext, worker: string): Promise<number> {
  const server = createServer(({ url }, response) => {
    response.writeHead(200, { "content-type": url === "/worker.js" ? "text/javascript" : "text/html" });
    response.end(url === "/worker.js" ? `oninstall = () => skipWaiting();\n${worker}` : "<title>earlier</title>");
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  const page = await context.newPage();
  await page.goto(`http://127.0.0.1:${port}/`);
  await page.evaluate(async () => {
    await navigator.serviceWorker.register("/worker.js");
    await navigator.serviceWorker.ready;
  });
  await page.close();
  server.close();
  server.closeAllConnections();
  return port;
}

async function startOn(server: PageServer, port: number): Promise<string> {
  return (await server.start({ port })).address;
}

pageTest("a service worker that passes requests on is removed before the page logs in", async ({ server, browser }) => {
  const context = await browser.newContext();
  const address = await startOn(server, await leaveWorker(context, PASSES_ON));
  const { page } = await openPage(browser, address, {}, context);
  await page.getByLabel("Command or request").waitFor();
  const left = await page.evaluate(async () => ({
    workers: (await navigator.serviceWorker.getRegistrations()).length,
    isControlled: navigator.serviceWorker.controller !== null,
  }));
  assert.deepEqual(left, { workers: 0, isControlled: false });
});
