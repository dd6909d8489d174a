/** Finds which of the project's scripts a command runs: `npm test` runs `pretest`, `test` and `posttest`. */
import { isOneOf, type ParsedCommand } from "../../core/command/parsed-command.ts";
import type { Word } from "../../core/command/syntax/word.ts";
import { isListed } from "../../core/command/tables/program.ts";
import { MANAGER_VERBS } from "../../core/command/tables/tools.ts";

export type Called = {
  readonly names: readonly string[];
  /** The program that has the script: `npm` for every package manager, else `make`, `just`, `composer`, `deno`, `task`. */
  readonly program: string;
  /** Arguments for the last command of the script. */
  readonly extra: readonly Word[];
};

const NPM_FLAGS = /^(?:-s|--silent|--if-present|--quiet|-q|--color|--no-color|--foreground-scripts)$/;

export function calledScripts(command: ParsedCommand): Called | undefined {
  if (command.name.value !== command.program || command.name.form !== "literal") return undefined;
  if (isOneOf(command, "npm pnpm yarn bun")) return fromPackage(command);
  if (isOneOf(command, "node") && command.args[0]?.value === "--run")
    return called("npm", command.args[1], command.args.slice(2));
  if (isOneOf(command, "make gmake")) return fromMake(command);
  if (isOneOf(command, "just task")) return isPlainCall(command) ? targets(command.program, command.args) : undefined;
  if (isOneOf(command, "composer deno")) return fromVerb(command);
  return isOneOf(command, "run-s run-p npm-run-all") ? fromRunAll(command) : undefined;
}

function fromPackage({ program, args }: ParsedCommand): Called | undefined {
  const flags = args.findIndex(({ value }) => !NPM_FLAGS.test(value));
  const [verb, ...rest] = args.slice(Math.max(0, flags));
  if (verb === undefined || verb.form !== "literal") return undefined;
  if (/^(?:run|run-script)$/.test(verb.value)) {
    const at = rest.findIndex(({ value }) => !NPM_FLAGS.test(value));
    return at < 0 ? undefined : fromName(program, rest[at], rest.slice(at + 1));
  }
  if (program === "bun") return undefined;
  if (/^(?:test|start|stop|restart)$/.test(verb.value) || (verb.value === "t" && program !== "yarn"))
    return fromName(program, verb.value === "t" ? { ...verb, value: "test" } : verb, rest);
  const isShort =
    program !== "npm" &&
    /^[\w:.-]+$/.test(verb.value) &&
    !verb.value.startsWith("-") &&
    !isListed(MANAGER_VERBS, verb.value);
  return isShort ? fromName(program, verb, rest) : undefined;
}

/** npm takes options up to `--` itself, so only known ones are allowed there. */
function fromName(program: string, name: Word | undefined, rest: readonly Word[]): Called | undefined {
  if (program !== "npm")
    return called(
      "npm",
      name,
      rest.filter(({ value }, at) => !(at === 0 && value === "--")),
    );
  const end = rest.findIndex(({ value }) => value === "--");
  const own = end < 0 ? rest : rest.slice(0, end);
  if (own.some(({ value }) => value.startsWith("-") && !NPM_FLAGS.test(value))) return undefined;
  const words = own.filter(({ value }) => !value.startsWith("-"));
  return called("npm", name, [...words, ...(end < 0 ? [] : rest.slice(end + 1))]);
}

function called(program: string, name: Word | undefined, extra: readonly Word[]): Called | undefined {
  if (name === undefined || name.form !== "literal" || !/^[\w:./@-]+$/.test(name.value) || name.value.startsWith("-"))
    return undefined;
  return { names: [name.value], program, extra };
}

function fromMake(command: ParsedCommand): Called | undefined {
  const words = command.args.filter(
    ({ value }) => !/^-(?:[sk]|j\d*|-silent|-keep-going|-no-print-directory)$/.test(value),
  );
  // A variable that is set here may be what a recipe runs.
  return words.every(({ value, form }) => form === "literal" && /^[\w./:-]+$/.test(value) && !value.startsWith("-"))
    ? targets("make", words)
    : undefined;
}

const isPlainCall = ({ args }: ParsedCommand): boolean =>
  args.every(({ value, form }) => form === "literal" && /^[\w:-]+$/.test(value) && !value.startsWith("-"));

function targets(program: string, words: readonly Word[]): Called {
  return { names: words.length === 0 ? ["default"] : words.map(({ value }) => value), program, extra: [] };
}

function fromVerb({ program, args }: ParsedCommand): Called | undefined {
  const [verb, name, ...extra] = args;
  if (program === "deno") return verb?.value === "task" ? called("deno", name, extra) : undefined;
  if (/^(?:run|run-script)$/.test(verb?.value ?? "")) return called("composer", name, extra);
  return /^(?:test|lint|check|cs|stan|build|analyse)$/.test(verb?.value ?? "")
    ? called("composer", verb, [...(name === undefined ? [] : [name]), ...extra])
    : undefined;
}

function fromRunAll({ args }: ParsedCommand): Called | undefined {
  const names = args.filter(
    ({ value }) => !/^(?:-[spc]|--parallel|--sequential|--silent|--continue-on-error)$/.test(value),
  );
  if (
    names.length === 0 ||
    !names.every(({ value, form }) => form !== "expanded" && /^[\w:.-]+$/.test(value) && !value.startsWith("-"))
  )
    return undefined;
  return { names: names.map(({ value }) => value), program: "npm", extra: [] };
}

const CHECKING =
  /^(?:pre|post)?(?:tests?|check|lint|typecheck|type-check|types|tsc|build|compile|coverage|cov|unit|spec|verify|validate|format-check|format:check|fmt-check|fmt:check|prettier:check|ci|all|default)(?:[:._-][\w:._-]*)?$/;
const DOING = /deploy|publish|release|push|prod|clean|drop|reset|seed|migrat|install|upload|fix|watch|serve|start/;

/** Whether a script tests, builds or lints, by its name: then it may run the project's own files. */
export function isChecking(name: string): boolean {
  return CHECKING.test(name) && !DOING.test(name);
}

const MOST_CHARS = 4096;

/** The lines of a recipe as a shell gets them. */
export function bodyOf(body: string, program: string): string {
  // A longer one is not read at all.
  if ((program !== "make" && program !== "just") || body.length > MOST_CHARS) return body;
  const lines = body.split("\n").map((line) => line.replace(/^\s*[@+-]+\s*/, "").replace(/^\s+/, ""));
  const [first = "", ...more] = lines.filter((line) => line !== "");
  // Each line has its own shell: a `cd` in one does not move the next.
  const text = more.length === 0 ? first : [first, ...more].map((line) => `(\n${line}\n)`).join("\n");
  if (program === "just") return text.replace(/\{\{[^}\n]*\}\}/g, "$JUST_VALUE");
  return text
    .replace(/\$[({]MAKE[)}]/g, "make")
    .replace(/^\$[({]\w+[)}]/gm, "make-variable")
    .replace(/\$\((\w+)\)/g, (_, name: string) => `\${${name}}`)
    .replace(/\$\(shell /g, "$(")
    .replaceAll("$$", "$");
}
