import assert from "node:assert/strict";
import { test } from "node:test";
import { meets, rangeOf } from "../../../src/core/verify/versions.ts";

const pairs: readonly [stated: string, wanted: string, meets: boolean][] = [
  ["22", "22", true],
  ["v22.3.1", "22", true],
  ["22", "22.3", true],
  ["22", "20", false],
  ["22", ">=20", true],
  ["18", ">=20", false],
  [">=22", "22", true],
  [">=18", "22", false],
  [">=18", ">=20", false],
  [">=22", ">=20", true],
  [">= 20.1.0", ">=20", true],
  [">20", ">=21", true],
  ["<=20", "20", true],
  ["^18.2.0", "18", true],
  ["^18.2.0", "19", false],
  ["^18.2.0", "18.1", false],
  ["^0.2.3", "0.3", false],
  ["^0.0.3", "0.0.3", true],
  ["~5.6.0", "5.6", true],
  ["~5.6.0", "5.7", false],
  ["~5", "5.9", true],
  ["18 - 20", "19", true],
  ["18 - 20", "21", false],
  ["^18 || ^20", "20", true],
  ["^18 || ^20", "19", false],
  [">=3.11,<4", "3.12", true],
  ["~=3.11", "3.13", true],
  ["~=3.11.2", "3.12", false],
  ["~> 7.1", "7.2", true],
  ["==3.12.*", "3.12", true],
  ["3.12.x", "3.13", false],
  [">=3.8,!=3.9.1", "3.8", true],
  ["1.22.3", "1.22", true],
  ["1.0.0-rc.1", "1", true],
  ["3.13.0rc1", "3.13", true],
  ["9.12.0+sha512.abc", "9", true],
  ["2024.1.2", "2024", true],
];

for (const [stated, wanted, expected] of pairs) {
  test(`a manifest that states ${stated} ${expected ? "agrees with" : "contradicts"} ${wanted}`, () => {
    assert.equal(meets(rangeOf(stated)!, rangeOf(wanted)!), expected);
  });
}

const others = [
  "",
  "*",
  "x",
  "latest",
  "lts/jod",
  "workspace:^1.0.0",
  "git+https://example.org/a",
  "1 2 || ",
  "1.2.3.4.5",
];

for (const text of [...others, "1".repeat(101), ">=5 <4", "12345", `1${" ".repeat(90)}x`]) {
  test(`no range is read from ${JSON.stringify(text.slice(0, 30))}`, () => {
    assert.equal(rangeOf(text), undefined);
  });
}
