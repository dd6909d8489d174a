/** Creates and updates the tables of a team's database, and the role that the server connects as. */
import { readFileSync } from "node:fs";
import type { Clock } from "../../../src/core/base/clock.ts";
import { OldhandError } from "../../../src/core/base/error.ts";
import { type RandomBytes, toHex } from "../../../src/core/base/hash.ts";
import type { TeamDatabase, Transaction } from "./database.ts";

type Migration = { readonly number: number; readonly name: string; readonly sql: string };

export const MIGRATIONS: readonly Migration[] = [
  {
    number: 1,
    name: "start",
    sql: readFileSync(new URL("./migrations/0001-start.sql", import.meta.url), "utf8"),
  },
  {
    number: 2,
    name: "sign-in",
    sql: readFileSync(new URL("./migrations/0002-sign-in.sql", import.meta.url), "utf8"),
  },
  {
    number: 3,
    name: "decisions",
    sql: readFileSync(new URL("./migrations/0003-decisions.sql", import.meta.url), "utf8"),
  },
  {
    number: 4,
    name: "provenance",
    sql: readFileSync(new URL("./migrations/0004-provenance.sql", import.meta.url), "utf8"),
  },
];

export const NEWEST = MIGRATIONS.at(-1)!.number;

/** Any number will do, if it is always the same. */
const LOCK = 7_210_471_001;

type Migrating = { readonly role: string; readonly clock: Clock; readonly random: RandomBytes };

type Migrated = {
  readonly applied: readonly string[];
  readonly role: string;
  /** Set if the role was created. */
  readonly password?: string;
};

/** Each migration is one transaction; running it twice, or twice at once, changes nothing. */
export async function migrate(database: TeamDatabase, { role, clock, random }: Migrating): Promise<Migrated> {
  if (!/^[a-z_][a-z0-9_]{0,62}$/.test(role))
    throw new OldhandError("usage", `--role takes lower-case letters, digits and _, not ${JSON.stringify(role)}.`);
  await database.transaction(async (tx) => {
    await demandVersion(tx);
    await lock(tx);
    await tx.run(START);
  });
  const applied: string[] = [];
  for (const { number, name, sql } of MIGRATIONS) {
    await database.transaction(async (tx) => {
      await lock(tx);
      const [done] = await tx`SELECT 1 FROM oldhand.migrations WHERE number = ${number}`;
      if (done !== undefined) return;
      await tx.run(sql);
      await tx`INSERT INTO oldhand.migrations (number, name, applied_ms) VALUES (${number}, ${name}, ${clock()})`;
      applied.push(`${String(number).padStart(4, "0")}-${name}`);
    });
  }
  const password = await database.transaction(async (tx) => {
    await lock(tx);
    const made = await ensureRole(tx, role, random);
    await grant(tx, role);
    return made;
  });
  return { applied, role, ...(password !== undefined && { password }) };
}

const START = `
  CREATE SCHEMA IF NOT EXISTS oldhand;
  CREATE TABLE IF NOT EXISTS oldhand.migrations (number integer PRIMARY KEY, name text NOT NULL, applied_ms bigint NOT NULL);
  ALTER TABLE oldhand.migrations ENABLE ROW LEVEL SECURITY;
  ALTER TABLE oldhand.migrations FORCE ROW LEVEL SECURITY;
  DROP POLICY IF EXISTS everybody ON oldhand.migrations;
  CREATE POLICY everybody ON oldhand.migrations USING (true);
`;

const OLDEST_SERVER = 150_000;

async function demandVersion(tx: Transaction): Promise<void> {
  const [row] =
    await tx`SELECT current_setting('server_version_num')::int AS number, current_setting('server_version') AS name`;
  if (row!.number < OLDEST_SERVER)
    throw new OldhandError("invalid", `PostgreSQL 15 or newer is needed; this one is ${row!.name}.`);
}

async function lock(tx: Transaction): Promise<void> {
  await tx`SELECT pg_advisory_xact_lock(${LOCK})`;
}

const PASSWORD_BYTES = 24;

/** An existing role keeps its password, and loses attributes that would lift row-level security. */
async function ensureRole(tx: Transaction, role: string, random: RandomBytes): Promise<string | undefined> {
  const [known] = await tx`
    SELECT rolsuper, rolbypassrls, rolname = current_user AS is_owner FROM pg_roles WHERE rolname = ${role}`;
  if (known === undefined) {
    const password = toHex(random(PASSWORD_BYTES));
    await tx.run(`CREATE ROLE ${role} LOGIN NOSUPERUSER NOCREATEDB NOCREATEROLE NOBYPASSRLS PASSWORD '${password}'`);
    return password;
  }
  if (known.is_owner)
    throw new OldhandError(
      "invalid",
      `${role} owns the tables, so the server cannot connect as it. Choose another --role.`,
    );
  if (known.rolsuper || known.rolbypassrls)
    throw new OldhandError(
      "invalid",
      `${role} is a superuser or bypasses row-level security, so the server cannot connect as it. Choose another --role.`,
    );
  return undefined;
}

async function grant(tx: Transaction, role: string): Promise<void> {
  await tx.run(`
      REVOKE ALL ON SCHEMA oldhand FROM PUBLIC;
      GRANT USAGE ON SCHEMA oldhand TO ${role};
      GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA oldhand TO ${role};
      REVOKE UPDATE, DELETE, TRUNCATE ON oldhand.audit FROM ${role};
      REVOKE DELETE, TRUNCATE ON oldhand.audit_ends FROM ${role};
      REVOKE INSERT, UPDATE, DELETE ON oldhand.migrations FROM ${role};
      GRANT EXECUTE ON ALL FUNCTIONS IN SCHEMA oldhand TO ${role};`);
}
