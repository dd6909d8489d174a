import assert from "node:assert/strict";
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { test } from "node:test";
import { filesBelow, oldhand, type SafetyHome } from "../../fixtures/safety-home.ts";
import { countOf, isIntact, refused, withRecords } from "./refusal.ts";

type Bad = {
  readonly name: string;
  /** Damages the home and returns a function that repairs it. */
  readonly spoil: (home: SafetyHome) => () => void;
  readonly says: RegExp;
  readonly commands?: readonly string[][];
};

const COMMANDS: readonly string[][] = [
  ["record", "add", "Something new."],
  ["record", "list"],
  ["recall", "harbour"],
];

/** Each makes every command fail with one line until it is repaired. */
const BAD: readonly Bad[] = [
  {
    name: "a state of a newer version",
    spoil: (home) => versioned(home, 99),
    says: /state\.db was written by a newer oldhand.*Update/,
    commands: [["record", "add", "Something new."]],
  },
  {
    name: "a state that is a directory",
    spoil: (home) => replaced(join(home.path, "state.db"), (path) => mkdirSync(path)),
    says: /state\.db is not a regular file/,
  },
  {
    name: "an index that is a directory",
    spoil: (home) => replaced(join(home.path, "index.db"), (path) => mkdirSync(path)),
    says: /index\.db is not a regular file/,
  },
  {
    name: "a registry of a newer version",
    spoil: (home) =>
      replaced(join(home.path, "projects.json"), (path) => writeFileSync(path, '{"schemaVersion":9,"projects":[]}')),
    says: /newer oldhand/,
  },
  {
    name: "tombstones that are a directory",
    spoil: (home) => replaced(join(home.path, "tombstones.jsonl"), (path) => mkdirSync(path)),
    says: /tombstones\.jsonl/,
    commands: [["record", "add", "Something new."]],
  },
];

for (const { name, spoil, says, commands = COMMANDS } of BAD) {
  test(`${name} is reported in one line, and nothing is lost`, (t) => {
    const home = withRecords(t);
    const repair = spoil(home);
    const before = printOf(home);
    for (const args of commands) refused(oldhand(home, args), { status: 1, says });
    const doctor = oldhand(home, ["doctor"]);
    assert.equal(doctor.status, 1);
    assert.match(doctor.out, says);
    const asJson = oldhand(home, [...commands[0]!, "--json"]);
    assert.equal(asJson.status, 1);
    assert.match(JSON.parse(asJson.out).error.message, says);
    assert.deepEqual(printOf(home), before);
    repair();
    isIntact(home, 3);
  });
}

test("an index of another version is rebuilt silently", (t) => {
  const home = withRecords(t);
  for (const change of [
    "UPDATE meta SET value = '99.99' WHERE key = 'version'",
    "PRAGMA user_version = 99",
    "DELETE FROM meta",
    "DROP TABLE files",
    "CREATE TABLE of_the_future (x)",
  ]) {
    const db = new DatabaseSync(join(home.path, "index.db"));
    db.exec(change);
    db.close();
    const ran = oldhand(home, ["record", "list"]);
    assert.deepEqual([ran.status, ran.err, ran.out.trim().split("\n").length], [0, "", 3], change);
  }
  isIntact(home, 3);
});

test("broken, duplicate or hostile frontmatter is reported, and the file stays", (t) => {
  const home = withRecords(t);
  const heads: Readonly<Record<string, string>> = {
    "torn.md": "---\ntype: fact\nkey: [a, b\n---\n\nIt is torn.\n",
    "open.md": "---\ntype: fact\n\nIt is never closed.\n",
    "doubled.md": "---\ntype: fact\ntype: policy\n---\n\nIt is doubled.\n",
    "aliases.md": "---\na: &a [x]\nb: *a\n---\n\nIt has aliases.\n",
    "long.md": `---\n${"k".repeat(70_000)}: v\n---\n\nIt is long.\n`,
    "proto.md": '---\n__proto__: &x {"polluted": true}\n---\n\nIt has a prototype.\n',
    "conflict.md": "<<<<<<< HEAD\na\n=======\nb\n>>>>>>> c\n",
    "nul.md": "A NUL\0 byte.\n",
    "empty.md": "",
  };
  for (const [name, text] of Object.entries(heads)) home.put(`facts/${name}`, text);
  assert.equal(countOf(home), 3);
  const doctor = oldhand(home, ["doctor"]);
  assert.equal(doctor.status, 1);
  assert.equal(doctor.err.includes("    at "), false);
  const { healthy, checks } = JSON.parse(oldhand(home, ["doctor", "--json"]).out);
  assert.equal(healthy, false);
  const { detail, fix } = checks.find((check: { name: string }) => check.name === "files");
  assert.match(detail, new RegExp(`; and ${Object.keys(heads).length - 5} more$`));
  assert.match(fix, /Fix or delete/);
  for (const [name, text] of Object.entries(heads)) {
    const path = join(home.path, "records/facts", name);
    assert.equal(readFileSync(path, "utf8"), text);
    rmSync(path);
  }
  isIntact(home, 3);
});

function versioned({ path }: SafetyHome, version: number): () => void {
  const set = (to: number): void => {
    const db = new DatabaseSync(join(path, "state.db"));
    db.exec(`PRAGMA user_version = ${to}`);
    db.close();
  };
  const db = new DatabaseSync(join(path, "state.db"));
  const before = Number(db.prepare("PRAGMA user_version").get()?.user_version);
  db.close();
  set(version);
  return () => set(before);
}

function replaced(path: string, make: (path: string) => void): () => void {
  const aside = `${path}.aside`;
  const isThere = existsSync(path);
  if (isThere) renameSync(path, aside);
  make(path);
  return () => {
    rmSync(path, { recursive: true });
    if (isThere) renameSync(aside, path);
  };
}

/** The records and the other files, except the index, which is rebuilt, and the journal, which grows. */
function printOf({ path }: SafetyHome): string[] {
  return [...filesBelow(path)]
    .filter((file) => /\.(?:md|yml|json|jsonl)$/.test(file.path))
    .map((file) => `${file.path} ${file.bytes.toString("base64")}`)
    .sort();
}
