/** A history file is imported once, then only its new commands, screened and grouped in sessions. */
import assert from "node:assert/strict";
import { appendFileSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type TestContext, test } from "node:test";
import { type HistoryCursor, importHistory } from "../../../src/capture/history/import-history.ts";
import { sourceNamed } from "../../../src/capture/history/sources.ts";
import { lineMatcher, type Screening } from "../../../src/core/event/admit.ts";

type Desk = {
  readonly file: string;
  take(cursor?: HistoryCursor, screening?: Screening): ReturnType<typeof taken>;
};

function newFile(t: TestContext, name: string, text: string): Desk {
  const dir = mkdtempSync(join(tmpdir(), "oldhand-history-"));
  t.after(() => rmSync(dir, { recursive: true }));
  const file = join(dir, "history");
  writeFileSync(file, text);
  return { file, take: (cursor, screening = {}) => taken(name, file, { ...(cursor ? { cursor } : {}), ...screening }) };
}

function taken(name: string, file: string, options: Screening & { cursor?: HistoryCursor }) {
  const source = sourceNamed(name);
  assert.ok(source !== undefined && source.read !== "rows");
  const { events, end } = importHistory({ ...source, read: source.read }, file, options);
  const all = [...events];
  return { events: all, commands: all.map(({ command }) => String(command)), ...end() };
}

test("a file without times is one session in its order", (t) => {
  const { events } = newFile(t, "bash", "git pull\nnpm test\n").take();
  const [{ session = "" } = {}] = events;
  assert.match(session, /^ses_/);
  const one = { session, source: "bash", shell: "bash", actor: "person", status: "unknown" };
  assert.deepEqual(events, [
    { ...one, command: "git pull" },
    { ...one, command: "npm test" },
  ]);
});

test("a pause of half an hour starts another session", (t) => {
  const desk = newFile(t, "zsh", ": 1700000000:0;a\n: 1700001800:0;b\n: 1700003601:3;c\n");
  const { events } = desk.take();
  const sessions = events.map(({ session }) => session);
  assert.equal(sessions[0], sessions[1]);
  assert.notEqual(sessions[1], sessions[2]);
  assert.deepEqual(desk.take().events, events);
  assert.equal(events[2]?.durationMs, 3000);
});

test("a session continues over two imports", (t) => {
  const desk = newFile(t, "zsh", ": 1700000000:0;a\n");
  const first = desk.take();
  appendFileSync(desk.file, ": 1700000060:0;b\n");
  const second = desk.take(first.cursor);
  assert.deepEqual(second.commands, ["b"]);
  assert.equal(second.events[0]?.session, first.events[0]?.session);
});

test("a second import reads only what was appended", (t) => {
  for (const name of ["bash", "powershell", "zsh"]) {
    const desk = newFile(t, name, "a\nb\n");
    const first = desk.take();
    assert.deepEqual(first.commands, ["a", "b"]);
    assert.deepEqual(desk.take(first.cursor).commands, []);
    appendFileSync(desk.file, "b\nc\n");
    const second = desk.take(first.cursor);
    assert.deepEqual(second.commands, ["b", "c"]);
    assert.deepEqual(desk.take(second.cursor).commands, []);
  }
});

test("a file that was trimmed at its start gives what follows the known tail", (t) => {
  const desk = newFile(t, "bash", "a\nb\nc\nd\n");
  const { cursor } = desk.take();
  writeFileSync(desk.file, "c\nd\ne\nf\n");
  const second = desk.take(cursor);
  assert.deepEqual(second.commands, ["e", "f"]);
  writeFileSync(desk.file, "f\ng\n");
  assert.deepEqual(desk.take(second.cursor).commands, ["g"]);
});

test("commands with times are returned again from a rewritten file", (t) => {
  const desk = newFile(t, "zsh", ": 1700000000:0;a\nplain\n");
  const { cursor } = desk.take();
  writeFileSync(desk.file, ": 1699999999:0;older\n: 1700000000:0;a\nplain\nnew\n");
  assert.deepEqual(desk.take(cursor).commands, ["older", "a", "new"]);
});

test("secrets are redacted, and the tail keeps no hash of them", (t) => {
  const token = `ghp_${"a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8"}`;
  const desk = newFile(t, "bash", `echo ${token}\n`);
  const other = newFile(t, "bash", `echo ${token.replace("a1", "z9")}\n`);
  assert.deepEqual(desk.take().commands, ["echo [secret:github]"]);
  assert.deepEqual(desk.take().cursor.tail, other.take().cursor.tail);
});

test("hidden, ignored and empty lines are skipped and counted, and private words removed", (t) => {
  const desk = newFile(t, "bash", " hidden\naws s3 ls\n\necho acme\n");
  const screening = { isIgnored: lineMatcher(["aws *"]), privatePatterns: ["acme"] };
  const { commands, skipped } = desk.take(undefined, screening);
  assert.deepEqual(commands, ["echo [private]"]);
  assert.deepEqual(skipped, [
    { reason: "leading space", count: 1 },
    { reason: "ignored", count: 1 },
    { reason: "empty", count: 1 },
  ]);
});
