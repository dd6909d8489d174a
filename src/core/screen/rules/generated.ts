/** Rules for tokens of any vendor, recognised by characters that only a generator writes. */
import { isHarmlessAssigned, isHarmlessPrefixed } from "../false-positives.ts";
import type { SecretRule } from "./rule.ts";

/** These have no keywords: they are tried at every long run of letters and digits. */
export const GENERATED_RULES: readonly SecretRule[] = [
  {
    name: "prefixed-token",
    keywords: [],
    anyCase: true,
    pattern: () =>
      /(?<=(?<![\w.-])([a-z][a-z0-9]{1,11}(?:[_-][a-z0-9]{1,8}){0,2}[_-]))([a-z0-9]{28,200})(?![\w+/=-]|\.[a-z])/diy,
    example: "found acme_v1_q7Rk2mXv9TbL4nZc8WdH3sFy6GpJ5aKu in the log",
    globs: "*[_-]{28}*",
    allow: isHarmlessPrefixed,
  },
  {
    name: "assigned-token",
    keywords: [],
    anyCase: true,
    pattern: () => /(?<=[=:>]|[=:>([,][ \t]{0,4}["'`])([a-z0-9]{20,200}[\w+/.-]{0,200}={0,2})(?=["'`\s,;)\]}<\\]|$)/diy,
    example: 'acme = "q7Rk2mXv9TbL4nZc8WdH3sFy6GpJ5aKu"',
    // Directly after the sign or the quote: a shell would otherwise withhold every line with a long word.
    globs: "*[=:>\"'`]{20}*",
    allow: isHarmlessAssigned,
  },
];
