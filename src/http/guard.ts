/** Checks every request before routing: right host, no other site, and the session cookie or a login token. */
import { loopbackNames } from "../core/base/loopback-access.ts";
import type { Login } from "./login.ts";

/** The request line and headers, named as Node names them. */
type RequestHead = {
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
};

type GuardResult =
  | { readonly outcome: "pass"; readonly path: string; readonly query: URLSearchParams }
  | { readonly outcome: "log in"; readonly cookie: string }
  | { readonly outcome: "refuse"; readonly status: 400 | 401 | 403 | 405 | 415 | 421 | 429; readonly message: string };

export type Guard = (request: RequestHead) => GuardResult;

/** A form or a link on another site cannot send this header. */
export const PAGE_HEADER = "x-oldhand-page";
export const TOKEN_NAME = "token";

export function cookieName(port: number): string {
  // Browsers send the same cookies to every port of a host.
  return `oldhand-${port}`;
}

export function createGuard({ port, login }: { readonly port: number; readonly login: Login }): Guard {
  const own = loopbackNames(port);
  const name = cookieName(port);
  return ({ method, url, headers }) => {
    if (!own.isHost(single(headers.host)))
      return refuse(421, "Unknown host. Use the address that `oldhand ui` printed.");
    const origin = single(headers.origin);
    if (headers.origin !== undefined && (origin === undefined || !own.isOrigin(origin)))
      return refuse(403, "Requests from other sites are refused.");
    const site = headers["sec-fetch-site"];
    // `none`: a person typed the address, or opened it from outside the browser.
    if (site !== undefined && site !== "same-origin" && !(site === "none" && method === "GET"))
      return refuse(403, "Requests from other sites are refused.");
    if (method !== "GET" && method !== "POST") return refuse(405, `Method ${method} is not supported.`);
    const address = parseAddress(url);
    if (address === undefined) return refuse(400, "The request path is not valid.");
    const { pathname: path, searchParams: query } = address;
    const token = query.get(TOKEN_NAME);
    if (method === "GET" && path === "/" && token !== null) return logIn(login, token);
    const cookie = cookieIn(single(headers.cookie), name);
    if (cookie === undefined || !login.isCookie(cookie))
      return refuse(
        401,
        "Not logged in. Open the address that `oldhand ui` printed. It works once; press Enter there for a new one.",
      );
    if (method === "POST") {
      if (!/^application\/json\s*(?:;|$)/i.test(single(headers["content-type"]) ?? ""))
        return refuse(415, "Send JSON with content-type application/json.");
      if (headers[PAGE_HEADER] === undefined) return refuse(403, `The ${PAGE_HEADER} header is missing.`);
    }
    return { outcome: "pass", path, query };
  };
}

function logIn(login: Login, token: string): GuardResult {
  const exchanged = login.exchange(token);
  if (exchanged === "wrong")
    return refuse(
      401,
      "This address was already used or has expired. Press Enter where `oldhand ui` runs for a new one.",
    );
  if ("waitMs" in exchanged)
    return refuse(429, `Too many wrong tokens. Try again in ${Math.ceil(exchanged.waitMs / 1000)} s.`);
  return { outcome: "log in", cookie: exchanged.cookie };
}

function refuse(status: Extract<GuardResult, { outcome: "refuse" }>["status"], message: string): GuardResult {
  return { outcome: "refuse", status, message };
}

/** A header that was sent twice counts as missing. */
function single(value: string | string[] | undefined): string | undefined {
  return typeof value === "string" ? value : undefined;
}

function parseAddress(url: string): URL | undefined {
  // A full address in place of a path is meant for a proxy.
  return url.startsWith("/") && !url.startsWith("//") && URL.canParse(url, "http://here")
    ? new URL(url, "http://here")
    : undefined;
}

function cookieIn(header: string | undefined, name: string): string | undefined {
  const found = header
    ?.split(";")
    .map((part) => part.trim())
    .filter((part) => part.startsWith(`${name}=`));
  return found?.length === 1 ? found[0]!.slice(name.length + 1) : undefined;
}
