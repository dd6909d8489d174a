/**
 * The team server on a real PostgreSQL: commits, changes on their way to others, and what a sync costs in a large space.
 *
 *     node bench/team.ts [--fsync] [--seconds 60] [--clients 20] [--start 10000] [--records 100000]
 */
import { setTimeout as sleep } from "node:timers/promises";
import { parseArgs } from "node:util";
import { wireText } from "../src/core/team/wire-record.ts";
import { openTeamDatabase, type Transaction } from "../src/store/postgres/database.ts";
import { type LoadClient, loadClient } from "../test/faults/team/load-client.ts";
import { HAS_POSTGRES, startPostgres } from "../test/fixtures/postgres.ts";
import { randomFrom } from "../test/fixtures/random.ts";
import { recordOf } from "../test/fixtures/records.ts";
import { setUpDatabase, type TeamDatabaseUrls } from "../test/fixtures/set-up-database.ts";
import { teamProcess } from "../test/fixtures/team-process.ts";
import { type Client, newSpace, putOf } from "../test/fixtures/team-server.ts";
import { median } from "./started.ts";

const { values } = parseArgs({
  options: {
    fsync: { type: "boolean", default: false },
    /** In the space before the load. */
    start: { type: "string", default: "10000" },
    seconds: { type: "string", default: "60" },
    clients: { type: "string", default: "20" },
    records: { type: "string", default: "100000" },
  },
});
const [seconds, clients, records] = [Number(values.seconds), Number(values.clients), Number(values.records)];
const MEMBERS = 200;
const THINK_MS = 250;
const ROUNDS = 20;

if (HAS_POSTGRES) await measure();
else console.log("  PostgreSQL is not installed.");

async function measure(): Promise<void> {
  const cleaning: (() => void | Promise<void>)[] = [];
  const t = { after: (clean: () => void | Promise<void>) => cleaning.push(clean) };
  const cluster = await startPostgres(t, { fsync: values.fsync });
  const urls = await setUpDatabase(cluster, "bench");
  const server = await teamProcess(t, urls.url);
  const bareMs = await bareCommit(urls);
  console.log(`  PostgreSQL with fsync ${values.fsync ? "on" : "off"}`);
  console.log(`  a bare transaction with one row: ${bareMs.toFixed(2)} ms (median); below, × of it`);
  await underLoad(await newSpace(server, urls.url), bareMs);
  await inLargeSpace(await newSpace(server, urls.url, { name: "Large" }), { urls, bareMs, url: server.url });
  for (const clean of cleaning.reverse()) await clean();
}

/** The yardstick: what one small write costs on this machine and this database. */
async function bareCommit({ adminUrl }: TeamDatabaseUrls): Promise<number> {
  const database = openTeamDatabase(adminUrl, { connections: 1 });
  await database.transaction((tx) => tx.run("CREATE TABLE public.bare (n int)"));
  const times: number[] = [];
  for (let round = 0; round < 200; round++)
    times.push(await timed(() => database.transaction((tx) => tx`INSERT INTO public.bare VALUES (${round})`)));
  await database.close();
  return median(times);
}

/** Every client changes records at random and waits for the changes of the others. */
async function underLoad(maintainer: Client, bareMs: number): Promise<void> {
  const all: LoadClient[] = [];
  await loadClient(maintainer).fill(Number(values.start));
  for (let at = 0; at < clients; at++) all.push(loadClient(await maintainer.invite("writer", `Client ${at}`)));
  for (const client of all) await client.sync();
  let isOver = false;
  const following = all.map(async (client) => {
    while (!isOver) await client.sync(5);
  });
  const working = all.map(async (client, at) => {
    const random = randomFrom(at + 1);
    while (!isOver) {
      await client.operate(random);
      await sleep(random.below(2 * THINK_MS));
    }
  });
  await sleep(seconds * 1000);
  isOver = true;
  await Promise.all([...working, ...following]);
  const made = all.flatMap(({ acknowledged }) => acknowledged);
  const reached = made.flatMap(({ seq, sentMs, author }) =>
    all.flatMap(({ client, arrived }) => {
      const atMs = client.member === author ? undefined : arrived.get(seq);
      return atMs === undefined ? [] : [atMs - sentMs];
    }),
  );
  console.log(
    `  ${clients} clients for ${seconds} s on ${values.start} records: ${made.length} commits, ${(made.length / seconds).toFixed(0)} a second`,
  );
  print(
    "a commit",
    made.map(({ ms }) => ms),
    bareMs,
  );
  print("a change reaching another client", reached, bareMs);
}

