/** Globs in bounded time, whoever wrote them: one matcher for paths, whole lines and words. */

/**
 * Whether a pattern covers a whole text. Only the last wildcard is ever tried again, so the steps are at most the two
 * lengths multiplied; a regular expression would try all of them again.
 */
export function coversAll<P, T>(
  pattern: ArrayLike<P>,
  text: ArrayLike<T>,
  { isAny, fits, steps }: Covering<P, T>,
): boolean {
  let at = 0;
  let place = 0;
  let afterAny = -1;
  let retry = 0;
  while (place < text.length) {
    if (steps !== undefined && --steps.left < 0) return false;
    if (at < pattern.length && isAny(pattern[at]!)) {
      at += 1;
      afterAny = at;
      retry = place;
    } else if (at < pattern.length && fits(pattern[at]!, text[place]!)) {
      at += 1;
      place += 1;
    } else if (afterAny >= 0) {
      at = afterAny;
      retry += 1;
      place = retry;
    } else return false;
  }
  while (at < pattern.length && isAny(pattern[at]!)) at += 1;
  return at === pattern.length;
}

type Covering<P, T> = {
  readonly isAny: (part: P) => boolean;
  readonly fits: (part: P, one: T) => boolean;
  readonly steps?: Steps | undefined;
};

/** How many steps are left, for all patterns that are tried. */
type Steps = { left: number };

/** In a word, only `*` is a wildcard. */
export function coversWord(pattern: string, word: string): boolean {
  if (!pattern.includes("*")) return pattern === word;
  return coversAll(pattern, word, { isAny: (char) => char === "*", fits: (char, one) => char === one });
}

export type Atom =
  | { readonly kind: "text" }
  | { readonly kind: "one" }
  | { readonly kind: "set"; readonly negated: boolean; readonly members: string }
  | { readonly kind: "char"; readonly char: string };

const PART = /\[([!^]?)((?:\\.|[^\]\\]){1,256})\]|\*+|\\.|./gs;

/** `*` any text, `?` one character, `[a-z]` and `[!a-z]` sets, `\` escapes. */
export function readGlob(glob: string): Atom[] {
  return [...glob.matchAll(PART)].map(([part, negation, members]): Atom => {
    if (members !== undefined)
      return { kind: "set", negated: negation !== "", members: members.replace(/\\(.)/gs, "$1") };
    if (/^\*+$/.test(part)) return { kind: "text" };
    if (part === "?") return { kind: "one" };
    return { kind: "char", char: part.length === 2 && part.startsWith("\\") ? part.slice(1) : part };
  });
}

export function coversLine(atoms: readonly Atom[], line: string, steps?: Steps): boolean {
  const fits = (atom: Atom, char: string): boolean => {
    if (atom.kind !== "set") return atom.kind === "one" || (atom.kind === "char" && atom.char === char);
    if (steps !== undefined) steps.left -= atom.members.length;
    return isMember(atom.members, char) !== atom.negated;
  };
  return coversAll(atoms, line, { isAny: ({ kind }) => kind === "text", fits, steps });
}

function isMember(members: string, char: string): boolean {
  for (let at = 0; at < members.length; at += 1) {
    const isRange = members[at + 1] === "-" && at + 2 < members.length;
    const last = isRange ? members[at + 2]! : members[at]!;
    if (members[at]! <= char && char <= last) return true;
    if (isRange) at += 2;
  }
  return false;
}

