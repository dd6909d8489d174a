/** Request headers as the page sends them and as attackers do, each attack with the status it gets. */
import { PAGE_HEADER } from "../../../src/faces/http/guard.ts";

export const PORT = 7410;

export type Attack = {
  readonly name: string;
  readonly method?: string;
  readonly url?: string;
  readonly headers: (token: string) => Record<string, string>;
  readonly status: number;
};

export function ownHeaders(token: string, port: number = PORT): Record<string, string> {
  return {
    host: `127.0.0.1:${port}`,
    origin: `http://127.0.0.1:${port}`,
    "sec-fetch-site": "same-origin",
    "content-type": "application/json",
    [PAGE_HEADER]: "a-load-of-the-page",
    authorization: `Bearer ${token}`,
  };
}

/** The headers of the page itself with some changed; undefined removes one. */
function ownHeadersBut(changes: Record<string, string | undefined>) {
  return (token: string): Record<string, string> => {
    const all = Object.entries({ ...ownHeaders(token), ...changes });
    return Object.fromEntries(all.filter((pair): pair is [string, string] => pair[1] !== undefined));
  };
}

/** Attacks from other sites, which are refused for the page's own files too. */
export const SITE_ATTACKS: readonly Attack[] = [
  { name: "a foreign host name", headers: ownHeadersBut({ host: "evil.example:7410" }), status: 421 },
  { name: "a host without its port", headers: ownHeadersBut({ host: "127.0.0.1" }), status: 421 },
  { name: "a host with another port", headers: ownHeadersBut({ host: "127.0.0.1:7411" }), status: 421 },
  { name: "no host", headers: ownHeadersBut({ host: undefined }), status: 421 },
  { name: "the origin of another site", headers: ownHeadersBut({ origin: "https://evil.example" }), status: 403 },
  { name: "a null origin", headers: ownHeadersBut({ origin: "null" }), status: 403 },
  {
    name: "the origin of another local server",
    headers: ownHeadersBut({ origin: "http://127.0.0.1:9999" }),
    status: 403,
  },
  {
    name: "a cross-site fetch",
    headers: ownHeadersBut({ origin: undefined, "sec-fetch-site": "cross-site" }),
    status: 403,
  },
  {
    name: "a same-site fetch from another port",
    headers: ownHeadersBut({ origin: undefined, "sec-fetch-site": "same-site" }),
    status: 403,
  },
];

const NO_TOKEN = { authorization: undefined };

/** Attacks without the token, on the API. */
export const TOKEN_ATTACKS: readonly Attack[] = [
  { name: "no token", headers: ownHeadersBut(NO_TOKEN), status: 401 },
  { name: "a wrong token", headers: ownHeadersBut({ authorization: `Bearer ${"0".repeat(64)}` }), status: 401 },
  { name: "an empty token", headers: ownHeadersBut({ authorization: "Bearer " }), status: 401 },
  {
    name: "a part of the token",
    headers: (token) => ({ ...ownHeaders(token), authorization: `Bearer ${token.slice(1)}` }),
    status: 401,
  },
  {
    name: "another scheme",
    headers: (token) => ({ ...ownHeaders(token), authorization: `Basic ${token}` }),
    status: 401,
  },
  { name: "a cookie only", headers: ownHeadersBut({ ...NO_TOKEN, cookie: "oldhand-7410=1; token=1" }), status: 401 },
  {
    name: "the token in a cookie",
    headers: (token) => ({
      ...ownHeadersBut(NO_TOKEN)(token),
      cookie: `oldhand-7410=${token}; oldhand-token=${token}; token=${token}; authorization=Bearer ${token}`,
    }),
    status: 401,
  },
  {
    name: "the token in the page's header",
    headers: (token) => ({ ...ownHeadersBut(NO_TOKEN)(token), [PAGE_HEADER]: token }),
    status: 401,
  },
];

/** Attacks on requests that write. */
export const WRITING_ATTACKS: readonly Attack[] = [
  { name: "a form", headers: ownHeadersBut({ "content-type": "application/x-www-form-urlencoded" }), status: 415 },
  { name: "a plain-text form", headers: ownHeadersBut({ "content-type": "text/plain" }), status: 415 },
  { name: "no content type", headers: ownHeadersBut({ "content-type": undefined }), status: 415 },
  { name: "no page header", headers: ownHeadersBut({ [PAGE_HEADER]: undefined }), status: 403 },
  { name: "a typed address", headers: ownHeadersBut({ origin: undefined, "sec-fetch-site": "none" }), status: 403 },
];

export const METHODS = ["OPTIONS", "PUT", "DELETE", "PATCH", "HEAD", "TRACE"] as const;
