import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { oldhand, type Ran, type SafetyHome, safetyHome } from "../../fixtures/safety-home.ts";
import { isIntact, refused } from "./refusal.ts";

const PROGRAM = fileURLToPath(new URL("../../../dist/oldhand.cjs", import.meta.url));

type Case = {
  readonly name: string;
  readonly args: readonly string[];
  readonly input?: string | Uint8Array;
  readonly status: number;
  readonly says: RegExp;
};

const CASES: readonly Case[] = [
  { name: "an empty text", args: ["record", "add", ""], status: 1, says: /The text is empty\..*statement/ },
  { name: "only spaces", args: ["record", "add", " \n\t "], status: 1, says: /The text is empty/ },
  {
    name: "only invisible characters",
    args: ["record", "add", "\u200b\u202e\u2060"],
    status: 1,
    says: /The text is empty/,
  },
  {
    name: "only private text",
    args: ["record", "add", "<private>x</private>"],
    status: 1,
    says: /The text is empty/,
  },
  { name: "an empty stdin", args: ["record", "add", "-"], input: "", status: 1, says: /The text is empty/ },
  {
    name: "ten megabytes",
    args: ["record", "add", "-"],
    input: "word ".repeat(2_000_000),
    status: 1,
    says: /larger than 1 MB/,
  },
  {
    name: "a hundred kilobytes",
    args: ["record", "add", "-"],
    input: "word ".repeat(20_000),
    status: 1,
    says: /64 KB.*Shorten/,
  },
  {
    name: "bytes that are not UTF-8",
    args: ["record", "add", "-"],
    input: Buffer.from([0x63, 0xe9, 0xff]),
    status: 1,
    says: /not UTF-8.*iconv/,
  },
  {
    name: "an image",
    args: ["record", "add", "-"],
    input: Buffer.from("89504e470d0a1a0a0000000d", "hex"),
    status: 1,
    says: /not UTF-8/,
  },
  {
    name: "git conflict markers",
    args: ["record", "add", "<<<<<<< HEAD\na\n=======\nb\n>>>>>>> c"],
    status: 1,
    says: /git conflict markers.*Change it/,
  },
  {
    name: "a tag of a hundred kilobytes",
    args: ["record", "add", "A statement.", "--tag", "t".repeat(100_000)],
    status: 1,
    says: /over 64 KB/,
  },
  {
    name: "a key of a hundred kilobytes",
    args: ["record", "add", "A statement.", "--key", "k".repeat(100_000)],
    status: 1,
    says: /over 64 KB/,
  },
  {
    name: "an invalid date",
    args: ["record", "add", "A statement.", "--expires", "tomorrow"],
    status: 2,
    says: /expects a date like/,
  },
  {
    name: "an unknown type",
    args: ["record", "add", "A statement.", "--type", "commandment"],
    status: 2,
    says: /--type/,
  },
  {
    name: "an unknown priority",
    args: ["record", "add", "A statement.", "--priority", "urgent"],
    status: 2,
    says: /--priority/,
  },
  { name: "a path as an id", args: ["record", "get", "../../etc/passwd"], status: 3, says: /not a record id/ },
  { name: "a path as an id to delete", args: ["record", "delete", "../records"], status: 3, says: /not a record id/ },
  {
    name: "a path as an id to forget",
    args: ["forget", "../../state.db", "--yes"],
    status: 3,
    says: /not a record id/,
  },
  { name: "a path as a receipt", args: ["why", "../../journal/recalls.jsonl"], status: 3, says: /no receipt/ },
  { name: "a path as a suggestion", args: ["suggestions", "accept", "../x"], status: 3, says: /no .*suggestion/ },
  { name: "an unknown id", args: ["record", "get", "rec_zzzzzzzzzzzzzzzzzz"], status: 3, says: /no record/ },
  { name: "an id without letters", args: ["record", "get", "…"], status: 3, says: /not a record id/ },
  { name: "an empty id", args: ["record", "get", ""], status: 3, says: /not a record id/ },
  { name: "a limit below one", args: ["recall", "x", "--limit", "-1"], status: 2, says: /--limit/ },
  { name: "a limit that is not a number", args: ["recall", "x", "--limit", "many"], status: 2, says: /--limit/ },
  { name: "a huge limit", args: ["recall", "x", "--limit", "1e99"], status: 2, says: /--limit/ },
  { name: "a budget that is not a number", args: ["recall", "x", "--budget", "NaN"], status: 2, says: /--budget/ },
  { name: "an unknown format", args: ["recall", "x", "--format", "xml"], status: 2, says: /--format/ },
  { name: "an invalid time", args: ["recall", "x", "--since", "whenever"], status: 2, says: /--since/ },
  { name: "an unknown command", args: ["rember"], status: 2, says: /rember/ },
  { name: "an unknown option", args: ["record", "list", "--everything"], status: 2, says: /--everything/ },
  {
    name: "a directory that does not exist",
    args: ["-C", "/no/such/place", "record", "list"],
    status: 2,
    says: /does not exist/,
  },
  { name: "a file as a directory", args: ["-C", "/etc/passwd", "record", "list"], status: 2, says: /not a directory/ },
  {
    name: "an import directory that does not exist",
    args: ["import", "/no/such/place"],
    status: 3,
    says: /does not exist/,
  },
  {
    name: "an unknown setting",
    args: ["config", "set", "brief.budgets", "3"],
    status: 3,
    says: /brief\.budget/,
  },
  {
    name: "an invalid value of a setting",
    args: ["config", "set", "brief.budget", "three"],
    status: 1,
    says: /whole number/,
  },
  { name: "a setting called __proto__", args: ["config", "set", "__proto__", "3"], status: 3, says: /Unknown setting/ },
  {
    name: "nothing to forget",
    args: ["forget", "--query", "qqqqzzzz", "--yes"],
    status: 3,
    says: /Nothing contains/,
  },
  {
    name: "a blank query to forget",
    args: ["forget", "--query", " ", "--yes"],
    status: 2,
    says: /Give an id, or words/,
  },
];

