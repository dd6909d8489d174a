// Draws commands and what they printed as a picture of a terminal (SVG), wrapped as a terminal of 100 columns does.

type Step = { readonly command: string; readonly shows: string };

const COLUMNS = 100;
const LINE_PX = 19;
const CHAR_PX = 7.8;
const MARGIN_PX = 20;

export function terminalPicture(steps: readonly Step[]): string {
  const lines = steps.flatMap(({ command, shows }, at) => [
    ...(at === 0 ? [] : [""]),
    `$ oldhand ${command}`.trimEnd(),
    ...shows.split("\n").flatMap(wrapped),
  ]);
  const [width, height] = [COLUMNS * CHAR_PX + 2 * MARGIN_PX, lines.length * LINE_PX + 2 * MARGIN_PX];
  const rows = lines.map((line, at) => {
    const colour = line.startsWith("$ ")
      ? "#7ee787"
      : /^(?: {4}\S|\s+(?:Keep it|It is kept|Make it|Drop it))/.test(line)
        ? "#8b949e"
        : "#e6edf3";
    return `<text x="${MARGIN_PX}" y="${MARGIN_PX + (at + 1) * LINE_PX - 5}" fill="${colour}" xml:space="preserve">${escaped(line)}</text>`;
  });
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img" aria-label="A terminal: oldhand setup and oldhand">`,
    `<rect width="100%" height="100%" rx="8" fill="#0d1117"/>`,
    `<g font-family="ui-monospace, SFMono-Regular, Menlo, Consolas, monospace" font-size="13">`,
    ...rows,
    "</g>",
    "</svg>",
    "",
  ].join("\n");
}

/** At spaces, with the indent of the line, of its number or of its label. */
function wrapped(line: string): string[] {
  const indent = " ".repeat(/^(?:\d {2}|[A-Z][a-z]+ +(?<=^.{9})(?=\S)|\s*)/.exec(line)![0].length);
  const rows = [""];
  for (const word of line.split(/(?<= )/)) {
    if (rows.at(-1)!.trim() !== "" && (rows.at(-1)! + word).trimEnd().length > COLUMNS) rows.push(indent);
    rows[rows.length - 1] += word;
  }
  return rows.map((row) => row.trimEnd());
}

function escaped(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}
