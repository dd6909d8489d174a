/** Checks for servers that only this machine may use: the requested host, other sites in a browser, and the bearer token. */
import { createHash, timingSafeEqual } from "node:crypto";

/** Named as Node names them; a header that was sent twice counts as missing. */
export type RequestHeaders = Readonly<Record<string, string | string[] | undefined>>;

type LoopbackAccess = {
  /** Wrong host: DNS rebinding, or not meant for this server. Other site: sent by a page of another origin. */
  problemOf(headers: RequestHeaders): "wrong host" | "other site" | undefined;
  /** True for `Authorization: Bearer` with the token. Cookies have no authority: browsers send them to every port of a host. */
  hasToken(headers: RequestHeaders): boolean;
};

export function loopbackAccess(port: number, isToken: (sent: string) => boolean): LoopbackAccess {
  // Checking the requested name stops DNS rebinding: a foreign page whose name resolves to this machine.
  const hosts = new Set(["127.0.0.1", "localhost", "[::1]"].map((name) => `${name}:${port}`));
  const origins = new Set([...hosts].map((host) => `http://${host}`));
  return {
    problemOf(headers) {
      if (!hosts.has(single(headers.host)?.toLowerCase() ?? "")) return "wrong host";
      const origin = single(headers.origin)?.toLowerCase() ?? "";
      if (headers.origin !== undefined && !origins.has(origin)) return "other site";
      // `none`: a person typed the address, or opened it from outside the browser.
      const site = headers["sec-fetch-site"] ?? "none";
      return site === "same-origin" || site === "none" ? undefined : "other site";
    },
    hasToken(headers) {
      const [, token] = /^Bearer (.+)$/.exec(single(headers.authorization) ?? "") ?? [];
      return token !== undefined && isToken(token);
    },
  };
}

/** Compares in constant time, so that the time taken reveals nothing about the secret. */
export function secretTest(secret: string): (sent: string) => boolean {
  const wanted = digest(secret);
  return (sent) => timingSafeEqual(digest(sent), wanted);
}

export function single(value: string | string[] | undefined): string | undefined {
  return typeof value === "string" ? value : undefined;
}

/** The path and query of a request; undefined if they are not valid. */
export function requestAddress(url: string): URL | undefined {
  // A full address in place of a path is meant for a proxy.
  return url.startsWith("/") && !url.startsWith("//") && URL.canParse(url, "http://here")
    ? new URL(url, "http://here")
    : undefined;
}

/** Digests have the same length whatever was sent, as the comparison needs. */
function digest(text: string): Buffer {
  return createHash("sha256").update(text).digest();
}