const MOST_CHARS = 300;
const MOST_WILDCARDS = 32;
const MOST_ALTERNATIVES = 32;
const MOST_EXPANDED_CHARS = 2000;
/** What other programs' globs have besides: refused, because it would quietly match something else. */
const UNSUPPORTED = /[@?*+!]\(|\[\[:|\{[^{},/]*\.\.[^{},/]*\}/;

/** Why a glob of paths is refused when it is written; one that comes from elsewhere with such a fault matches nothing. */
export function problemOfPathGlob(glob: string): string | undefined {
  // First whether it is short: what is looked for then takes longer than its length.
  const problem = problemOfGlob(glob);
  if (problem !== undefined) return problem;
  if (UNSUPPORTED.test(glob)) return "it has more than *, **, ?, [a-z] and {a,b}";
  return alternatives(glob) === undefined ? `its braces stand for more than ${MOST_ALTERNATIVES} globs` : undefined;
}

export function problemOfGlob(glob: string): string | undefined {
  if (glob.trim() === "") return "it is empty";
  if (glob.length > MOST_CHARS) return `it has more than ${MOST_CHARS} characters`;
  if ((glob.match(/\*+|\?/g)?.length ?? 0) > MOST_WILDCARDS) return `it has more than ${MOST_WILDCARDS} wildcards`;
  return undefined;
}

/** The first problem of a list, in words. */
export function problemOfGlobs(globs: readonly string[], problemOf = problemOfPathGlob): string | undefined {
  if (globs.length > MOST_GLOBS) return `there are more than ${MOST_GLOBS} globs`;
  const bad = globs.find((glob) => problemOf(glob) !== undefined);
  return bad === undefined ? undefined : `\`${bad.slice(0, MOST_SHOWN)}\` is not a usable glob: ${problemOf(bad)}`;
}

const MOST_GLOBS = 64;
const MOST_SHOWN = 60;

/** The segments of a path: `**` stands for any number of them. */
type PathGlob = readonly (readonly Atom[] | "any")[];

const READ = new Map<string, readonly PathGlob[]>();
const MOST_READ = 4096;

/** What to take for true of globs and a path that were made to take longer than any of a person. */
export type IfTooSlow = { readonly ifTooSlow?: "matches" | "does not match" };

/** Each record may have many globs, and a repository many records: the steps for all globs of one are linear in the path. */
const LEAST_STEPS = 50_000;
const STEPS_A_CHAR = 16;

/** Whether a path with forward slashes is matched by one of the globs. Names that start with a dot are like any other. */
export function matchesAnyPathGlob(
  path: string,
  globs: readonly string[],
  { ifTooSlow = "does not match" }: IfTooSlow = {},
): boolean {
  const names = path.split("/");
  const steps: Steps = { left: LEAST_STEPS + STEPS_A_CHAR * path.length };
  const isMatch = globs.slice(0, MOST_GLOBS).some((glob) => readPathGlob(glob).some(coversPath(names, steps)));
  return isMatch || (steps.left < 0 && ifTooSlow === "matches");
}

function coversPath(names: readonly string[], steps: Steps): (glob: PathGlob) => boolean {
  const fits = (part: PathGlob[number], name: string): boolean =>
    part !== "any" && (name === "" ? part.length === 0 : coversLine(part, name, steps));
  return (glob) => coversAll(glob, names, { isAny: (part) => part === "any", fits, steps });
}

function readPathGlob(glob: string): readonly PathGlob[] {
  if (glob.length > MOST_CHARS) return [];
  const known = READ.get(glob);
  if (known !== undefined) return known;
  if (READ.size >= MOST_READ) READ.clear();
  const read = problemOfPathGlob(glob) === undefined ? (alternatives(glob) ?? []).map(segmentsOf) : [];
  READ.set(glob, read);
  return read;
}

function segmentsOf(glob: string): PathGlob {
  const parts = glob.replaceAll("\\", "/").split("/");
  const segments = parts.map((part) => (part === "**" ? "any" : readGlob(part)));
  // What is below a folder is not the folder itself.
  return segments.at(-1) === "any" ? [...segments, [{ kind: "text" }]] : segments;
}

/** `{a,b}` as the globs that it stands for; undefined if they are too many. */
function alternatives(glob: string): readonly string[] | undefined {
  const done: string[] = [];
  const open = [glob];
  let chars = 0;
  for (let one = open.pop(); one !== undefined; one = open.pop()) {
    const found = firstBraces(one);
    if (found === undefined) done.push(one);
    else for (const option of found.options) open.push(one.slice(0, found.from) + option + one.slice(found.to));
    chars += one.length;
    if (done.length + open.length > MOST_ALTERNATIVES || chars > MOST_EXPANDED_CHARS) return undefined;
  }
  return done;
}

/** The first braces with a comma of their own; others are ordinary characters. */
function firstBraces(glob: string): { from: number; to: number; options: readonly string[] } | undefined {
  for (let from = glob.indexOf("{"); from >= 0; from = glob.indexOf("{", from + 1)) {
    const options: string[] = [];
    let start = from + 1;
    let depth = 0;
    for (let at = from; at < glob.length; at += 1) {
      const char = glob[at];
      if (char === "{") depth += 1;
      if (char === "}") depth -= 1;
      if ((char === "," && depth === 1) || depth === 0) {
        options.push(glob.slice(start, at));
        start = at + 1;
      }
      if (depth === 0 && options.length > 1) return { from, to: at + 1, options };
      if (depth === 0) break;
    }
  }
  return undefined;
}
