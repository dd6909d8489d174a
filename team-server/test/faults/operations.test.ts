import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { postgresFolder } from "../../../scripts/postgres.mjs";
import { asAdmin, type Cluster, runPostgres, startPostgres } from "../../../test/fixtures/postgres.ts";
import { recordOf } from "../../../test/fixtures/records.ts";
import { teamDatabase, teamTest } from "../../../test/fixtures/team-database.ts";
import { TEAM_PROGRAM, teamProcess } from "../../../test/fixtures/team-process.ts";
import {
  type Client,
  clientWith,
  join as joinSpace,
  newSpace,
  putOf,
  teamServer,
} from "../../../test/fixtures/team-server.ts";

const HAS_DUMP = existsSync(join(postgresFolder() ?? "", "pg_dump"));
const NOT_CHECKED = "pg_dump is not installed, so this was NOT checked";

const [one, two, three] = ["one", "two", "three"].map((word) => recordOf({ text: `Statement ${word} of the team.` }));

teamTest(
  "after dump, drop and restore clients go on, and learn if the backup was older than what they have",
  async (t, cluster) => {
    if (!HAS_DUMP) return t.diagnostic(NOT_CHECKED);
    const urls = await teamDatabase(cluster);
    const server = await teamServer(t, urls.url);
    const maintainer = await newSpace(server, urls.url);
    const writer = await maintainer.invite("writer", "Writer");
    await writer.commit([putOf(one!), putOf(two!)]);
    const inBackup = await maintainer.changes();
    dump(cluster, urls.adminUrl);
    const late = await writer.commit([putOf(three!)]);
    assert.equal(late.outcome, "kept");
    const afterBackup = await writer.changes();

    await restore(cluster, urls);
    const goesOn = await maintainer.changes(inBackup.cursor);
    assert.deepEqual([goesOn.changes, goesOn.reset], [[], false]);
    const isAhead = await writer.changes(afterBackup.cursor);
    assert.deepEqual([isAhead.reset, isAhead.changes.map(({ id }) => id)], [true, [one!.id, two!.id]]);
    // What the backup did not have is sent again, under the same key or another.
    assert.equal((await writer.commit([putOf(three!)])).outcome, "kept");
    assert.deepEqual(
      (await maintainer.changes(goesOn.cursor)).changes.map(({ id, author }) => [id, author.name]),
      [[three!.id, "Writer"]],
    );
    assert.equal((await maintainer.at("GET", "/audit")).json.intact, true);
  },
);

teamTest(
  "an update: a server refuses older tables, and after `oldhand-team migrate` everything goes on",
  async (t, cluster) => {
    const { url, ownerUrl, adminUrl, role } = await teamDatabase(cluster);
    const before = await teamServer(t, url);
    const maintainer = await newSpace(before, url, { review: true });
    const writer = await maintainer.invite("writer", "Writer");
    await maintainer.commit([putOf(one!)]);
    const { cursor } = await writer.changes();
    const proposed = await writer.commit([putOf(two!)]);
    assert.ok(proposed.outcome === "proposed");
    await asAdmin(adminUrl, async (run) => {
      await run("ALTER TABLE oldhand.proposals DROP COLUMN reason");
      await run("DROP INDEX oldhand.proposals_by_record");
      await run("DROP TABLE oldhand.audit_ends");
      await run("DROP FUNCTION oldhand.end_audit, oldhand.keep_end CASCADE");
      for (const table of ["records", "revisions"]) await run(`ALTER TABLE oldhand.${table} DROP COLUMN imported_as`);
      await run("DELETE FROM oldhand.migrations WHERE number > 2");
    });
    await assert.rejects(teamServer(t, url), /missing or old.*oldhand-team migrate/s);
    const { migrateDatabase } = await import("../../src/serve/operate.ts");
    const migrated = await migrateDatabase(ownerUrl, { role, clock: Date.now });
    assert.deepEqual([migrated.applied, migrated.url], [["0003-decisions", "0004-provenance"], undefined]);

    const after = await teamServer(t, url);
    const [ana, ben] = [maintainer, writer].map((client) => clientWith(after.url, client)) as [Client, Client];
    assert.deepEqual((await ben.changes(cursor)).reset, false);
    const body = { schemaVersion: 1, decision: "reject", reason: "Not yet." };
    const proposal = proposed.proposals[0]!.id;
    assert.equal((await ana.at("POST", `/proposals/${proposal}`, body)).json.outcome, "rejected");
    const own = (await ben.at("GET", `/own-proposals?ids=${proposal}`)).json.proposals;
    assert.deepEqual(own, [{ id: proposal, status: "rejected", by: "Maintainer", reason: "Not yet." }]);
    assert.equal((await ana.at("GET", "/audit")).json.intact, true);
    assert.equal((await ana.at("GET", "/audit")).json.intact, true);
  },
);

