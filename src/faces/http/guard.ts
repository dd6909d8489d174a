/** Checks every request before routing: right host, no other site, and the token for everything but the page's own files. */
import { loopbackAccess, type RequestHeaders, requestAddress, single } from "../../core/base/loopback-access.ts";
import type { Login } from "./login.ts";

/** The request line and headers, named as Node names them. */
type RequestHead = { readonly method: string; readonly url: string; readonly headers: RequestHeaders };

type GuardResult =
  /** The files of the page contain nothing of the memory, so they need no token. */
  | { readonly outcome: "file"; readonly path: string }
  | { readonly outcome: "log in" }
  | { readonly outcome: "api"; readonly path: string; readonly query: URLSearchParams; readonly page: string }
  | { readonly outcome: "refuse"; readonly status: 400 | 401 | 403 | 405 | 415 | 421; readonly message: string };

export type Guard = (request: RequestHead) => GuardResult;

/** The id of one load of the page. A form or a link on another site cannot send this header. */
export const PAGE_HEADER = "x-oldhand-page";
export const LOGIN_PATH = "/api/login";

export function createGuard({ port, login }: { readonly port: number; readonly login: Login }): Guard {
  const access = loopbackAccess(port, login.isToken);
  return ({ method, url, headers }) => {
    const problem = access.problemOf(headers);
    if (problem === "wrong host") return refuse(421, "Unknown host. Use the address that `oldhand ui` printed.");
    const isTyped = headers["sec-fetch-site"] === "none";
    if (problem === "other site" || (isTyped && method !== "GET"))
      return refuse(403, "Requests from other sites are refused.");
    if (method !== "GET" && method !== "POST") return refuse(405, `Method ${method} is not supported.`);
    const address = requestAddress(url);
    if (address === undefined) return refuse(400, "The request path is not valid.");
    const { pathname: path, searchParams: query } = address;
    if (method === "GET" && !path.startsWith("/api/")) return { outcome: "file", path };
    const isLogin = method === "POST" && path === LOGIN_PATH;
    if (!isLogin && !access.hasToken(headers))
      return refuse(
        401,
        "Not logged in. Press Enter in the terminal where `oldhand ui` runs, or run `oldhand ui` at a terminal, and open the address that it prints.",
      );
    const page = single(headers[PAGE_HEADER]) ?? "";
    if (method === "POST") {
      if (!/^application\/json\s*(?:;|$)/i.test(single(headers["content-type"]) ?? ""))
        return refuse(415, "Send JSON with content-type application/json.");
      if (page === "") return refuse(403, `The ${PAGE_HEADER} header is missing.`);
    }
    return isLogin ? { outcome: "log in" } : { outcome: "api", path, query, page };
  };
}

function refuse(status: Extract<GuardResult, { outcome: "refuse" }>["status"], message: string): GuardResult {
  return { outcome: "refuse", status, message };
}
