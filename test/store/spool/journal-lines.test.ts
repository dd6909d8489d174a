import assert from "node:assert/strict";
import { appendFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { keepJournalLines } from "../../../src/store/spool/journal-lines.ts";
import { tempDir } from "../../fixtures/git-repo.ts";

const line = (session: string, n: number): string => `${JSON.stringify({ session, n })}`;

test("lines of a session are found whatever was added, cut, replaced or removed since", (t) => {
  const path = join(tempDir(t, "journal"), "recalls.jsonl");
  const linesOf = keepJournalLines();
  const lines = (session: string) => linesOf(path, session, 1_000_000);
  assert.deepEqual(lines("a"), []);
  writeFileSync(path, `${line("a", 1)}\n${line("b", 2)}\n`);
  assert.deepEqual(lines("a"), [line("a", 1)]);
  // A line that is being written counts once it is complete.
  appendFileSync(path, line("a", 3));
  assert.deepEqual(lines("a"), [line("a", 1)]);
  appendFileSync(path, `\n${line('odd "name"', 4)}\n`);
  assert.deepEqual(lines("a"), [line("a", 1), line("a", 3)]);
  assert.deepEqual(lines('odd "name"'), [line('odd "name"', 4)]);
  // Rewritten, as a cut or a forget does, and longer than before.
  writeFileSync(`${path}.new`, `${line("b", 2).padEnd(500)}\n${line("a", 9)}\n`);
  renameSync(`${path}.new`, path);
  assert.deepEqual(lines("a"), [line("a", 9)]);
  rmSync(path);
  assert.deepEqual(lines("a"), []);
  writeFileSync(path, `${line("a", 10)}\n`);
  assert.deepEqual(lines("a"), [line("a", 10)]);
});
