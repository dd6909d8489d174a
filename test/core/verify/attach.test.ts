import assert from "node:assert/strict";
import { test } from "node:test";
import { attach, untrueStatement } from "../../../src/core/verify/attach.ts";
import { writePredicate } from "../../../src/core/verify/predicate.ts";
import { STATEMENTS, TREE } from "./statements.ts";
import { repoOf } from "./tree-of.ts";

test("a statement is bound to what it names and what is true now, and to nothing else", (t) => {
  const repo = repoOf(t, TREE);
  const found = STATEMENTS.map(([text]) => [text, ...attach(text, repo).map(writePredicate)]);
  assert.deepEqual(found, STATEMENTS);
});

const UNTRUE: readonly [text: string, why: string][] = [
  ["src/gone.ts holds the parser", "src/gone.ts is no longer there"],
  ["Run `npm run compile` first", 'package.json no longer has a script "compile"'],
  ["This project runs on Node 18", ".nvmrc now states node 22, not 18"],
  ["The target `publish` pushes the image", 'Makefile no longer has a target "publish"'],
];

/** Nothing in them is clearly about this tree. */
const IN_DOUBT = [
  ...["The client/server split is old", "Read the TCP/IP and/or UDP chapter", "See github.com/x/y/blob/main/a.md"],
  ...["She moved in May 2023", "Edit schema.sql", "lib/old.ts was deleted", "dist/bundle.js is built at night"],
];

test("a statement that is clearly untrue here says why, and one in doubt says nothing", (t) => {
  const repo = repoOf(t, TREE);
  const known = new Map(UNTRUE);
  for (const [text] of [...STATEMENTS, ...UNTRUE, ...IN_DOUBT.map((one) => [one] as const)])
    assert.equal(untrueStatement(text, repo), known.get(text), text);
});
