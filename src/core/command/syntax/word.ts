/** One word of a shell line: its value, how it is written, whether the shell would still change it, and how to quote it. */
import type { Assignment, Redirection, Word as SyntaxWord, WordPart } from "unbash";

export type Word = {
  /** Without its quotes. */
  readonly value: string;
  /** With its quotes, as in the line. */
  readonly written: string;
  /** `glob` becomes file names; `expanded` becomes something that is only known at run time. */
  readonly form: "literal" | "quoted" | "glob" | "expanded";
};

export function wordOf(part: SyntaxWord | Assignment | Redirection): Word | undefined {
  if (part.type === "Word") return { value: part.value, written: part.text, form: formOf(part) };
  if (part.type !== "Assignment") return undefined;
  const { text, value } = part;
  const unquoted = value.type === "Word" ? text.replace(value.text, () => value.value) : text;
  return { value: unquoted, written: text, form: /[$`*?[{(]/.test(text) ? "expanded" : "literal" };
}

export const literal = (value: string): Word => ({ value, written: value, form: "literal" });

/** Whether the program gets exactly this value. */
export const isFixed = ({ form }: Word): boolean => form === "literal" || form === "quoted";

/** Only characters without a meaning for shells: such a word need not be parsed. */
const SIMPLE = /^[\w./:=@%+,-]+$/;

const SETTING = /^([A-Za-z_]\w*)(?:\[[^\]]*\])?\+?=(.*)$/s;

/** `NAME=value`. */
export function settingIn(value: string): { readonly name: string; readonly value: string } | undefined {
  const [, name, to = ""] = value.includes("=") ? (SETTING.exec(value) ?? []) : [];
  return name === undefined ? undefined : { name, value: to };
}

/** Words and operators with their quotes, for mining workflows. */
export function tokensOf(part: SyntaxWord | Assignment | Redirection, source: string): string[] {
  if (part.type === "HereDoc") return [];
  if (part.type === "Word" || part.type === "Assignment") return [part.text];
  // `2>&1` is one token; a file after `>` is one of its own, because it may vary.
  if (part.target === undefined || part.operator.endsWith("&")) return [source.slice(part.pos, part.end)];
  return [source.slice(part.pos, part.target.pos).trimEnd(), part.target.text];
}

export function redirectsOf(redirects: readonly Redirection[]): { readonly operator: string; readonly target: Word }[] {
  return redirects.flatMap((redirect) => {
    const target = redirect.type === "Redirect" && redirect.target !== undefined ? wordOf(redirect.target) : undefined;
    return target === undefined ? [] : [{ operator: redirect.operator, target }];
  });
}

/** The text of a here-document or a here-string. */
export function inputOf(redirect: Redirection): string | undefined {
  if (redirect.type === "HereDoc") return redirect.body.text;
  return redirect.type === "HereString" ? (redirect.target?.value ?? "") : undefined;
}

function formOf(word: SyntaxWord): Word["form"] {
  if (SIMPLE.test(word.text)) return "literal";
  const forms = (word.parts ?? []).map(partForm);
  return (["expanded", "glob", "quoted"] as const).find((form) => forms.includes(form)) ?? "literal";
}

function partForm(part: WordPart): Word["form"] {
  switch (part.type) {
    case "Literal":
      return "literal";
    case "Glob":
      return "glob";
    case "SingleQuoted":
    case "AnsiCQuoted":
      return "quoted";
    case "DoubleQuoted":
    case "LocaleString":
      return part.parts.every((child) => child.type === "Literal") ? "quoted" : "expanded";
    default:
      return "expanded";
  }
}

type Directories = { readonly cwd: string | undefined; readonly home: string | undefined };

/** The absolute path, also of a glob; undefined if it is only known at run time. */
export function resolvedPath(word: Word, { cwd, home }: Directories): string | undefined {
  const path = withHome(word, home, cwd);
  if (path === undefined) return undefined;
  if (path.startsWith("/")) return normal(path);
  return cwd === undefined ? undefined : normal(`${cwd}/${path}`);
}

export const MOVING: ReadonlySet<string> = new Set(["cd", "pushd", "popd", "chdir"]);

/** Where `cd` with these words leads to. */
export function movedTo(args: readonly Word[], { cwd, home }: Directories): string | undefined {
  const [to] = args.filter(({ value }) => !/^-[LPe@]+$/.test(value) && value !== "--");
  if (to === undefined) return home;
  return /^[-+]/.test(to.value) || to.form === "glob" ? undefined : resolvedPath(to, { cwd, home });
}

/** Undefined for `~someone`: that home directory is unknown. */
function withHome({ value, form }: Word, home: string | undefined, cwd: string | undefined): string | undefined {
  if (form === "quoted") return value;
  const [start, taken] = startOf(value, home, cwd);
  const rest = value.slice(taken);
  if (start === undefined || (taken === 0 && rest.startsWith("~"))) return undefined;
  return form === "expanded" && /[$`{<]/.test(rest) ? undefined : start + rest;
}

function startOf(value: string, home: string | undefined, cwd: string | undefined): [string | undefined, number] {
  const atHome = /^(?:~|\$HOME|\$\{HOME\})(?=\/|$)/.exec(value);
  if (atHome !== null) return [home, atHome[0].length];
  const here = /^(?:\$PWD|\$\{PWD\}|~\+)(?=\/|$)/.exec(value);
  return here === null ? ["", 0] : [cwd, here[0].length];
}

function normal(path: string): string {
  const parts: string[] = [];
  for (const part of path.split("/")) {
    if (part === "..") parts.pop();
    else if (part !== "" && part !== ".") parts.push(part);
  }
  return `/${parts.join("/")}`;
}

const BARE = /^[\w./:@+-]+$/;

/** Whether every shell reads it literally without quotes. */
export function isBare(text: string): boolean {
  return BARE.test(text);
}
const RESERVED = new Set(
  "if then else elif fi for while until do done case esac in select function time coproc repeat end and or not begin".split(
    " ",
  ),
);

/** Quotes a text as one word, with backslashes outside of the quotes: fish would read one inside as an escape. */
export function asWord(value: string): string {
  return isBare(value) && !RESERVED.has(value) ? value : quoted(value);
}

export function quoted(value: string): string {
  return `'${value.replace(/['\\]/g, "'\\$&'")}'`;
}
