/** Request headers as the page sends them and as attackers do, each attack with the status it gets. */
import { PAGE_HEADER } from "../../src/http/guard.ts";

export const PORT = 7410;

export type Attack = {
  readonly name: string;
  readonly method?: string;
  readonly url?: string;
  readonly headers: (cookie: string) => Record<string, string>;
  readonly status: number;
};

export function ownHeaders(cookie: string, port: number = PORT): Record<string, string> {
  return {
    host: `127.0.0.1:${port}`,
    origin: `http://127.0.0.1:${port}`,
    "sec-fetch-site": "same-origin",
    "content-type": "application/json",
    [PAGE_HEADER]: "1",
    cookie: `oldhand-${port}=${cookie}`,
  };
}

/** The headers of the page itself with some changed; undefined removes one. */
function ownHeadersBut(changes: Record<string, string | undefined>) {
  return (cookie: string): Record<string, string> => {
    const all = Object.entries({ ...ownHeaders(cookie), ...changes });
    return Object.fromEntries(all.filter((pair): pair is [string, string] => pair[1] !== undefined));
  };
}

export const ATTACKS: readonly Attack[] = [
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
  { name: "no cookie", headers: ownHeadersBut({ cookie: undefined }), status: 401 },
  { name: "a wrong cookie", headers: ownHeadersBut({ cookie: `oldhand-7410=${"0".repeat(64)}` }), status: 401 },
  { name: "an empty cookie", headers: ownHeadersBut({ cookie: "oldhand-7410=" }), status: 401 },
  {
    name: "the cookie of another port",
    headers: (cookie) => ({ ...ownHeaders(cookie), cookie: `oldhand-1=${cookie}` }),
    status: 401,
  },
  {
    name: "two cookies of one name",
    headers: (cookie) => ({ ...ownHeaders(cookie), cookie: `oldhand-7410=${cookie}; oldhand-7410=${cookie}` }),
    status: 401,
  },
  { name: "a bearer token", headers: ownHeadersBut({ cookie: undefined, authorization: "Bearer x" }), status: 401 },
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
