/** Invitations and tokens: their form, and the link in which an invitation is passed on. */

import { type RandomBytes, toHex } from "../base/hash.ts";
import { isId } from "../base/id.ts";
import { trimEndOf } from "../text/wording.ts";
import type { SpaceId } from "./rights.ts";

/** After the #, which browsers and proxies do not send to a server. */
export function invitationLink(serverUrl: string, code: string): string {
  return `${trimEndOf(serverUrl, "/")}/#${code}`;
}

type InvitationLink = { readonly url: string; readonly code: string };

/** Undefined if it is not a link to a server with an invitation. */
export function readInvitationLink(link: string): InvitationLink | undefined {
  const [, url, code] = /^(https?:\/\/[^\s#?]+?)\/*#(ohi_\w+)$/.exec(link.trim()) ?? [];
  return url === undefined || code === undefined || !URL.canParse(url) ? undefined : { url, code };
}

/** Where a member signs in. It is no secret. */
export function signInLink(serverUrl: string, space: SpaceId): string {
  return invitationLink(serverUrl, space);
}

export type SignInLink = { readonly url: string; readonly space: SpaceId };

/** Undefined if it is not a link to a server with a space. */
export function readSignInLink(link: string): SignInLink | undefined {
  const [, url, space = ""] = /^(https?:\/\/[^\s#?]+?)\/*#(spc_\w+)$/.exec(link.trim()) ?? [];
  return url === undefined || !isId(space, "spc") || !URL.canParse(url) ? undefined : { url, space };
}

const SECRET = /^(oh[it]_[0-9a-f]{8})_[0-9a-f]{64}$/;

/** The part that may be shown. Undefined if it is neither a token nor an invitation. */
export function prefixOf(secret: string): string | undefined {
  return SECRET.exec(secret)?.[1];
}

type Kind = "oht" | "ohi";

const SECRET_BYTES = 36;

/** `oht` is a token, `ohi` an invitation. */
export function newSecret(kind: Kind, random: RandomBytes): string {
  const hex = toHex(random(SECRET_BYTES));
  return `${kind}_${hex.slice(0, 8)}_${hex.slice(8)}`;
}
