import assert from "node:assert/strict";
import { test } from "node:test";
import { GENERATED_RULES } from "../../../src/core/screen/rules/generated.ts";
import type { SecretRule } from "../../../src/core/screen/rules/rule.ts";
import { findSecrets, redactSecrets, SECRET_RULES } from "../../../src/core/screen/secrets.ts";
import { globsOf } from "../../../src/core/screen/shell-globs.ts";
import { cases } from "./kinds.ts";

test("every rule finds its own example, and only that", () => {
  for (const rule of SECRET_RULES) {
    assert.deepEqual(redactSecrets(rule.example).found, [rule.name], rule.name);
  }
});

test("redacting an example removes the entire secret and leaves the rest of the line", () => {
  for (const { name, example } of SECRET_RULES) {
    const [finding, ...more] = findSecrets(example);
    assert.ok(finding !== undefined && more.length === 0, name);
    const expected = `${example.slice(0, finding.start)}[secret:${name}]${example.slice(finding.end)}`;
    const { text } = redactSecrets(example);
    assert.equal(text, expected);
    assert.ok(!text.includes(example.slice(finding.start, finding.end)), name);
  }
});

test("what was redacted is clean", () => {
  for (const { name, example } of SECRET_RULES) {
    assert.deepEqual(findSecrets(redactSecrets(example).text), [], name);
  }
});

test("names are unique, and keywords are long enough for the one pass that looks for them", () => {
  const names = SECRET_RULES.map((rule) => rule.name);
  assert.deepEqual(names, [...new Set(names)]);
  for (const rule of SECRET_RULES) {
    assert.ok(rule.keywords.length > 0 || GENERATED_RULES.includes(rule), rule.name);
    for (const keyword of rule.keywords) assert.ok(keyword.length >= 3, `${rule.name}: ${keyword}`);
  }
});

test("patterns are sticky, report positions, and ignore case if the rule says so", () => {
  for (const rule of SECRET_RULES.filter((one) => "pattern" in one)) {
    const { sticky, hasIndices, ignoreCase, global } = rule.pattern();
    assert.deepEqual(
      { sticky, hasIndices, ignoreCase, global },
      { sticky: true, hasIndices: true, ignoreCase: rule.anyCase, global: false },
      rule.name,
    );
  }
});

test("a glob matches whatever its rule matches", () => {
  const lines = [...SECRET_RULES.map((rule) => rule.example), ...cases().map(({ text }) => text)];
  let matched = 0;
  for (const rule of SECRET_RULES) {
    const globs = globsOf(rule).map(globPattern);
    for (const line of lines) {
      if (!matchesSomewhere(rule, line)) continue;
      matched += 1;
      const subject = ` ${line.toLowerCase()}`;
      assert.ok(
        globs.some((glob) => glob.test(subject)),
        `${rule.name}: ${line}`,
      );
    }
  }
  assert.ok(matched > SECRET_RULES.length);
});

test("globs are lower case, may match anywhere, and leave escaping to the shell's side", () => {
  for (const glob of SECRET_RULES.flatMap(globsOf)) assert.match(glob, /^\*[^A-Z\n\\]+\*$/);
});

function matchesSomewhere(rule: SecretRule, line: string): boolean {
  const places = Array.from({ length: line.length }, (_, at) => at);
  if ("parse" in rule) return places.some((at) => rule.parse(line, at).length > 0);
  const pattern = rule.pattern();
  return places.some((at) => {
    pattern.lastIndex = at;
    return pattern.test(line);
  });
}

function globPattern(glob: string): RegExp {
  const source = glob.replace(/\[!?[^\]]*\]|./g, (part) => {
    if (part === "*") return "[^]*";
    if (part === "?") return "[^]";
    return part.startsWith("[") && part.length > 1 ? part.replace("[!", "[^") : part.replace(/\W/, "\\$&");
  });
  return new RegExp(`^${source}$`);
}
