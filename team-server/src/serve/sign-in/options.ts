/** How signing in at an issuer is configured: what an operator gives `serve`, checked. */
import { OldhandError } from "../../../../src/core/base/error.ts";
import { isId } from "../../../../src/core/base/id.ts";
import type { MemberRole, SpaceId } from "../../../../src/core/team/rights.ts";
import { trimEndOf } from "../../../../src/core/text/wording.ts";

/** Whoever has a verified e-mail of the domain may join the space by signing in. */
export type Admission = { readonly space: SpaceId; readonly domain: string; readonly role: MemberRole };

export type SignInOptions = {
  readonly issuer: string;
  readonly clientId: string;
  /** Absent: a public client, which has PKCE alone. */
  readonly clientSecret?: string;
  /** Where browsers reach this server, without a slash at the end. */
  readonly publicUrl: string;
  readonly admits: readonly Admission[];
};

type Given = {
  readonly issuer: string | undefined;
  readonly clientId: string | undefined;
  readonly clientSecret: string | undefined;
  readonly publicUrl: string | undefined;
  readonly admits: readonly string[];
};

/** Undefined if no issuer is given: then members join by invitation only. */
export function readSignInOptions(given: Given): SignInOptions | undefined {
  const { issuer, clientId, clientSecret, publicUrl } = given;
  if (issuer === undefined) {
    if (clientId === undefined && publicUrl === undefined && given.admits.length === 0) return undefined;
    throw new OldhandError("usage", "--client-id, --url and --admit need --issuer.");
  }
  if (clientId === undefined || publicUrl === undefined)
    throw new OldhandError(
      "usage",
      "--issuer needs --client-id and --url, the address at which browsers reach this server.",
    );
  demandEncrypted("--issuer", issuer);
  demandEncrypted("--url", publicUrl);
  return {
    ...{ issuer, clientId, publicUrl: trimEndOf(publicUrl, "/"), admits: given.admits.map(admissionFrom) },
    ...(clientSecret !== undefined && clientSecret !== "" && { clientSecret }),
  };
}

export function isLoopback(url: string): boolean {
  return ["localhost", "127.0.0.1", "[::1]"].includes(new URL(url).hostname);
}

function demandEncrypted(option: string, url: string): void {
  const isAddress = /^https?:\/\/[^\s#?]+$/.test(url) && URL.canParse(url);
  if (isAddress && (url.startsWith("https:") || isLoopback(url))) return;
  throw new OldhandError("usage", `${option} takes an address that starts with https://, not ${JSON.stringify(url)}.`);
}

/** Nobody becomes a maintainer without another one. */
function admissionFrom(text: string): Admission {
  const [, space = "", domain = "", role] = /^(\w+)=([a-z0-9-]+(?:\.[a-z0-9-]+)+):(viewer|writer)$/.exec(text) ?? [];
  if (isId(space, "spc")) return { space, domain, role: role as MemberRole };
  throw new OldhandError(
    "usage",
    `--admit takes SPACE=DOMAIN:ROLE, such as spc_…=example.org:viewer, with the role viewer or writer, not ${JSON.stringify(text)}.`,
  );
}
