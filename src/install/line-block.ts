/** A block of lines in a start-up file, between two marks by which it is found again. */

/** Shells, fish among them, take both for comments. */
const BEGIN = "# >>> oldhand >>>";
const END = "# <<< oldhand <<<";

/** At the end of the file, or in the place of the block that is there; unchanged where the person wrote the same by hand. */
export function withBlock(text: string, { lines, isThere }: Block): string {
  const block = `${BEGIN}\n${lines.join("\n")}\n${END}\n`;
  const own = placeOf(text);
  if (own !== undefined) return text.slice(0, own.from) + block + text.slice(own.to);
  if (text.split("\n").some((line) => !line.trimStart().startsWith("#") && isThere.test(line))) return text;
  return `${text}${text === "" || text.endsWith("\n") ? "" : "\n"}${block}`;
}

export function withoutBlock(text: string): string {
  const own = placeOf(text);
  return own === undefined ? text : text.slice(0, own.from) + text.slice(own.to);
}

export type Block = {
  readonly lines: readonly string[];
  /** A line of the person's own that does what the block would do. */
  readonly isThere: RegExp;
};

/** Both marks have to stand: half a block may be anything. */
function placeOf(text: string): { readonly from: number; readonly to: number } | undefined {
  const from = text.indexOf(`${BEGIN}\n`);
  const end = from < 0 ? -1 : text.indexOf(END, from);
  if (end < 0) return undefined;
  const after = end + END.length;
  return { from, to: text[after] === "\n" ? after + 1 : after };
}
