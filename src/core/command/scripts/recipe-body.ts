/** The lines of a Makefile's or a justfile's recipe as a shell gets them. */

const MOST_CHARS = 4096;

export function recipeBody(body: string, program: string): string {
  // A longer one is not read at all.
  if ((program !== "make" && program !== "just") || body.length > MOST_CHARS) return body;
  const lines = body.split("\n").map((line) => line.replace(/^\s*[@+-]+\s*/, "").replace(/^\s+/, ""));
  const [first = "", ...more] = lines.filter((line) => line !== "");
  // Each line has its own shell: a `cd` in one does not move the next.
  const text = more.length === 0 ? first : [first, ...more].map((line) => `(\n${line}\n)`).join("\n");
  if (program === "just") return text.replace(/\{\{[^{}\n]*\}\}/g, "$JUST_VALUE");
  return text
    .replace(/\$[({]MAKE[)}]/g, "make")
    .replace(/^\$[({]\w+[)}]/gm, "make-variable")
    .replace(/\$\((\w+)\)/g, (_, name: string) => `\${${name}}`)
    .replace(/\$\(shell /g, "$(")
    .replaceAll("$$", "$");
}
