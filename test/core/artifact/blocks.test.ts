import assert from "node:assert/strict";
import { test } from "node:test";
import { blocksOf, entryText, idsIn, joinedBlocks, statementOf } from "../../../src/core/artifact/blocks.ts";
import { recordId } from "../../fixtures/records.ts";

const ID = recordId("one");
const MARKED = entryText("The bell is iron", { label: "fact, global; 2026-03-01", id: ID });

const TEXTS: readonly (readonly [name: string, text: string, blocks: readonly string[]])[] = [
  ["nothing", "", []],
  ["only white space", "\n \n\t\n", []],
  ["a heading needs no empty line", "# A\ntext\n## B\nmore", ["# A", "text", "## B", "more"]],
  ["each item is a block", "- a\n* b\n+ c\n1. d\n2) e", ["- a", "* b", "+ c", "1. d", "2) e"]],
  ["further lines belong to their item", "- a\n  b\nc\n- d", ["- a\n  b\nc", "- d"]],
  ["after a mark a new line is a new block", `${MARKED}\ntext\n`, [MARKED, "text"]],
  ["an indented line after a mark still belongs to it", `${MARKED}\n  text\n`, [`${MARKED}\n  text`]],
  [
    "code is one block",
    "```sh\n# no heading\n\n- no item\n```\nafter",
    ["```sh\n# no heading\n\n- no item\n```", "after"],
  ],
  ["an open fence ends with its paragraph", "```sh\nls\n\n- a", ["```sh\nls", "- a"]],
  ["a longer fence holds a shorter one", "````\n```\n\nx\n````", ["````\n```\n\nx\n````"]],
];

for (const [name, text, blocks] of TEXTS) {
  test(`${name}, and no byte is lost`, () => {
    const found = blocksOf(text);
    assert.deepEqual(
      found.blocks.map((block) => block.text),
      blocks,
    );
    assert.equal(joinedBlocks(found), text);
  });
}

const WORDS: readonly (readonly [string, string])[] = [
  ["The bell is iron", "The bell is iron"],
  ["- starts like an item", "- starts like an item"],
  ["two lines\nof words", "two lines\nof words"],
  ["a list:\n- one\n  - inner\n\n# no heading", "a list:\n- one\n  - inner\n# no heading"],
  [`quotes [fact; ${ID}] of another`, `quotes (fact; ${ID}) of another`],
  ["ends in [brackets]", "ends in [brackets]"],
  ["```sh\nls\n```", "```sh\nls\n```"],
];

for (const [words, read] of WORDS) {
  test(`${JSON.stringify(words)} is one entry with the same statement`, () => {
    const text = entryText(words, { label: "fact, global; 2026-03-01", id: recordId("two") });
    const { blocks } = blocksOf(`# A\n\n${text}\n- next\n`);
    assert.equal(blocks.length, 3);
    assert.equal(statementOf(blocks[1]!.text), read);
    assert.deepEqual(idsIn(text), [recordId("two")]);
  });
}

test("blocks that were not adjacent before do not run together", () => {
  const [a, b] = [blocksOf("one").blocks[0]!, blocksOf("# x\ntwo").blocks[1]!];
  assert.equal(joinedBlocks({ blocks: [a, b], tail: "\n" }), "one\n\ntwo\n");
});
