import assert from "node:assert/strict";
import { test } from "node:test";
import { findQuote } from "../../../src/learn/quote/find-quote.ts";

type Row = readonly [message: string, quote: string, found: string | "not own" | "turned" | "absent", why: string];

/** `found` is the text of a whole clause; `= …` the sentence that a partial quote was widened to. */
const TABLE: readonly Row[] = [
  ["Use tabs in Go files.", "Use tabs in Go files.", "Use tabs in Go files.", "word for word"],
  [
    "Use  tabs\nin Go files.",
    "use tabs in go files",
    "Use tabs in Go files.",
    "white space, case and the period are forgiven",
  ],
  ["Don’t use “npm” here.", `Don't use "npm" here`, "Don’t use “npm” here.", "typographic signs are forgiven"],
  ["Use tabs in Go files.", "Use tabs in all Go files.", "absent", "a word was added"],
  ["Use tabs in Go files.", "Use spaces in Go files.", "absent", "a word was changed"],
  ["Use tabstops.", "Use tabs", "absent", "half a word"],
  [
    "Looks good, but always run the specs first.",
    "always run the specs first",
    "always run the specs first.",
    "a clause",
  ],
  ["ok - use pnpm here", "use pnpm here", "use pnpm here", "after a dash"],
  [
    "Ship it. Deploys need a ticket. Thanks.",
    "Deploys need a ticket.",
    "Deploys need a ticket.",
    "a sentence of several",
  ],
  ["Use tabs. Never spaces.", "Use tabs. Never spaces.", "Use tabs. Never spaces.", "two sentences in a row"],
  ["- Use tabs\n- Never push on Friday", "- Never push on Friday", "Never push on Friday", "an item of a list"],
  ["I would never say never deploy on Friday.", "never deploy on Friday", "turned", "the rest says the opposite"],
  ["He said we deploy on Friday.", "we deploy on Friday", "turned", "somebody else said it"],
  ["I don't think we should use tabs here.", "we should use tabs here", "turned", "a negation was left out"],
  [
    "I think the cache lives in the session repository.",
    "the cache lives in the session repository",
    "= I think the cache lives in the session repository.",
    "the person's own opinion",
  ],
  [
    "On the client component keys are never strings",
    "keys are never strings",
    "= On the client component keys are never strings",
    "a word that only ends like a negation",
  ],
  [
    "Never deploy on Friday unless I say so.",
    "Never deploy on Friday",
    "= Never deploy on Friday unless I say so.",
    "a condition was left out",
  ],
  [
    "If the tests fail, revert the commit.",
    "revert the commit",
    "= If the tests fail, revert the commit.",
    "the occasion was left out",
  ],
  [
    "Please keep the release notes short in this repository.",
    "keep the release notes short",
    "= Please keep the release notes short in this repository.",
    "the end was left out",
  ],
  ["> Always use tabs\n\nwhat do you think?", "Always use tabs", "not own", "a quoted line"],
  ["```\nalways use tabs\n```\nwhy?", "always use tabs", "not own", "code"],
  ['The README says "always use tabs" somewhere.', "always use tabs", "not own", "in quotation marks"],
  ["Traceback (most recent call last):\n  always use tabs", "always use tabs", "not own", "pasted"],
  ["2026-03-01T10:00:00Z ERROR always use tabs", "always use tabs", "not own", "a line of a log"],
  ["ok", "ok", "absent", "too short to be anybody's"],
  ["以后所有提交都要写测试。", "以后所有提交都要写测试", "以后所有提交都要写测试", "a script without spaces"],
];

for (const [message, quote, expected, why] of TABLE) {
  test(`${JSON.stringify(quote)} in ${JSON.stringify(message)}: ${why}`, () => {
    const found = findQuote(message, quote);
    const shown = found.outcome === "own" ? `${found.isWhole ? "" : "= "}${found.text}` : found.outcome;
    assert.equal(shown, expected);
  });
}

test("text that oldhand inserted is not the person's", () => {
  const id = "0123456789abcdef0123456789abcdef";
  const message = `<oldhand-memory-${id} role="data">\n- Always use tabs\n</oldhand-memory-${id}>\nHello there`;
  assert.deepEqual(findQuote(message, "Always use tabs"), { outcome: "not own" });
});
