/** A full or failing disk is an error that can be recovered from, never damage: acknowledged writes stay, and no temporary files remain. */
import assert from "node:assert/strict";
import { closeSync, existsSync, openSync, rmSync, writeFileSync, writeSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { dist, fileHash } from "../tools/built-library.ts";
import { acks, run } from "../tools/child.ts";
import { faultsOf, isLong, newHome, openHome, temporaries, within } from "../tools/homes.ts";
import { smallDisk } from "../tools/mounts.ts";
import type { Ack, Step } from "../tools/run-steps.ts";

const FAILING_CALLS = isLong ? 120 : 60;
const CHANGING = ["openSync", "writeSync", "fsyncSync", "renameSync"];
const LONG = "It is oiled and turned and greased. ".repeat(120);

test("on a disk that runs full, acknowledged records stay, and writing resumes once there is space", async (t) => {
  const disk = smallDisk(t, 2048);
  if (disk === undefined) {
    t.diagnostic("no small disk can be mounted here: only the limit on file sizes was tried");
    return;
  }
  const home = join(disk, "home");
  const memory = await openHome(home);
  const ballast = join(disk, "ballast");
  writeFileSync(ballast, Buffer.alloc(500_000));
  const acked = new Map<string, string>();
  const errors: { code?: string; message: string }[] = [];
  for (let n = 0; errors.length < 20 && n < 2000; n++) {
    try {
      const { record } = await memory.add({
        text: `Valve v${n} of line l${n}. ${LONG}`,
        type: "fact",
        scope: "global",
      });
      acked.set(record!.file, fileHash(record!.file));
    } catch (error) {
      errors.push(error as Error);
    }
  }
  assert.equal(errors.length, 20, "the disk never ran full");
  assert.deepEqual([...new Set(errors.map(({ code }) => code))], ["full"], errors[0]?.message);
  const hook = await run(`${dist}/hook.cjs`, { home, args: ["hook", "recall", "valve"] });
  assert.deepEqual({ code: hook.code, stderr: hook.stderr }, { code: 0, stderr: "" });
  for (const isIndexed of [true, false]) {
    // Without its index, the disk has no space to build it again.
    if (!isIndexed)
      for (const name of ["index.db", "index.db-wal", "index.db-shm"]) rmSync(join(home, name), { force: true });
    if (!isIndexed) fill(join(disk, "filler"));
    const recall = await run(`${dist}/oldhand.cjs`, { home, args: ["recall", "valve v1 of line l1"] });
    assert.equal(recall.code, 0, recall.stderr);
    assert.match(recall.stdout, /Valve v1 of line l1\b/);
  }
  rmSync(join(disk, "filler"));
  assert.deepEqual(temporaries(home), []);
  rmSync(ballast);
  const { outcome } = await memory.add({ text: "There is space again.", type: "fact", scope: "global" });
  assert.equal(outcome, "remembered");
  memory.close();
  assert.deepEqual(await within(home, (again) => faultsOf(again, home)), []);
  assert.deepEqual(changedOf(acked), []);
  t.diagnostic(`${acked.size} acknowledged, 20 refused, 0 lost`);
});

test("with a file size limit, acknowledged records stay", async (t) => {
  const home = newHome(t);
  const steps: Step[] = Array.from({ length: 90 }, (_, n) => [
    "add",
    { text: `Valve v${n} of line l${n}. ${LONG.slice(0, 1000)}`, type: "fact", scope: "global" },
  ]);
  const limit = ["bash", "-c", 'ulimit -f 400; trap "" XFSZ; exec "$@"', "limit"];
  const ended = await run("tools/run-steps.ts", { home, args: [JSON.stringify(steps)], under: limit });
  assert.equal(ended.code, 0, ended.stderr);
  const known = acks<Ack>(ended);
  const refused = known.filter(({ error }) => error !== undefined);
  assert.ok(refused.length > 0, "no file ever met the limit");
  assert.deepEqual(
    [...new Set(refused.map(({ error }) => error!.code))].filter((code) => code !== "full" && code !== "io"),
    [],
  );
  assert.deepEqual(await within(home, (memory) => faultsOf(memory, home)), []);
  assert.deepEqual(lostOf(known), []);
  assert.deepEqual(temporaries(home), []);
  t.diagnostic(`${known.length - refused.length} acknowledged, ${refused.length} refused, 0 lost`);
});

const steps: Step[] = [
  ["add", { text: "Boiler one was lit in March", type: "fact", scope: "global" }],
  ["update", "$ID", { text: "Boiler one was lit in April" }],
  ["add", { text: "Boiler two burns oak", type: "fact", scope: "global" }],
  ["archive", "$ID"],
  ["restore", "$ID"],
  ["delete", "$ID"],
  ["add", { text: "Boiler three leaks steam", type: "fact", scope: "global" }],
  ["reclassify", "$ID", "pitfall"],
  ["undo"],
  ["add", { text: "Boiler four is cold", type: "fact", scope: "global" }],
  ["delete", "$ID"],
  ["add", { text: "Boiler five is being built", type: "fact", scope: "global" }],
];

test(`if each of ${FAILING_CALLS} calls fails once, acknowledged records stay, and the next verb works`, async (t) => {
  const wrong: string[] = [];
  let failed = 0;
  for (let nth = 1; nth <= FAILING_CALLS; nth += 2) {
    const pair = [nth, nth + 1].filter((n) => n <= FAILING_CALLS);
    const results = await Promise.all(
      pair.map((n) => failing(newHome(t), { calls: CHANGING, nth: n, does: "ENOSPC" })),
    );
    for (const [n, { known, faults }] of results.entries()) {
      if (known.some(({ error }) => error !== undefined)) failed += 1;
      wrong.push(...faults.map((fault) => `call ${nth + n}: ${fault}`));
    }
  }
  t.diagnostic(`${failed} of ${FAILING_CALLS} failures were reported to the caller, ${wrong.length} wrong`);
  assert.deepEqual(wrong, []);
  assert.ok(failed > FAILING_CALLS / 2, "hardly a call failed");
});

test("a failed fsync is not retried on the same file, and nothing is acknowledged", async (t) => {
  const home = newHome(t);
  const shim = { calls: ["fsyncSync"], path: "/.tmp/", nth: 1, does: "EIO" };
  const { known, faults, stderr } = await failing(home, shim);
  assert.deepEqual(faults, []);
  assert.equal(known[0]?.error?.code, "io");
  assert.match(known[0]?.error?.message ?? "", /not saved/);
  const again = acks<Ack>(await run("tools/run-steps.ts", { home, args: [JSON.stringify([steps[0]])] }));
  assert.equal(again[0]?.outcome, "remembered");
  const made = stderr.split("\n").filter((line) => line.startsWith("made ") && line.includes("/.tmp/"));
  assert.equal(new Set(made).size, made.length, "a temporary was used twice");
});

type Shim = { readonly calls: readonly string[]; readonly nth: number; readonly does: string; readonly path?: string };

/** Runs all the verbs while one call fails, and reports lost, torn or leftover files. */
async function failing(home: string, shim: Shim): Promise<{ known: Ack[]; faults: string[]; stderr: string }> {
  const env = { OLDHAND_SHIM: JSON.stringify(shim) };
  const ended = await run("tools/run-steps.ts", {
    home,
    args: [JSON.stringify(steps)],
    env,
    preload: "tools/fail-file-call.cjs",
  });
  const known = acks<Ack>(ended);
  const faults = ended.code === 0 ? [] : [`exit ${ended.code}: ${ended.stderr}`];
  faults.push(...temporaries(home).map((path) => `left behind: ${path}`));
  faults.push(...(await within(home, (memory) => faultsOf(memory, home))));
  faults.push(...lostOf(known));
  for (const { verb, error } of known) {
    const isOurs = error === undefined || ["full", "io", "not-found", "conflict"].includes(error.code);
    if (!isOurs) faults.push(`${verb}: ${error.code} ${error.message}`);
  }
  return { known, faults, stderr: ended.stderr };
}

/** Acknowledged files that are gone or different, unless a later verb was about the same record. */
function lostOf(known: readonly Ack[]): string[] {
  return known.flatMap(({ step, id, file, sha: wanted }) => {
    const isTouchedLater = known.some((later) => later.step > step && (later.id === id || later.id === undefined));
    if (file === undefined || isTouchedLater) return [];
    return existsSync(file) && fileHash(file) === wanted ? [] : [`lost: ${file}`];
  });
}

function changedOf(acked: ReadonlyMap<string, string>): string[] {
  return [...acked].filter(([file, wanted]) => !existsSync(file) || fileHash(file) !== wanted).map(([file]) => file);
}

/** Writes until there is no space left. */
function fill(path: string): void {
  const fd = openSync(path, "w");
  try {
    for (;;) writeSync(fd, Buffer.alloc(4096));
  } catch (error) {
    assert.equal((error as NodeJS.ErrnoException).code, "ENOSPC");
  } finally {
    closeSync(fd);
  }
}
