/** Measures text in terminal columns and wraps it. */

/** Columns that text takes: none for combining marks, two for East Asian characters and emoji, one for the rest. */
export function widthOf(text: string): number {
  if (/^[\x20-\x7e]*$/.test(text)) return text.length;
  let width = 0;
  for (const char of text) width += charWidth(char);
  return width;
}

export function padEnd(text: string, width: number): string {
  return text + " ".repeat(Math.max(0, width - widthOf(text)));
}

/** Lines of at most `columns`, with a hanging indent after the first; longer words, such as paths, are not broken. */
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

/** Words with the spaces after them. Text in scripts without spaces may be broken anywhere if it does not fit a line. */
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
