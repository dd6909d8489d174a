/** One row of the table of secret rules. */

export type TextSpan = { readonly start: number; readonly end: number };

/** A rule has a pattern, or a parser where the meaning of a sentence or a document decides. */
export type SecretRule = PatternRule | ParsedRule;

type Known = {
  readonly name: string;
  /** A match starts with one of these. At least three characters. */
  readonly keywords: readonly string[];
  /** Whether keywords and pattern ignore case. */
  readonly anyCase: boolean;
  /** A made-up line with such a secret. */
  readonly example: string;
  /** How a shell recognises it, see shell-globs.ts; without it, by the keywords as starts of tokens. A string: the hook's build removes it. */
  readonly globs?: string | undefined;
};

/** Patterns are made on first use: making all takes milliseconds, and a hook that screens a line needs few. */
export type PatternRule = Known & {
  /** Sticky, tried at a keyword. Its groups, from the first to the last, are the secret; without groups, the entire match. */
  readonly pattern: () => RegExp;
  /** True if the match is not a secret. */
  readonly allow: (candidate: FoundValue) => boolean;
};

type ParsedRule = Known & {
  /** The secrets of what starts at this keyword. */
  readonly parse: (text: string, at: number) => readonly TextSpan[];
};

/** One match, as `allow` sees it. */
export type FoundValue = {
  readonly value: string;
  /** What the pattern matched before the value. */
  readonly head: string;
  /** Some text before the match and after the value. */
  readonly before: string;
  readonly after: string;
};

type Row = Pick<PatternRule, "example" | "globs" | "allow">;

export function labelRule(name: string, keywords: string, pattern: () => RegExp, row: Row): PatternRule {
  return { name, pattern, ...row, keywords: keywords.split(", "), anyCase: true };
}
