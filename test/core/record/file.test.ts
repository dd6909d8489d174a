import assert from "node:assert/strict";
import { test } from "node:test";
import { type FileLocation, type ParsedRecord, parseRecord, writeRecord } from "../../../src/core/record/file.ts";
import { CATEGORIES, categoryOf, type MemoryRecord, TYPES } from "../../../src/core/record/record.ts";
import { readYamlHead } from "../../../src/store/files/yaml-head.ts";
import { BORN, recordId, recordOf } from "../../fixtures/records.ts";

const OWN_ID = recordId("a file of one's own");

function located(parts: Partial<FileLocation> = {}): FileLocation {
  return {
    scope: "global",
    fromRepo: false,
    directory: "facts",
    ownId: () => OWN_ID,
    modifiedMs: Date.parse(BORN),
    ...parts,
  };
}

function locationOf(record: MemoryRecord): FileLocation {
  const { scope, project, category } = record;
  return located({ scope, ...(project !== undefined && { project }), directory: category });
}

function recordIn(parsed: ParsedRecord): MemoryRecord {
  assert.equal(parsed.outcome, "record", JSON.stringify(parsed));
  return (parsed as ParsedRecord & { outcome: "record" }).record;
}

/** Parses without a YAML reader, so that what oldhand writes is known to need none. */
function roundTrip(record: MemoryRecord): void {
  const written = writeRecord(record);
  const read = recordIn(parseRecord(written, locationOf(record)));
  assert.deepEqual(read, record);
  assert.equal(writeRecord(read), written);
  assert.deepEqual(recordIn(parseRecord(written, locationOf(record), readYamlHead)), record);
}

const FULL: MemoryRecord = recordOf({
  type: "workflow",
  habit: "workflow_pattern",
  scope: "project",
  project: "prj_0123456789abcdefgh",
  key: "deploy",
  value: "build → push",
  steps: ["npm run build", 'git commit -m "<message>"', "git push"],
  text: "Deploy: build, then push.",
  priority: "critical",
  confidence: 0.65,
  origin: "observed",
  trust: "agent",
  accepted: true,
  status: "archived",
  statusReason: "expired on 2026-04-01",
  tags: ["release", "ci: main"],
  paths: ["packages/*/src/**"],
  aliases: ["ship it"],
  keywords: ["rollout"],
  expires: "2026-04-01",
  verify: ["path:package.json"],
  supersedes: [recordId("an older one")],
  source: "session:ses_0123#14",
  extra: ["reviewed-by: ops", "# kept by hand"],
});

test("a record with every field is read back as it was written, byte for byte", () => roundTrip(FULL));

test("a record of every type is read back as it was written", () => {
  for (const type of TYPES) roundTrip(recordOf({ type, text: `A ${type}.` }));
});

const TEXTS = [
  "plain words",
  "key: value, and: more",
  "# a heading\n\nand a paragraph",
  "- a list\n- of things",
  "--- three dashes first",
  "---\nlooks like: a head\n---\n\nand is none",
  "'single' and \"double\" and `back` quotes",
  "ends with a backslash \\",
  "tab\there, percent %, at @, star *, amp &, bang !, pipe |, angle >",
  "grüße aus 東京, 🚀 und עברית",
  "e\u0301 is not \u00e9",
  "null",
  "true",
  "~",
  "[not, a, list]",
  "{ not: a map }",
  "a line\n\n\n\nand another far below",
  "    indented code stays as it is".trim(),
  "```ts\nconst x = 1;\n```",
  "x".repeat(60_000),
];

for (const text of TEXTS) {
  test(`the text ${JSON.stringify(text.slice(0, 50))} survives its file`, () =>
    roundTrip(recordOf({ text, key: "k" })));
}