type Large = { readonly urls: TeamDatabaseUrls; readonly url: string; readonly bareMs: number };

async function inLargeSpace(maintainer: Client, { urls, bareMs }: Large): Promise<void> {
  const small = await costs(maintainer);
  const database = openTeamDatabase(urls.adminUrl, { connections: 1 });
  await database.transaction((tx) => fill(tx, maintainer));
  await database.close();
  const large = await costs(maintainer);
  console.log(`  a space with ${records} records and ${MEMBERS} members (× of the same in an almost empty space)`);
  for (const [name, ms] of Object.entries(large)) {
    const before = small[name as keyof typeof small];
    console.log(`    ${name}: ${ms.toFixed(1)} ms (× ${(ms / before).toFixed(2)}), × ${(ms / bareMs).toFixed(1)} bare`);
  }
  const began = performance.now();
  const fresh = loadClient(maintainer);
  await fresh.sync();
  console.log(`    a first sync of all ${fresh.held.size}: ${((performance.now() - began) / 1000).toFixed(1)} s`);
}

async function costs(
  client: Client,
): Promise<Record<"nothing new" | "one record" | "1,000 records" | "a commit", number>> {
  let cursor = await endOf(client);
  const times = { nothing: [] as number[], one: [] as number[], many: [] as number[], commit: [] as number[] };
  for (let round = 0; round < ROUNDS; round++) {
    times.nothing.push(await timed(() => client.changes(cursor)));
    const record = recordOf({ text: `Growth ${performance.now()}.` });
    times.commit.push(await timed(() => client.commit([putOf(record)])));
    times.one.push(await timed(() => client.changes(cursor)));
    cursor = (await client.changes(cursor)).cursor;
  }
  for (let part = 0; part < 4; part++)
    await client.commit(
      Array.from({ length: 250 }, (_, at) => putOf(recordOf({ text: `Growth ${performance.now()} ${at}.` }))),
    );
  for (let round = 0; round < ROUNDS / 4; round++) times.many.push(await timed(() => client.changes(cursor)));
  return {
    "nothing new": median(times.nothing),
    "one record": median(times.one),
    "1,000 records": median(times.many),
    "a commit": median(times.commit),
  };
}

async function endOf(client: Client): Promise<string> {
  let page = await client.changes();
  while (page.more) page = await client.changes(page.cursor);
  return page.cursor;
}

/** Directly, because a hundred thousand commits would take minutes and are not what is measured. */
async function fill(tx: Transaction, { space, member }: Client): Promise<void> {
  const [id, word] = ["rec_000000000000000000", "NUMBER"];
  const text = wireText(
    recordOf({ id, text: `Service ${word} is deployed by the target deploy-${word} after its tests.` }),
  );
  await tx`
    INSERT INTO oldhand.members (space_id, id, name, machine, role, joined_ms)
    SELECT ${space}, 'mbr_' || lpad(n::text, 18, '0'), 'Member ' || n, 'a machine', 'writer', 0
    FROM generate_series(1, ${MEMBERS}::int) n`;
  const [row] = await tx`SELECT seq FROM oldhand.spaces WHERE id = ${space}`;
  await tx`
    INSERT INTO oldhand.records (space_id, id, version, text, project_id, seq, created_by, author_id, changed_ms)
    SELECT ${space}, 'rec_' || lpad(n::text, 18, '0'), encode(sha256(n::text::bytea), 'hex'),
      replace(replace(${text}, ${id}, 'rec_' || lpad(n::text, 18, '0')), ${word}, n::text), NULL, ${row!.seq}::bigint + n,
      ${member}, ${member}, 0
    FROM generate_series(1, ${records}::int) n`;
  await tx`
    INSERT INTO oldhand.changes SELECT ${space}, ${row!.seq}::bigint + n, '000000000000'
    FROM generate_series(1, ${records}::int) n`;
  await tx`UPDATE oldhand.spaces SET seq = seq + ${records} WHERE id = ${space}`;
  await tx.run("ANALYZE");
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const began = performance.now();
  await work();
  return performance.now() - began;
}

function print(name: string, times: readonly number[], bareMs: number): void {
  const sorted = times.toSorted((a, b) => a - b);
  const at = (share: number): number => sorted[Math.floor(sorted.length * share)] ?? Number.NaN;
  const shown = (ms: number): string => `${ms.toFixed(1)} ms (× ${(ms / bareMs).toFixed(0)})`;
  console.log(`    ${name}: median ${shown(at(0.5))}, p95 ${shown(at(0.95))}, of ${sorted.length}`);
}
