import assert from "node:assert/strict";
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { added, sandbox } from "./sandbox.ts";

test("an empty memory shows first steps, and later its records", async (t) => {
  const it = sandbox(t);
  const empty = await it.oldhand([]);
  assert.equal(empty.exit, 0);
  assert.match(empty.out, /Records {2}none yet/);
  assert.match(empty.out, /First steps\n {2}oldhand setup\n {2}oldhand add /);
  const [id] = await added(it, ["The office moved to Lisbon", "--type", "fact"]);
  it.wait(3 * 86_400_000);
  const { out } = await it.oldhand([]);
  assert.match(out, /Records {2}project: 1 fact/);
  assert.ok(out.includes(`  ${id} fact, 3 days ago\n    The office moved to Lisbon`), out);
});

test("in a pipe a record is one line, whatever its text contains", async (t) => {
  const it = sandbox(t);
  const long = `${"word ".repeat(60)}\nsecond line\twith a tab`;
  const [id] = await added(it, [long, "--type", "fact"]);
  const { out } = await it.oldhand(["record", "list"]);
  assert.equal(
    out,
    `${id}\tfact\tproject\tactive\t2026-11-15\t${"word ".repeat(60).trim()} / second line with a tab\n`,
  );
});

test("on a narrow terminal text wraps and ids are not broken", async (t) => {
  const it = sandbox(t);
  const [id] = await added(it, [
    "The deployment pipeline runs on the staging cluster first, then waits for a person",
    "--type",
    "fact",
  ]);
  const env = { variables: { NO_COLOR: "1" } };
  for (const argv of [["record", "list"], ["record", "get", id!], ["recall", "staging"], ["why"], [], ["doctor"]]) {
    const { out } = await it.oldhand(argv, { columns: 60, env: { ...env } });
    const breakable = out.split("\n").filter((line) => /\S \S/.test(line.trim()) && !line.includes("/"));
    assert.deepEqual(
      breakable.filter((line) => line.length > 60),
      [],
      argv.join(" "),
    );
    if (argv[0] !== "doctor") assert.ok(out.includes(id!), argv.join(" "));
  }
});

test("a file made by hand cannot send escapes to the terminal", async (t) => {
  const it = sandbox(t);
  const folder = join(it.home, "records", "facts");
  await added(it, ["Something to begin with", "--scope", "global"]);
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, "odd.md"), "---\ntype: fact\n---\nThe \u001b[2Jscreen \u202eis wiped\n");
  for (const columns of [undefined, 80]) {
    const { out } = await it.oldhand(["record", "list"], {
      ...(columns && { columns }),
      env: { variables: { NO_COLOR: "1" } },
    });
    assert.match(out, /The screen is wiped/);
    assert.ok(!/[\u001b\u202e]/.test(out));
  }
});

const outcomes: [statements: string[][], says: RegExp][] = [
  [[["We meet on Mondays", "--type", "decision"]], /^Added rec_\w+ \(decision, project\)\.\n$/],
  [[["I prefer short answers"]], /^Added rec_\w+ \(preference, global\)\.\n {2}It states a preference, about you\./],
  [
    [
      ["We deploy on Fridays", "--type", "fact"],
      ["we deploy on fridays", "--type", "fact"],
    ],
    /^Merged into rec_\w+ \(fact, project\)\.\n/,
  ],
  [
    [
      ["We use npm", "--type", "decision"],
      ["We use pnpm", "--type", "decision"],
    ],
    /^Updated: rec_\w+ \(decision, project\) replaces rec_\w+\.\n {2}Can be checked: /,
  ],
];

for (const [statements, says] of outcomes) {
  test(`after ${statements.map(([text]) => `"${text}"`).join(", ")} it says ${says}`, async (t) => {
    const it = sandbox(t);
    await added(it, ...statements.slice(0, -1));
    const { exit, out } = await it.oldhand(["record", "add", ...statements.at(-1)!]);
    assert.equal(exit, 0);
    assert.match(out, says);
  });
}

test("a secret is refused, on stderr for people and as an outcome for programs", async (t) => {
  const { oldhand, json } = sandbox(t);
  const text = `The key is ${"AKIA"}${"QWERTYUIOPASDFGH"}`;
  const { exit, out, err } = await oldhand(["record", "add", text]);
  assert.deepEqual([exit, out], [1, ""]);
  assert.match(err, /^oldhand: It contains a secret/);
  const refused = await json(["record", "add", text]);
  assert.deepEqual(Object.keys(refused), ["schemaVersion", "outcome", "reason"]);
  assert.equal(refused.outcome, "refused");
});

test("an update that changes nothing, or the scope, is wrong usage", async (t) => {
  const it = sandbox(t);
  const [id = ""] = await added(it, ["The office moved to Lisbon", "--type", "fact", "--tag", "office"]);
  assert.equal((await it.oldhand(["record", "update", id])).exit, 2);
  assert.equal((await it.oldhand(["record", "update", id, "--scope", "global"])).exit, 2);
  assert.deepEqual((await it.json(["record", "update", id, "--tag", ""])).record.tags, []);
});

