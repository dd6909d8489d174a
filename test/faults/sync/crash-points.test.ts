/** A sync that dies at any of its steps loses nothing, brings nothing back, and keeps nothing that was forgotten. */
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { git } from "../../fixtures/git-repo.ts";
import type { MemoryHome } from "../../fixtures/memory-home.ts";
import { contents, type Machines, machines, settleAll } from "../../fixtures/own-machines.ts";
import { randomFrom } from "../../fixtures/random.ts";
import { savedMachines } from "../../fixtures/saved-machines.ts";
import { isLong } from "../tools/homes.ts";
import { walk } from "../tools/paths.ts";
import { SEED } from "../tools/seeded-random.ts";
import { LEASE_OVER_MS, stepsOf, syncUntil } from "./sync-child.ts";

/** Of the points of each case, in a short run. */
const FEW = 8;

/** What the person does after the crash and before the next sync. */
const afterwards = {
  nothing: async () => [],
  "new records are deleted": (home, scene) => deleteThose(home, [scene.newMine, scene.newTheirs]),
  "a deletion by the other machine is undone": async (home, scene) => {
    const memory = await home.open();
    const there = (await memory.list({ status: "all" })).some(({ id }) => id === scene.deletedTheirs);
    // Only the last change can be undone, so this can be done after some of the steps.
    const undone = there ? undefined : await memory.undo({ of: scene.deletedTheirs }).catch(() => undefined);
    return undone === undefined ? [] : [{ id: scene.deletedTheirs, is: "there" }];
  },
} satisfies Record<string, (home: MemoryHome, scene: Scene) => Promise<Outcome[]>>;

type Outcome = { readonly id: string; readonly is: "there" | "gone" };

for (const [name, act] of Object.entries(afterwards)) {
  test(`a sync that is killed at any step, after which ${name} (seed ${SEED})`, async (t) => {
    const scene = await sceneOf(t);
    const expected = new Map((await settled(scene)).map((line) => [idIn(line), line]));
    const wrong: string[] = [];
    for (const point of await points(scene)) {
      scene.restore();
      const step = await killedAt(scene, point);
      scene.one.wait(LEASE_OVER_MS);
      const outcomes = await act(scene.one, scene);
      const faults = await faultsAfter(scene, rightAfter(expected, outcomes));
      wrong.push(...faults.map((fault) => `killed before step ${step}: ${fault}`));
    }
    assert.deepEqual(wrong, []);
  });
}

/** The records that have to be there, with their contents unless the person brought them back. */
function rightAfter(
  expected: ReadonlyMap<string, string>,
  outcomes: readonly Outcome[],
): Map<string, string | undefined> {
  const right = new Map<string, string | undefined>(expected);
  for (const { id, is } of outcomes) {
    if (is === "there") right.set(id, undefined);
    else right.delete(id);
  }
  return right;
}

async function faultsAfter(scene: Scene, right: ReadonlyMap<string, string | undefined>): Promise<string[]> {
  const [one, two] = await bothSettled(scene);
  const only = (here: string[], there: string[], name: string): string[] =>
    here.filter((line) => !there.includes(line)).map((line) => `only on the ${name} machine: ${line}`);
  const there = new Map(one.map((line) => [idIn(line), line]));
  return [
    ...only(one, two, "first"),
    ...only(two, one, "second"),
    ...[...there].filter(([id]) => !right.has(id)).map(([, line]) => `it returned: ${line}`),
    ...[...right].filter(([id]) => !there.has(id)).map(([id, line]) => `it is lost: ${line ?? id}`),
    ...[...there]
      .filter(([id, line]) => (right.get(id) ?? line) !== line)
      .map(([id, line]) => `${line} instead of ${right.get(id)}`),
    ...placesWith(scene, "zyxomma").map((path) => `forgotten, and still in ${path}`),
  ];
}

type Scene = Machines & {
  readonly one: MemoryHome;
  readonly two: MemoryHome;
  readonly newMine: string;
  readonly newTheirs: string;
  readonly deletedTheirs: string;
  readonly restore: () => void;
};