/** Values that a YAML reader would take for something else, or that would break a line. */
const VALUES = [
  "NO",
  "yes",
  "on",
  "Off",
  "y",
  "012",
  "0x1f",
  "1e3",
  "3.14",
  "-1",
  ".inf",
  "2026-03-01",
  "12:30:45",
  "null",
  "~",
  "true",
  "a: b",
  "a #b",
  "#b",
  "- a",
  "-a",
  "? a",
  "*a",
  "&a",
  "!a",
  "!!js/function x",
  "| a",
  "> a",
  "%a",
  "@a",
  "`a`",
  "'a'",
  '"a"',
  "[a]",
  "{a}",
  "a, b",
  "a\nb",
  "a\tb",
  " a ",
  "a:",
  "---",
  "...",
  "東京",
  "\u2028---\u2028",
  "<<",
  "🚀",
];

for (const value of VALUES) {
  test(`the value ${JSON.stringify(value)} stays the text that it is`, () => {
    roundTrip(recordOf({ key: value, value, source: value, tags: [value, `${value}${value}`], aliases: [value] }));
  });
}

test("five hundred records of random parts are read back byte for byte", () => {
  const random = randomFrom(20260301);
  const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)]!;
  const some = (): string[] => VALUES.filter(() => random() < 0.06);
  for (let n = 0; n < 500; n++) {
    const type = pick(TYPES);
    roundTrip(
      recordOf({
        type,
        id: recordId(`random ${n}`),
        text: `${pick(TEXTS)} ${pick(VALUES)}`.trim(),
        key: pick(VALUES),
        tags: some(),
        paths: some(),
        keywords: some(),
        aliases: some(),
        confidence: Math.round(random() * 100) / 100,
        ...(random() < 0.5 && { value: pick(VALUES) }),
        ...(random() < 0.3 && { steps: [pick(VALUES), pick(VALUES)] }),
        ...(random() < 0.3 && { expires: "2027-01-31" }),
        ...(random() < 0.3 && { extra: ["x-owner: me", "# a note"] }),
        ...(random() < 0.3 && { accepted: random() < 0.5 }),
        ...(random() < 0.3 && { status: "superseded" as const, statusReason: pick(VALUES) }),
      }),
    );
  }
});

test("keys and comments that are not ours are kept letter for letter", () => {
  const file = [
    "---",
    "# my own note",
    "type: fact",
    "x-owner:   me   ",
    "mood: [ good, bad ]",
    "---",
    "",
    "The API allows 100 calls a minute.",
    "",
  ].join("\n");
  const record = recordIn(parseRecord(file, located(), readYamlHead));
  for (const line of ["# my own note", "x-owner:   me", "mood: [ good, bad ]"]) {
    assert.ok(writeRecord(record).includes(`\n${line}`), line);
  }
});

test("keys that run over several lines are kept letter for letter, and stay once", () => {
  const foreign = [
    "links:",
    "  - url: https://example.com # the page",
    "    title: 'It''s here'",
    "note: |",
    "  two",
    "  lines",
  ];
  const file = `---\ntype: fact\n${foreign.join("\n")}\ntags: [a]\n---\n\nA fact.\n`;
  const record = recordIn(parseRecord(file, located(), readYamlHead));
  const once = writeRecord(record);
  assert.ok(once.includes(`\n${foreign.join("\n")}\n`), once);
  const again = recordIn(parseRecord(once, located(), readYamlHead));
  assert.equal(writeRecord(again), once);
  assert.deepEqual(again.tags, ["a"]);
});

test("comments in a head that needs a YAML reader are kept too", () => {
  const file = "---\n# first\ntype: fact\nnote: |\n  two\n  lines\n# between\ntags: [a]\n# last\n---\n\nA fact.\n";
  const once = writeRecord(recordIn(parseRecord(file, located(), readYamlHead)));
  for (const line of ["# first", "# between", "# last"]) assert.ok(once.includes(`\n${line}\n`), `${line} in\n${once}`);
  assert.equal(writeRecord(recordIn(parseRecord(once, located(), readYamlHead))), once);
});

