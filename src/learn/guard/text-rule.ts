/** The pattern for a piece of code that may not be added, and the files that a rule about code means. */
import type { Mention } from "./mentions.ts";

/** Files of code: prose may say what code may not. Braces stand for at most 32 globs. */
const CODE =
  "**/*.{ts,tsx,js,jsx,mjs,cjs,mts,cts,py,rb,go,rs,java,kt,swift,c,h,cc,cpp,hpp,cs,php,css,scss,html,vue,svelte,sql,sh,dart}";
const TESTS = ["**/{test,tests,__tests__,spec,specs}/**", "**/{test_*,*_test.*,*.test.*,*.spec.*}"];

const LANGUAGES: Readonly<Record<string, string>> = {
  typescript: "**/*.{ts,tsx,mts,cts}",
  ts: "**/*.{ts,tsx,mts,cts}",
  javascript: "**/*.{js,jsx,mjs,cjs,ts,tsx,mts,cts}",
  python: "**/*.py",
  pytest: "**/*.py",
  rust: "**/*.rs",
  swift: "**/*.swift",
  swiftui: "**/*.swift",
  kotlin: "**/*.kt",
  java: "**/*.java",
  "c#": "**/*.cs",
  css: "**/*.{css,scss,less}",
  react: "**/*.{tsx,jsx,ts,js}",
  html: "**/*.html",
};

type Files = { readonly in: string; readonly except?: readonly string[] };

/** `folder`: a path that the rule names as the place. Two globs are two guards. */
export function filesOf(
  words: readonly string[],
  folder: string | undefined,
  named: readonly string[],
): readonly Files[] {
  const language = words.map((word) => LANGUAGES[word.replace(/[^a-z#]/g, "")]).find((glob) => glob !== undefined);
  const text = words.join(" ");
  if (folder !== undefined) return [{ in: folder }];
  const isOfTests = named.some((text) => /^(?:test|describe|it|expect)\b/i.test(text));
  if (isOfTests || /\b(?:in|for|inside|within) (?:[\w-]+ ){0,2}tests?\b|\btest (?:code|files?|cases?)\b/.test(text))
    return TESTS.map((glob) => ({ in: glob, except: ["**/*.{md,rst,txt,adoc}"] }));
  const isProduction = /\b(?:production|source|prod|library|src|application) ?(?:code|files?)?\b/.test(text);
  return [{ in: language ?? CODE, ...(isProduction && !/\btests?\b/.test(text) && { except: TESTS }) }];
}

/** Escapes all that a pattern gives a meaning; white space as people type it. */
const escaped = (text: string): string =>
  text
    .replace(/[.*+?^${}()|[\]\\/]/g, "\\$&")
    .replace(/(\w)\s+(?=\w)/g, "$1\\s+")
    .replace(/ +/g, "\\s*");

/** Before a comment starts: what a comment says is prose. */
const IN_CODE = "^([^#/*\\n]|/[^/*\\n])*";

/** `next`: the noun after it: "comments". */
export function patternOf(
  { text }: Pick<Mention, "text">,
  { next, isImport }: { next: string; isImport: boolean },
): string | undefined {
  if (/^comments?$/.test(next)) return `(//|#|/\\*|--|<!--)\\s*${escaped(text)}\\b`;
  const plain = text.replace(/\([^()]*\)$/, "");
  if (/^[a-z]+(?: [a-z]+){2,}$/.test(plain) || !/[\w=@]/.test(plain) || plain.length > MOST_CHARS) return undefined;
  const [start, end] = [/^\w/.test(plain) ? "\\b" : "", /\w$/.test(plain) ? "\\b" : ""];
  if (isImport) return `(import|from|require\\()[^;\\n]*${start}${escaped(plain)}${end}`;
  if (plain !== text) return `${start}${escaped(plain)}\\(`;
  if (plain === "any") return "[:<|,(]\\s*any\\b|\\bas any\\b|\\bany\\[\\]";
  if (/^prefix/.test(next)) return `\\b(class|def|function|const) ${escaped(plain)}`;
  if (/^[a-z]+$/.test(plain)) return `${IN_CODE}\\b${plain}\\b`;
  const [, module, name] = /^([a-z][a-z_.]*)\.([A-Za-z]\w*)$/.exec(plain) ?? [];
  const imported = module === undefined ? "" : `|from ${escaped(module)} import [^;\\n]*\\b${name}\\b`;
  return `${start}${escaped(plain)}${end}${imported}`;
}

const MOST_CHARS = 60;

const NO = "\\b(?:no|forbidden|never|not|don't|avoid|without|instead of|over|rather than)\\b(?: \\S+){0,3}";
const against = (name: string, before = ""): RegExp => new RegExp(`${before}${NO} ${name}\\b`);

/** What people call a piece of code, where every linter has a rule for it. */
export const CONCEPTS: readonly { readonly words: RegExp; readonly adds: string; readonly files?: string }[] = [
  { words: against("inline styles?"), adds: "\\bstyle=[\"'{]" },
  {
    words: against("(?:real |remote |external |hard-?coded ){0,2}urls"),
    adds: "https?://[A-Za-z][\\w-]*(\\.[\\w-]+)*\\.[a-z]{2,}",
  },
  {
    words: against("print(?: statements?|s|(?= (?:in|under|inside)\\b)|$)"),
    adds: "(^|[^\\w.])print\\(",
    files: "**/*.py",
  },
  { words: against("console logs?"), adds: "\\bconsole\\.log\\(" },
  { words: against("default exports?"), adds: "^\\s*export default\\b" },
  { words: against("(?:wildcard|star) imports?"), adds: "^\\s*(from \\S+ )?import \\*" },
  {
    words: against("(?:inline|local|nested) imports|imports inside functions"),
    adds: "^\\s+(import \\w|from \\S+ import )",
    files: "**/*.py",
  },
  { words: against("todos?(?: comments?)?"), adds: `(//|#|/\\*)\\s*${"todo".toUpperCase()}\\b` },
  { words: against("emojis?"), adds: "[\\x{1F300}-\\x{1FAFF}\\x{2600}-\\x{27BF}]" },
  { words: against("spaces", "\\btabs\\b.*"), adds: "^ {2,}\\S" },
  { words: against("tabs", "\\bspaces\\b.*"), adds: "^\\t" },
];
