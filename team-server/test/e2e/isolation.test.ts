import assert from "node:assert/strict";
import { systemClock } from "../../../src/core/base/clock.ts";
import { randomBytes } from "../../../src/core/base/hash.ts";
import { seededRandom } from "../../../test/faults/tools/seeded-random.ts";
import { asAdmin } from "../../../test/fixtures/postgres.ts";
import { recordOf } from "../../../test/fixtures/records.ts";
import { opened, teamDatabase, teamTest } from "../../../test/fixtures/team-database.ts";
import { type Client, newSpace, putOf, teamServer } from "../../../test/fixtures/team-server.ts";
import { openTeamDatabase } from "../../src/postgres/database.ts";
import { MIGRATIONS, migrate } from "../../src/postgres/migrate.ts";
import { addSignIn } from "../../src/postgres/rows/sign-ins.ts";
import { enterSpace } from "../../src/postgres/sign-in.ts";
import { startTeamServer } from "../../src/serve/serve.ts";

const TABLES = [
  ..."answers audit audit_ends changes cursors identities invitations members migrations projects proposals".split(" "),
  ..."records revisions sign_ins spaces tokens tombstones".split(" "),
];

/** Two spaces with something in every table. */
async function twoSpaces(t: Parameters<Parameters<typeof teamTest>[1]>[0], url: string): Promise<Client[]> {
  const server = await teamServer(t, url);
  const spaces = [];
  for (const name of ["Ours", "Theirs"]) {
    const maintainer = await newSpace(server, url, { name, review: true });
    const writer = await maintainer.invite("writer", "Writer");
    const project = { name: `${name} project`, rootCommits: [], remotes: [`git.example.org/${name}`] };
    const [first, second] = [recordOf({ text: `${name} know this.` }), recordOf({ text: `${name} knew this.` })];
    await maintainer.commit([{ ...putOf(first), project } as never, putOf(second)]);
    await maintainer.at("POST", "/erase", { schemaVersion: 1, id: second.id });
    await writer.commit([putOf(recordOf({ text: `${name} propose this.` }))]);
    await maintainer.changes();
    await maintainer.at("POST", `/members/${writer.member}/sign-in`, {
      schemaVersion: 1,
      email: `${name}@example.org`,
    });
    await opened(t, url).transaction(async (tx) => {
      await enterSpace(tx, maintainer.space);
      const secrets = { state: `${name} state`, secret: `${name} secret`, verifier: `${name} verifier`, nonce: "n" };
      await addSignIn(tx, maintainer.space, { ...secrets, name, machine: "m", nowMs: 0, expiresMs: 1 });
    });
    spaces.push(maintainer);
  }
  return spaces;
}

teamTest(
  "the server's role sees nothing without a space, and nothing of another space without any WHERE",
  async (t, cluster) => {
    const { url } = await teamDatabase(cluster);
    const [ours, theirs] = await twoSpaces(t, url);
    const database = opened(t, url);
    for (const table of TABLES.filter((name) => name !== "migrations")) {
      assert.deepEqual(
        [...(await database.transaction((tx) => tx.run(`SELECT * FROM oldhand.${table}`)))],
        [],
        `${table} without a space`,
      );
      const rows = await database.transaction(async (tx) => {
        await tx`SELECT set_config('oldhand.space', ${ours!.space}, true)`;
        return tx.run(`SELECT * FROM oldhand.${table}`);
      });
      assert.ok(rows.length > 0, `${table} has rows of its own space`);
      assert.doesNotMatch(JSON.stringify(rows), new RegExp(`Theirs|${theirs!.space}|${theirs!.member}`), table);
      // The setting ended with its transaction: the next user of the connection starts with nothing.
      assert.deepEqual(
        [...(await database.transaction((tx) => tx.run(`SELECT * FROM oldhand.${table}`)))],
        [],
        `${table} afterwards`,
      );
    }
  },
);

