import assert from "node:assert/strict";
import { test } from "node:test";
import { type ErrorCode, OldhandError } from "../../../src/core/base/error.ts";
import { failureFor } from "../../../src/faces/cli/main.ts";
import { sandbox } from "./sandbox.ts";

const exits: [code: ErrorCode, exit: number][] = [
  ["usage", 2],
  ["ambiguous", 2],
  ["not-found", 3],
  ["invalid", 1],
  ["conflict", 1],
  ["unreadable", 1],
  ["read-only", 1],
  ["full", 1],
  ["too-new", 1],
  ["busy", 1],
  ["io", 1],
];

for (const [code, exit] of exits) {
  test(`an error that is ${code} exits with ${exit}`, () => {
    const failure = failureFor(new OldhandError(code, "Do this."), { variables: {} });
    assert.deepEqual(failure, { exit, json: { error: { code, message: "Do this." } }, text: "Do this." });
  });
}

test("an unexpected error is one line, and its stack is shown only on demand", () => {
  const error = Object.assign(new Error("disk on fire\nmore"), { code: "EFIRE" });
  const message = "Unexpected error: disk on fire (EFIRE). Set OLDHAND_DEBUG=1 to see where it happened.";
  const quiet = failureFor(error, { variables: {} });
  assert.deepEqual(quiet, { exit: 1, json: { error: { code: "unexpected", message } }, text: message });
  assert.match(failureFor(error, { variables: { OLDHAND_DEBUG: "1" } }).text, /failure\.test\.ts/);
});

const mistakes: [argv: string[], exit: number, code: string][] = [
  [["record", "get", "../x"], 3, "not-found"],
  [["record", "get", "rec_nothing"], 3, "not-found"],
  [["record", "add", ""], 1, "invalid"],
  [["record", "add", " \n\u0000 "], 1, "invalid"],
  [["record", "add", "bytes \ufffd lost"], 1, "invalid"],
  [["record", "add", "x", "--expires", "soon"], 2, "usage"],
  [["record"], 2, "usage"],
  [["nonsense"], 2, "usage"],
  [["why", "rcp_nothing"], 3, "not-found"],
  [["record", "undo"], 3, "not-found"],
  [["suggestions", "accept", "sug_nothing"], 3, "not-found"],
  [["config", "get", "nothing"], 3, "not-found"],
  [["config", "set", "review", "perhaps"], 1, "invalid"],
  [["import", "nowhere"], 3, "not-found"],
  [["-C", "nowhere", "record", "list"], 2, "usage"],
  [["recall", "x", "--limit", "many"], 2, "usage"],
  [["recall", "x", "--since", "soon"], 2, "usage"],
];

for (const [argv, exit, code] of mistakes) {
  test(`\`${["oldhand", ...argv].join(" ").replaceAll("\u0000", "\\0")}\` exits with ${exit}, as ${code}`, async (t) => {
    const { oldhand } = sandbox(t);
    const people = await oldhand(argv);
    assert.deepEqual([people.exit, people.out], [exit, ""]);
    assert.match(people.err, /^oldhand: /);
    const program = await oldhand([...argv, "--json"]);
    const { schemaVersion, error } = JSON.parse(program.out);
    assert.deepEqual([program.exit, schemaVersion, error.code], [exit, 1, code]);
  });
}

const inputs: [name: string, input: string | Uint8Array, exit: number, says: RegExp][] = [
  ["a statement", "From a file\n", 0, /Added rec_/],
  ["nothing", "", 1, /The text is empty/],
  ["10 MB", "word ".repeat(2_000_000), 1, /larger than 1 MB/],
  ["100 KB", "word ".repeat(20_000), 1, /at most 64 KB/],
  ["bytes that are not UTF-8", Uint8Array.of(0x61, 0xff, 0xfe), 1, /not UTF-8/],
  ["zero bytes inside", "one\u0000two", 0, /Added rec_/],
];

for (const [name, input, exit, says] of inputs) {
  test(`through stdin ${name} ${exit === 0 ? "is remembered" : "is refused with a reason"}`, async (t) => {
    const result = await sandbox(t).oldhand(["record", "add", "-"], { input });
    assert.equal(result.exit, exit);
    assert.match(result.out + result.err, says);
  });
}

test("an ambiguous id is wrong usage and lists the matches", async (t) => {
  const { oldhand } = sandbox(t);
  await oldhand(["record", "add", "The office moved to Lisbon"]);
  await oldhand(["record", "add", "Builds need 8 GB"]);
  const { exit, err } = await oldhand(["record", "get", "rec_"]);
  assert.equal(exit, 2);
  assert.match(err, /matches 2 records/);
});
