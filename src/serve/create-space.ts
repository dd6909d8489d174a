/** A new space and the invitation of its first maintainer; for operators at the database, and for maintainers where the server allows it. */
import { isoTime } from "../core/base/clock.ts";
import { randomBytes } from "../core/base/hash.ts";
import type { NewId } from "../core/base/id.ts";
import { screen } from "../core/screen/clean.ts";
import { cleanInvisible } from "../core/screen/invisible.ts";
import { newSecret } from "../core/team/invitation.ts";
import type { WireSpace } from "../core/team/wire.ts";
import type { Transaction } from "../store/postgres/database.ts";
import { addAudit } from "../store/postgres/rows/audit.ts";
import { addInvitation } from "../store/postgres/rows/invitations.ts";
import { createSpace } from "../store/postgres/rows/spaces.ts";

export const NAME_CHARS = 80;
const INVITATION_MS = 7 * 86_400_000;

/** As members see it; undefined if nothing is left of it, or if it contains a secret. */
export function spaceName(name: string): string | undefined {
  const clean = cleanInvisible(name).trim();
  return clean === "" || clean.length > NAME_CHARS || screen(clean).text !== clean ? undefined : clean;
}

type Creating = { readonly name: string; readonly review: boolean; readonly nowMs: number; readonly newId: NewId };

export type NewSpace = { readonly space: WireSpace; readonly code: string; readonly expires: string };

/** The rest of the transaction is in the new space. The invitation works once, within a week. */
export async function createSpaceIn(tx: Transaction, { name, review, nowMs, newId }: Creating): Promise<NewSpace> {
  const space = { id: newId("spc"), name, review };
  const [id, code, expiresMs] = [newId("inv"), newSecret("ohi", randomBytes), nowMs + INVITATION_MS];
  await createSpace(tx, { ...space, nowMs });
  await addInvitation(tx, space.id, { id, code, role: "maintainer", nowMs, expiresMs });
  await addAudit(tx, space.id, { act: "create the space", outcome: "done", subject: id }, nowMs);
  return { space, code, expires: isoTime(expiresMs) };
}
