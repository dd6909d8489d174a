import assert from "node:assert/strict";
import { setTimeout as sleep } from "node:timers/promises";
import { isLong } from "../../../test/faults/tools/homes.ts";
import { SEED } from "../../../test/faults/tools/seeded-random.ts";
import { asAdmin, startPostgres } from "../../../test/fixtures/postgres.ts";
import { randomFrom } from "../../../test/fixtures/random.ts";
import { teamDatabase, teamTest } from "../../../test/fixtures/team-database.ts";
import { teamProcess } from "../../../test/fixtures/team-process.ts";
import { newSpace } from "../../../test/fixtures/team-server.ts";
import { type LoadClient, loadClient } from "./load-client.ts";

const size = isLong
  ? { clients: 20, records: 10_000, seconds: 300, kills: 5, restarts: 2 }
  : { clients: 5, records: 500, seconds: 6, kills: 2, restarts: 1 };
const MOST_AT_ONCE = 3;

teamTest(
  `every acknowledged change is there once, in every client, with its author, after ${size.kills} kills of the server and ${size.restarts} of the database (seed ${SEED})`,
  async (t) => {
    // Its own: restarting it must disturb no other test.
    const cluster = await startPostgres(t);
    const { url, adminUrl } = await teamDatabase(cluster);
    const server = await teamProcess(t, url);
    const maintainer = await newSpace(server, url);
    const first = loadClient(maintainer);
    await first.fill(size.records);
    const clients: LoadClient[] = [first];
    for (let at = 0; at < size.clients; at++)
      clients.push(loadClient(await maintainer.invite("writer", `Client ${at}`)));
    await Promise.all(clients.map((client) => client.sync()));

    let isOver = false;
    const working = clients.map(async (client, at) => {
      const random = randomFrom(SEED * 100 + at);
      while (!isOver) {
        // Offline now and then.
        if (random.below(40) === 0) await sleep(random.below(2000));
        if (random.below(3) === 0) await client.sync();
        else await client.operate(random, MOST_AT_ONCE);
      }
    });
    const disturbances = [...Array(size.kills).fill("kill"), ...Array(size.restarts).fill("restart")];
    for (const what of disturbances) {
      await sleep((size.seconds * 1000) / (disturbances.length + 1));
      if (what === "kill") await server.killAndRestart();
      else await cluster.restart();
    }
    await sleep((size.seconds * 1000) / (disturbances.length + 1));
    isOver = true;
    await Promise.all(working);
    for (const client of clients) await client.sync();

    const acknowledged = clients.flatMap((client) => client.acknowledged);
    t.diagnostic(
      `${acknowledged.length - size.records} acknowledged after ${size.records}, ${sum(clients, "retries")} retries, ${sum(clients, "conflicts")} conflicts`,
    );
    assert.ok(acknowledged.length > size.records + size.clients * 5, "too few changes to prove anything");
    const revisions = await asAdmin(adminUrl, (sql) =>
      sql(`SELECT seq::int, record_id, author_id FROM oldhand.revisions ORDER BY seq`),
    );
    assert.deepEqual(
      acknowledged.map(({ seq, id, author }) => [seq, id, author]).sort(([a], [b]) => Number(a) - Number(b)),
      revisions.map(({ seq, record_id, author_id }) => [seq, record_id, author_id]),
    );
    const last = new Map(acknowledged.toSorted((a, b) => a.seq - b.seq).map((change) => [change.id, change]));
    const expected = [...last.values()]
      .filter(({ version }) => version !== null)
      .map(({ id, version, author }) => [id, version, author].join(" "))
      .sort();
    for (const { held } of clients)
      assert.deepEqual([...held].map(([id, { version, author }]) => [id, version, author].join(" ")).sort(), expected);
    for (const client of clients) assert.equal(client.counts.resets, 0);
    const { rows, intact } = (await maintainer.at("GET", "/audit")).json;
    assert.ok(intact && rows.length > 0);
  },
);

function sum(clients: readonly LoadClient[], what: keyof LoadClient["counts"]): number {
  return clients.reduce((total, { counts }) => total + counts[what], 0);
}
