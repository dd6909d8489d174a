/** Routes of a member's own tokens. */
import { isoTime } from "../../../../src/core/base/clock.ts";
import { randomBytes } from "../../../../src/core/base/hash.ts";
import { newSecret, prefixOf } from "../../../../src/core/team/invitation.ts";
import { tokenBody } from "../../../../src/core/team/wire.ts";
import { announceCommit } from "../../postgres/database.ts";
import { addToken, listTokens, revokeToken } from "../../postgres/rows/tokens.ts";
import type { SignedIn } from "../../postgres/sign-in.ts";
import { done, type Route, refuse, route } from "../route.ts";

export const MOST_TOKENS = 50;

/** Whoever finds a token that lasts for a day must not make a longer life of it. */
export function outlives({ expiresMs }: SignedIn, untilMs: number): boolean {
  return expiresMs !== undefined && untilMs > expiresMs;
}

export function outlivesReason({ expiresMs = 0 }: SignedIn): string {
  return `This token expires at ${isoTime(expiresMs)}. Nothing that it makes may last longer.`;
}

export const tokenRoutes: readonly Route[] = [
  route("GET /v1/tokens", "manage own tokens", {}, async ({ tx, as }) =>
    done({ tokens: await listTokens(tx, as.space.id, { member: as.member.id, current: as.token }) }),
  ),

  route(
    "POST /v1/tokens",
    "manage own tokens",
    { takes: tokenBody },
    async ({ tx, as, nowMs, newId }, { name, scopes, expires }) => {
      const beyond = scopes.find((scope) => !as.scopes.includes(scope));
      if (beyond !== undefined)
        return refuse("forbidden", `This token may not give away the scope ${beyond}.`, { detail: "scope" });
      // Without a time of its own it ends with the one that made it.
      const expiresMs = expires === undefined ? as.expiresMs : nowMs + expires * 1000;
      if (expiresMs !== undefined && outlives(as, expiresMs))
        return refuse("forbidden", outlivesReason(as), { detail: "expiry" });
      const known = await listTokens(tx, as.space.id, { member: as.member.id, current: as.token });
      if (known.length >= MOST_TOKENS) return refuse("invalid", `You have ${known.length} tokens. Revoke one first.`);
      const [id, token] = [newId("tok"), newSecret("oht", randomBytes)];
      const expiry = expiresMs === undefined ? {} : { expiresMs };
      await addToken(tx, as.space.id, { id, member: as.member.id, name, secret: token, scopes, nowMs, ...expiry });
      return done({ token, id, prefix: prefixOf(token) }, { subject: id, detail: scopes.join(" ") });
    },
  ),

  route("DELETE /v1/tokens/:token", "manage own tokens", {}, async ({ tx, as, nowMs, params }) => {
    const own = await listTokens(tx, as.space.id, { member: as.member.id, current: as.token });
    const token = own.find(({ id }) => id === params.token);
    if (token === undefined) return refuse("not-found", `You have no token ${params.token}.`);
    // Otherwise a leaked token that can only read could lock its member out.
    if (token.scopes.some((scope) => !as.scopes.includes(scope)))
      return refuse("forbidden", "This token may not revoke one with more scopes.", {
        subject: token.id,
        detail: "scope",
      });
    await revokeToken(tx, as.space.id, { id: token.id, nowMs });
    // Whoever waits for changes is checked again.
    await announceCommit(tx, as.space.id);
    return done({ outcome: "done" }, { subject: token.id });
  }),
];
