/** Hundreds of forged, replayed, forked and cut logs on three machines: no private record differs by a byte. */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import type { RecordId } from "../../../src/core/record/record.ts";
import type { MemoryHome } from "../../fixtures/memory-home.ts";
import { contents, machines, settleAll } from "../../fixtures/own-machines.ts";
import { randomFrom } from "../../fixtures/random.ts";
import { isLong } from "../tools/homes.ts";
import { walk } from "../tools/paths.ts";
import { SEED } from "../tools/seeded-random.ts";
import { hostileLog, logIn, machineOf, newKey, signedAs } from "./forged-log.ts";
import { type Attack, BY_A_THIEF, BY_A_WRITER, introduce, strangersFiles } from "./log-attacks.ts";
import { type Files, remoteWriter } from "./remote-writer.ts";

const LOGS = isLong ? 500 : 12;
/** How many of them are signed with the key of a stolen machine. */
const BY_KEY = LOGS / 4;

test(`${LOGS} forged, replayed, forked and cut logs change no record on three machines (seed ${SEED})`, async (t) => {
  const { homes, remote } = await machines(t, { count: 3 });
  const random = randomFrom(SEED);
  const records: RecordId[] = [];
  const old = new Map<string, Files>();
  const writer = remoteWriter(t, remote);
  for (const [at, home] of homes.entries()) {
    await (await home.open()).set("sync.everyMinutes", "0");
    for (let n = 0; n < 5; n++) {
      const text = `Crew ${at} of ship ${n} sails at ${n + 3}`;
      const { record } = await (await home.open()).add({ text, type: "fact", scope: "global" });
      records.push(record!.id);
      await (await home.open()).syncNow();
      if (n === 2) old.set(machineOf(home).id, writer.read(machineOf(home).id));
    }
  }
  await settleAll(homes);
  const attacks: Readonly<Record<string, Attack>> = {
    ...BY_A_WRITER,
    "an older log": ({ writer }, { id }) => writer.write(id, old.get(id)),
    "a fork signed by another machine's key": ({ writer }, { id, files }) => {
      const other = machineOf(random.pick(homes));
      const key = other.id === id ? newKey() : other;
      writer.write(id, signedAs(hostileLog(logIn(id, files), records, { ahead: random.below(2), files }), key));
    },
  };
  let before = homes.map(recordFiles);
  let [alarms, differences, arrived] = [0, 0, 0];
  const right = (home: MemoryHome): Files => old.get(`${machineOf(home).id} last`)!;
  const keepRight = (): void => {
    for (const home of homes) old.set(`${machineOf(home).id} last`, writer.read(machineOf(home).id));
  };
  keepRight();
  const compare = (): void => {
    for (const [at, files] of homes.map(recordFiles).entries())
      differences += Number(JSON.stringify(files) !== JSON.stringify(before[at]));
  };
  /** After each attack a new record of one of them still arrives at the others. */
  const live = async (honest: readonly MemoryHome[]): Promise<void> => {
    const from = random.pick(honest);
    const text = `Pilot ${arrived} is on board`;
    await (await from.open()).add({ text, type: "fact", scope: "global" });
    for (const home of [...honest, from, ...honest]) await (await home.open()).syncNow();
    for (const home of honest)
      assert.ok(
        (await contents(await home.open())).some((one) => one.includes(text)),
        text,
      );
    arrived += 1;
    before = homes.map(recordFiles);
  };
  const attacked = async (by: Readonly<Record<string, Attack>>, home: MemoryHome, reader: MemoryHome) => {
    const { id } = machineOf(home);
    random.pick(Object.values(by))({ writer, records }, { id, home, files: right(home) });
    alarms += Number((await (await reader.open()).syncNow()).alarms.length > 0);
    compare();
  };
  for (let n = 0; n < LOGS - BY_KEY; n++) {
    await attacked(attacks, random.pick(homes), random.pick(homes));
    await live(homes);
    keepRight();
  }
  // The last machine was stolen with its key, so it reads no more: it would ask its person for a new id.
  const [stolen, honest] = [homes[2]!, homes.slice(0, 2)];
  for (let n = 0; n < BY_KEY; n++) {
    await attacked(BY_A_THIEF, stolen, random.pick(honest));
    await live(honest);
  }
  // It confirms a machine of the thief, which is revoked with it, and then says what it likes.
  const guest = introduce({ writer }, { id: machineOf(stolen).id, home: stolen, files: right(stolen) });
  await settleAll(honest);
  const found = (await (await honest[0]!.open()).machines()).find(({ id }) => id === machineOf(stolen).id);
  await (await honest[0]!.open()).revokeMachine(found!.fingerprint);
  await settleAll(honest);
  before = homes.map(recordFiles);
  writer.write(guest.id, strangersFiles(logIn(guest.id, writer.read(guest.id)), records, guest));
  await settleAll(honest);
  compare();
  await live(honest);
  t.diagnostic(`${LOGS} logs, ${alarms} alarms, ${differences} differences in ${records.length} records on 3 machines`);
  assert.deepEqual({ differences, alarms }, { differences: 0, alarms: LOGS });
});

function recordFiles({ path }: MemoryHome): [string, string][] {
  const files = walk(join(path, "records")).filter((name) => name.endsWith(".md"));
  return files.sort().map((file) => [file.slice(path.length), readFileSync(file, "utf8")]);
}
