import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { cloneRepo, makeRepo, tempDir } from "../../fixtures/git-repo.ts";
import { contents, machines, settleAll } from "../../fixtures/own-machines.ts";
import { randomFrom } from "../../fixtures/random.ts";
import { isLong } from "../tools/homes.ts";
import { walk } from "../tools/paths.ts";
import { SEED } from "../tools/seeded-random.ts";
import { differences } from "./differing-records.ts";
import { type Desk, type Known, operate } from "./random-acts.ts";
import { LEASE_OVER_MS, measureSync } from "./sync-child.ts";

const DAY_MS = 86_400_000;
/** OLDHAND_OPERATIONS sets it for a hunt with many seeds. */
const many = (operations: number): number => Number(process.env.OLDHAND_OPERATIONS ?? operations);
const runs: { readonly count: number; readonly operations: number; readonly apartMs: number }[] = isLong
  ? [
      { count: 2, operations: many(1000), apartMs: 0 },
      { count: 2, operations: many(1000), apartMs: DAY_MS },
      { count: 3, operations: many(600), apartMs: DAY_MS },
    ]
  : [{ count: 2, operations: many(80), apartMs: DAY_MS }];

for (const { count, operations, apartMs } of runs) {
  test(`${count} machines end equal after ${operations} random operations with clocks ${apartMs} ms apart (seed ${SEED})`, async (t) => {
    const { homes, remote } = await machines(t, { count });
    for (const [at, home] of homes.entries()) home.wait(at * apartMs);
    const source = makeRepo(t, { remote: "https://example.org/team/harbour.git" });
    const desks = homes.map((home, at): Desk => {
      const project = cloneRepo(source, join(tempDir(t, `clone-${at}`), "harbour"));
      return { name: `machine-${at + 1}`, home, project };
    });
    // Known on every machine from the start, so that no record waits for its project.
    for (const { home, project, name } of desks)
      await (await home.open(project)).add({ text: `The lamp of ${name} is on`, scope: "project" });
    const random = randomFrom(SEED);
    const known: Known = {
      ...{ acts: [], added: new Set(), deleted: new Set(), forgotten: new Set() },
      ...{ undone: new Set(), dismissed: new Set() },
      counts: { killed: 0, renamed: 0, together: 0, keys: 0 },
      syncMs: await measureSync(homes[0]!),
    };
    for (let n = 0; n < operations; n++) await operate(random.pick(desks), { desks, random, known, n });
    for (const home of homes) home.wait(LEASE_OVER_MS);
    await settleAll(homes, projectsOf(desks));
    await confirmAll(desks);
    await settleAll(homes, projectsOf(desks));
    const ends: string[][] = [];
    for (const { home, project } of desks) ends.push(await contents(await home.open(project)));
    assert.deepEqual(differences(ends, { desks, remote, acts: known.acts }), []);
    assert.deepEqual(lostOrBack(new Set(ends[0]!.map(idIn)), known), []);
    await dismissedEverywhere(desks, known.dismissed);
    const { killed, renamed, together } = known.counts;
    assert.ok(known.added.size > operations / 8, "too few records to prove anything");
    assert.ok(killed > 0 && renamed > 0 && together > 0 && known.forgotten.size > 0, JSON.stringify(known.counts));
    t.diagnostic(
      `${known.added.size} added, ${known.deleted.size} deleted, ${known.forgotten.size} forgotten, ${known.dismissed.size} dismissed, ${JSON.stringify(known.counts)}`,
    );
    for (const home of homes)
      for (const path of walk(join(home.path, "records")).filter((name) => name.endsWith(".md")))
        assert.doesNotMatch(readFileSync(path, "utf8"), /^(?:<<<<<<<|=======|>>>>>>>)/m);
  });
}

/** What nobody deleted or undid was acknowledged, so it has to be there; what was deleted returns only by an undo. */
function lostOrBack(there: ReadonlySet<string>, { acts, added, deleted, forgotten, undone }: Known): string[] {
  const isOpen = (id: string): boolean => undone.has(id);
  const lost = [...added].filter((id) => !deleted.has(id) && !forgotten.has(id) && !isOpen(id) && !there.has(id));
  const back = [...deleted].filter((id) => !isOpen(id) && there.has(id));
  const remembered = [...forgotten].filter((id) => there.has(id));
  const story = (id: string): string =>
    acts.flatMap(({ n, desk, what, ids }) => (ids.includes(id) ? [`${n} ${desk}: ${what}`] : [])).join("; ");
  return [
    ...lost.map((id) => `${id} is lost: ${story(id)}`),
    ...back.map((id) => `${id} returned: ${story(id)}`),
    ...remembered.map((id) => `${id} was forgotten: ${story(id)}`),
  ];
}

function projectsOf(desks: readonly Desk[]): string[] {
  return desks.map(({ project }) => project);
}

/** Who was revoked on the way is the person's again. */
async function confirmAll(desks: readonly Desk[]): Promise<void> {
  for (const { home, project } of desks) {
    const memory = await home.open(project);
    for (const { fingerprint, state } of await memory.machines())
      if (state === "revoked" || state === "unconfirmed") await memory.confirmMachine(fingerprint);
  }
}

/** An agent that proposes it again is told so on every machine. */
async function dismissedEverywhere(desks: readonly Desk[], texts: ReadonlySet<string>): Promise<void> {
  for (const { home, project } of desks)
    for (const text of texts) {
      const memory = await home.open(project, { isAgent: true });
      const { suggestion } = await memory.add({ text, type: "policy" });
      assert.equal(suggestion?.reason, "It was deleted or dismissed before.", text);
    }
}

function idIn(line: string): string {
  return (JSON.parse(line) as { id: string }).id;
}
