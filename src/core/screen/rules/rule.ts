/** One row of the table of secrets. */

/** Patterns and globs are made when first needed: making all takes milliseconds, and a hook that screens a line needs few. */
export type SecretRule = {
  readonly name: string;
  /** One of these stands where a match starts. At least three characters. */
  readonly keywords: readonly string[];
  /** Whether keywords and pattern disregard case. */
  readonly anyCase: boolean;
  /** Sticky, tried where a keyword stands. Its groups, from the first to the last, are the secret; none: the whole match. */
  readonly pattern: () => RegExp;
  /** A made-up line that holds such a secret. */
  readonly example: string;
  /**
   * For a shell's `case`: whatever the pattern matches, one of these matches too, and more.
   * Matched against the line in lower case with a space put before it.
   */
  readonly globs: () => readonly string[];
  /** True where the match is no secret after all. */
  readonly allow: (candidate: Candidate) => boolean;
};

/** One match, as `allow` sees it. */
export type Candidate = {
  readonly value: string;
  /** What the pattern matched ahead of the value. */
  readonly head: string;
  /** A little of the text on either side of match and value. */
  readonly before: string;
  readonly after: string;
};

type Row = Omit<SecretRule, "anyCase" | "keywords" | "globs"> & { readonly keywords: string; readonly globs: string };

export function labelRule(row: Row): SecretRule {
  const { name, keywords, pattern, example, globs, allow } = row;
  return {
    name,
    keywords: keywords.split(", "),
    anyCase: true,
    pattern,
    example,
    globs: () => globs.split(", "),
    allow,
  };
}