teamTest("the server's role can neither write into another space nor read it by a side door", async (t, cluster) => {
  const { url } = await teamDatabase(cluster);
  const [ours, theirs] = await twoSpaces(t, url);
  const database = opened(t, url);
  const inOurs = (statement: string): Promise<unknown> =>
    database.transaction(async (tx) => {
      await tx`SELECT set_config('oldhand.space', ${ours!.space}, true)`;
      return tx.run(statement);
    });
  const foreign = theirs!.space;
  const refusals: readonly string[] = [
    `INSERT INTO oldhand.records SELECT '${foreign}', 'rec_x', 'v', 't', NULL, 99, 'm', 'm', 0`,
    `UPDATE oldhand.records SET space_id = '${foreign}'`,
    `INSERT INTO oldhand.audit (space_id, done_ms, act, outcome) VALUES ('${foreign}', 0, 'forged', 'done')`,
    "UPDATE oldhand.audit SET act = 'x'",
    "DELETE FROM oldhand.audit",
    "TRUNCATE oldhand.records",
    "ALTER TABLE oldhand.records DISABLE ROW LEVEL SECURITY",
    "SET LOCAL row_security = off; SELECT * FROM oldhand.records",
    "SET LOCAL session_replication_role = replica",
    "SET ROLE admin",
    "CREATE FUNCTION oldhand.peek() RETURNS int LANGUAGE sql SECURITY DEFINER AS 'SELECT 1'",
    "CREATE VIEW oldhand.everything AS SELECT * FROM oldhand.records",
    "COPY oldhand.records TO PROGRAM 'cat'",
    "SELECT pg_read_file('postgresql.conf')",
    "INSERT INTO oldhand.migrations VALUES (99, 'x', 0)",
  ];
  for (const statement of refusals) await assert.rejects(inOurs(statement), statement);
  const silent: readonly string[] = [
    `SELECT * FROM oldhand.records WHERE space_id = '${foreign}'`,
    `DELETE FROM oldhand.records WHERE space_id = '${foreign}' RETURNING *`,
    `SELECT * FROM oldhand.spaces WHERE id = '${foreign}' FOR UPDATE`,
    `SELECT * FROM oldhand.tokens WHERE space_id <> '${ours!.space}' OR true AND space_id = '${foreign}'`,
  ];
  for (const statement of silent) assert.deepEqual([...((await inOurs(statement)) as object[])], [], statement);
});

teamTest("200 random queries in one space return no row of the other", async (t, cluster) => {
  const { url } = await teamDatabase(cluster);
  const [ours, theirs] = await twoSpaces(t, url);
  const database = opened(t, url);
  const random = seededRandom(21);
  const pick = <T>(of: readonly T[]): T => of[random(of.length)]!;
  const forms: readonly ((a: string, b: string) => string)[] = [
    (a) => `SELECT row_to_json(x)::text AS row FROM ${a} x`,
    (a, b) => `SELECT row_to_json(x)::text || row_to_json(y)::text AS row FROM ${a} x CROSS JOIN ${b} y LIMIT 500`,
    (a, b) => `SELECT row_to_json(x)::text AS row FROM ${a} x WHERE EXISTS (SELECT 1 FROM ${b})`,
    (a) => `WITH z AS MATERIALIZED (SELECT * FROM ${a}) SELECT row_to_json(z)::text AS row FROM z`,
    (a) => `SELECT string_agg(x::text, ',') AS row FROM ${a} x`,
    (a) => `EXPLAIN (ANALYZE, VERBOSE) SELECT * FROM ${a}`,
    (a) => `SELECT (SELECT max(x::text) FROM ${a} x) AS row`,
    (a, b) => `SELECT x::text AS row FROM ${a} x UNION ALL SELECT y::text FROM ${b} y`,
    (a) => `SELECT x::text AS row FROM ${a} x WHERE 1 / (CASE WHEN x::text LIKE '%Theirs%' THEN 0 ELSE 1 END) = 1`,
    (a) => `SELECT x::text AS row FROM ${a} x WHERE x::text ~ 'Theirs' OR true`,
  ];
  const tables = TABLES.filter((name) => name !== "migrations").map((name) => `oldhand.${name}`);
  for (let round = 0; round < 200; round++) {
    const query = pick(forms)(pick(tables), pick(tables));
    const rows = await database.transaction(async (tx) => {
      await tx`SELECT set_config('oldhand.space', ${ours!.space}, true)`;
      return tx.run(query);
    });
    const text = JSON.stringify(rows);
    assert.ok(!text.includes(theirs!.space) && !text.includes("Theirs") && !text.includes(theirs!.member), query);
  }
});

