/** Globs over whole command lines: `*` any text, `?` one character, `[a-z]` and `[!a-z]` one of these, `\` takes the next as it is. */

export type Atom =
  | { readonly kind: "text" }
  | { readonly kind: "one" }
  | { readonly kind: "set"; readonly negated: boolean; readonly members: string }
  | { readonly kind: "char"; readonly char: string };

/** Says of a line whether one of the globs fits it from end to end. */
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

/** One atom as JavaScript's regular expressions, and those of fish, write it; the dot must stand for every character. */
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
