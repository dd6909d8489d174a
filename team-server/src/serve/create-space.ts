/** A new space and the invitation of its first maintainer; for operators at the database, and for maintainers where the server allows it. */
import { isoTime } from "../../../src/core/base/clock.ts";
import { randomBytes } from "../../../src/core/base/hash.ts";
import type { NewId } from "../../../src/core/base/id.ts";
import { screen } from "../../../src/core/screen/clean.ts";
import { newSecret } from "../../../src/core/team/invitation.ts";
import { nameProblem } from "../../../src/core/team/names.ts";
import type { WireSpace } from "../../../src/core/team/wire.ts";
import type { Transaction } from "../postgres/database.ts";
import { addAudit } from "../postgres/rows/audit.ts";
import { addInvitation } from "../postgres/rows/invitations.ts";
import { createSpace } from "../postgres/rows/spaces.ts";

const NAME_CHARS = 80;
const INVITATION_MS = 7 * 86_400_000;

/** As members see it; undefined if it cannot be shown to others, or if it contains a secret. */
export function spaceName(name: string): string | undefined {
  const clean = name.normalize("NFKC").trim();
  const isName = clean !== "" && clean.length <= NAME_CHARS && nameProblem(clean) === undefined;
  return isName && screen(clean).text === clean ? clean : undefined;
}

export const NO_SPACE_NAME = `A space needs a name of 1 to ${NAME_CHARS} characters of one alphabet, without invisible characters and secrets.`;

type Creating = { readonly name: string; readonly review: boolean; readonly nowMs: number; readonly newId: NewId };

type NewSpace = { readonly space: WireSpace; readonly code: string; readonly expires: string };

/** The rest of the transaction is in the new space. The invitation works once, within a week. */
export async function createSpaceIn(tx: Transaction, { name, review, nowMs, newId }: Creating): Promise<NewSpace> {
  const space = { id: newId("spc"), name, review };
  const [id, code, expiresMs] = [newId("inv"), newSecret("ohi", randomBytes), nowMs + INVITATION_MS];
  await createSpace(tx, { ...space, nowMs });
  await addInvitation(tx, space.id, { id, code, role: "maintainer", nowMs, expiresMs });
  await addAudit(tx, space.id, { act: "create the space", outcome: "done", subject: id }, nowMs);
  return { space, code, expires: isoTime(expiresMs) };
}
