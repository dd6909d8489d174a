/** What an operator does before anybody can join: the tables, the server's role, a space and its first invitation. */
import type { Clock } from "../../../src/core/base/clock.ts";
import { OldhandError } from "../../../src/core/base/error.ts";
import { randomBytes } from "../../../src/core/base/hash.ts";
import { idMaker } from "../../../src/core/base/id.ts";
import { invitationLink } from "../../../src/core/team/invitation.ts";
import { demandUsable } from "../postgres/check-database.ts";
import { openTeamDatabase, type TeamDatabase } from "../postgres/database.ts";
import { migrate } from "../postgres/migrate.ts";
import { createSpaceIn, NO_SPACE_NAME, spaceName } from "./create-space.ts";

type MigrateResult = {
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

type CreatedSpace = {
  readonly space: { readonly id: string; readonly name: string; readonly review: boolean };
  readonly invitation: string;
  readonly expires: string;
};

/** The invitation makes a maintainer, and works once, within a week. */
export async function createFirstSpace(
  url: string,
  { name, review, serverUrl, clock }: NewSpace,
): Promise<CreatedSpace> {
  const clean = spaceName(name);
  if (clean === undefined) throw new OldhandError("usage", NO_SPACE_NAME);
  if (serverUrl !== undefined && !/^https?:\/\/[^\s#?]+$/.test(serverUrl))
    throw new OldhandError(
      "usage",
      `--url takes the server's address, such as https://team.example.org, not ${serverUrl}.`,
    );
  return withDatabase(url, async (database) => {
    await demandUsable(database);
    const creating = { name: clean, review, nowMs: clock(), newId: idMaker(clock) };
    const { space, code, expires } = await database.transaction((tx) => createSpaceIn(tx, creating));
    return { space, invitation: serverUrl === undefined ? code : invitationLink(serverUrl, code), expires };
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
