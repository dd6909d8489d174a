import assert from "node:assert/strict";
import { test } from "node:test";
import { screen } from "../../../src/core/screen/clean.ts";
import { findSecrets } from "../../../src/core/screen/secrets.ts";
import { readTsv } from "../../fixtures/read-tsv.ts";
import { ALNUM, DIGITS, drawFrom } from "./made-up.ts";

const ROWS = readTsv("screen/stated-secrets.tsv", ["kind", "secret", "line"]);

test("a stated secret is masked whatever it looks like, and the words around it stay", () => {
  const stated = ROWS.filter(({ secret }) => secret !== "");
  assert.ok(stated.length >= 50);
  for (const { kind, secret, line } of stated) {
    const { text } = screen(line);
    // The last one: a user may have the name of the password.
    const at = line.lastIndexOf(secret);
    const [before, after] = [line.slice(0, at), line.slice(at + secret.length)];
    const mark = /\[secret:[\w-]+\]/.exec(text.slice(kind === "Kubernetes" ? 0 : at))?.[0];
    assert.ok(mark !== undefined, `${kind}: ${text}`);
    if (kind === "Kubernetes") assert.ok(!text.includes(secret), text);
    else assert.equal(text, before + mark + after, kind);
  }
});

test("talk about secrets and places for a value lose nothing", () => {
  const harmless = ROWS.filter(({ secret }) => secret === "");
  assert.ok(harmless.length >= 60);
  const taken = harmless.filter(({ line }) => findSecrets(line).length > 0).map(({ line }) => screen(line).text);
  assert.deepEqual(taken, []);
});

test("only the values of a Kubernetes Secret are masked, and no value of the document after it", () => {
  const secret =
    "apiVersion: v1\nkind: Secret\nmetadata:\n  name: db\ndata:\n  dsn: cDQ=\n---\nkind: ConfigMap\ndata:\n  colour: blue\n";
  assert.equal(screen(secret).text, secret.replace("cDQ=", "[secret:kubernetes-secret]"));
  const list =
    "items:\n- apiVersion: v1\n  data:\n    dsn: cDQ=\n  kind: Secret\n- apiVersion: v1\n  data:\n    colour: blue\n  kind: ConfigMap\n";
  assert.equal(screen(list).text, list.replace("cDQ=", "[secret:kubernetes-secret]"));
});

test("tokens of Facebook and Discord are found without a label", () => {
  const draw = drawFrom(29);
  const tokens = [
    `EAACEd${draw(ALNUM, 40)}`,
    `EAAB${draw("wzLix", 1)}${draw(ALNUM, 120)}`,
    `${`1${draw(DIGITS, 14)}`}|${draw(ALNUM, 27)}`,
    `mfa.${draw(ALNUM, 84)}`,
    `OTk${draw(ALNUM, 21)}.${draw(ALNUM, 6)}.${draw(ALNUM, 27)}`,
  ];
  for (const token of tokens) {
    const { text } = screen(`we use ${token} for now`);
    assert.match(text, /^we use (?:\d+\|)?\[secret:[\w-]+\] for now$/, token);
  }
  assert.equal(screen(`graph?access_token=1${draw(DIGITS, 14)}%7C${draw(ALNUM, 27)}&v=1`).outcome, "secret");
});
