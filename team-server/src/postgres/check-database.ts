/** Whether a server may work with this database: tables of its own version, and a role that row-level security binds. */
import { OldhandError } from "../../../src/core/base/error.ts";
import type { TeamDatabase, Transaction } from "./database.ts";
import { NEWEST } from "./migrate.ts";

export async function demandUsable(database: TeamDatabase): Promise<void> {
  await database.transaction(async (tx) => {
    await demandTables(tx);
    await demandBoundRole(tx);
  });
}

async function demandTables(tx: Transaction): Promise<void> {
  const [schema] = await tx`SELECT to_regclass('oldhand.migrations') IS NOT NULL AS is_there`;
  const [newest] = schema!.is_there ? await tx`SELECT max(number) AS number FROM oldhand.migrations` : [];
  const number = newest?.number ?? 0;
  if (number < NEWEST)
    throw new OldhandError(
      "invalid",
      "The tables of this database are missing or old. Run `oldhand-team migrate --database OWNER_URL`.",
    );
  if (number > NEWEST)
    throw new OldhandError("too-new", "The tables of this database are from a newer oldhand. Update this server.");
}

/** Superusers, roles with BYPASSRLS and owners can lift row-level security, also through a role that they may assume. */
async function demandBoundRole(tx: Transaction): Promise<void> {
  const [role] = await tx`
    SELECT current_user AS name,
      bool_or(rolsuper) AS is_super, bool_or(rolbypassrls) AS bypasses,
      bool_or(oid IN (SELECT relowner FROM pg_class WHERE relnamespace = 'oldhand'::regnamespace)) AS is_owner
    FROM pg_roles WHERE pg_has_role(current_user, oid, 'MEMBER')`;
  const fault = role!.is_super
    ? "is a superuser"
    : role!.bypasses
      ? "bypasses row-level security"
      : role!.is_owner
        ? "owns the tables"
        : undefined;
  if (fault === undefined) return;
  throw new OldhandError(
    "invalid",
    `${role!.name} ${fault}, so nothing would keep spaces apart. Connect as the role that \`oldhand-team migrate\` made.`,
  );
}
