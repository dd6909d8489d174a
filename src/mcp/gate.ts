/** Who may pass over HTTP: this machine, under its own name, from no other page, with the token. */
import { createHash, timingSafeEqual } from "node:crypto";

export type Knock = {
  readonly host: string | undefined;
  readonly origin: string | undefined;
  readonly authorization: string | undefined;
};

export type Gate = (knock: Knock) => { readonly status: 401 | 403; readonly says: string } | "pass";

export function gateOf({ token, port }: { readonly token: string; readonly port: number }): Gate {
  // The name that was asked for gives a page away that had its own name point here.
  const hosts = new Set(["127.0.0.1", "localhost", "[::1]"].map((name) => `${name}:${port}`));
  const origins = new Set([...hosts].map((host) => `http://${host}`));
  const wanted = digest(`Bearer ${token}`);
  return ({ host, origin, authorization }) => {
    if (host === undefined || !hosts.has(host.toLowerCase())) return { status: 403, says: "This is not the host." };
    if (origin !== undefined && !origins.has(origin.toLowerCase()))
      return { status: 403, says: "Pages of other origins are not served." };
    if (authorization === undefined || !timingSafeEqual(digest(authorization), wanted))
      return { status: 401, says: "The token is missing or wrong: send it as Authorization: Bearer TOKEN." };
    return "pass";
  };
}

/** Of one length whatever was sent, so that comparing takes the same time. */
function digest(text: string): Buffer {
  return createHash("sha256").update(text).digest();
}
