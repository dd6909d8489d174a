/** Whose membership an account is: the one bound to it, or to its verified e-mail, or a new one where the operator admits it. */
import type { NewId } from "../../../../src/core/base/id.ts";
import type { MemberId, SpaceId } from "../../../../src/core/team/rights.ts";
import type { Transaction } from "../../postgres/database.ts";
import { bindIdentity, identityOfAccount, identityOfEmail, setAccount } from "../../postgres/rows/identities.ts";
import { addMember } from "../../postgres/rows/members.ts";
import { lockSpace } from "../../postgres/rows/spaces.ts";
import { isNameTaken } from "../join.ts";
import type { Person } from "./issuer.ts";
import type { Admission } from "./options.ts";

export type FoundMember =
  | { readonly outcome: "member"; readonly member: MemberId; readonly isNew: boolean }
  | { readonly outcome: "refused"; readonly detail: string; readonly reason: string };

type Asking = {
  readonly space: SpaceId;
  readonly person: Person;
  readonly name: string;
  readonly machine: string;
  readonly admits: readonly Admission[];
  readonly newId: NewId;
  readonly nowMs: number;
};

export async function findOrAdmit(tx: Transaction, asking: Asking): Promise<FoundMember> {
  const { space, person } = asking;
  // One at a time, so that one account cannot become two members.
  await lockSpace(tx, space);
  const known = await identityOfAccount(tx, space, person);
  if (known !== undefined) return known.hasLeft ? ENDED : { outcome: "member", member: known.member, isNew: false };
  if (person.email === undefined) return UNVERIFIED;
  const bound = await identityOfEmail(tx, space, person.email);
  if (bound === undefined) return admit(tx, { ...asking, email: person.email });
  if (bound.hasLeft) return ENDED;
  // An e-mail can be given to somebody else; an account cannot.
  if (bound.account !== undefined) return OTHER_ACCOUNT;
  await setAccount(tx, space, bound.member, person);
  return { outcome: "member", member: bound.member, isNew: false };
}

async function admit(tx: Transaction, asking: Asking & { readonly email: string }): Promise<FoundMember> {
  const { space, person, email, name, machine, admits, newId, nowMs } = asking;
  const domain = email.slice(email.lastIndexOf("@") + 1);
  const admission = admits.find((one) => one.space === space && one.domain === domain);
  if (admission === undefined) return UNKNOWN;
  if (await isNameTaken(tx, space, name)) return TAKEN;
  const member = newId("mbr");
  await addMember(tx, space, { id: member, name, machine, role: admission.role, nowMs });
  const { issuer, subject } = person;
  await bindIdentity(tx, space, { member, email, account: { issuer, subject }, nowMs });
  return { outcome: "member", member, isNew: true };
}

const refused = (detail: string, reason: string): FoundMember => ({ outcome: "refused", detail, reason });

const ENDED = refused("ended", "Your membership has ended. Ask a maintainer for an invitation.");
const UNVERIFIED = refused("e-mail not verified", "Your issuer has not verified your e-mail address.");
const OTHER_ACCOUNT = refused(
  "other account",
  "Another account has signed in with this e-mail address before. Ask a maintainer to bind it again.",
);
const UNKNOWN = refused(
  "unknown person",
  "No member is bound to your e-mail address. Ask a maintainer for an invitation.",
);
const TAKEN = refused("name", "Your name is taken in this space. Try again with --name NAME.");
