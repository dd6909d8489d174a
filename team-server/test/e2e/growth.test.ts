import assert from "node:assert/strict";
import { fillSpace, type RowsRead, rowsRead } from "../../../test/fixtures/large-space.ts";
import { teamDatabase, teamTest } from "../../../test/fixtures/team-database.ts";
import { newSpace, teamServer } from "../../../test/fixtures/team-server.ts";
import { openTeamDatabase } from "../../src/postgres/database.ts";

const [RECORDS, MEMBERS] = [20_000, 20];
/** What a request reads anyway: the space, the cursor, and of small tables everything: tokens twice, members. */
const SOME = 6 * MEMBERS;
const MOST: RowsRead = { "nothing new": SOME, "one record": SOME, "1,000 records": 1000 + SOME, "a commit": SOME };

teamTest("how many rows a request reads does not depend on how many records the space has", async (t, cluster) => {
  const { url, adminUrl } = await teamDatabase(cluster);
  const maintainer = await newSpace(await teamServer(t, url), url);
  const database = openTeamDatabase(adminUrl, { connections: 1 });
  await database.transaction((tx) => fillSpace(tx, maintainer, { records: RECORDS, members: MEMBERS }));
  await database.close();
  const found = await rowsRead(url, maintainer);
  const tooMany = Object.entries(MOST).filter(([what, most]) => found[what as keyof RowsRead] > most);
  assert.deepEqual(tooMany, [], JSON.stringify(found));
  assert.ok(found["1,000 records"] >= 1000, "nothing was counted");
});
