/** What an exchange cannot go on after: the server is out of reach, or this person is no member of the space any more. */
import { OldhandError } from "../../../core/base/error.ts";
import type { TeamErrorCode } from "../../../core/team/errors.ts";
import type { Answered } from "../../../store/replicate/team/team-client.ts";

/** Over: everything of the space has to be taken out of this machine. */
export type Membership = { isOver: boolean };

type Heard<T> = Exclude<Answered<T>, { readonly outcome: "unreachable" }>;

/** An answer, also a refusal of this one request; otherwise the exchange ends here. */
export function heard<T>(answered: Answered<T>, membership: Membership): Heard<T> {
  if (answered.outcome === "unreachable") throw new OldhandError("io", answered.reason);
  if (answered.outcome === "refused" && isNoMember(answered)) throw over(membership, answered.reason);
  return answered;
}

export function over(membership: Membership, reason: string): OldhandError {
  membership.isOver = true;
  return new OldhandError("invalid", reason);
}

export function isNoMember(answered: Answered<unknown>): boolean {
  return answered.outcome === "refused" && NO_MEMBER.has(answered.code);
}

const NO_MEMBER: ReadonlySet<TeamErrorCode> = new Set<TeamErrorCode>(["unauthorized", "revoked", "expired"]);
