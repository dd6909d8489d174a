/** An exchange with a space that dies at any of its steps delivers every change once and applies what others did. */
import assert from "node:assert/strict";
import { asAdmin } from "../../fixtures/postgres.ts";
import { randomFrom } from "../../fixtures/random.ts";
import { teamTest } from "../../fixtures/team-database.ts";
import { type Member, meet, type TeamSpace, teamRecords, teamSpace } from "../../fixtures/team-space.ts";
import { LEASE_OVER_MS, stepsOf, syncUntil } from "../sync/sync-child.ts";
import { isLong } from "../tools/homes.ts";
import { SEED } from "../tools/seeded-random.ts";

/** Of all steps, in a short run. */
const FEW = 6;

/** What the person does after the crash and before the next exchange. */
const AFTERWARDS = ["nothing", "the person deletes what is new"] as const;

for (const afterwards of AFTERWARDS)
  teamTest(`an exchange that is killed at any step, after which ${afterwards} (seed ${SEED})`, async (t, cluster) => {
    const team = await teamSpace(t, cluster);
    const [, ben] = team.members;
    await prepare(team, 0);
    await exchangeUntil(ben, 0);
    const { length } = stepsOf(ben.home);
    assert.ok(length > 20, `only ${length} steps were counted`);
    await meet(team.members, { rounds: 2 });
    const wrong: string[] = [];
    for (const point of pointsOf(length)) {
      const scene = await prepare(team, point);
      await exchangeUntil(ben, point);
      const step = stepsOf(ben.home).at(-1);
      ben.home.wait(LEASE_OVER_MS);
      const gone = afterwards === "nothing" ? [] : await deleteThose(ben, [scene.newMine, scene.newTheirs]);
      await meet(team.members, { rounds: 3 });
      const faults = await faultsIn(team, { ...scene, gone });
      wrong.push(...faults.map((fault) => `killed before step ${step}: ${fault}`));
    }
    assert.deepEqual(wrong, []);
  });

function pointsOf(length: number): number[] {
  if (isLong) return Array.from({ length }, (_, n) => n + 1);
  const { below } = randomFrom(SEED);
  return Array.from({ length: FEW }, (_, n) => 1 + Math.floor((length * n) / FEW) + below(Math.floor(length / FEW)));
}

function exchangeUntil({ home, project }: Member, step: number) {
  return syncUntil(home, step, { verb: "team.sync", cwd: project });
}

type Scene = {
  readonly newMine: string;
  readonly newTheirs: string;
  /** What every member has to end with: the text, or nothing. */
  readonly right: ReadonlyMap<string, string | undefined>;
};

/** The second member has changes of every kind that wait, and so has the first one for the second. */
async function prepare({ members, stopServer, startServer }: TeamSpace, n: number): Promise<Scene> {
  const [ana, ben] = members;
  const say = (what: string, word: string): string => `The ${what} of quay ${n} is ${word} since tide ${n}${word}`;
  const add = async (member: Member, text: string): Promise<string> =>
    (await (await member.open()).add({ text, type: "fact" })).record!.id;
  const ids: string[] = [];
  for (const what of ["crane", "buoy", "pier", "ferry", "barge", "lamp", "anchor"])
    ids.push(await add(ben, say(what, "red")));
  const [theirs, deletedTheirs, both, mine, deletedMine, erasedTheirs, erasedMine] = ids as [
    ...[string, string, string, string, string, string, string],
  ];
  await meet(members, { rounds: 2 });

  const first = await ana.open();
  await first.update(theirs, { text: say("crane", "blue") });
  await first.delete(deletedTheirs);
  await first.update(both, { text: say("pier", "blue") });
  const newTheirs = await add(ana, say("rope", "blue"));
  const forgetting = await ana.open();
  await forgetting.forget([await forgetting.get(erasedTheirs)]);
  await meet([ana]);

  await stopServer();
  const second = await ben.open();
  await second.update(both, { text: say("pier", "green") });
  await second.update(mine, { text: say("ferry", "green") });
  await second.delete(deletedMine);
  await second.forget([await second.get(erasedMine)]);
  const newMine = await add(ben, say("chain", "green"));
  await startServer();
  const right = new Map<string, string | undefined>([
    ...[theirs, both, newTheirs].map((id, at) => [id, say(["crane", "pier", "rope"][at]!, "blue")] as const),
    ...[mine, newMine].map((id, at) => [id, say(["ferry", "chain"][at]!, "green")] as const),
    ...[deletedTheirs, deletedMine, erasedTheirs, erasedMine].map((id) => [id, undefined] as const),
  ]);
  return { newMine, newTheirs, right };
}

async function deleteThose(member: Member, ids: readonly string[]): Promise<string[]> {
  const memory = await member.open();
  const there = new Set((await memory.list({ status: "all" })).map(({ id }) => id));
  const found = ids.filter((id) => there.has(id));
  for (const id of found) await memory.delete(id);
  return found;
}

async function faultsIn(
  { members, adminUrl }: TeamSpace,
  { right, gone }: Scene & { readonly gone: readonly string[] },
): Promise<string[]> {
  const faults: string[] = [];
  for (const member of members) {
    const texts = new Map(
      (await teamRecords(member)).map((line) => {
        const { id, text } = JSON.parse(line) as { id: string; text: string };
        return [id, text] as const;
      }),
    );
    for (const [id, text] of right) {
      const wanted = gone.includes(id) ? undefined : text;
      if (texts.get(id) !== wanted) faults.push(`${member.name} has ${texts.get(id)} instead of ${wanted} (${id})`);
    }
    const [space] = await (await member.open()).team.spaces();
    if (space?.toSend !== 0) faults.push(`${member.name} has ${space?.toSend} changes to send`);
  }
  const twice = await asAdmin(adminUrl, (sql) =>
    sql(`SELECT record_id, md5(coalesce(after, '')) AS version, count(*)::int AS n FROM oldhand.revisions
         GROUP BY 1, 2 HAVING count(*) > 1`),
  );
  return [...faults, ...twice.map((row) => `made twice: ${JSON.stringify(row)}`)];
}