test("a note at the end of one of oldhand's own lines is kept as a comment", () => {
  const file = "---\ntype: fact # not a policy, see above\ntags: [a] # for search\n# own line\n---\n\nA fact.\n";
  const record = recordIn(parseRecord(file, located(), readYamlHead));
  assert.deepEqual(record.extra, ["# not a policy, see above", "# for search", "# own line"]);
  roundTrip(record);
});

test("a file without frontmatter is a record of its category, with defaults", () => {
  assert.deepEqual(recordIn(parseRecord("Builds need Node 24.\n", located({ directory: "incidents" }))), {
    ...recordOf({ type: "pitfall", text: "Builds need Node 24.", source: "file" }),
    id: OWN_ID,
  });
});

test("a file outside of the category folders is a fact by default", () => {
  assert.equal(recordIn(parseRecord("x y z", located({ directory: "" }))).type, "fact");
  assert.equal(recordIn(parseRecord("---\ntype: policy\n---\nx", located({ directory: "" }))).type, "policy");
  assert.equal(recordIn(parseRecord("---\ncategory: incidents\n---\nx", located({ directory: "" }))).type, "pitfall");
});

test("a file that says only its type has the defaults of that type", () => {
  const record = recordIn(
    parseRecord("---\ntype: policy\n---\nNever commit secrets.\n", located({ directory: "principles" })),
  );
  assert.deepEqual(record, {
    ...recordOf({ type: "policy", text: "Never commit secrets.", source: "file" }),
    id: OWN_ID,
  });
});

for (const directory of CATEGORIES) {
  test(`a fact that is moved to ${directory} by hand is reclassified`, () => {
    const file = writeRecord(recordOf({ type: "fact" }));
    const record = recordIn(parseRecord(file, located({ directory })));
    assert.equal(record.category, directory);
    assert.equal(categoryOf(record.type), directory);
  });
}

test("a moved record that had its type's default priority takes that of its new type", () => {
  const moved = parseRecord(writeRecord(recordOf({ type: "fact" })), located({ directory: "principles" }));
  assert.equal(recordIn(moved).priority, "critical");
  const own = parseRecord(
    writeRecord(recordOf({ type: "fact", priority: "high" })),
    located({ directory: "principles" }),
  );
  assert.equal(recordIn(own).priority, "high");
});

test("a type edited in place brings its default priority along, unless a person had set another", () => {
  const edited = (record: MemoryRecord): string => writeRecord(record).replace("type: fact", "type: policy");
  assert.equal(recordIn(parseRecord(edited(recordOf({ type: "fact" })), located())).priority, "critical");
  assert.equal(recordIn(parseRecord(edited(recordOf({ type: "fact", priority: "high" })), located())).priority, "high");
});

test("an architecture moved within decisions stays one", () => {
  const file = writeRecord(recordOf({ type: "architecture" }));
  assert.equal(recordIn(parseRecord(file, located({ directory: "decisions" }))).type, "architecture");
});

test("a type that was edited in place counts", () => {
  const file = writeRecord(recordOf({ type: "fact" })).replace("type: fact", "type: policy");
  assert.equal(recordIn(parseRecord(file, located())).type, "policy");
});

test("a category that was edited in place counts", () => {
  const file = writeRecord(recordOf({ type: "fact" })).replace("category: facts", "category: incidents");
  assert.equal(recordIn(parseRecord(file, located())).type, "pitfall");
});

test("records in a repository have trust `repo`, whatever the frontmatter says", () => {
  const file = writeRecord(recordOf({ trust: "person", accepted: true, priority: "critical" }));
  const record = recordIn(parseRecord(file, located({ fromRepo: true, scope: "project", project: "prj_x" })));
  assert.equal(record.trust, "repo");
  assert.equal(record.accepted, undefined);
  assert.equal(record.scope, "project");
});