teamTest("every table forces row-level security, and the server's role has no way around it", async (_t, cluster) => {
  const { adminUrl, role } = await teamDatabase(cluster);
  await asAdmin(adminUrl, async (sql) => {
    const tables = await sql(`
      SELECT relname, relrowsecurity AND relforcerowsecurity AS forced, pg_get_userbyid(relowner) AS owner,
        EXISTS (SELECT 1 FROM pg_policy WHERE polrelid = pg_class.oid) AS has_policy
      FROM pg_class WHERE relnamespace = 'oldhand'::regnamespace AND relkind IN ('r', 'p') ORDER BY relname`);
    assert.deepEqual(
      tables.map(({ relname }) => relname),
      TABLES,
    );
    for (const { relname, forced, owner, has_policy } of tables)
      assert.deepEqual([forced, has_policy, owner === role], [true, true, false], relname);
    const views = await sql(`
      SELECT relname FROM pg_class WHERE relnamespace = 'oldhand'::regnamespace AND relkind IN ('v', 'm')
        AND NOT coalesce(reloptions::text LIKE '%security_invoker=true%', false)`);
    assert.deepEqual([...views], []);
    const definers = await sql(`
      SELECT proname FROM pg_proc WHERE pronamespace = 'oldhand'::regnamespace AND prosecdef`);
    assert.deepEqual([...definers], []);
    const [attributes] = await sql(`
      SELECT rolsuper, rolbypassrls, rolcreaterole, rolcreatedb, rolreplication FROM pg_roles WHERE rolname = '${role}'`);
    assert.deepEqual(Object.values(attributes!), [false, false, false, false, false]);
    const [grants] = await sql(`
      SELECT has_table_privilege('${role}', 'oldhand.audit', 'UPDATE, DELETE, TRUNCATE') AS changes_audit,
        has_schema_privilege('${role}', 'oldhand', 'CREATE') AS creates`);
    assert.deepEqual({ ...grants }, { changes_audit: false, creates: false });
  });
});

teamTest("migrating twice, and twice at once, changes nothing", async (t, cluster) => {
  const { ownerUrl, role } = await teamDatabase(cluster);
  const owners = [openTeamDatabase(ownerUrl), openTeamDatabase(ownerUrl)];
  t.after(async () => void (await Promise.all(owners.map((owner) => owner.close()))));
  const again = { role, clock: systemClock, random: randomBytes };
  const done = await Promise.all(owners.map((owner) => migrate(owner, again)));
  assert.deepEqual(done, [
    { applied: [], role },
    { applied: [], role },
  ]);
  const fresh = { ...again, role: `${role}_second` };
  const made = await Promise.all(owners.map((owner) => migrate(owner, fresh)));
  assert.equal(made.filter(({ password }) => password !== undefined).length, 1);
});

teamTest(
  "a server refuses to start as owner or superuser, with BYPASSRLS, and on other tables",
  async (_t, cluster) => {
    const { url, ownerUrl, adminUrl, name, role } = await teamDatabase(cluster);
    const start = (database: string): Promise<unknown> =>
      startTeamServer({
        ...{ database, host: "127.0.0.1", port: 0, requestsPerMinute: 100 },
        ...{ clock: systemClock, log: () => {} },
      });
    await assert.rejects(start(ownerUrl), /owns the tables/);
    await assert.rejects(start(adminUrl), /is a superuser/);
    await asAdmin(adminUrl, (sql) => sql(`CREATE ROLE ${name}_loose LOGIN BYPASSRLS IN ROLE ${role}`));
    await assert.rejects(start(cluster.urlOf(`${name}_loose`, name)), /bypasses row-level security/);
    // A role that may become the owner is as good as the owner.
    await asAdmin(adminUrl, (sql) => sql(`CREATE ROLE ${name}_heir LOGIN IN ROLE ${role}, ${name}_owner`));
    await assert.rejects(start(cluster.urlOf(`${name}_heir`, name)), /owns the tables/);
    await assert.rejects(start(cluster.urlOf("admin", "postgres")), /missing or old/);
    await asAdmin(adminUrl, (sql) =>
      sql(`INSERT INTO oldhand.migrations VALUES (${MIGRATIONS.length + 1}, 'next', 0)`),
    );
    await assert.rejects(start(url), /newer oldhand/);
    await assert.rejects(start("postgres://nobody@127.0.0.1:1/none"), /cannot be reached/);
    await assert.rejects(start("mysql://x"), /--database takes an address/);
  },
);
