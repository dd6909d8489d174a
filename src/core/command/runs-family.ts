/** Whether a line runs a command family, without a shell parser, which is too large for hooks. In doubt it does not. */

/** `family` as cures have it: one name, or several joined by `&&`. */
export function runsFamily(line: string, family: string): boolean {
  const commands = line
    .replace(/'[^']*'|"(?:\\.|[^"\\])*"/g, "x")
    .split(/&&|\|\||[;|\n]/)
    .map((command) => command.trim().split(/\s+/));
  return family.split(" && ").every((name) => commands.some((words) => startsWith(words, name.split(" "))));
}

function startsWith(words: readonly string[], [program = "", ...subcommands]: readonly string[]): boolean {
  const start = words.findIndex((word) => !isBefore(word, program));
  if (start === -1 || !isProgram(words[start]!, program)) return false;
  let at = start + 1;
  return subcommands.every((subcommand) => {
    at = words.indexOf(subcommand, at) + 1;
    return at > 0;
  });
}

function isProgram(word: string, program: string): boolean {
  return word === program || word.slice(word.lastIndexOf("/") + 1) === program || word.replace(/^\.\//, "") === program;
}

/** A variable, an option or a wrapper, such as in `CI=1 uv run pytest`. */
function isBefore(word: string, program: string): boolean {
  return !isProgram(word, program) && (/^\w+=|^-/.test(word) || WRAPPERS.has(word) || /^python[\d.]*$/.test(word));
}

const WRAPPERS = new Set(
  "sudo doas env command exec time nice nohup npx bunx pnpx dlx uv uvx run poetry pipenv hatch pdm rye bundle pnpm yarn npm bun mise x".split(
    " ",
  ),
);
