import assert from "node:assert/strict";
import { test } from "node:test";
import { attach, untrueName } from "../../../src/core/verify/attach.ts";
import { writePredicate } from "../../../src/core/verify/predicate.ts";
import { STATEMENTS, TREE } from "./statements.ts";
import { repoOf } from "./tree-of.ts";

test("a statement is bound to what it names and what is true now, and to nothing else", (t) => {
  const repo = repoOf(t, TREE);
  const found = STATEMENTS.map(([text]) => [text, ...attach(text, repo).map(writePredicate)]);
  assert.deepEqual(found, STATEMENTS);
});

const UNTRUE: readonly [text: string, why: string][] = [
  ["Run `npm run compile` first", 'package.json has no script "compile"'],
  ["The target `publish` pushes the image", 'Makefile has no target "publish"'],
];

/** Nothing in them is clearly about this tree. */
const IN_DOUBT = [
  ...["The client/server split is old", "Read the TCP/IP and/or UDP chapter", "See github.com/x/y/blob/main/a.md"],
  ...["She moved in May 2023", "Edit schema.sql", "lib/old.ts was deleted", "src/gone.ts holds the parser"],
];

test("a statement that names a script or target that is not here says so, and one in doubt says nothing", (t) => {
  const repo = repoOf(t, TREE);
  const known = new Map(UNTRUE);
  for (const [text] of [...STATEMENTS, ...UNTRUE, ...IN_DOUBT.map((one) => [one] as const)])
    assert.equal(untrueName(text, repo), known.get(text), text);
});
