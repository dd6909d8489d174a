import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { AS_SCRIPT } from "../../fixtures/as-person.ts";
import { type Random, randomFrom } from "../../fixtures/random.ts";
import { teamTest } from "../../fixtures/team-database.ts";
import { type Member, meet, type TeamSpace, teamRecords, teamSpace } from "../../fixtures/team-space.ts";
import { isLong } from "../tools/homes.ts";
import { SEED } from "../tools/seeded-random.ts";

const runs: { readonly operations: number; readonly names: readonly string[] }[] = isLong
  ? [
      { operations: 600, names: ["Ana", "Ben", "Cleo"] },
      { operations: 600, names: ["Ana", "Ben"] },
    ]
  : [{ operations: 70, names: ["Ana", "Ben"] }];

for (const { operations, names } of runs) {
  teamTest(
    `${names.length} members end equal after ${operations} random operations with kills and a server that comes and goes (seed ${SEED})`,
    async (t, cluster) => {
      const team = await teamSpace(t, cluster, { names });
      const random = randomFrom(SEED);
      const known: Known = { added: new Set(), deleted: new Set(), said: [], killed: 0, isUp: true };
      for (let n = 0; n < operations; n++) await operate(random.pick(team.members), { team, random, known, n });
      if (!known.isUp) await team.startServer();
      await meet(team.members, { rounds: 4 });
      const ends = [];
      for (const member of team.members) ends.push(await teamRecords(member));
      for (const end of ends) assert.deepEqual(end, ends[0]);
      const there = new Set(ends[0]!.map((line) => (JSON.parse(line) as { id: string }).id));
      for (const id of known.added) if (!known.deleted.has(id)) assert.ok(there.has(id), `${id} is lost`);
      // A version that a later one replaced is in the history of the machine where it was written.
      for (const { member, id, text } of known.said) {
        if (known.deleted.has(id)) continue;
        const history = JSON.stringify(await (await member.open()).history(id));
        assert.ok(history.includes(text), `${member.name} said ${text} of ${id}, and it is lost`);
      }
      for (const member of team.members) {
        const [space] = await (await member.open()).team.spaces();
        assert.deepEqual([space?.toSend, space?.refused], [0, []]);
      }
      assert.ok(known.added.size > operations / 8, "too few records to prove anything");
      assert.ok(known.killed > 0, "no exchange was killed");
    },
  );
}

type Known = {
  readonly added: Set<string>;
  readonly deleted: Set<string>;
  readonly said: { readonly member: Member; readonly id: string; readonly text: string }[];
  killed: number;
  isUp: boolean;
};

type Doing = { readonly team: TeamSpace; readonly random: Random; readonly known: Known; readonly n: number };

async function operate(member: Member, { team, random, known, n }: Doing): Promise<void> {
  member.home.wait(1000 + random.below(60_000));
  const memory = await member.open();
  const act = random.below(22);
  const all = (await memory.list({ status: "all" })).filter(({ trust }) => trust === "team");
  const some = all.length === 0 ? undefined : random.pick(all);
  const text = statement(random, n);
  if (act < 6 || some === undefined) {
    const { record } = await memory.add({ text, type: "fact" });
    if (record !== undefined) known.added.add(record.id);
  } else if (act < 11) {
    const { outcome } = await memory.update(some.id, { text });
    if (outcome !== "refused") known.said.push({ member, id: some.id, text });
  } else if (act < 12) {
    await memory.delete(some.id);
    known.deleted.add(some.id);
  } else if (act < 13 && some.status === "active") await memory.archive(some.id);
  else if (act < 14 && some.status === "archived") await memory.restore(some.id);
  else if (act < 15) {
    const undone = await memory.undo().catch(() => undefined);
    for (const id of JSON.stringify(undone ?? {}).match(/rec_\w{18}/g) ?? []) known.deleted.add(id);
  } else if (act < 16) {
    await (known.isUp ? team.stopServer() : team.startServer());
    known.isUp = !known.isUp;
  } else if (act < 18) known.killed += await killedSync(member, random);
  else await memory.team.sync();
}

/** Words that no other statement has, so that none counts as a duplicate. */
function statement(random: Random, n: number): string {
  const word = (): string => (random.below(2 ** 30) + 2 ** 30).toString(36);
  return `The ${word()} of ${word()} is ${word()} since ${word()} number ${n}`;
}

const BIN = fileURLToPath(new URL("../../../src/bin.ts", import.meta.url));

/** Starts an exchange and kills it somewhere on its way; returns 1 if it was still running. */
async function killedSync({ home, project }: Member, random: Random): Promise<number> {
  home.close();
  const { oldhandHome, home: person } = home.env();
  const child = spawn(process.execPath, [...AS_SCRIPT, BIN, "sync"], {
    cwd: project,
    env: { PATH: process.env.PATH, OLDHAND_HOME: oldhandHome, HOME: person },
    stdio: "ignore",
    detached: true,
  });
  await Promise.race([once(child, "exit"), sleep(200 + random.below(1200))]);
  if (child.exitCode !== null || child.pid === undefined) return 0;
  process.kill(-child.pid, "SIGKILL");
  await once(child, "exit").catch(() => {});
  return 1;
}
