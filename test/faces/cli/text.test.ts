import assert from "node:assert/strict";
import { test } from "node:test";
import { nearest, sinceMs } from "../../../src/verbs/declare/values.ts";
import { ago, percent, tableText } from "../../../src/verbs/print/format.ts";
import { oneLine, printable, styleFor, widthOf, wrap } from "../../../src/verbs/print/style.ts";
import { NOON } from "./sandbox.ts";

const widths: [text: string, width: number][] = [
  ["", 0],
  ["plain", 5],
  ["naïve", 5],
  ["nai\u0308ve", 5],
  ["日本語", 6],
  ["한글", 4],
  ["ok 👍", 5],
  ["a → b", 5],
];

for (const [text, width] of widths) {
  test(`${JSON.stringify(text)} is ${width} columns wide`, () => assert.equal(widthOf(text), width));
}

const wrapped: [text: string, columns: number, indent: string, lines: string[]][] = [
  ["one two three", 7, "", ["one two", "three"]],
  ["one two three", 7, "  ", ["one two", "  three"]],
  ["  one two three", 7, "  ", ["  one", "  two", "  three"]],
  ["short", 60, "  ", ["short"]],
  ["a /a/very/long/path b", 10, "", ["a", "/a/very/long/path", "b"]],
  ["日本語日本語", 6, "", ["日本語", "日本語"]],
  ["one\n\ntwo", 60, "", ["one", "", "two"]],
];

for (const [text, columns, indent, lines] of wrapped) {
  test(`${JSON.stringify(text)} in ${columns} columns is ${lines.length} lines`, () => {
    assert.deepEqual(wrap(text, columns, indent).split("\n"), lines);
  });
}

test("terminal escapes and invisible characters are not printed", () => {
  assert.equal(printable("a\u001b[31mred\u0007\u202eb\tc"), "aredb c");
  assert.equal(oneLine("a\n  b\r\nc"), "a / b / c");
});

const colours: [columns: number | undefined, variables: Record<string, string>, noColor: boolean, bold: string][] = [
  [80, {}, false, "\u001b[1mx\u001b[22m"],
  [undefined, {}, false, "x"],
  [80, { NO_COLOR: "1" }, false, "x"],
  [80, { TERM: "dumb" }, false, "x"],
  [80, {}, true, "x"],
  [undefined, { FORCE_COLOR: "1" }, false, "\u001b[1mx\u001b[22m"],
  [80, { FORCE_COLOR: "0" }, false, "x"],
  [80, { FORCE_COLOR: "1" }, true, "x"],
];

for (const [columns, variables, noColor, bold] of colours) {
  test(`colour with ${JSON.stringify({ columns, ...variables, noColor })}: ${JSON.stringify(bold)}`, () => {
    assert.equal(styleFor({ columns, variables, noColor }).bold("x"), bold);
  });
}

const meant: [word: string, known: string[], near: string | undefined][] = [
  ["recal", ["record", "recall"], "recall"],
  ["lsit", ["list", "get"], "list"],
  ["reclass", ["record", "reclassify"], "reclassify"],
  ["x", ["list", "get"], undefined],
  ["nonsense", ["list", "get"], undefined],
];

for (const [word, known, near] of meant) {
  test(`${word} means ${near}`, () => assert.equal(nearest(word, known), near));
}

const HOUR = 3_600_000;
const times: [text: string, ms: number][] = [
  ["2026-11-01", Date.UTC(2026, 10, 1)],
  ["7d", NOON - 7 * 24 * HOUR],
  ["2w", NOON - 14 * 24 * HOUR],
  ["3h", NOON - 3 * HOUR],
  ["today", new Date(NOON).setHours(0, 0, 0, 0)],
  ["Yesterday", new Date(NOON - 24 * HOUR).setHours(0, 0, 0, 0)],
];

for (const [text, ms] of times) {
  test(`since ${text} is ${new Date(ms).toISOString()}`, () => assert.equal(sinceMs(text, NOON), ms));
}

for (const text of ["soon", "", "7", "-3d", "2026-13-40"]) {
  test(`since ${JSON.stringify(text)} is wrong usage`, () => {
    assert.throws(() => sinceMs(text, NOON), { code: "usage" });
  });
}

test("percentages are rounded", () => assert.equal(percent(0.649), "65%"));

const agos: [ms: number, says: string][] = [
  [0, "just now"],
  [5 * 60_000, "5 minutes ago"],
  [HOUR, "1 hour ago"],
  [50 * HOUR, "2 days ago"],
];

for (const [ms, says] of agos) {
  test(`${ms} ms are ${says}`, () => assert.equal(ago(new Date(NOON - ms).toISOString(), NOON), says));
}

const MACHINES = [
  ["laptop", "683f-f29b-af0f-8373", "this machine", "12 records"],
  ["desk", "ea1b-83b8-23b9-cb20", "", "1 record"],
];
const tables: [columns: number | undefined, lines: string[]][] = [
  [
    80,
    ["laptop  683f-f29b-af0f-8373  this machine  12 records", "desk    ea1b-83b8-23b9-cb20                1 record"],
  ],
  [40, ["laptop  683f-f29b-af0f-8373", "  this machine  12 records", "desk  ea1b-83b8-23b9-cb20  1 record"]],
  [undefined, ["laptop\t683f-f29b-af0f-8373\tthis machine\t12 records", "desk\tea1b-83b8-23b9-cb20\t1 record"]],
];

for (const [columns, lines] of tables) {
  test(`a table in ${columns ?? "no"} columns keeps its cells whole`, () => {
    const style = styleFor({ columns, variables: {}, noColor: true });
    assert.deepEqual(tableText(MACHINES, style).split("\n"), lines);
  });
}