teamTest("of an erased record no byte is left in any table, and the audit says that it was erased", async (t) => {
  if (!HAS_DUMP) return t.diagnostic(NOT_CHECKED);
  const cluster = await startPostgres(t);
  const urls = await teamDatabase(cluster);
  const server = await teamServer(t, urls.url);
  const maintainer = await newSpace(server, urls.url);
  const writer = await maintainer.invite("writer", "Writer");
  const canary = "flamingoquartz";
  const record = recordOf({ text: `The old gateway is called ${canary}.`, aliases: [canary], tags: [canary] });
  const first = await writer.commit([putOf(record)]);
  assert.ok(first.outcome === "kept");
  const edited = await writer.commit([putOf({ ...record, tags: [`${canary}-again`] }, first.kept[0]!.version)]);
  assert.ok(edited.outcome === "kept");
  await maintainer.at("PATCH", "", { schemaVersion: 1, review: true });
  await writer.commit([putOf({ ...record, tags: [`${canary}-proposed`] }, edited.kept[0]!.version)]);
  const refused = recordOf({ text: `Another sentence about ${canary}.`, id: record.id });
  await writer.commit([putOf(refused, null)]);
  assert.match(plainDump(urls.adminUrl), new RegExp(canary));

  assert.equal((await maintainer.at("POST", "/erase", { schemaVersion: 1, id: record.id })).status, 200);
  assert.doesNotMatch(plainDump(urls.adminUrl), new RegExp(canary));
  const { rows } = (await maintainer.at("GET", "/audit")).json;
  const noted = rows.find((row: { act: string }) => row.act === "erase a record");
  assert.deepEqual([noted.outcome, noted.subject, noted.member], ["done", record.id, maintainer.member]);

  // Deleted rows stay in their files until PostgreSQL vacuums them.
  await asAdmin(urls.adminUrl, async (run) => void [await run("VACUUM FULL"), await run("CHECKPOINT")]);
  const files = filesIn(join(cluster.folder, "data", "base"));
  assert.ok(files.length > 100);
  assert.deepEqual(
    files.filter((path) => readFileSync(path).includes(canary)),
    [],
  );
});

teamTest("from an empty database to a first member by the commands of the manual", async (t, cluster) => {
  const name = `manual_${process.pid}`;
  await asAdmin(cluster.adminUrl, async (run) => {
    await run(`CREATE ROLE ${name} LOGIN CREATEROLE`);
    await run(`CREATE DATABASE ${name} OWNER ${name}`);
  });
  const ownerUrl = cluster.urlOf(name, name);
  const migrated = oldhandTeam(["migrate", "--database", ownerUrl, "--role", `${name}_server`, "--json"]);
  assert.equal(migrated.status, 0, migrated.err);
  const { applied, url } = JSON.parse(migrated.out);
  assert.deepEqual(applied, ["0001-start", "0002-sign-in", "0003-decisions", "0004-provenance"]);
  const again = oldhandTeam(["migrate", "--database", ownerUrl, "--role", `${name}_server`]);
  assert.match(again.out, /up to date/);
  assert.doesNotMatch(again.out, /postgres:/);

  const asOwner = oldhandTeam(["serve", "--database", ownerUrl]);
  assert.deepEqual([asOwner.status, /owns the tables/.test(asOwner.err)], [1, true]);
  assert.match(oldhandTeam(["serve"]).err, /Which database\?/);

  const made = oldhandTeam([
    "create-space",
    "The",
    "Platform",
    "--database",
    url,
    "--review",
    "--url",
    "https://memory.example.org",
    "--json",
  ]);
  assert.equal(made.status, 0, made.err);
  const { space, invitation } = JSON.parse(made.out);
  assert.deepEqual([space.name, space.review], ["The Platform", true]);
  const [link, code] = invitation.split("#");
  assert.equal(link, "https://memory.example.org/");

  const server = await teamProcess(t, url);
  const maintainer = await joinSpace(server.url, code, "Ada");
  assert.equal((await maintainer.commit([putOf(one!)])).outcome, "kept");
});

function oldhandTeam(argv: readonly string[]) {
  const done = spawnSync(process.execPath, [TEAM_PROGRAM, ...argv], { encoding: "utf8" });
  return { status: done.status, out: done.stdout, err: done.stderr };
}

type Urls = Awaited<ReturnType<typeof teamDatabase>>;

const dumpFile = (cluster: Cluster): string => join(cluster.folder, "team.dump");

function dump(cluster: Cluster, adminUrl: string): void {
  runPostgres("pg_dump", ["--format=custom", "--no-privileges", "--file", dumpFile(cluster), adminUrl]);
}

/** As the manual says: a new database of the same owner, the dump, and `oldhand-team migrate` for the role's privileges. */
async function restore(cluster: Cluster, { name, ownerUrl, adminUrl, role }: Urls): Promise<void> {
  await asAdmin(cluster.adminUrl, async (run) => {
    await run(`DROP DATABASE ${name} WITH (FORCE)`);
    await run(`CREATE DATABASE ${name} OWNER ${name}_owner`);
  });
  runPostgres("pg_restore", ["--no-privileges", "--dbname", adminUrl, dumpFile(cluster)]);
  const { migrateDatabase } = await import("../../src/serve/operate.ts");
  await migrateDatabase(ownerUrl, { role, clock: Date.now });
}

function plainDump(url: string): string {
  return runPostgres("pg_dump", ["--inserts", url]);
}

function filesIn(path: string): string[] {
  if (!statSync(path).isDirectory()) return [path];
  return readdirSync(path).flatMap((name) => filesIn(join(path, name)));
}
