/**
 * The team server on a real PostgreSQL: commits, changes on their way to others, and what a sync costs in a large space.
 *
 *     node bench/team.ts [--fsync] [--seconds 60] [--clients 20] [--start 10000] [--records 100000]
 */
import { setTimeout as sleep } from "node:timers/promises";
import { parseArgs } from "node:util";
import { openTeamDatabase } from "../team-server/src/postgres/database.ts";
import { type LoadClient, loadClient } from "../team-server/test/faults/load-client.ts";
import { fillSpace, rowsRead } from "../test/fixtures/large-space.ts";
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
/** So many that the planner has a choice. */
const SMALL = 1500;
const ROUNDS = 60;
const NAMES = ["nothing new", "one record", "1,000 records", "a commit"] as const;

if (HAS_POSTGRES) await measure();
else console.log("  PostgreSQL is not installed.");

async function measure(): Promise<void> {
  const cleaning: (() => void | Promise<void>)[] = [];
  const t = { after: (clean: () => void | Promise<void>) => cleaning.push(clean) };
  try {
    await measureWith(t);
  } finally {
    for (const clean of cleaning.reverse()) await clean();
  }
}

async function measureWith(t: Parameters<typeof startPostgres>[0]): Promise<void> {
  const cluster = await startPostgres(t, { fsync: values.fsync });
  const urls = await setUpDatabase(cluster, "bench");
  const server = await teamProcess(t, urls.url);
  const bareMs = await bareCommit(urls);
  console.log(`  PostgreSQL with fsync ${values.fsync ? "on" : "off"}`);
  console.log(`  a bare transaction with one row: ${bareMs.toFixed(2)} ms (median); below, × of it`);
  await underLoad(await newSpace(server, urls.url), bareMs);
  const small = await newSpace(server, urls.url, { name: "Small" });
  await growth({ small, large: await newSpace(server, urls.url, { name: "Large" }) }, urls);
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

/** A small space and a large one in the same database, in turns, so that other work on the machine meets both. */
async function growth(
  spaces: { readonly small: Client; readonly large: Client },
  urls: TeamDatabaseUrls,
): Promise<void> {
  const database = openTeamDatabase(urls.adminUrl, { connections: 1 });
  await database.transaction((tx) => fillSpace(tx, spaces.small, { records: SMALL, members: 1 }));
  await database.transaction((tx) => fillSpace(tx, spaces.large, { records, members: MEMBERS }));
  await database.close();
  const times = { small: await emptyTimes(spaces.small), large: await emptyTimes(spaces.large) };
  for (let round = 0; round < ROUNDS; round++) {
    const order = round % 2 === 0 ? (["small", "large"] as const) : (["large", "small"] as const);
    for (const size of order) await timeOnce(spaces[size], times[size]);
  }
  const read = { small: await rowsRead(urls.url, spaces.small), large: await rowsRead(urls.url, spaces.large) };
  console.log(
    `  a space with ${records} records and ${MEMBERS} members, × of one with ${SMALL} records, ${ROUNDS} turns`,
  );
  for (const name of NAMES) {
    const [small, large] = [times.small[name], times.large[name]];
    const factor = median(large) / median(small);
    const spread = `${quantile(large, 0.25).toFixed(1)} to ${quantile(large, 0.75).toFixed(1)} against ${quantile(small, 0.25).toFixed(1)} to ${quantile(small, 0.75).toFixed(1)}`;
    console.log(`    ${name}: × ${factor.toFixed(2)}, ${median(large).toFixed(1)} ms (half of them ${spread} ms)`);
    console.log(`      rows read: ${read.large[name]} against ${read.small[name]}`);
  }
  const began = performance.now();
  const fresh = loadClient(spaces.large);
  await fresh.sync();
  console.log(`    a first sync of all ${fresh.held.size}: ${((performance.now() - began) / 1000).toFixed(1)} s`);
}

type Times = Record<(typeof NAMES)[number], number[]> & { cursor: string; readonly behind: string };

/** `behind` is a cursor with 1,000 changes after it. */
async function emptyTimes(client: Client): Promise<Times> {
  const cursor = await endOf(client);
  for (let part = 0; part < 4; part++)
    await client.commit(
      Array.from({ length: 250 }, (_, at) => putOf(recordOf({ text: `Growth ${performance.now()} ${at}.` }))),
    );
  const lists = { "nothing new": [], "one record": [], "1,000 records": [], "a commit": [] };
  return { ...lists, cursor: await endOf(client, cursor), behind: cursor };
}

async function timeOnce(client: Client, times: Times): Promise<void> {
  times["nothing new"].push(await timed(() => client.changes(times.cursor)));
  const record = recordOf({ text: `Growth ${performance.now()}.` });
  times["a commit"].push(await timed(() => client.commit([putOf(record)])));
  times["one record"].push(await timed(() => client.changes(times.cursor)));
  times["1,000 records"].push(await timed(() => client.changes(times.behind)));
  times.cursor = await endOf(client, times.cursor);
}

async function endOf(client: Client, from?: string): Promise<string> {
  let page = await client.changes(from);
  while (page.more) page = await client.changes(page.cursor);
  return page.cursor;
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const began = performance.now();
  await work();
  return performance.now() - began;
}

function quantile(times: readonly number[], share: number): number {
  return times.toSorted((a, b) => a - b)[Math.floor(times.length * share)] ?? Number.NaN;
}

function print(name: string, times: readonly number[], bareMs: number): void {
  const at = (share: number): number => quantile(times, share);
  const shown = (ms: number): string => `${ms.toFixed(1)} ms (× ${(ms / bareMs).toFixed(0)})`;
  console.log(`    ${name}: median ${shown(at(0.5))}, p95 ${shown(at(0.95))}, of ${times.length}`);
}
