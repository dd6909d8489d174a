import assert from "node:assert/strict";
import { test } from "node:test";
import { excerpt, pieces } from "../../../src/core/search/pieces.ts";

const FILLER = "Nothing about it is in this sentence. ".repeat(40);

test("a short text is one piece, and a long one is cut at paragraphs", () => {
  assert.deepEqual(pieces("One.\n\nTwo."), ["One.\n\nTwo."]);
  const [first, second] = ["a ".repeat(400).trim(), "b ".repeat(400).trim()];
  assert.deepEqual(pieces(`${first}\n\n${second}`), [first, second]);
});

test("nothing is lost when a paragraph without any break is cut", () => {
  for (const text of ["x".repeat(5000), FILLER.trim(), "🎉".repeat(1500)]) {
    const cut = pieces(text);
    assert.ok(cut.length > 1 && cut.every((piece) => piece.length <= 1000 && piece.isWellFormed()));
    assert.equal(cut.join("").replaceAll(" ", ""), text.replaceAll(" ", ""));
  }
});

test("an excerpt shows the part with the words of the query, and marks where it was cut", () => {
  const text = `${FILLER}The harbour gauge is stuck since Monday. ${FILLER}`;
  const shown = excerpt(text, "why is the harbour gauge stuck?", 280);
  assert.match(shown, /^….*harbour gauge is stuck.*…$/s);
  assert.ok(shown.length <= 282);
  assert.equal(excerpt("Short.", "anything", 280), "Short.");
  assert.match(excerpt(FILLER, "zebra", 100), /^Nothing about it.*…$/);
});
