/** What an operator does before anybody can join: the tables, the server's role, a space and its first invitation. */
import type { Clock } from "../core/base/clock.ts";
import { isoTime } from "../core/base/clock.ts";
import { OldhandError } from "../core/base/error.ts";
import { randomBytes } from "../core/base/hash.ts";
import { idMaker } from "../core/base/id.ts";
import { cleanInvisible } from "../core/screen/invisible.ts";
import { invitationLink, newSecret } from "../core/team/invitation.ts";
import { demandUsable } from "../store/postgres/check-database.ts";
import { openTeamDatabase, type TeamDatabase } from "../store/postgres/database.ts";
import { migrate } from "../store/postgres/migrate.ts";
import { addAudit } from "../store/postgres/rows/audit.ts";
import { addInvitation } from "../store/postgres/rows/invitations.ts";
import { createSpace } from "../store/postgres/rows/spaces.ts";

export type MigrateResult = {
  readonly applied: readonly string[];
  readonly role: string;
  /** The address for `serve`, if the role is new: it contains its password, which is kept nowhere. */
  readonly url?: string;
};

export async function migrateDatabase(
  ownerUrl: string,
  { role, clock }: { readonly role: string; readonly clock: Clock },
): Promise<MigrateResult> {
  return withDatabase(ownerUrl, async (database) => {
    const { password, ...done } = await migrate(database, { role, clock, random: randomBytes });
    if (password === undefined) return done;
    const url = new URL(ownerUrl);
    Object.assign(url, { username: role, password });
    return { ...done, url: url.href };
  });
}

type NewSpace = {
  readonly name: string;
  readonly review: boolean;
  /** Where members reach the server; without it only the code of the invitation is known. */
  readonly serverUrl?: string;
  readonly clock: Clock;
};

export type CreatedSpace = {
  readonly space: { readonly id: string; readonly name: string; readonly review: boolean };
  readonly invitation: string;
  readonly expires: string;
};

const INVITATION_MS = 7 * 86_400_000;
const NAME_CHARS = 80;

/** The invitation makes a maintainer, and works once, within a week. */
export async function createFirstSpace(
  url: string,
  { name, review, serverUrl, clock }: NewSpace,
): Promise<CreatedSpace> {
  const clean = cleanInvisible(name).trim();
  if (clean === "" || clean.length > NAME_CHARS)
    throw new OldhandError("usage", `A space needs a name of 1 to ${NAME_CHARS} characters.`);
  if (serverUrl !== undefined && !/^https?:\/\/[^\s#?]+$/.test(serverUrl))
    throw new OldhandError(
      "usage",
      `--url takes the server's address, such as https://team.example.org, not ${serverUrl}.`,
    );
  const newId = idMaker(clock);
  return withDatabase(url, async (database) => {
    await demandUsable(database);
    const nowMs = clock();
    const space = { id: newId("spc"), name: clean, review };
    const [id, code, expiresMs] = [newId("inv"), newSecret("ohi", randomBytes), nowMs + INVITATION_MS];
    await database.transaction(async (tx) => {
      await createSpace(tx, { ...space, nowMs });
      await addInvitation(tx, space.id, { id, code, role: "maintainer", nowMs, expiresMs });
      await addAudit(tx, space.id, { act: "create the space", outcome: "done", subject: id }, nowMs);
    });
    const invitation = serverUrl === undefined ? code : invitationLink(serverUrl, code);
    return { space, invitation, expires: isoTime(expiresMs) };
  });
}

async function withDatabase<T>(url: string, work: (database: TeamDatabase) => Promise<T>): Promise<T> {
  const database = openTeamDatabase(url, { connections: 1 });
  try {
    return await work(database);
  } finally {
    await database.close();
  }
}
