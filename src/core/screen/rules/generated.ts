/** Rules for tokens of any vendor, recognised by characters that only a generator writes. */
import { isHarmlessAssigned, isHarmlessPrefixed } from "../false-positives.ts";
import type { SecretRule } from "./rule.ts";

/** These have no keywords: they are tried at every long run of characters that a token can have. */
export const GENERATED_RULES: readonly SecretRule[] = [
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
    pattern: () =>
      /(?<=[=:>]["'`@ ]?|["'`] ?)(?:(?=[\w+/.-]{0,400}?(?:(?=[a-z0-9]{0,6}[g-z])[a-z0-9]{7}\d|\d(?=[a-z0-9]{0,6}[g-z])[a-z0-9]{7}))|(?<=key["'`\])]{0,2}[ \t]{0,4}(?:[=:]{1,2}>?|>)[ \t]{0,4}@?["'`]?)(?=[\w+/.-]{0,400}?\d))([\w-][\w+/.-]{18,2000}[\w+/-]={0,2})(?=["'`\s,;)\]}<&\\]|\.?$)/diy,
    example: 'acme = "q7Rk2mXv9TbL4nZc8WdH3sFy6GpJ5aKu"',
    // A digit in a long word, near a letter that is not hex: a shell would otherwise withhold every line with a path, a date
    // or a commit. Hex is only a key if its label says so.
    globs: "*[=:>\"'`]*{z7}[0-9]*, *[=:>\"'`]*[0-9]{z7}*, *key*[=:>]*",
    allow: isHarmlessAssigned,
  },
];
