/** A home that is read-only, missing or owned by somebody else: readable data is read, the rest is reported, and nothing is written elsewhere. */
import assert from "node:assert/strict";
import { chmodSync, copyFileSync, lstatSync, mkdirSync } from "node:fs";
import { dirname, join } from "node:path";
import { type TestContext, test } from "node:test";
import { dist } from "../tools/built-library.ts";
import { acks, run } from "../tools/child.ts";
import { newHome, within } from "../tools/homes.ts";
import { readOnlyPath } from "../tools/mounts.ts";
import { walk } from "../tools/paths.ts";
import type { Found } from "./read-home.ts";

const NOBODY = 65534;
const isRoot = process.getuid?.() === 0;
const TEXTS = ["The bakery opens at six", "The windmill turns when the flag is up"];

test("a home on a read-only disk is read, and a hook is silent", async (t) => {
  const home = await seeded(t);
  const path = readOnlyPath(t, home);
  if (path === undefined) {
    t.diagnostic("no read-only path can be mounted here: only permissions were tried");
    return;
  }
  const { found, hook } = await visit(t, { home, shown: path });
  assert.equal(found.refused?.code, "read-only", JSON.stringify(found));
  assert.deepEqual(found.listed, TEXTS);
  assert.deepEqual(found.recalled, [TEXTS[1]]);
  assert.deepEqual(hook, { code: 0, stdout: "", stderr: "" });
});

test("a home without permission to write is read, and a hook is silent", async (t) => {
  const home = await seeded(t);
  for (const path of walk(home)) chmodSync(path, lstatSync(path).isDirectory() ? 0o555 : 0o444);
  chmodSync(dirname(home), 0o755);
  t.after(() => {
    for (const path of walk(home)) chmodSync(path, 0o700);
  });
  const { found, hook } = await visit(t, { home, shown: home, uid: isRoot ? NOBODY : undefined });
  assert.match(found.refused?.code ?? "", /^(?:read-only|unreadable)$/, JSON.stringify(found));
  assert.deepEqual(found.listed, TEXTS);
  assert.deepEqual(found.recalled, [TEXTS[1]]);
  assert.deepEqual(hook, { code: 0, stdout: "", stderr: "" });
});

test("a home that belongs to somebody else is reported, and a hook is silent", async (t) => {
  if (!isRoot) {
    t.diagnostic("only root can become somebody else: not tried");
    return;
  }
  const home = await seeded(t);
  chmodSync(dirname(home), 0o755);
  const { found, hook } = await visit(t, { home, shown: home, uid: NOBODY });
  for (const refusal of [found.refused, found.unread]) {
    assert.match(refusal?.code ?? "", /^(?:read-only|unreadable)$/, JSON.stringify(found));
    assert.match(refusal?.message ?? "", /owns it|permissions|cannot be read/);
  }
  assert.deepEqual(hook, { code: 0, stdout: "", stderr: "" });
});

test("without a home an error is printed, and a hook is silent", async (t) => {
  const home = await seeded(t);
  const { found, hook } = await visit(t, { home, shown: "", env: { OLDHAND_HOME: undefined, HOME: undefined } });
  assert.equal(found.refused?.code, "unreadable");
  assert.match(found.refused?.message ?? "", /Neither OLDHAND_HOME nor HOME is set/);
  assert.deepEqual(found.unread, found.refused);
  assert.deepEqual(hook, { code: 0, stdout: "", stderr: "" });
});

async function seeded(t: TestContext): Promise<string> {
  const home = newHome(t);
  await within(home, async (memory) => {
    for (const text of TEXTS) await memory.add({ text, type: "fact", scope: "global" });
    await memory.recall({ query: "bakery", format: "json" });
  });
  return home;
}

type Visit = {
  readonly home: string;
  /** The path under which the home is seen. */
  readonly shown: string;
  readonly uid?: number | undefined;
  readonly env?: Record<string, string | undefined>;
};

/** Opens the home, then runs the hook; fails if either changed the home or wrote anywhere else. */
async function visit(t: TestContext, { home, shown, uid, env }: Visit) {
  const around = dirname(newHome(t));
  chmodSync(around, 0o755);
  const elsewhere = ["tmp", "user"].map((name) => join(around, name));
  for (const path of elsewhere) {
    mkdirSync(path);
    chmodSync(path, 0o777);
  }
  const hookCopy = join(around, "hook.cjs");
  copyFileSync(`${dist}/hook.cjs`, hookCopy);
  const before = traces([home, ...elsewhere]);
  const variables = { TMPDIR: elsewhere[0], HOME: elsewhere[1], ...env };
  const asWhom = uid === undefined ? {} : { OLDHAND_TEST_UID: String(uid) };
  const looked = await run("home/read-home.ts", { home: shown, env: { ...variables, ...asWhom }, cwd: around });
  const { code, stdout, stderr } = await run(hookCopy, {
    home: shown,
    args: ["hook", "recall", "windmill"],
    env: variables,
    cwd: around,
    ...(uid !== undefined && { preload: "home/become-nobody.cjs" }),
  });
  assert.deepEqual(traces([home, ...elsewhere]), before, "something was written");
  const [found] = acks<Found>(looked);
  assert.ok(found !== undefined, looked.stderr);
  return { found, hook: { code, stdout, stderr } };
}

function traces(places: readonly string[]): string[] {
  return places.flatMap(walk).map((path) => {
    const { size, mtimeMs, mode } = lstatSync(path);
    return `${path} ${size} ${mtimeMs} ${mode}`;
  });
}
