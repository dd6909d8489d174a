import assert from "node:assert/strict";
import { chmodSync, chownSync, readdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { test } from "node:test";
import { filesBelow, oldhand, type SafetyHome, safetyHome } from "../../fixtures/safety-home.ts";
import { countOf, isIntact, refused, withRecords } from "./refusal.ts";

test("a missing home is created, private to its owner", (t) => {
  const home = safetyHome(t);
  const path = join(home.path, "not", "there", "yet");
  const ran = oldhand({ path, tree: home.tree }, ["record", "add", "The harbour closes at nine."]);
  assert.equal(ran.status, 0, ran.err);
  assert.equal(statSync(path).mode & 0o777, 0o700);
  for (const file of filesBelow(path)) assert.equal(statSync(file.path).mode & 0o077, 0, file.path);
});

test("a missing home variable is reported in one line", (t) => {
  const home = safetyHome(t);
  const ran = oldhand(home, ["record", "list"], { env: { OLDHAND_HOME: "", HOME: "" } });
  refused(ran, { status: 1, says: /Neither OLDHAND_HOME nor HOME is set.*Set one/ });
});

test("a home that is a file or a broken link is reported in one line", async (t) => {
  const shapes: readonly [string, (path: string) => void][] = [
    ["a file", (path) => writeFileSync(path, "precious")],
    ["a link to nowhere", (path) => symlinkSync("/no/such/place", path)],
    ["a link to itself", (path) => symlinkSync(path, path)],
    ["a link to a file", (path) => symlinkSync("/etc/hostname", path)],
  ];
  for (const [name, make] of shapes) {
    await t.test(name, () => {
      const home = safetyHome(t);
      const path = join(dirname(home.path), "odd");
      make(path);
      const odd = { path, tree: home.tree };
      for (const args of [
        ["record", "add", "Something new."],
        ["record", "list"],
      ])
        refused(oldhand(odd, args), { status: 1, says: /OLDHAND_HOME|permissions/ });
      if (name === "a file") assert.equal(readFileSync(path, "utf8"), "precious");
    });
  }
});

test("a read-only home can be read, and a change to it is refused", (t) => {
  const home = withRecords(t);
  const uid = strangerTo(home);
  setModes(home.path, { file: 0o444, directory: 0o555 });
  const listed = oldhand(home, ["record", "list"], { uid });
  assert.equal(listed.status, 0, listed.err);
  assert.equal(listed.out.trim().split("\n").length, 3);
  assert.match(listed.err, /^oldhand: .*cannot be written.*The memory is read-only here.*\n$/);
  const recalled = oldhand(home, ["recall", "harbour", "--json"], { uid });
  assert.equal(recalled.status, 0, recalled.err);
  assert.equal(JSON.parse(recalled.out).results.length, 1);
  for (const args of [["record", "add", "Something new."], ["rebuild"], ["config", "set", "review", "all"]])
    refused(oldhand(home, args, { uid }), { status: 1, says: /cannot be written.*(?:permissions|owns)/ });
  setModes(home.path, { file: 0o600, directory: 0o700 });
  assert.equal(countOf(home), 3);
});

test("a home of another user is never reported as empty", (t) => {
  const home = withRecords(t);
  const uid = process.getuid?.() === 0 ? NOBODY : undefined;
  chmodSync(dirname(home.path), 0o755);
  chmodSync(home.tree, 0o755);
  chmodSync(home.path, 0o000);
  for (const args of [
    ["record", "list"],
    ["recall", "harbour"],
    ["record", "add", "Something new."],
  ])
    refused(oldhand(home, args, { uid }), { status: 1, says: /owner.*permissions/ });
  assert.match(oldhand(home, ["doctor"], { uid }).out, /owner.*permissions/);
  chmodSync(home.path, 0o700);
  isIntact(home, 3);
});

test("unreadable records are never reported as none", (t) => {
  const home = withRecords(t);
  const uid = strangerTo(home);
  const folder = join(home.path, "records", "facts");
  chmodSync(folder, 0o000);
  refused(oldhand(home, ["record", "list"], { uid }), { status: 1, says: /facts.*permissions/ });
  chmodSync(folder, 0o700);
  const [first] = readdirSync(folder).filter((name) => name.endsWith(".md"));
  chmodSync(join(folder, first!), 0o000);
  const report = oldhand(home, ["doctor"], { uid });
  assert.equal(report.status, 1);
  assert.match(report.out, /permission denied/);
  chmodSync(join(folder, first!), 0o600);
  assert.equal(JSON.parse(oldhand(home, ["record", "list", "--json"], { uid }).out).records.length, 3);
});

test("unreadable settings and projects stop nothing, and a repair makes them readable", (t) => {
  for (const name of ["config.yml", "projects.json"]) {
    const home = withRecords(t);
    const file = join(home.path, name);
    const content = name === "config.yml" ? "review: all\n" : '{"schemaVersion":1,"projects":[]}\n';
    writeFileSync(file, content);
    const uid = strangerTo(home);
    chmodSync(file, 0o000);
    for (const args of [["record", "list"], ["recall", "harbour"], ["config", "list"], []]) {
      const ran = oldhand(home, args, { uid });
      assert.equal(ran.status, 0, ran.err);
      assert.match(ran.err, new RegExp(`${name}.*doctor --fix`));
    }
    assert.match(oldhand(home, ["doctor"], { uid }).out, /permission/);
    const fixed = oldhand(home, ["doctor", "--fix"], { uid });
    assert.equal(fixed.status, 0, fixed.out + fixed.err);
    assert.match(fixed.out, /Made .* readable again/);
    assert.equal(readFileSync(file, "utf8"), content);
  }
});

test("a full disk at any point is reported in one line and leaves nothing half done", (t) => {
  const home = withRecords(t);
  const before = recordsOf(home);
  let full = 0;
  for (const blocks of [0, 1, 2, 4, 8, 16, 24, 32, 48, 64, 96, 128]) {
    const ran = oldhand(home, ["record", "add", `Statement of ${blocks} blocks.`], { shell: `ulimit -f ${blocks}; ` });
    if (ran.status === 0) continue;
    full += 1;
    refused(ran, { status: 1, says: /No space left.*free some space|disk reported an error.*doctor/ });
    // A write that was not acknowledged may still be complete, unless the error says that nothing was changed.
    const there = recordsOf(home).filter((text) => text.includes(`of ${blocks} blocks`));
    assert.ok(there.length <= (ran.err.includes("Nothing was changed") ? 0 : 1), ran.err);
    assert.ok(there.every((text) => text === `Statement of ${blocks} blocks.`));
  }
  assert.ok(full >= 3, `${full} runs found the disk full`);
  assert.deepEqual(
    recordsOf(home).filter((text) => !text.includes("blocks")),
    before,
  );
  assert.equal(oldhand(home, ["doctor"]).status, 0);
});

const NOBODY = 65_534;

function recordsOf(home: SafetyHome): string[] {
  const { out } = oldhand(home, ["record", "list", "--status", "all", "--json"]);
  return JSON.parse(out)
    .records.map(({ text }: { text: string }) => text)
    .sort();
}

/** A user other than root, who can read and write everything; the home is given to them. */
function strangerTo({ path, tree }: SafetyHome): number | undefined {
  if (process.getuid?.() !== 0) return undefined;
  for (const dir of [dirname(path), tree]) chmodSync(dir, 0o755);
  eachBelow(path, (entry) => chownSync(entry, NOBODY, NOBODY));
  return NOBODY;
}

function setModes(path: string, { file, directory }: { file: number; directory: number }): void {
  chmodSync(path, 0o700);
  eachBelow(path, (entry) => chmodSync(entry, statSync(entry).isDirectory() ? directory : file));
}

function eachBelow(path: string, change: (entry: string) => void): void {
  if (statSync(path).isDirectory()) for (const name of readdirSync(path)) eachBelow(join(path, name), change);
  change(path);
}
