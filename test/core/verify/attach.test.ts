import assert from "node:assert/strict";
import { test } from "node:test";
import { attach } from "../../../src/core/verify/attach.ts";
import { writePredicate } from "../../../src/core/verify/predicate.ts";
import { STATEMENTS, TREE } from "./statements.ts";
import { repoOf } from "./tree-of.ts";

test("a statement is bound to what it names and what is true now, and to nothing else", (t) => {
  const repo = repoOf(t, TREE);
  const found = STATEMENTS.map(([text]) => [text, ...attach(text, repo).map(writePredicate)]);
  assert.deepEqual(found, STATEMENTS);
});
