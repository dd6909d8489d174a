/** The verbs that a space's server answers: members, invitations, tokens, proposals and the audit. */

import { OldhandError } from "../../core/base/error.ts";
import { screen } from "../../core/screen/clean.ts";
import { invitationLink, signInLink } from "../../core/team/invitation.ts";
import type { MemberRole, TokenScope } from "../../core/team/rights.ts";
import { REASON_CHARS } from "../../core/team/wire.ts";
import type { WireAudit, WireMember, WireProposal, WireToken } from "../../core/team/wire-types.ts";
import { count, listOf, quotedName } from "../../core/text/wording.ts";
import type { Space } from "../../store/replicate/team/space-files.ts";
import type { TeamClient } from "../../store/replicate/team/team-client.ts";
import { type CallContext, demandPerson } from "../call/call-context.ts";
import { clientOf, demandAnswer, namedSpace } from "./ask-server.ts";

const LIMIT_MS = 30_000;
const CHANGE = "change a team";

type InSpace = { readonly space?: string | undefined };
type Deciding = InSpace & { readonly reason?: string | undefined };

export function memberVerbs(call: CallContext) {
  const { env } = call;
  const at = (name?: string): { readonly space: Space; readonly client: TeamClient } => {
    const space = namedSpace(call, name);
    return { space, client: clientOf(call, space, LIMIT_MS) };
  };
  return {
    async members({ space: name }: InSpace = {}): Promise<readonly WireMember[]> {
      const { space, client } = at(name);
      return demandAnswer(await client.members(space.id)).members;
    },

    /** A link that can be used once. */
    async invite(ask: InSpace & { readonly role: MemberRole; readonly expiresSeconds: number }) {
      demandPerson(env, CHANGE);
      const { space, client } = at(ask.space);
      const made = demandAnswer(await client.invite(space.id, { role: ask.role, expires: ask.expiresSeconds }));
      const link = made.invitation.includes("#") ? made.invitation : invitationLink(space.url, made.invitation);
      return { space: space.name, link, role: made.role, expires: made.expires };
    },

    async setRole(who: string, role: MemberRole, { space: name }: InSpace = {}): Promise<WireMember> {
      demandPerson(env, CHANGE);
      const { space, client } = at(name);
      const { id } = await oneMember({ space, client }, who);
      return demandAnswer(await client.setRole(space.id, id, role)).member;
    },

    /** Who signs in with this e-mail at the server's issuer is the member. */
    async bindMember(who: string, email: string, { space: name }: InSpace = {}) {
      demandPerson(env, CHANGE);
      const { space, client } = at(name);
      const member = await oneMember({ space, client }, who);
      demandAnswer(await client.bindMember(space.id, member.id, email));
      return { member, link: signInLink(space.url, space.id) };
    },

    async removeMember(who: string, { space: name }: InSpace = {}): Promise<WireMember> {
      demandPerson(env, CHANGE);
      const { space, client } = at(name);
      const member = await oneMember({ space, client }, who);
      if (member.id === space.member.id)
        throw new OldhandError("invalid", `That is you. Run \`oldhand team leave ${space.name}\`.`);
      demandAnswer(await client.removeMember(space.id, member.id));
      return member;
    },

    async tokens({ space: name }: InSpace = {}): Promise<readonly WireToken[]> {
      return demandAnswer(await at(name).client.tokens()).tokens;
    },

    /** The only time that the token itself is shown. */
    async addToken(
      ask: InSpace & {
        readonly name: string;
        readonly scopes: readonly TokenScope[];
        readonly expiresSeconds?: number | undefined;
      },
    ) {
      demandPerson(env, CHANGE);
      const { client } = at(ask.space);
      const { token, id, prefix } = demandAnswer(
        await client.addToken({
          name: ask.name,
          scopes: ask.scopes,
          ...(ask.expiresSeconds !== undefined && { expires: ask.expiresSeconds }),
        }),
      );
      return { token, id, prefix };
    },

    async revokeToken(which: string, { space: name }: InSpace = {}): Promise<WireToken> {
      demandPerson(env, CHANGE);
      const { client } = at(name);
      const all = demandAnswer(await client.tokens()).tokens;
      const found = all.filter(({ id, prefix, name: of }) => [id, prefix, of].includes(which));
      if (found.length !== 1)
        throw new OldhandError(
          found.length === 0 ? "not-found" : "ambiguous",
          `${quotedName(which)} matches ${found.length === 0 ? "no token" : count(found.length, "token")}. List them with \`oldhand team token\`.`,
        );
      demandAnswer(await client.revokeToken(found[0]!.id));
      return found[0]!;
    },

    async proposals({ space: name }: InSpace = {}): Promise<readonly WireProposal[]> {
      const { space, client } = at(name);
      return demandAnswer(await client.proposals(space.id)).proposals;
    },

    /** The author of a rejected proposal is told the reason. */
    async decideProposal(id: string, decision: "accept" | "reject", { space: name, reason }: Deciding = {}) {
      demandPerson(env, CHANGE);
      const { space, client } = at(name);
      const why = reason === undefined || decision === "accept" ? {} : { reason: reasonFrom(reason) };
      const { outcome } = demandAnswer(await client.decide(space.id, id, { decision, ...why }));
      if (outcome === "conflict")
        throw new OldhandError(
          "conflict",
          "The record changed since it was proposed. Look at it again: `oldhand team proposals`.",
        );
      return { space: space.name, proposal: id, outcome };
    },

    /** Who did what and when, never the contents. */
    async audit({ space: name, since = 0 }: InSpace & { readonly since?: number } = {}): Promise<AuditView> {
      const { space, client } = at(name);
      const rows: WireAudit[] = [];
      let isIntact = true;
      for (let next = since, more = true; more; ) {
        const page = demandAnswer(await client.audit(space.id, next));
        rows.push(...page.rows);
        isIntact &&= page.intact;
        more = page.more && page.next > next;
        next = page.next;
      }
      return { rows, intact: isIntact };
    },
  };
}

/** Others read it: it is screened before it leaves. */
function reasonFrom(reason: string): string {
  const { outcome, text } = screen(reason.trim());
  if (outcome === "secret")
    throw new OldhandError("invalid", "The reason contains a secret. Remove the secret and try again.");
  if (text === "" || text.length > REASON_CHARS)
    throw new OldhandError("invalid", `Give a reason of 1 to ${REASON_CHARS} characters.`);
  return text;
}

type AuditView = { readonly rows: readonly WireAudit[]; readonly intact: boolean };

/** By name or id, among those who are still members. */
async function oneMember(
  { space, client }: { readonly space: Space; readonly client: TeamClient },
  who: string,
): Promise<WireMember> {
  const members = demandAnswer(await client.members(space.id)).members.filter(({ left }) => left === undefined);
  const found = members.filter(({ id, name }) => id === who || name === who);
  if (found.length === 1) return found[0]!;
  throw new OldhandError(
    found.length === 0 ? "not-found" : "ambiguous",
    found.length === 0
      ? `${quotedName(who)} is no member of ${space.name}. Members: ${listOf(members.map(({ name }) => name))}.`
      : `${quotedName(who)} is the name of ${found.length} members. Use an id: ${listOf(found.map(({ id }) => id))}.`,
  );
}
