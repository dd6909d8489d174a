/** Stands before every route: this machine under its own name, no other page, a browser that came in by the address. */
import { loopbackNames } from "../core/base/loopback-access.ts";
import type { Keys } from "./keys.ts";

/** What a request says of itself, as Node names its headers. */
export type Knock = {
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
};

export type Passed =
  | { readonly outcome: "pass"; readonly path: string; readonly query: URLSearchParams }
  | { readonly outcome: "enter"; readonly cookie: string }
  | { readonly outcome: "refuse"; readonly status: 400 | 401 | 403 | 405 | 415 | 421 | 429; readonly says: string };

export type Guard = (knock: Knock) => Passed;

/** A header that a form or a link of another page cannot send. */
export const PAGE_MARK = "x-oldhand-page";
export const TOKEN_NAME = "token";

export function cookieName(port: number): string {
  // Browsers tell all ports of a machine the same cookies.
  return `oldhand-${port}`;
}

export function guardOf({ port, keys }: { readonly port: number; readonly keys: Keys }): Guard {
  const own = loopbackNames(port);
  const name = cookieName(port);
  return ({ method, url, headers }) => {
    if (!own.isHost(one(headers.host))) return refuse(421, "This server answers to its own name only.");
    const origin = one(headers.origin);
    if (headers.origin !== undefined && (origin === undefined || !own.isOrigin(origin)))
      return refuse(403, "Other pages are not answered.");
    const site = headers["sec-fetch-site"];
    // `none`: a person typed the address or followed it from outside of any page.
    if (site !== undefined && site !== "same-origin" && !(site === "none" && method === "GET"))
      return refuse(403, "Other pages are not answered.");
    if (method !== "GET" && method !== "POST") return refuse(405, "Only GET and POST are understood.");
    const asked = addressOf(url);
    if (asked === undefined) return refuse(400, "That is no address.");
    const { pathname: path, searchParams: query } = asked;
    const token = query.get(TOKEN_NAME);
    if (method === "GET" && path === "/" && token !== null) return entering(keys, token);
    const cookie = cookieIn(one(headers.cookie), name);
    if (cookie === undefined || !keys.isCookie(cookie))
      return refuse(401, "Open the address that `oldhand ui` printed. It works once; press Enter there for a new one.");
    if (method === "POST") {
      if (!/^application\/json\s*(?:;|$)/i.test(one(headers["content-type"]) ?? ""))
        return refuse(415, "Send JSON, as application/json.");
      if (headers[PAGE_MARK] === undefined) return refuse(403, "Only the page itself may ask for that.");
    }
    return { outcome: "pass", path, query };
  };
}

function entering(keys: Keys, token: string): Passed {
  const traded = keys.trade(token);
  if (traded === "wrong")
    return refuse(
      401,
      "This address was used before or is too old. Press Enter where `oldhand ui` runs for a new one.",
    );
  if ("waitMs" in traded)
    return refuse(429, `Too many wrong addresses. Wait ${Math.ceil(traded.waitMs / 1000)} seconds.`);
  return { outcome: "enter", cookie: traded.cookie };
}

function refuse(status: Extract<Passed, { outcome: "refuse" }>["status"], says: string): Passed {
  return { outcome: "refuse", status, says };
}

/** A header that was sent twice is none. */
function one(value: string | string[] | undefined): string | undefined {
  return typeof value === "string" ? value : undefined;
}

function addressOf(url: string): URL | undefined {
  // A whole address in place of a path is what one says to a proxy.
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