test("invalid input is refused in one line and changes nothing", async (t) => {
  const home = withOneRecord(t);
  for (const [n, { name, args, input = "", status, says }] of CASES.entries()) {
    await t.test(name, () => {
      refused(oldhand(home, args, { input }), { status, says });
      if (n % 3 === 0) refusedAsJson(oldhand(home, [...args, "--json"], { input }), status);
    });
  }
  isIntact(home, 1);
});

test("unusual but valid input is accepted", async (t) => {
  const home = withOneRecord(t);
  const added = (args: readonly string[], input: string | Uint8Array = ""): string => {
    const ran = oldhand(home, ["record", "add", "--json", ...args], { input });
    assert.equal(ran.status, 0, ran.out + ran.err);
    return JSON.parse(ran.out).record.text;
  };
  assert.equal(added(["-"], "The mill\0 grinds\x1b[31m at night.\n"), "The mill grinds at night.");
  assert.equal(added(["-"], "\ufeffThe crane lifts\r\ntwo tonnes.\r\n"), "The crane lifts\ntwo tonnes.");
  assert.equal(
    added(["-"], "---\ntype: policy\n---\nThe ferry is late."),
    "---\ntype: policy\n---\nThe ferry is late.",
  );
  assert.equal(added(["--", "--help is not shown here"]), "--help is not shown here");
  assert.equal(added(["word ".repeat(13_000).trim()]).length, 64_999);
  for (const query of ["?!…", "", "   ", "\"'*()", "😀", "q".repeat(100_000), "a\nb"]) {
    const ran = oldhand(home, ["recall", query]);
    assert.equal(ran.status, 0, `${JSON.stringify(query.slice(0, 20))}: ${ran.err}`);
    assert.equal(ran.err.includes("    at "), false);
  }
  isIntact(home, 6);
});

test("an argument that is not UTF-8 is refused", (t) => {
  const home = withOneRecord(t);
  const env = { PATH: process.env.PATH, OLDHAND_HOME: home.path };
  const line = 'exec "$0" "$1" record add "$(printf \'caf\\351 is closed\')"';
  const { status, stderr } = spawnSync("sh", ["-c", line, process.execPath, PROGRAM], { cwd: home.tree, env });
  assert.equal(status, 1);
  assert.match(stderr.toString(), /^oldhand: .*not UTF-8.*\n$/);
  isIntact(home, 1);
});

