import assert from "node:assert/strict";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { test } from "node:test";
import { OldhandError } from "../../../src/core/base/error.ts";
import type { RecordType, Scope } from "../../../src/core/record/record.ts";
import { tempDir } from "../../fixtures/git-repo.ts";
import { madeUpId, recordFile, safetyHome } from "../../fixtures/safety-home.ts";

test("five hundred injections in every parameter change nothing and reveal nothing", async (t) => {
  const strings = injections();
  assert.ok(strings.length >= 500);
  const home = safetyHome(t);
  await home.use(async (memory) => {
    const first = await memory.add({ text: "The harbour closes at nine.", type: "fact", key: "harbour" });
    await memory.add({ text: "The mill opens at six.", type: "fact" });
    const before = (await memory.dump()).filter(
      (line) => !line.includes('"kind":"use"') && !line.includes('"kind":"counter"'),
    );
    const leaks: string[] = [];
    for (const text of strings) {
      const calls: readonly (() => unknown)[] = [
        () => memory.recall({ query: text, format: "json" }),
        () => memory.recall({ query: "harbour", format: "json", types: [text as RecordType] }),
        () => memory.recall({ query: "harbour", format: "json", scopes: [text as Scope] }),
        () => memory.recall({ query: "harbour", format: "json", path: text }),
        () => memory.recall({ query: "harbour", format: "json", limit: text as unknown as number }),
        () => memory.recall({ query: "harbour", format: "json", budget: text as unknown as number }),
        () => memory.recall({ query: "harbour", format: "json", sinceMs: text as unknown as number }),
        () => memory.list({ status: text as "all" }),
        () => memory.list({ status: "all", types: [text as RecordType] }),
        () => memory.list({ status: "all", scopes: [text as Scope] }),
        () => memory.get(text),
        () => memory.history(text),
        () => memory.why(text),
        () => memory.accept(text),
        () => memory.suggestions(text as "pending"),
        () => memory.setting(text),
      ];
      for (const call of calls) {
        // The answer repeats the query, without invisible characters.
        const echoes = [text.replace("\0", ""), text].map((one) => JSON.stringify(one).slice(1, -1));
        const answer = echoes.reduce((leaks, echo) => leaks.replaceAll(echo, ""), await attempt(call));
        if (/^unexpected|sqlite|SQL logic|no such (?:table|column)|syntax error|CREATE TABLE|row_hash/i.test(answer))
          leaks.push(`${text}: ${answer.slice(0, 200)}`);
      }
    }
    assert.deepEqual(leaks, []);
    const after = (await memory.dump()).filter(
      (line) => !line.includes('"kind":"use"') && !line.includes('"kind":"counter"'),
    );
    assert.deepEqual(after, before);
    assert.equal((await memory.get(first.record!.id)).text, "The harbour closes at nine.");
    assert.equal(memory.doctor().healthy, true);
  });
  t.diagnostic(`${strings.length} strings through 16 parameters`);
});

test("injections in keys, tags and text of a record are stored as plain text", async (t) => {
  const home = safetyHome(t);
  await home.use(async (memory) => {
    for (const [n, text] of injections().entries()) {
      if (n % 5 !== 0) continue;
      const marks = { key: `k${n} ${text}`, tags: [text], aliases: [text], keywords: [text], paths: [text] };
      const { outcome, record } = await memory.add({ text: `Row ${n}: ${text}`, type: "fact", ...marks });
      assert.notEqual(outcome, "refused", text);
      assert.ok((await memory.get(record!.id)).text.startsWith("Row"));
    }
    assert.equal(memory.doctor().healthy, true);
  });
});

test("a database inside a directory to import is not opened", async (t) => {
  for (const kind of ["notes", "export"] as const) {
    const home = safetyHome(t);
    const dir = tempDir(t, "import");
    for (const name of ["state.db", "index.db", "snapshots/state-1.db"]) hostileDatabase(join(dir, name));
    writeFileSync(join(dir, "config.yml"), "review: all\n");
    if (kind === "notes") writeFileSync(join(dir, "note.md"), "The note is taken in.\n");
    else {
      writeFileSync(join(dir, "oldhand-export.json"), '{"schemaVersion":1}\n');
      mkdirSync(join(dir, "records/facts"), { recursive: true });
      writeFileSync(join(dir, "records/facts/note.md"), recordFile({ id: madeUpId(4) }, "The note is taken in."));
    }
    await home.use(async (memory) => {
      assert.equal((await memory.import(dir)).imported, 1);
      assert.deepEqual(
        (await memory.list({ status: "all" })).map(({ text }) => text),
        ["The note is taken in."],
      );
      assert.equal(memory.config.review, "off");
      assert.equal(
        (await memory.dump()).some((line) => line.includes("planted")),
        false,
      );
      assert.equal(memory.doctor().healthy, true);
    });
  }
});