test("--scope project makes a plain directory a project, but not the root", async (t) => {
  const { oldhand, json, project } = sandbox(t);
  const plain = join(project, "..", "plain");
  mkdirSync(plain);
  assert.equal((await json(["-C", plain, "record", "add", "Builds need 8 GB"])).record.scope, "global");
  const result = await json(["-C", plain, "record", "add", "Builds need 16 GB of memory", "--scope", "project"]);
  assert.deepEqual([result.record.scope, result.record.projectRoot], ["project", plain]);
  const { exit, err } = await oldhand(["record", "add", "x", "--scope", "project"], { env: { cwd: "/" } });
  assert.equal(exit, 3);
  assert.match(err, /There is no project here/);
});

test("recall resolves --path from the current directory", async (t) => {
  const it = sandbox(t);
  mkdirSync(join(it.project, "src"));
  await added(it, ["Handlers validate their input", "--type", "policy", "--path", "src/api/**"]);
  const texts = async (...argv: string[]) => {
    const { results } = await it.json(["recall", "validate", "input", ...argv], {
      env: { cwd: join(it.project, "src") },
    });
    return results.length;
  };
  assert.equal(await texts("--path", "api/users.ts"), 1);
  assert.equal(await texts("--path", join(it.project, "src/api/users.ts")), 1);
  assert.equal(await texts("--path", "web/page.ts"), 0);
  const outside = await it.oldhand(["recall", "x", "--path", "/etc/hosts"]);
  assert.equal(outside.exit, 2);
});

test("no results is a message on stderr, not a failure", async (t) => {
  const { oldhand, json } = sandbox(t);
  assert.deepEqual(await oldhand(["recall", "quantum"]), {
    exit: 0,
    out: "",
    err: 'oldhand: No results for "quantum".\n',
  });
  const { exit, out, err } = await oldhand(["recall", "?!…", "--format", "prompt"]);
  assert.deepEqual([exit, out, err], [0, "", 'oldhand: "?!…" contains no word to search for.\n']);
  assert.deepEqual((await json(["recall", "?!…"])).results, []);
});

test("the doctor exits with 1 if a check fails, and says how to fix it", async (t) => {
  const it = sandbox(t);
  assert.equal((await it.oldhand(["doctor"])).exit, 0);
  writeFileSync(join(it.home, "config.yml"), "brief.bugdet: 3\n", { mode: 0o600 });
  const { exit, out } = await it.oldhand(["doctor"]);
  assert.equal(exit, 1);
  assert.match(out, /FAIL settings: unknown: brief\.bugdet\n {5}Correct or remove it/);
  assert.equal((await it.json(["doctor"])).healthy, false);
});

test("the doctor reports a memory that cannot be opened as a failed check", async (t) => {
  const it = sandbox(t);
  rmSync(it.home, { recursive: true, force: true });
  writeFileSync(it.home, "a file where the home should be");
  const { exit, out } = await it.oldhand(["doctor", "--json"]);
  assert.equal(exit, 1);
  assert.deepEqual(
    JSON.parse(out).checks.map(({ name, ok }: Record<string, unknown>) => [name, ok]),
    [["opening", false]],
  );
});

test("config shows where a value comes from", async (t) => {
  const { oldhand, home } = sandbox(t);
  assert.equal((await oldhand(["config", "get", "brief.budget"])).out, "800\n");
  assert.equal((await oldhand(["config", "set", "brief.budget", "900"])).out, "Set brief.budget to 900.\n");
  const { out } = await oldhand(["config", "get", "brief.budget"], {
    columns: 200,
    env: { variables: { NO_COLOR: "1" } },
  });
  assert.equal(
    out,
    `brief.budget 900 tokens (from ${home}/config.yml; default: 800)\n  The maximum size of a brief.\n`,
  );
});

test("a date that is over is no expiry, and nothing is written", async (t) => {
  const it = sandbox(t);
  const { record } = await it.json(["record", "add", "The registry is read-only"]);
  for (const argv of [
    ["record", "add", "The harbour closes at ten", "--expires", "2020-01-01"],
    ["record", "update", record.id, "--expires", "2020-01-01"],
  ]) {
    const { exit, err } = await it.oldhand(argv);
    assert.equal(exit, 2);
    assert.match(err, /Invalid --expires\. Expected a date in the future, got "2020-01-01"/);
  }
  const { records } = await it.json(["record", "list", "--status", "all"]);
  assert.deepEqual(
    records.map(({ text, expires }: Record<string, unknown>) => [text, expires]),
    [["The registry is read-only", undefined]],
  );
});

test("the context shows no key that repeats its text, and no hash", async (t) => {
  const it = sandbox(t);
  const [text, key] = ["`npm test` failed 2 times; then `npm ci` was run", "npm test 55543702a672"];
  await it.oldhand(["record", "add", text, "--type", "pitfall", "--key", key]);
  const { out } = await it.oldhand(["context"]);
  assert.ok(out.includes(`  pitfall: ${text} (100% confidence)`), out);
});
