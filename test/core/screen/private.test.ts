import assert from "node:assert/strict";
import { test } from "node:test";
import { screen } from "../../../src/core/screen/clean.ts";
import { stripPrivate } from "../../../src/core/screen/private.ts";

const CANARY = "the-canary-sings";

const VARIANTS: Readonly<Record<string, string>> = {
  plain: `a <private>${CANARY}</private> b`,
  "upper case": `a <PRIVATE>${CANARY}</PRIVATE> b`,
  "mixed case": `a <Private>${CANARY}</pRIVATE> b`,
  "with an attribute": `a <private reason="x">${CANARY}</private> b`,
  "with an attribute that holds a bracket": `a <private reason='x > y'>${CANARY}</private> b`,
  "spaces inside": `a < private >${CANARY}< / private > b`,
  "a line end inside": `a <private\n>${CANARY}</private\n> b`,
  "CRLF inside": `a <private\r\n>${CANARY}\r\n</private\r\n> b`,
  "over several lines": `a <private>\n${CANARY}\n\n${CANARY}\n</private>\nb`,
  "over lines with CRLF": `a <private>\r\n${CANARY}\r\n</private>\r\nb`,
  unclosed: `a <private>${CANARY}`,
  "unclosed over lines": `a <private>\n${CANARY}\nand ${CANARY}`,
  "cut off before its bracket": `a <private\n${CANARY}`,
  "cut off after an attribute": `a <private x=1 ${CANARY}`,
  "closed by a broken tag": `a <private>x</private ${CANARY}`,
  "closed by a tag with a wrong name": `a <private>x</privat>${CANARY}`,
  nested: `a <private>x<private>y</private>${CANARY}</private> b`,
  "nested and unclosed": `a <private>x<private>y</private>${CANARY}`,
  "nested deeply": `a <private><private><private>x</private></private>${CANARY}</private> b`,
  twice: `a <private>${CANARY}</private> b <private>${CANARY}</private> c`,
  "opened again after a close": `a <private>x</private> b <private>${CANARY}`,
  "self-closing, then closed": `a <private/>${CANARY}</private> b`,
  "self-closing, alone": `a <private/>${CANARY}`,
  "self-closing with a space": `a <private />${CANARY}`,
  "closed without an opening": `${CANARY}</private> b`,
  "HTML entities": `a &lt;private&gt;${CANARY}&lt;/private&gt; b`,
  "HTML entities, twice over": `a &amp;lt;private&amp;gt;${CANARY}&amp;lt;/private&amp;gt; b`,
  "decimal entities": `a &#60;private&#62;${CANARY}&#60;/private&#62; b`,
  "hexadecimal entities": `a &#x3C;private&#x3e;${CANARY}&#x3c;/private&#x3E; b`,
  "JSON escapes": `a \\u003cprivate\\u003e${CANARY}\\u003c/private\\u003e b`,
  "JSON escapes in upper case": `a \\u003Cprivate\\u003E${CANARY}\\u003C/private\\u003E b`,
  "JSON escapes, twice over": `a \\\\u003cprivate\\\\u003e${CANARY}\\\\u003c\\\\/private\\\\u003e b`,
  "an escaped slash": `a <private>${CANARY}<\\/private> b`,
  "hexadecimal escapes": `a \\x3cprivate\\x3e${CANARY}\\x3c/private\\x3e b`,
  "an address": `a %3Cprivate%3E${CANARY}%3C%2Fprivate%3E b`,
  "Markdown escapes": `a \\<private\\>${CANARY}\\</private\\> b`,
  "a zero-width space inside": `a <pri\u200bvate>${CANARY}</pri\u200bvate> b`,
  "joiners everywhere": `a <\u200dp\u200dr\u200di\u200dv\u200da\u200dt\u200de\u200d>${CANARY}</private> b`,
  "a soft hyphen inside": `a <priv\u00adate>${CANARY}</private> b`,
  "a byte order mark inside": `a <\ufeffprivate>${CANARY}</private> b`,
  "full-width brackets": `a ＜private＞${CANARY}＜／private＞ b`,
  "full-width letters": `a <ｐｒｉｖａｔｅ>${CANARY}</ｐｒｉｖａｔｅ> b`,
  "full-width capitals": `a <ＰＲＩＶＡＴＥ>${CANARY}</private> b`,
  "opened plain, closed escaped": `a <private>${CANARY}&lt;/private&gt; b`,
  "opened escaped, closed plain": `a \\u003cprivate\\u003e${CANARY}</private> b`,
  "in a tool's output": JSON.stringify({ output: `$ cat note\n<private>${CANARY}</private>\n` }),
  "in a code block": `\`\`\`\n<private>${CANARY}</private>\n\`\`\``,
  "between bare words": `a<private>${CANARY}</private>b`,
};

test("nothing of a private section is left, in whatever way it is written", () => {
  assert.ok(Object.keys(VARIANTS).length >= 40);
  for (const [variant, text] of Object.entries(VARIANTS)) {
    const left = stripPrivate(text);
    assert.ok(!left.includes(CANARY), `${variant}: ${left}`);
    assert.ok(left.includes("[private]"), variant);
  }
});

test("the screen strips private sections also where escapes of the terminal hide the tag", () => {
  for (const text of [
    `<pri\u001b[0mvate>${CANARY}</private>`,
    `\u001b[1m<private\u001b[0m>${CANARY}</private>`,
    `<pri\u0000vate>${CANARY}`,
  ]) {
    assert.deepEqual(screen(text), { outcome: "clean", text: "[private]" });
  }
});

test("text outside of private sections is unchanged", () => {
  assert.equal(stripPrivate("a <private>x</private> b <private>y</private> c"), "a [private] b [private] c");
  assert.equal(stripPrivate("a <private>x<private>y</private>z</private> b"), "a [private] b");
});

test("other tags and the word itself are not private", () => {
  const texts = [
    "<privateer>x</privateer>",
    "<private-key>x</private-key>",
    "List<PrivateKey>",
    "a private note",
    "private < public",
    "<p>private</p>",
  ];
  for (const text of texts) assert.equal(stripPrivate(text), text);
});

test("listed words are removed everywhere, in any case", () => {
  const strip = (text: string, ...patterns: string[]) => stripPrivate(text, { patterns });
  assert.equal(strip("met Acme and ACME today", "acme"), "met [private] and [private] today");
  assert.equal(strip("a+b (c) [d] $e", "(c) [d] $"), "a+b [private]e");
  assert.equal(strip("one two", "", "  "), "one two");
  assert.equal(strip("İstanbul and ACME", "acme"), "İstanbul and [private]");
});

test("a star matches characters of one word", () => {
  const strip = (text: string, ...patterns: string[]) => stripPrivate(text, { patterns });
  assert.equal(strip("see db1.corp.example for it", "*.corp.example"), "see [private] for it");
  assert.equal(strip("see db1.corp.example:80/x for it", "db*"), "see [private] for it");
  assert.equal(strip("ticket ACME-123, ACME-9 and ACME", "acme-*"), "ticket [private] [private] and ACME");
  assert.equal(strip("a PRJ-7-x b PRJ-x", "prj-*-x"), "a [private] b PRJ-x");
  assert.equal(strip("call Ada Lovelace now", "ada l*"), "call [private] now");
  assert.equal(strip("all of it", "*"), "all of it");
});

test("many stars on one long word are fast", () => {
  const text = "ab".repeat(100_000);
  assert.equal(stripPrivate(text, { patterns: ["a*a*a*a*a*x"] }), text);
});
