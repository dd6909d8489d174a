/** The index stores a record without what its row says already, and gives back exactly the same. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { parseTime } from "../../../../src/core/base/clock.ts";
import { type FileLocation, parseRecord, writeRecord } from "../../../../src/core/record/file.ts";
import { type MemoryRecord, TYPES } from "../../../../src/core/record/record.ts";
import { packRecord, unpackRecord } from "../../../../src/store/local/index/packed-record.ts";
import { recordId, recordOf } from "../../../fixtures/records.ts";

function location(scope: FileLocation["scope"]): FileLocation {
  return { scope, fromRepo: false, directory: "", ownId: () => recordId("own"), modifiedMs: 0 };
}

/** As it is read from a file. */
function read(record: MemoryRecord): MemoryRecord {
  const parsed = parseRecord(writeRecord(record), location(record.scope));
  assert.equal(parsed.outcome, "record");
  return (parsed as Extract<typeof parsed, { outcome: "record" }>).record;
}

function packedRow(record: MemoryRecord) {
  const { id, type, status, createdAt } = record;
  return { id, type, status, createdMs: parseTime(createdAt) ?? 0, body: packRecord(record) };
}

const RECORDS: readonly Partial<MemoryRecord>[] = [
  ...TYPES.map((type) => ({ type })),
  { priority: "critical", confidence: 0.4, origin: "imported", trust: "external", accepted: false, source: "notes" },
  { tags: ["a"], paths: ["src/**"], aliases: ["b"], keywords: ["c"], steps: ["one", "two"], value: "x" },
  { status: "archived", statusReason: "expired on 2026-03-02", expires: "2026-03-02", saidAt: "2026-01-01" },
  { createdAt: "2026-03-01", updatedAt: "2026-03-05T10:00:00.000Z", quote: "“so”", verify: ["file: x"] },
  { extra: ["owner: me"], supersedes: [recordId("older")] },
];

test("a record is the same after it was packed, to the order of its fields", () => {
  for (const parts of RECORDS) {
    const record = read(recordOf(parts));
    assert.equal(JSON.stringify(unpackRecord(packedRow(record))), JSON.stringify(record));
  }
});

test("a usual record is stored as its key and text", () => {
  const record = read(recordOf());
  assert.deepEqual(JSON.parse(packedRow(record).body), { key: record.key, text: record.text });
});

test("a record with its fields in another order, or with an unknown one, is stored whole", () => {
  const { id, ...rest } = read(recordOf());
  for (const record of [
    { ...rest, id },
    { id, ...rest, shade: "blue" },
  ] as MemoryRecord[]) {
    const row = packedRow(record);
    assert.equal(row.body, JSON.stringify(record));
    assert.equal(JSON.stringify(unpackRecord(row)), row.body);
  }
});
