/** Patterns that are compiled on first use, and text that stands for itself in a pattern. */

/** Literals with Unicode classes cost a millisecond each at every start. */
export function lazyPattern(source: string, flags: string): () => RegExp {
  let made: RegExp | undefined;
  return () => {
    made ??= new RegExp(source, flags);
    return made;
  };
}

/** The text with the signs of patterns escaped. */
export function escaped(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
}

/** A part of a pattern: one of these, in their order. They are written as a list, with a comma or a new line between two. */
export function anyOf({ raw: [list = ""] }: TemplateStringsArray): string {
  return `(?:${list
    .trim()
    .split(/,\s|\n/)
    .map((part) => part.trim())
    .filter((part) => part !== "")
    .join("|")})`;
}
