/** A block of lines in a start-up file, between two marker comments. */

const BEGIN = "# >>> oldhand >>>";
const END = "# <<< oldhand <<<";

/** Replaces the block, or appends it; unchanged if the person already has a line that does the same. */
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
  /** Matches a line of the person's own that does what the block would do. */
  readonly isThere: RegExp;
};

/** Needs both markers: half a block may be anything. */
function placeOf(text: string): { readonly from: number; readonly to: number } | undefined {
  const from = text.indexOf(`${BEGIN}\n`);
  const end = from < 0 ? -1 : text.indexOf(END, from);
  if (end < 0) return undefined;
  const after = end + END.length;
  return { from, to: text[after] === "\n" ? after + 1 : after };
}
