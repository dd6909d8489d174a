/** Rules for tokens of any vendor, recognised by characters that only a generator writes. */
import { lazyPattern } from "../../base/lazy-pattern.ts";
import { isHarmlessAssigned, isHarmlessPrefixed } from "../false-positives.ts";
import { isRandom } from "../random-text.ts";
import type { SecretRule } from "./rule.ts";

/** These have no keywords: they are tried at every long run of characters that a token can have. */
export const GENERATED_RULES: readonly SecretRule[] = [
  {
    name: "facebook-app-token",
    keywords: [],
    anyCase: true,
    pattern: () => /(?<=(?<!\d)\d{14,17}\|)([\w-]{27,40})(?![\w-])/diy,
    example: `found ${"481516".repeat(3).slice(0, 16)}|q7Rk2mXv9TbL4nZc8WdH3sFy6Gp in the log`,
    globs: `*${"[0-9]".repeat(14)}|{w20}*, *[0-9]%7c{w20}*`,
    allow: ({ value }) => !isRandom(value),
  },
  {
    name: "prefixed-token",
    keywords: [],
    anyCase: true,
    pattern: () =>
      /(?:[\w.-]{0,80}[+/]){0,9}?([a-z][a-z0-9]{1,11}(?:[_-][a-z0-9]{1,8}){0,3}[_-][a-z0-9]{28,200})(?![\w+/=-]|\.[a-z])/diy,
    example: "found acme_v1_q7Rk2mXv9TbL4nZc8WdH3sFy6GpJ5aKu in the log",
    globs: "*[_-]{28}*",
    allow: isHarmlessPrefixed,
  },
  {
    name: "assigned-token",
    keywords: [],
    anyCase: true,
    pattern: lazyPattern(
      [
        // a sign or a quote before it
        String.raw`(?<=[=:>]["'\x60@ ]?|["'\x60] ?)`,
        // a word with a digit near a letter that is not hex
        String.raw`(?:(?=[\w+/.-]{0,400}?(?:(?=[a-z0-9]{0,6}[g-z])[a-z0-9]{7}\d|\d(?=[a-z0-9]{0,6}[g-z])[a-z0-9]{7}))`,
        // or one with any digit after a label that ends in "key"
        String.raw`|(?<=key["'\x60\])]{0,2}[ \t]{0,4}(?:[=:]{1,2}>?|>)[ \t]{0,4}@?["'\x60]?)(?=[\w+/.-]{0,400}?\d))`,
        // the word itself
        String.raw`([\w-][\w+/.-]{18,2000}[\w+/-]={0,2})(?=["'\x60\s,;)\]}<&\\]|\.?$)`,
      ].join(""),
      "diy",
    ),
    example: 'acme = "q7Rk2mXv9TbL4nZc8WdH3sFy6GpJ5aKu"',
    // A digit in a long word, near a letter that is not hex: a shell would otherwise withhold every line with a path, a date
    // or a commit. Hex is only a key if its label says so.
    globs: "*[=:>\"'`]*{z7}[0-9]*, *[=:>\"'`]*[0-9]{z7}*, *key*[=:>]*",
    allow: isHarmlessAssigned,
  },
];
