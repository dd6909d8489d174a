import assert from "node:assert/strict";
import { test } from "node:test";
import { generatedBits, isRandom, isWordy, SURE } from "../../../src/core/screen/random-text.ts";
import { ALNUM, drawFrom, HEX, LOWER } from "./made-up.ts";

const draw = drawFrom(32);

test("generated characters have more bits of proof the longer they are", () => {
  for (const alphabet of [HEX, LOWER, ALNUM]) {
    const values = Array.from({ length: 200 }, () => draw(alphabet, 32));
    const proven = values.filter((value) => generatedBits(value) >= SURE);
    assert.ok(proven.length >= 190, `${proven.length} of 200 in ${alphabet}`);
    const short = values.filter((value) => generatedBits(value.slice(0, 4)) >= SURE);
    assert.ok(short.length <= 10, `${short.length} of 200 short ones in ${alphabet}`);
  }
});

test("names, versions, dates and paths are not generated", () => {
  const names = (
    "kubernetesClusterRoleBinding ISO8601DateFormatter getElementById86 2024-01-01T12:00:00Z " +
    "node_modules/.pnpm/react-dom@18.2.0 x86_64-unknown-linux-gnu k8s-prod-eu-west-1a-node-07 correct7Horse " +
    "aws_secret_access_key 1234567890abcdef aaaaaaaaaaaaaaaa abcdefghijklmnop"
  ).split(" ");
  for (const name of names) {
    assert.equal(isWordy(name), true, name);
    assert.equal(isRandom(name), false, name);
  }
});

test("a fixed part in the other case does not hide a generated one", () => {
  for (let times = 0; times < 50; times += 1) assert.equal(isRandom(`${draw(HEX, 36)}NRAL`), true);
});