test("a deleted working directory does not cause a failure", (t) => {
  const home = withOneRecord(t);
  const gone = join(home.tree, "gone");
  mkdirSync(gone);
  const ran = oldhand(home, ["record", "list"], { cwd: gone, shell: `rmdir '${gone}' && ` });
  assert.equal(ran.status, 0, ran.err);
  assert.match(ran.out, /harbour/);
});

test("directories that are not valid exports are refused in one line", async (t) => {
  const home = withOneRecord(t);
  const cases: readonly { name: string; make: (dir: string) => void; status: number; says: RegExp }[] = [
    {
      name: "a torn manifest",
      make: (dir) => writeFileSync(join(dir, "oldhand-export.json"), '{"schemaV'),
      status: 1,
      says: /not the manifest/,
    },
    {
      name: "a manifest of null",
      make: (dir) => writeFileSync(join(dir, "oldhand-export.json"), "null"),
      status: 1,
      says: /not the manifest/,
    },
    {
      name: "a newer export",
      make: (dir) => writeFileSync(join(dir, "oldhand-export.json"), '{"schemaVersion":9}'),
      status: 1,
      says: /newer oldhand/,
    },
    {
      name: "a manifest that is a directory",
      make: (dir) => mkdirSync(join(dir, "oldhand-export.json")),
      status: 1,
      says: /cannot be read/,
    },
    { name: "a file", make: (dir) => replacedByFile(dir), status: 1, says: /director/ },
  ];
  for (const { name, make, status, says } of cases) {
    await t.test(name, () => {
      const dir = join(home.tree, "import");
      mkdirSync(dir);
      make(dir);
      refused(oldhand(home, ["import", dir]), { status, says });
      rmSync(dir, { recursive: true });
    });
  }
  const full = join(home.tree, "full");
  mkdirSync(full);
  writeFileSync(join(full, "mine.txt"), "x");
  refused(oldhand(home, ["export", full]), { status: 1, says: /not empty/ });
  isIntact(home, 1);
});

test("notes that cannot be records are counted, and the others are imported", (t) => {
  const home = withOneRecord(t);
  const dir = join(home.tree, "notes");
  mkdirSync(dir);
  const notes: Readonly<Record<string, string | Uint8Array>> = {
    "a-long.md": "word ".repeat(20_000),
    "b-private.md": "<private>all of it</private>\n",
    "c-conflict.md": "<<<<<<< HEAD\na\n=======\nb\n>>>>>>> c\n",
    "d-bytes.md": Buffer.from([0x63, 0xe9, 0xff]),
    "e-empty.md": "",
    "f-torn.md": "---\ntags: [a\n\nIt is torn.\n",
    "g-good.md": "The mill opens at six.\n",
  };
  for (const [name, content] of Object.entries(notes)) writeFileSync(join(dir, name), content);
  const ran = oldhand(home, ["import", dir, "--json"]);
  assert.equal(ran.status, 0, ran.out + ran.err);
  const { imported, skipped } = JSON.parse(ran.out) as {
    imported: number;
    skipped: { reason: string; count: number }[];
  };
  assert.deepEqual([imported, skipped.reduce((sum, { count }) => sum + count, 0)], [1, 6]);
  isIntact(home, 2);
});

function replacedByFile(dir: string): void {
  rmSync(dir, { recursive: true });
  writeFileSync(dir, "x");
}

function withOneRecord(t: Parameters<typeof safetyHome>[0]): SafetyHome {
  const home = safetyHome(t);
  const ran = oldhand(home, ["record", "add", "The harbour closes at nine."]);
  assert.equal(ran.status, 0, ran.err);
  return home;
}

function refusedAsJson({ status, out, err }: Ran, expected: number): void {
  assert.equal(status, expected);
  const { schemaVersion, error, outcome } = JSON.parse(out);
  assert.equal(schemaVersion, 1);
  assert.ok(outcome === "refused" || (typeof error.code === "string" && error.message.length > 10), out);
  assert.equal(err, "");
}
