/** What a space's server is asked about members, proposals and the audit. */

import { OldhandError } from "../../../core/base/error.ts";
import { screen } from "../../../core/screen/clean.ts";
import { invitationLink } from "../../../core/team/invitation.ts";
import type { MemberRole } from "../../../core/team/rights.ts";
import { REASON_CHARS } from "../../../core/team/wire.ts";
import type { WireAudit, WireMember, WireProposal } from "../../../core/team/wire-types.ts";
import { listOf, quotedName } from "../../../core/text/wording.ts";
import type { Space } from "../../../store/replicate/team/space-files.ts";
import type { CallContext } from "../../call/call-context.ts";
import { askOf, askServer, demandMayChange, namedSpace } from "./ask-server.ts";

type InSpace = { readonly space?: string | undefined };

export async function members(call: CallContext, { space }: InSpace = {}): Promise<readonly WireMember[]> {
  return (await askServer(call, space, (client, { id }) => client.members(id))).members;
}

/** A link that can be used once. */
export async function invite(
  call: CallContext,
  ask: InSpace & { readonly role: MemberRole; readonly expiresSeconds: number },
) {
  demandMayChange(call);
  const space = namedSpace(call, ask.space);
  const { invitation, role, expires } = await askOf(call, space, (client) =>
    client.invite(space.id, { role: ask.role, expires: ask.expiresSeconds }),
  );
  const link = invitation.includes("#") ? invitation : invitationLink(space.url, invitation);
  return { space: space.name, link, role, expires };
}

export async function removeMember(call: CallContext, who: string, { space: name }: InSpace = {}): Promise<WireMember> {
  demandMayChange(call);
  const { space, member } = await oneMember(call, who, name);
  if (member.id === space.member.id)
    throw new OldhandError("invalid", `That is you. Run \`oldhand team leave ${space.name}\`.`);
  await askOf(call, space, (client) => client.removeMember(space.id, member.id));
  return member;
}

/** By name or id, among those who are still members. */
export async function oneMember(
  call: CallContext,
  who: string,
  name?: string,
): Promise<{ readonly space: Space; readonly member: WireMember }> {
  const space = namedSpace(call, name);
  const all = (await askOf(call, space, (client) => client.members(space.id))).members;
  const current = all.filter(({ left }) => left === undefined);
  const found = current.filter((one) => one.id === who || one.name === who);
  if (found.length === 1) return { space, member: found[0]! };
  throw new OldhandError(
    found.length === 0 ? "not-found" : "ambiguous",
    found.length === 0
      ? `${quotedName(who)} is no member of ${space.name}. Members: ${listOf(current.map((one) => one.name))}.`
      : `${quotedName(who)} is the name of ${found.length} members. Use an id: ${listOf(found.map(({ id }) => id))}.`,
  );
}

export async function proposals(call: CallContext, { space }: InSpace = {}): Promise<readonly WireProposal[]> {
  return (await askServer(call, space, (client, { id }) => client.proposals(id))).proposals;
}

type Decision = InSpace & { readonly reason?: string | undefined };

/** The author of a rejected proposal is told the reason. */
export async function decideProposal(
  call: CallContext,
  proposal: string,
  decision: "accept" | "reject",
  ask: Decision = {},
) {
  demandMayChange(call);
  const space = namedSpace(call, ask.space);
  const why = ask.reason === undefined || decision === "accept" ? {} : { reason: reasonFrom(ask.reason) };
  const { outcome } = await askOf(call, space, (client) => client.decide(space.id, proposal, { decision, ...why }));
  if (outcome === "conflict")
    throw new OldhandError(
      "conflict",
      "The record changed since it was proposed. Look at it again: `oldhand team proposals`.",
    );
  return { space: space.name, proposal, outcome };
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

/** Who did what and when, never the contents. */
export async function audit(call: CallContext, { space, since = 0 }: InSpace & { readonly since?: number } = {}) {
  const rows: WireAudit[] = [];
  let isIntact = true;
  for (let next = since, more = true; more; ) {
    const page = await askServer(call, space, (client, { id }) => client.audit(id, next));
    rows.push(...page.rows);
    isIntact &&= page.intact;
    more = page.more && page.next > next;
    next = page.next;
  }
  return { rows, intact: isIntact };
}
