/** How wide text stands on a terminal, and text cut into lines of a width. */

/** Columns that a text takes: none for combining marks, two for East Asian and emoji, one for the rest. */
export function widthOf(text: string): number {
  if (/^[\x20-\x7e]*$/.test(text)) return text.length;
  let width = 0;
  for (const char of text) width += charWidth(char);
  return width;
}

export function padEnd(text: string, width: number): string {
  return text + " ".repeat(Math.max(0, width - widthOf(text)));
}

/** Lines of at most `columns`, each after the first with the hanging indent; words that are longer, such as paths, stay whole. */
export function wrap(text: string, columns: number, indent = ""): string {
  const lines: string[] = [];
  for (const paragraph of text.split("\n")) {
    let line = "";
    const start = (): string => (lines.length === 0 ? "" : indent);
    for (const word of piecesOf(paragraph, columns - widthOf(indent))) {
      const fits = widthOf(start()) + widthOf(line) + widthOf(word.trimEnd()) <= columns;
      if (!fits && line !== "") {
        lines.push(start() + line.trimEnd());
        line = "";
      }
      line += word;
    }
    lines.push(start() + line.trimEnd());
  }
  return lines.join("\n");
}

/** Words with the blanks after them. Scripts without blanks may be cut anywhere, where a line would not hold them. */
function piecesOf(paragraph: string, columns: number): string[] {
  const leading = /^\s*/.exec(paragraph)![0];
  const words = paragraph.slice(leading.length).match(/\S+\s*/g) ?? [];
  const pieces = words.flatMap((word) => (widthOf(word) > columns && WIDE.test(word) ? [...word] : [word]));
  return pieces.length === 0 ? [] : [leading + pieces[0], ...pieces.slice(1)];
}

const ZERO = /^[\p{Mn}\p{Me}\p{Cf}\p{Cc}]$/u;
const WIDE =
  /[\u1100-\u115f\u2e80-\u303e\u3041-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6\u{1f300}-\u{1faff}\u{20000}-\u{3fffd}]|\p{Emoji_Presentation}/u;

function charWidth(char: string): number {
  if (ZERO.test(char)) return 0;
  return WIDE.test(char) ? 2 : 1;
}
