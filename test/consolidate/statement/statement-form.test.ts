import assert from "node:assert/strict";
import { test } from "node:test";
import { statementForm } from "../../../src/consolidate/statement/statement-form.ts";
import { COULD_BE_CONFUSED, DIFFERENT, type Pair, SAME } from "../../fixtures/pairs/statement-pairs.ts";

/** Every third pair was held out while the rules were written. */
const isHeldOut = (_: Pair, at: number): boolean => at % 3 === 2;

const isSame = ([a, b]: Pair): boolean => statementForm(a, "rule") === statementForm(b, "rule");

test("no statement takes the form of one that says something else", () => {
  assert.deepEqual([...DIFFERENT, ...COULD_BE_CONFUSED].filter(isSame), []);
});

test("read as facts they are distinguished as well", () => {
  const alike = [...DIFFERENT, ...COULD_BE_CONFUSED].filter(
    ([a, b]) => statementForm(a, "fact") === statementForm(b, "fact"),
  );
  assert.deepEqual(alike, []);
});

test("most statements that say the same have the same form", () => {
  assert.deepEqual(
    SAME.filter((pair, at) => !isHeldOut(pair, at) && !isSame(pair)),
    [
      ["Use UTC for all timestamps", "All timestamps use UTC"],
      ["The repo's docs are in docs/", "The docs of the repository are in docs/"],
      ["Restart the dev server after changing the config", "After a config change, restart the dev server"],
    ],
  );
});

test("no more than four of the held-out pairs are missed", () => {
  const heldOut = SAME.filter(isHeldOut);
  assert.equal(heldOut.length, 24);
  assert.ok(heldOut.filter((pair) => !isSame(pair)).length <= 4);
});

test("a described rule equals the ordered one, a described fact does not", () => {
  const [described, ordered] = ["Caching is disabled in CI", "Disable caching in CI"];
  assert.equal(statementForm(described, "rule"), statementForm(ordered, "rule"));
  assert.notEqual(statementForm(described, "fact"), statementForm(ordered, "fact"));
});

test("several attention phrases add nothing", () => {
  const plain = statementForm("Run the linter before committing", "rule");
  assert.equal(statementForm("Please note that you must always run the linter before committing.", "rule"), plain);
  assert.equal(statementForm("Please, make sure to run the linter before committing", "rule"), plain);
});

test("a long text is the same only if it is equal", () => {
  const long = `Run the tests before pushing. ${"More words follow. ".repeat(80)}`;
  assert.equal(statementForm(long, "rule"), statementForm(long.toUpperCase(), "rule"));
  assert.notEqual(statementForm(long, "rule"), statementForm(`Please ${long}`, "rule"));
});

test("a statement of signs alone still has a form", () => {
  assert.notEqual(statementForm("the", "rule"), "");
  assert.notEqual(statementForm("[]", "rule"), statementForm("{}", "rule"));
});
