/** Puts values that a line itself gives into it: `F=--force; git push $F`, `git {push,--force}`, `$(echo git) push`. */

/** An expansion that grows beyond this is given up. */
const MOST_CHARS = 131_072;
const MOST_VALUES = 64;

const QUOTED = /'[^']*'|"(?:\\.|[^"\\])*"/;
const VALUE = `(${QUOTED.source}|\\((?:${QUOTED.source}|[^()])*\\)|[^\\s;&|()<>$\`]+)`;
const SETTING = new RegExp(`(?<![\\w$./-])([A-Za-z_]\\w*)=${VALUE}`, "g");
const LOOP = /\bfor\s+([A-Za-z_]\w*)\s+in\s+([^;\n$`]+)/g;
const ARGUMENTS = /\bset\s+--\s+([^;&|\n$`]+)/g;
const HANDED = /\bread\s+(?:-\w+\s+)*([A-Za-z_]\w*)\s*<<<\s*("[^"$`]*"|'[^']*'|[^\s;&|$`]+)/g;
const PRINTED = /\bprintf\s+-v\s+([A-Za-z_]\w*)\s+(?:\S*%\S*\s+)?([^\s;&|$`]+)/g;

/** The line with what it would be when it runs, as far as it says so itself; most lines are returned as they are. */
export function expandLine(line: string, known: Readonly<Record<string, string>> = {}): string {
  if (!/[$`]|\{[^{}]*,|<\(/.test(line) || line.length > MOST_CHARS) return line;
  let text = withPrinted(line);
  const given = Object.entries(known).map(([name, value]) => ({ name, value, from: 0 }));
  for (const { name, value, from } of [...valuesIn(text), ...given]) {
    const used = usesOf(name);
    // Only what comes after it has the value; the first match of a name's uses stands after its setting in practice.
    const head = text.slice(0, from);
    text = head + text.slice(from).replace(used, () => value);
    if (text.length > MOST_CHARS) return line;
  }
  return withBraces(text.replace(DEFAULTS, "$1"));
}

type Given = { readonly name: string; readonly value: string; readonly from: number };

/** In the order of the line, the last first, so that places stay where they are. */
function valuesIn(text: string): readonly Given[] {
  const found = [SETTING, LOOP, HANDED, PRINTED].flatMap((form) =>
    [...text.matchAll(form)].map(({ 1: name = "", 2: value = "", index }) => ({
      name,
      value: bare(value),
      from: index,
    })),
  );
  const args = [...text.matchAll(ARGUMENTS)].map(({ 1: value = "", index }) => ({ name: "@", value, from: index }));
  const literal = [...found, ...args].filter(({ value }) => !/[$`]/.test(value));
  return literal.toSorted((a, b) => b.from - a.from).slice(0, MOST_VALUES);
}

/** Without its quotes, or the brackets of an array. */
function bare(value: string): string {
  if (/^\(.*\)$/s.test(value)) return value.slice(1, -1);
  return QUOTED.test(value) && /^(["']).*\1$/s.test(value) ? value.slice(1, -1) : value;
}

function usesOf(name: string): RegExp {
  if (name === "@") return /"\$@"|\$@|"\$\*"|\$\*/g;
  return new RegExp(`"\\$\\{${name}\\[[@*]\\]\\}"|\\$\\{${name}(?:\\[[@*]\\])?\\}|\\$${name}(?!\\w)`, "g");
}

/** `${F:---force}` without a value is its default. */
const DEFAULTS = /\$\{\w+:?[-=]([^{}$`]*)\}/g;

/** What `$(echo …)` prints, where `$(which npm)` leads, and what a shell reads from `<(echo …)`. */
function withPrinted(line: string): string {
  return line
    .replace(/\$\((?:echo|which|command\s+-v|type\s+-p)\s+([^()$`]*)\)|`(?:echo|which)\s+([^`$]*)`/g, (_, a, b) =>
      bare(a ?? b),
    )
    .replace(/\b(bash|sh|zsh|source)(\s+)<\(\s*(?:echo|printf)\s+([^()]*)\)/g, (_, shell, gap, said) =>
      fed(shell, gap, said),
    )
    .replace(
      /(^|[;&|]\s*)\.(\s+)<\(\s*(?:echo|printf)\s+([^()]*)\)/g,
      (_, start, gap, said) => start + fed("bash", gap, said),
    );
}

const fed = (shell: string, gap: string, said: string): string =>
  `${shell === "source" ? "bash" : shell}${gap}<<< '${bare(said.trim()).replaceAll("'", "")}'`;

const BRACED = /(?<![\w./@:-])([\w./@:-]*)\{([^{}\s'"$`]*)\}([\w./@:-]*)/g;

/** Outside of quotes. */
function withBraces(text: string): string {
  if (!/\{[^{}\s]*,/.test(text)) return text;
  const parts = text.split(new RegExp(`(${QUOTED.source})`));
  return parts
    .map((part, at) =>
      at % 2 === 1
        ? part
        : part.replace(BRACED, (whole, before: string, list: string, after: string) =>
            list.includes(",")
              ? list
                  .split(",")
                  .map((one) => before + one + after)
                  .join(" ")
              : whole,
          ),
    )
    .join("");
}

/** The names that a line itself gives to other lines: `alias p='git push'`, `git -c alias.p=push`. */
export function aliasesIn(line: string): ReadonlyMap<string, string> {
  const aliases = new Map<string, string>();
  if (!line.includes("alias")) return aliases;
  const value = `(${QUOTED.source}|[^\\s;&|]+)`;
  for (const [, name = "", to = ""] of line.matchAll(new RegExp(`\\balias\\s+([\\w-]+)=${value}`, "g")))
    aliases.set(name, bare(to));
  for (const [, name = "", to = ""] of line.matchAll(new RegExp(`["']?\\balias\\.([\\w-]+)(?:=|\\s+)${value}`, "g"))) {
    const says = bare(to);
    aliases.set(`git ${name}`, says.startsWith("!") ? says.slice(1) : `git ${says}`);
  }
  return aliases;
}
