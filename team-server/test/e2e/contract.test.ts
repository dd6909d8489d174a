import { systemClock } from "../../../src/core/base/clock.ts";
import { idMaker } from "../../../src/core/base/id.ts";
import type { Records, TombstoneMatch, Tombstones } from "../../../src/core/ports.ts";
import type { RecordId } from "../../../src/core/record/record.ts";
import type { SpaceId } from "../../../src/core/team/rights.ts";
import { tombstoneOf } from "../../../src/core/team/wire-record.ts";
import type { RecordPorts } from "../../../test/contract/ports.ts";
import { recordsContract } from "../../../test/contract/records.contract.ts";
import { HAS_POSTGRES } from "../../../test/fixtures/postgres.ts";
import { BORN } from "../../../test/fixtures/records.ts";
import {
  opened,
  sharedCluster,
  type TeamDatabaseUrls,
  teamDatabase,
  teamTest,
} from "../../../test/fixtures/team-database.ts";
import type { TeamDatabase, Transaction } from "../../src/postgres/database.ts";
import { recordsIn } from "../../src/postgres/records.ts";
import { addMember } from "../../src/postgres/rows/members.ts";
import { createSpace } from "../../src/postgres/rows/spaces.ts";
import { enterSpace } from "../../src/postgres/sign-in.ts";

const newId = idMaker(systemClock);
const nowMs = Date.parse(BORN);
let urls: Promise<TeamDatabaseUrls> | undefined;

if (!HAS_POSTGRES) teamTest("PostgreSQL keeps the contract of records", async () => {});
else
  recordsContract("PostgreSQL", async (t) => {
    urls ??= sharedCluster().then(teamDatabase);
    const { url } = await urls;
    const [space, author] = [newId("spc"), newId("mbr")];
    const database = opened(t, url);
    await database.transaction(async (tx) => {
      await createSpace(tx, { id: space, name: "a space", review: false, nowMs });
      await addMember(tx, space, { id: author, name: "a test", machine: "here", role: "writer", nowMs });
    });
    return {
      // Another server of the same database.
      open: async () => portsOf(opened(t, url), { space, author }),
    };
  });

/** Every call is a transaction of its own, as every request is. */
function portsOf(database: TeamDatabase, at: { readonly space: string; readonly author: string }): RecordPorts {
  const within = <T>(work: (tx: Transaction) => Promise<T>): Promise<T> =>
    database.transaction(async (tx) => {
      await enterSpace(tx, at.space);
      return work(tx);
    });
  const records = <T>(work: (records: Records) => Promise<T>): Promise<T> =>
    within((tx) => work(recordsIn(tx, { ...at, nowMs })));
  const tombstones = <T>(work: (tombstones: Tombstones) => Promise<T>): Promise<T> =>
    within((tx) => work(tombstonesIn(tx, at.space)));
  return {
    records: {
      get: (id) => records((in_) => in_.get(id)),
      commit: async (changes) => {
        const done = await records((in_) => in_.commit(changes));
        return done.outcome === "kept" ? { outcome: "kept", kept: done.kept } : done;
      },
      history: (id) => records((in_) => in_.history(id)),
    },
    tombstones: {
      match: (what) => tombstones((in_) => in_.match(what)),
      lift: (what) => tombstones((in_) => in_.lift(what)),
    },
  };
}

type What = { readonly id?: RecordId; readonly text: string };

/** What a space remembers of records that are gone, as the port has it; the server itself asks only for what was erased. */
function tombstonesIn(tx: Transaction, space: SpaceId): Tombstones {
  return {
    async match(what: What): Promise<TombstoneMatch> {
      const hash = tombstoneOf(space, what.text);
      const rows = await tx`
        SELECT record_id, hash FROM oldhand.tombstones
        WHERE space_id = ${space} AND hash <> '' AND (hash = ${hash} OR record_id = ${what.id ?? ""})`;
      return { id: rows.some((row) => row.record_id === what.id), text: rows.some((row) => row.hash === hash) };
    },

    /** The row stays: clients still have to learn that the record is gone. */
    async lift(what: What) {
      await tx`
        UPDATE oldhand.tombstones SET hash = ''
        WHERE space_id = ${space} AND (hash = ${tombstoneOf(space, what.text)} OR record_id = ${what.id ?? ""})`;
    },
  };
}
