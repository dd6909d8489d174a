/** The records of a spool file are read back complete, and a torn one loses only itself. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { lineMatcher } from "../../../src/core/event/admit.ts";
import { parseSpool, type SpoolLine, WITHHELD } from "../../../src/core/event/spool-line.ts";
import { spoolLine } from "../../fixtures/shell-traces.ts";

const line = (changes: Partial<SpoolLine> = {}): SpoolLine => ({
  session: "ses_0123456789abcdefgh",
  shell: "zsh",
  actor: "person",
  startMs: 1_700_000_000_000,
  durationMs: 12,
  exitCode: 0,
  cwd: "/home/me/app",
  command: "git status",
  ...changes,
});

const parse = (text: string) => parseSpool(Buffer.from(text));
const commands = (text: string) => parse(text).events.map(({ command }) => String(command));
const torn = (count: number) => [{ reason: "torn record", count }];

test("a record becomes an event", () => {
  const text = spoolLine(line());
  assert.deepEqual(parse(text), {
    events: [{ ...line(), source: "live", status: "success" }],
    taken: text.length,
    skipped: [],
  });
});

test("statuses are read from the exit code", () => {
  const codes = [0, 1, 130, 255];
  const { events } = parse(codes.map((exitCode) => spoolLine(line({ exitCode }))).join(""));
  assert.deepEqual(
    events.map(({ status }) => status),
    ["success", "failure", "interrupted", "failure"],
  );
});

test("commands of any shape come back as they were", () => {
  const shapes = ["a\nb", ".", "..", "oh1", "echo ✓ 漢字", "printf '\\0'", "x\u001ey", WITHHELD];
  // What a reader cannot see is taken out by the screen.
  const seen = shapes.map((shape) => shape.replace("\u001e", ""));
  assert.deepEqual(commands(shapes.map((command) => spoolLine(line({ command }))).join("")), seen);
});

test("a record that is still being written is left for the next time", () => {
  const first = spoolLine(line({ command: "one" }));
  const second = spoolLine(line({ command: "two" }));
  for (let cut = 0; cut < second.length; cut++) {
    const { events, taken, skipped } = parse(first + second.slice(0, cut));
    assert.deepEqual([events.length, taken, skipped], [1, first.length, []], `cut at ${cut}`);
  }
});

test("a torn record loses only itself", () => {
  const first = spoolLine(line({ command: "one" }));
  for (let cut = 1; cut < first.length; cut++) {
    const text = first.slice(0, cut) + spoolLine(line({ command: "two" })) + spoolLine(line({ command: "three" }));
    const { events, taken } = parse(text);
    const seen = events.map(({ command }) => String(command));
    assert.deepEqual(seen.slice(-1), ["three"], `cut at ${cut}`);
    assert.ok(!seen.some((command) => !["one", "two", "three"].includes(command)), `cut at ${cut}: ${seen}`);
    assert.ok(seen.length >= 2, `cut at ${cut}: ${seen}`);
    assert.equal(taken, text.length);
  }
});

test("garbage between records is counted and skipped", () => {
  const noise = `rubbish${spoolLine(line({ command: "one" }))}\0\0\0${spoolLine(line({ command: "two" }))}`;
  assert.deepEqual(commands(noise), ["one", "two"]);
  assert.deepEqual(parse(noise).skipped, torn(1));
});

const WRONG: readonly Partial<Record<keyof SpoolLine, string | number>>[] = [
  { session: "../../etc/passwd" },
  { session: "" },
  { shell: "cmd" },
  { actor: "root" },
  { startMs: "soon" },
  { startMs: -1 },
  { startMs: 9e15 },
  { durationMs: "" },
  { exitCode: "1x" },
];

for (const wrong of WRONG) {
  test(`a record with ${JSON.stringify(wrong)} is skipped`, () => {
    const text = spoolLine({ ...line(), ...wrong } as SpoolLine);
    assert.deepEqual(parse(text), { events: [], taken: Buffer.byteLength(text), skipped: torn(1) });
  });
}

test("a relative directory, or one with a secret, is left out", () => {
  const token = `ghp_${"a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8"}`;
  const { events } = parse(["", "here", `/tmp/${token}`, "/tmp"].map((cwd) => spoolLine(line({ cwd }))).join(""));
  assert.deepEqual(
    events.map(({ cwd }) => cwd),
    [undefined, undefined, undefined, "/tmp"],
  );
});

test("the full screen runs at intake", () => {
  const token = `ghp_${"a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8"}`;
  const spool = [`echo ${token}`, "echo acme", " hidden", "aws s3"]
    .map((command) => spoolLine(line({ command })))
    .join("");
  const screening = { privatePatterns: ["acme"], isIgnored: lineMatcher(["aws *"]) };
  const { events, skipped } = parseSpool(Buffer.from(spool), screening);
  assert.deepEqual(
    events.map(({ command }) => String(command)),
    ["echo [secret:github]", "echo [private]"],
  );
  assert.deepEqual(skipped, [
    { reason: "leading space", count: 1 },
    { reason: "ignored", count: 1 },
  ]);
});

test("a directory in UTF-8 is read correctly next to a command in Latin-1", () => {
  const text = spoolLine(line({ cwd: "/tmp/ü", command: "echo caf?" }));
  const bytes = Buffer.from(text);
  bytes[bytes.indexOf("caf?") + 3] = 0xe9;
  const [event] = parseSpool(bytes).events;
  assert.deepEqual([event?.cwd, String(event?.command)], ["/tmp/ü", "echo café"]);
});