/** The first machine has changes that it did not send; the second sent changes of every kind. */
async function sceneOf(t: Parameters<typeof machines>[0]): Promise<Scene> {
  const both = await machines(t);
  const [one, two] = both.homes as [MemoryHome, MemoryHome];
  const add = async (home: MemoryHome, text: string): Promise<string> =>
    (await (await home.open()).add({ text, scope: "global", type: "fact" })).record!.id;
  const ids: string[] = [];
  for (const text of BASE) ids.push(await add(one, text));
  const [both2, theirs, mine, deletedTheirs, editedAndDeleted, deletedMine, archived, forgottenTheirs, forgottenMine] =
    ids as [string, string, string, string, string, string, string, string, string];
  for (const home of both.homes) await (await home.open()).set("sync.everyMinutes", "0");
  await settleAll(both.homes);

  const second = await two.open();
  await second.update(both2, { text: "The crane lifts seven tons says the second machine" });
  await second.update(theirs, { text: "The second buoy is yellow since the storm" });
  await second.update(deletedMine, { text: "The sixth lamp was replaced by somebody on Monday" });
  await second.delete(deletedTheirs);
  await second.delete(editedAndDeleted);
  await second.archive(archived);
  await second.forget([await second.get(forgottenTheirs)]);
  const newTheirs = await add(two, "The pilot boat carries four lanterns");
  await (await two.open()).syncNow();

  const first = await one.open();
  await first.update(both2, { text: "The crane lifts eight tons says the first machine" });
  await first.update(mine, { text: "The third pier closes at nine in winter" });
  await first.update(editedAndDeleted, { text: "The fifth barge is painted green this year" });
  await first.delete(deletedMine);
  await first.forget([await first.get(forgottenMine)]);
  const newMine = await add(one, "The customs office has moved to the north quay");
  const scene = { ...both, one, two, newMine, newTheirs, deletedTheirs };
  return { ...scene, restore: savedMachines(t, both) };
}

const BASE = [
  "The crane lifts six tons at low tide",
  "The second buoy is red near the wreck",
  "The third pier closes at ten",
  "The fourth ferry leaves from gate seven",
  "The fifth barge needs a new rudder",
  "The sixth lamp is broken since spring",
  "The seventh anchor weighs two tons",
  "The zyxomma cellar opens with the eighth key",
  "The ninth zyxomma ladder is behind the shed",
];

async function points(scene: Scene): Promise<number[]> {
  scene.restore();
  const { stdout, stderr } = await syncUntil(scene.one, 0);
  const { length } = stepsOf(scene.one);
  assert.ok(length > 20, `only ${length} steps were counted: ${stdout} ${stderr}`);
  const all = Array.from({ length }, (_, n) => n + 1);
  if (isLong) return all;
  const { below } = randomFrom(SEED);
  return Array.from({ length: FEW }, (_, n) => all[Math.floor((length * n) / FEW) + below(Math.floor(length / FEW))]!);
}

async function killedAt({ one }: Scene, point: number): Promise<string> {
  const { signal, stdout, stderr } = await syncUntil(one, point);
  assert.equal(signal, "SIGKILL", `it was to be killed: ${stdout} ${stderr}`);
  return stepsOf(one).at(-1) ?? "";
}

async function settled(scene: Scene): Promise<string[]> {
  const [one, two] = await bothSettled(scene);
  assert.deepEqual(one, two);
  return one;
}

async function bothSettled({ homes }: Scene): Promise<[string[], string[]]> {
  await settleAll(homes);
  const all = await Promise.all(homes.map(async (home) => contents(await home.openBeside())));
  return all as [string[], string[]];
}

/** Only if they are there: a crash may have come before they arrived. */
async function deleteThose(home: MemoryHome, ids: readonly string[]): Promise<Outcome[]> {
  const memory = await home.open();
  const there = new Set((await memory.list({ status: "all" })).map(({ id }) => id));
  const found = ids.filter((id) => there.has(id));
  for (const id of found) await memory.delete(id);
  return found.map((id) => ({ id, is: "gone" }));
}

/** Files of both homes and objects of their copies that contain a word, and what the remote's branch can still reach. */
function placesWith({ homes, remote }: Scene, word: string): string[] {
  for (const home of homes) home.close();
  const files = homes.flatMap(({ path }) => walk(path)).filter((path) => isFileWith(path, word));
  const copies = homes.map(({ path }) => join(path, "sync", "repository.git")).filter((path) => existsSync(path));
  const inCopies = copies.filter((copy) => everyObject(copy, ["--batch-all-objects"]).includes(word));
  const reachable = git(remote, "rev-list", "--objects", "oldhand").replaceAll(/ .*$/gm, "");
  const inRemote = everyObject(remote, [], reachable).includes(word) ? [remote] : [];
  return [...files, ...inCopies, ...inRemote];
}

function everyObject(repository: string, options: string[], input?: string): string {
  const args = ["--git-dir", repository, "cat-file", "--batch", ...options];
  const given = input === undefined ? {} : { input: `${input}\n` };
  return execFileSync("git", args, { ...given, maxBuffer: 2 ** 28 })
    .toString("latin1")
    .toLowerCase();
}

function isFileWith(path: string, word: string): boolean {
  try {
    return readFileSync(path).toString("latin1").toLowerCase().includes(word);
  } catch {
    return false; // a directory
  }
}

function idIn(line: string): string {
  return (JSON.parse(line) as { id: string }).id;
}
