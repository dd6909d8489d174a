/** Who may do what in a space: a table of acts, the least role for each, and the scope that a token needs. */
import type { Id } from "../base/id.ts";

export type SpaceId = Id<"spc">;
export type MemberId = Id<"mbr">;
export type TokenId = Id<"tok">;
export type InvitationId = Id<"inv">;
export type ProposalId = Id<"prp">;

/** Weakest first. */
export const ROLES = ["viewer", "writer", "maintainer"] as const;
export type MemberRole = (typeof ROLES)[number];

/** What a token is limited to, whatever the role of its member. */
export const TOKEN_SCOPES = ["read", "write", "maintain"] as const;
export type TokenScope = (typeof TOKEN_SCOPES)[number];

type Right = {
  readonly role: MemberRole;
  readonly scope: TokenScope;
  /** The member may also do it to what is their own, whatever their role. */
  readonly own?: true;
};

export const RIGHTS = {
  "read records": { role: "viewer", scope: "read" },
  "read members": { role: "viewer", scope: "read" },
  "manage own tokens": { role: "viewer", scope: "read" },
  "write records": { role: "writer", scope: "write" },
  "erase a record": { role: "maintainer", scope: "write", own: true },
  "review proposals": { role: "maintainer", scope: "maintain" },
  "invite members": { role: "maintainer", scope: "maintain" },
  "change members": { role: "maintainer", scope: "maintain" },
  "remove a member": { role: "maintainer", scope: "maintain", own: true },
  "change the space": { role: "maintainer", scope: "maintain" },
  "create a space": { role: "maintainer", scope: "maintain" },
  "read the audit": { role: "maintainer", scope: "maintain" },
  "move the space": { role: "maintainer", scope: "maintain" },
} as const satisfies Record<string, Right>;
export type TeamAct = keyof typeof RIGHTS;

export type Bearer = { readonly role: MemberRole; readonly scopes: readonly TokenScope[] };

/** `isOwn`: what it is done to belongs to this member. */
export function isAllowed(act: TeamAct, { role, scopes }: Bearer, { isOwn = false } = {}): boolean {
  const right: Right = RIGHTS[act];
  // Leaving is always possible: a token that can only read may still end itself.
  if (isOwn && right.own === true) return act === "remove a member" || scopes.includes(right.scope);
  return scopes.includes(right.scope) && ROLES.indexOf(role) >= ROLES.indexOf(right.role);
}
