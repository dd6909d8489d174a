/** Globs over entire command lines: `*` any text, `?` one character, `[a-z]` and `[!a-z]` sets, `\` escapes the next character. */

export type Atom =
  | { readonly kind: "text" }
  | { readonly kind: "one" }
  | { readonly kind: "set"; readonly negated: boolean; readonly members: string }
  | { readonly kind: "char"; readonly char: string };

/** The function returned is true if one of the globs matches the entire line. */
export function lineMatcher(globs: readonly string[]): (line: string) => boolean {
  if (globs.length === 0) return () => false;
  const pattern = new RegExp(`^(?:${globs.map((glob) => readGlob(glob).map(regexOf).join("")).join("|")})$`, "s");
  return (line) => pattern.test(line);
}

export function readGlob(glob: string): Atom[] {
  return [...glob.matchAll(PART)].map(([part, negation, members]): Atom => {
    if (members !== undefined) return { kind: "set", negated: negation !== "", members: withoutEscapes(members) };
    if (/^\*+$/.test(part)) return { kind: "text" };
    if (part === "?") return { kind: "one" };
    return { kind: "char", char: part.length === 2 && part.startsWith("\\") ? part.slice(1) : part };
  });
}

/** For the regular expressions of JavaScript and fish, with the flag that lets a dot match every character. */
export function regexOf(atom: Atom): string {
  switch (atom.kind) {
    case "text":
      return ".*";
    case "one":
      return ".";
    case "set":
      return `[${atom.negated ? "^" : ""}${atom.members.replace(/[\\\]^[]/g, "\\$&")}]`;
    case "char":
      return atom.char.replace(/[\\^$.*+?()[\]{}|/-]/, "\\$&");
  }
}

const PART = /\[([!^]?)((?:\\.|[^\]\\]){1,256})\]|\*+|\\.|./gs;

function withoutEscapes(members: string): string {
  return members.replace(/\\(.)/gs, "$1");
}
