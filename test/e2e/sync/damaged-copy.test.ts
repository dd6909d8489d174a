import assert from "node:assert/strict";
import { globSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { test } from "node:test";
import { contents, machines, settleAll } from "../../fixtures/own-machines.ts";

/** What a killed git or a power cut can leave in the local copy. */
const DAMAGES: Readonly<Record<string, (copy: string) => void>> = {
  "a lock on its branch": (copy) => write(join(copy, "refs/heads/oldhand.lock"), ""),
  "a lock on the remote's branch": (copy) => write(join(copy, "refs/remotes/there/oldhand.lock"), ""),
  "a branch whose commit is missing": (copy) => write(join(copy, "refs/heads/oldhand"), `${"1".repeat(40)}\n`),
  "no objects": (copy) => {
    for (const path of globSync(join(copy, "objects/??/*"))) rmSync(path);
    for (const path of globSync(join(copy, "objects/pack/*"))) rmSync(path);
  },
};

for (const [name, damage] of Object.entries(DAMAGES))
  test(`a local copy with ${name} is fetched again`, async (t) => {
    const { homes } = await machines(t);
    const [one, two] = homes as [(typeof homes)[0], (typeof homes)[0]];
    const add = async (home: typeof one, text: string) =>
      (await home.open()).add({ text, type: "fact", scope: "global" });
    await add(one, "The harbour opens at dawn");
    await settleAll(homes);
    await add(one, "The ferry leaves at noon");
    await add(two, "The crane is out of order");
    await (await two.open()).syncNow();
    one.close();
    damage(join(one.path, "sync", "repository.git"));
    const { sent, unreachable } = await (await one.open()).syncNow();
    assert.deepEqual([sent, unreachable], [1, []]);
    await (await two.open()).syncNow();
    const [here, there] = await Promise.all(homes.map(async (home) => contents(await home.openBeside())));
    assert.deepEqual(here, there);
    assert.equal(here!.length, 3);
  });

function write(path: string, text: string): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
}
