/** Requests as browsers and programs send them: the page's own, and those of an attacker; each with the answer it gets. */
import { PAGE_MARK } from "../../src/http/guard.ts";

export const PORT = 7410;

export type Attack = {
  readonly says: string;
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
    [PAGE_MARK]: "1",
    cookie: `oldhand-${port}=${cookie}`,
  };
}

/** Everything that the page itself sends, but for what is named; undefined takes it away. */
function but(changes: Record<string, string | undefined>) {
  return (cookie: string): Record<string, string> => {
    const all = Object.entries({ ...ownHeaders(cookie), ...changes });
    return Object.fromEntries(all.filter((pair): pair is [string, string] => pair[1] !== undefined));
  };
}

export const ATTACKS: readonly Attack[] = [
  { says: "a name that points here", headers: but({ host: "evil.example:7410" }), status: 421 },
  { says: "a name that points here, without a port", headers: but({ host: "127.0.0.1" }), status: 421 },
  { says: "another port's name", headers: but({ host: "127.0.0.1:7411" }), status: 421 },
  { says: "no name at all", headers: but({ host: undefined }), status: 421 },
  { says: "another page's origin", headers: but({ origin: "https://evil.example" }), status: 403 },
  { says: "a page without an origin", headers: but({ origin: "null" }), status: 403 },
  { says: "another server of this machine", headers: but({ origin: "http://127.0.0.1:9999" }), status: 403 },
  {
    says: "a browser on another site",
    headers: but({ origin: undefined, "sec-fetch-site": "cross-site" }),
    status: 403,
  },
  {
    says: "a browser on another port",
    headers: but({ origin: undefined, "sec-fetch-site": "same-site" }),
    status: 403,
  },
  { says: "no cookie", headers: but({ cookie: undefined }), status: 401 },
  { says: "a wrong cookie", headers: but({ cookie: `oldhand-7410=${"0".repeat(64)}` }), status: 401 },
  { says: "an empty cookie", headers: but({ cookie: "oldhand-7410=" }), status: 401 },
  {
    says: "the cookie of another port",
    headers: (cookie) => ({ ...but({})(cookie), cookie: `oldhand-1=${cookie}` }),
    status: 401,
  },
  {
    says: "two cookies of one name",
    headers: (cookie) => ({ ...but({})(cookie), cookie: `oldhand-7410=${cookie}; oldhand-7410=${cookie}` }),
    status: 401,
  },
  { says: "the token as a bearer", headers: but({ cookie: undefined, authorization: "Bearer x" }), status: 401 },
];

/** Those that only a request which changes something can be. */
export const WRITING_ATTACKS: readonly Attack[] = [
  { says: "a form", headers: but({ "content-type": "application/x-www-form-urlencoded" }), status: 415 },
  { says: "a form that says it is text", headers: but({ "content-type": "text/plain" }), status: 415 },
  { says: "no word on what is sent", headers: but({ "content-type": undefined }), status: 415 },
  { says: "no mark of the page", headers: but({ [PAGE_MARK]: undefined }), status: 403 },
  { says: "a link that a person followed", headers: but({ origin: undefined, "sec-fetch-site": "none" }), status: 403 },
];

export const METHODS = ["OPTIONS", "PUT", "DELETE", "PATCH", "HEAD", "TRACE"] as const;