test("a file that is read with a byte order mark and line ends of another system is the same record", () => {
  const file = writeRecord(FULL);
  const other = `\uFEFF${file.replaceAll("\n", "\r\n")}`;
  assert.deepEqual(parseRecord(other, locationOf(FULL)), parseRecord(file, locationOf(FULL)));
});

const WRONG: readonly (readonly [string, string, RegExp])[] = [
  ["an unknown type", "---\ntype: rumour\n---\nx", /^type: rumour is not one of policy, /],
  ["an unknown status", "---\nstatus: dead\n---\nx", /^status: dead is not one of active, archived, superseded/],
  ["an unknown trust", "---\ntrust: root\n---\nx", /^trust: root is not one of person, /],
  ["an id that is a path", "---\nid: ../../x\n---\nx", /^its id is not a record id \(rec_…\)/],
  ["an id of another kind", "---\nid: prj_0123456789abcdefgh\n---\nx", /^its id is not a record id \(rec_…\)/],
  ["an invalid date", "---\nexpires: soon\n---\nx", /^expires is not a date/],
  ["no statement", "---\ntype: fact\n---\n\n  \n", /^it has no statement below its frontmatter/],
  ["nothing at all", "", /^it has no statement below its frontmatter/],
  ["no end of its head", "---\ntype: fact\n\nSome text.\n", /^its frontmatter has no closing ---/],
  ["a head that asks for JavaScript", "---js\n{ x: 1 }\n---\nx", /^its frontmatter starts with more than ---/],
  ["a NUL byte", "---\ntype: fact\n---\na\0b", /^it contains NUL bytes/],
  ["a key twice", "---\ntype: fact\ntype: policy\n---\nx", /^its frontmatter has type twice/],
  ["a key of somebody else's twice", "---\nowner: a\nowner: b\n---\nx", /^its frontmatter has owner twice/],
  ["a statement over 64 KB", `---\ntype: fact\n---\n${"word ".repeat(14_000)}`, /^its statement is over 64 KB/],
  [
    "a statement over 64 KB of wide letters",
    `---\ntype: fact\n---\n${"東京 ".repeat(10_000)}`,
    /^its statement is over 64 KB/,
  ],
  ["a head over 64 KB", `---\nx: ${"y".repeat(70_000)}\n---\nx`, /^its frontmatter is over 64 KB/],
  [
    "git conflict markers",
    "---\ntype: fact\n---\n<<<<<<< HEAD\nmine\n=======\ntheirs\n>>>>>>> main\n",
    /^it contains git conflict markers/,
  ],
  [
    "git conflict markers in its head",
    "---\n<<<<<<< HEAD\ntype: fact\n=======\ntype: policy\n>>>>>>> main\n---\nx\n",
    /^it contains git conflict markers/,
  ],
];

for (const [what, file, reason] of WRONG) {
  test(`a file with ${what} is refused with the reason`, () => {
    const parsed = parseRecord(file, located(), readYamlHead);
    assert.equal(parsed.outcome, "invalid");
    assert.match((parsed as { reason: string }).reason, reason);
  });
}

test("a file cut at any byte is the record, a shorter statement of it, or refused; never another record", () => {
  const complete = Buffer.from(writeRecord(FULL));
  for (let end = 0; end < complete.length; end += 37) {
    const parsed = parseRecord(complete.subarray(0, end).toString("utf8"), locationOf(FULL), readYamlHead);
    if (parsed.outcome !== "record") {
      assert.equal(parsed.outcome, "invalid", `cut at ${end}`);
      continue;
    }
    const { text, ...rest } = parsed.record;
    const { text: wholeText, ...wholeRest } = FULL;
    assert.ok(wholeText.startsWith(text), `cut at ${end}`);
    assert.deepEqual(rest, wholeRest);
  }
});

/** Numbers that look random and are the same in every run. */
function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1_664_525 + 1_013_904_223) % 2 ** 32;
    return state / 2 ** 32;
  };
}