test("lines of an export that fit no table are skipped", async (t) => {
  const home = safetyHome(t);
  const dir = tempDir(t, "import");
  writeFileSync(join(dir, "oldhand-export.json"), '{"schemaVersion":1}\n');
  const record = JSON.stringify({ id: madeUpId(1), text: "x" });
  const rows = [
    ...[
      '{"kind":"counter","record":"rec_x","reinforcement":"many","last_used_ms":1}',
      '{"kind":"counter"}',
      "null",
      "[]",
      "7",
    ],
    ...[
      '{"kind":"suggestion","id":"s","record":"not json","reason":"r","status":"pending","created_at":"x"}',
      '"text"',
      "{",
    ],
    ...[
      `{"kind":"suggestion","id":"s","record":${JSON.stringify(record)},"reason":"r","status":"odd","created_at":"x"}`,
    ],
    ...['{"kind":"revision","batch":{"a":1},"record":[],"folder":null,"at_ms":1.5,"verb":"add","by":"x","undone":9}'],
    ...['{"kind":"__proto__"}', '{"kind":"constructor"}', '{"kind":"sqlite_master","name":"x"}'],
  ];
  writeFileSync(join(dir, "state.jsonl"), `${rows.join("\n")}\n`);
  writeFileSync(join(dir, "tombstones.jsonl"), '{"text":1}\nnull\n{"lift":[1]}\n{"key":2}\n{\n');
  await home.use(async (memory) => {
    await memory.import(dir);
    assert.deepEqual(await memory.suggestions(), []);
    await assert.rejects(() => memory.undo(), { code: "not-found" });
    assert.equal(memory.doctor().healthy, true);
  });
});

function injections(): string[] {
  const breaks = ["'", '"', "')", '")', "';", '";', "`", "'))", "%27", "\\'", "\0'", ""];
  const tails = [
    ...[
      " OR 1=1 --",
      " OR '1'='1",
      " OR 1=1#",
      " UNION SELECT NULL --",
      " UNION SELECT name, sql FROM sqlite_master --",
    ],
    ...[" UNION ALL SELECT 1,2,3,4,5,6,7,8,9,10,11,12", "; DROP TABLE files; --", "; DELETE FROM revisions; --"],
    ...[
      "; ATTACH DATABASE '/tmp/x.db' AS x; --",
      "; PRAGMA writable_schema=1; --",
      " AND 1=CAST((SELECT sql FROM meta) AS INT)",
    ],
    ...[
      " AND randomblob(100000000)",
      " AND (SELECT count(*) FROM words w1, words w2)",
      " LIMIT 1 OFFSET 1 --",
      " ORDER BY 99 --",
    ],
    ...[
      "; VACUUM INTO '/tmp/stolen.db'; --",
      " AND load_extension('x')",
      "||(SELECT value FROM meta)||",
      " GROUP BY body HAVING 1=1",
    ],
    ...[
      "; UPDATE files SET body='x'; --",
      " RLIKE SLEEP(5)",
      " WAITFOR DELAY '0:0:5' --",
      " MATCH 'x'",
      " GLOB '*'",
      " LIKE '%'",
    ],
    ...[
      " IS NOT NULL",
      "; SELECT fts5(?1); --",
      "/**/OR/**/1=1",
      "; REINDEX; --",
      " COLLATE NOCASE",
      " /* x */ --",
      ";--",
    ],
    ...[
      " ESCAPE '\\'",
      "; INSERT INTO words(words) VALUES('delete-all'); --",
      "; INSERT INTO meta VALUES('a','b'); --",
    ],
    ...[
      " AND 1=1",
      " AND 1=2",
      ") OR (1=1",
      " || 'x",
      " EXCEPT SELECT 1",
      " INTERSECT SELECT 1",
      " RETURNING *",
      " -- -",
    ],
  ];
  return breaks.flatMap((open) => tails.map((tail) => `x${open}${tail}`));
}

async function attempt(call: () => unknown): Promise<string> {
  try {
    return JSON.stringify(await call());
  } catch (error) {
    if (!(error instanceof OldhandError)) return `unexpected ${error}`;
    return error.message.replaceAll(/(?<=receipt |setting |record |suggestion ).*/gs, "");
  }
}

/** A database that looks like ours, with triggers and views that would run when it is opened. */
function hostileDatabase(path: string): void {
  mkdirSync(join(path, ".."), { recursive: true });
  const db = new DatabaseSync(path);
  db.exec(`CREATE TABLE meta (key TEXT PRIMARY KEY, value TEXT); INSERT INTO meta VALUES ('version', '1.1'), ('x', 'planted');
    CREATE TABLE revisions (seq INTEGER PRIMARY KEY, record TEXT, after TEXT); INSERT INTO revisions VALUES (1, 'rec_x', 'planted');
    CREATE TRIGGER t AFTER INSERT ON meta BEGIN DELETE FROM revisions; END; PRAGMA user_version = 1;`);
  db.close();
}
