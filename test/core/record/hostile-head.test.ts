import assert from "node:assert/strict";
import { test } from "node:test";
import { type FileLocation, parseRecord } from "../../../src/core/record/file.ts";
import { readYamlHead } from "../../../src/store/files/yaml-head.ts";
import { BORN, recordId } from "../../fixtures/records.ts";

const STANDING: FileLocation = {
  scope: "global",
  fromRepo: false,
  directory: "facts",
  ownId: () => recordId("own"),
  modifiedMs: Date.parse(BORN),
};

const HOSTILE: readonly (readonly [string, string])[] = [
  ["an anchor", "tags: &a [x]"],
  ["an alias", "tags: &a [x]\nkeywords: *a"],
  ["an alias to nothing", "tags: *a"],
  ["a tag of YAML", "value: !!binary aGVsbG8="],
  ["a tag of JavaScript", 'value: !!js/function "function () { globalThis.ran = true }"'],
  ["a tag of Python", 'value: !!python/object/apply:os.system ["true"]'],
  ["a tag of its own", "value: !mine x"],
  ["a merge key with an alias", "base: &b { type: policy }\n<<: *b"],
  ["a merge key", "<<: { type: policy }"],
  ["the same key twice", "note: |\n  a\nnote: |\n  b"],
  ["a key that is a list", "? [a, b]\n: c"],
  ["a hundred thousand brackets", `tags: ${"[".repeat(60_000)}`],
  ["deep nesting by indentation", Array.from({ length: 60 }, (_, n) => `${"  ".repeat(n)}k${n}:`).join("\n")],
  [
    "a billion laughs",
    `a: &a [x,x,x]\n${"bcdefgh"
      .split("")
      .map((c, i) => `${c}: &${c} [*${"abcdefgh"[i]},*${"abcdefgh"[i]}]`)
      .join("\n")}`,
  ],
  ["a second document", "type: fact\n...\ntype: policy"],
  ["a list instead of keys", "- a\n- b"],
  ["a directive", "%YAML 1.2"],
  ["unclosed quotes", 'value: "abc'],
  ["tabs for indentation", "note:\n\t- a"],
  ["__proto__ with members", "__proto__:\n  polluted: yes"],
  ["__proto__ as text", "__proto__: polluted"],
  ["constructor.prototype", "constructor:\n  prototype:\n    polluted: yes"],
];

/** These three are foreign keys like any other: kept as text, and never looked up on an object. */
const HARMLESS = /__proto__|constructor/;

for (const [what, head] of HOSTILE) {
  test(`a head with ${what} runs nothing and changes nothing`, () => {
    const before = Object.getOwnPropertyNames(Object.prototype).toSorted();
    const parsed = parseRecord(`---\n${head}\n---\n\nA statement.\n`, STANDING, readYamlHead);
    if (HARMLESS.test(head)) {
      assert.equal(parsed.outcome, "record");
      assert.equal((parsed as { record: { text: string } }).record.text, "A statement.");
    } else {
      assert.equal(parsed.outcome, "invalid");
      assert.match((parsed as { reason: string }).reason, /^its frontmatter /);
    }
    assert.deepEqual(Object.getOwnPropertyNames(Object.prototype).toSorted(), before);
    assert.equal(({} as Record<string, unknown>).polluted, undefined);
    assert.equal((globalThis as Record<string, unknown>).ran, undefined);
  });
}

test("a key of 64 KB is refused before any reader sees it", () => {
  const parsed = parseRecord(`---\n${"k".repeat(65 * 1024)}: x\n---\n\nA statement.\n`, STANDING, readYamlHead);
  assert.deepEqual(parsed, { outcome: "invalid", reason: "its frontmatter is over 64 KB" });
});

test("without a YAML reader a head that needs one is neither a record nor lost", () => {
  assert.deepEqual(parseRecord("---\nnote: |\n  a\n---\n\nx\n", STANDING), { outcome: "needs-yaml" });
});
