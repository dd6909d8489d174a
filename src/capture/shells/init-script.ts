/** The script that `eval "$(oldhand init zsh)"` runs: the snippet of a shell, filled with paths and patterns. */
import { readFileSync } from "node:fs";
import { agentMarks, agentPrograms } from "../../agents/recognise.ts";
import { type Atom, readGlob } from "../../core/base/glob.ts";
import { WITHHELD } from "../../core/event/spool-line.ts";

export type LiveShell = "zsh" | "bash" | "fish";

export type InitOptions = {
  readonly spoolDir: string;
  /** Globs of the secret rules, `shellGlobs()`. */
  readonly globs: readonly string[];
  /** The directory with the tables of likely next commands; absent: none are offered. */
  readonly predictions?: string;
  /** Whether Ctrl-R opens `oldhand search`. */
  readonly searchKey?: boolean;
  /** Setting `capture.ignore`: these lines are never recorded. */
  readonly ignore?: readonly string[];
  /** Setting `capture.private`: lines that contain one of these are withheld. */
  readonly privatePatterns?: readonly string[];
};

export function initScript(shell: LiveShell, options: InitOptions): string {
  const { spoolDir, ignore = [] } = options;
  const withhold = withheldGlobs(options);
  const slots: Readonly<Record<string, string>> = {
    spool: shellQuoted(shell, spoolDir),
    ignore: shellPattern(shell, ignore),
    withhold: shellPattern(shell, withhold),
    withheld: WITHHELD,
    longest: String(LONGEST_CHARS),
    key: shellQuoted(shell, KEY),
    nextKey: shellQuoted(shell, NEXT_KEY),
    tables: shellQuoted(shell, options.predictions ?? ""),
    agent: agentTest(shell),
    programs: programPattern(shell),
  };
  const parts = [
    ...snippetOf(shell),
    ...(options.predictions === undefined ? [] : [predictSnippet(shell)]),
    ...(options.searchKey === true ? [searchSnippet(shell)] : []),
  ];
  const script = parts.join("").replace(/\{\{(\w+)\}\}/g, (slot, name: string) => slots[name] ?? slot);
  return shell === "zsh" ? `builtin emulate zsh -o no_aliases -o no_xtrace -c ${shellQuoted("zsh", script)}\n` : script;
}

/** A test of the shell that succeeds if an agent started it: one expression, because it runs at every prompt. */
function agentTest(shell: LiveShell): string {
  const expand = (name: string): string => (shell === "fish" ? `$${name}` : `\${${name}-}`);
  // The snippet sets the first one itself, if an agent's process is above the shell.
  const any = [PARENT_MARK, ...agentMarks().flatMap(({ variables }) => variables)].map(expand).join("");
  const values = agentMarks().flatMap((mark) => (mark.values === undefined ? [] : [mark.values]));
  const exact = values.map((all) => Object.entries(all).map(([name, value]) => ({ name: expand(name), value })));
  if (shell === "fish")
    return `test -n "${any}" ${exact.map((all) => `-o \\( ${all.map(({ name, value }) => `"${name}" = ${value}`).join(" -a ")} \\)`).join(" ")}`;
  const either = exact.map((all) => `( ${all.map(({ name, value }) => `${name} == ${value}`).join(" && ")} )`);
  return `[[ -n "${any}" || ${either.join(" || ")} ]]`;
}

const PARENT_MARK = "__oldhand_agent";

/** Names of agents' processes, as `/proc/PID/stat` has them: a pattern of the shell, or a regular expression for fish. */
function programPattern(shell: LiveShell): string {
  const names = agentPrograms().map((name) => name.slice(0, LONGEST_NAME));
  if (shell === "fish") return names.map((name) => name.replaceAll(".", "\\.")).join("|");
  return names.join("|");
}

/** Linux cuts the name of a process to this length. */
const LONGEST_NAME = 15;

/** Matching takes about 4 ms for each 1,000 characters, so a longer line is withheld without a match. */
export const LONGEST_CHARS = 8192;

/** The usual ways to type `<private>`; others are found when the spool is read. */
const PRIVATE_MARKS = ["*<*private*", "*private*>*", "*lt;*private*", "*private*gt;*"];

/** Lines that match one of these are withheld. */
export function withheldGlobs({
  globs,
  privatePatterns = [],
}: Pick<InitOptions, "globs" | "privatePatterns">): string[] {
  return [...globs, ...PRIVATE_MARKS, ...privatePatterns.flatMap(privateGlob)];
}

/** A private pattern is literal text in which only the star is special; lines are compared in lower case. */
function privateGlob(pattern: string): string[] {
  const literal = pattern
    .trim()
    .toLowerCase()
    .replace(/[\\?[\]]/g, "\\$&");
  return /[^*]/.test(literal) ? [`*${literal.replace(/^\*+|\*+$/g, "")}*`] : [];
}

/** Alt-o, in the notation of all three shells. */
const KEY = "\\eo";
/** Alt-n. */
const NEXT_KEY = "\\en";

/** The recorder, and the key that calls `ask`. */
function snippetOf(shell: LiveShell): string[] {
  switch (shell) {
    case "zsh":
      return [
        readFileSync(new URL("./init/zsh.zsh", import.meta.url), "utf8"),
        readFileSync(new URL("./init/ask.zsh", import.meta.url), "utf8"),
      ];
    case "bash":
      return [
        readFileSync(new URL("./init/bash.bash", import.meta.url), "utf8"),
        readFileSync(new URL("./init/ask.bash", import.meta.url), "utf8"),
      ];
    case "fish":
      return [
        readFileSync(new URL("./init/fish.fish", import.meta.url), "utf8"),
        readFileSync(new URL("./init/ask.fish", import.meta.url), "utf8"),
      ];
  }
}

/** What offers the likely next command. */
function predictSnippet(shell: LiveShell): string {
  switch (shell) {
    case "zsh":
      return readFileSync(new URL("./init/predict.zsh", import.meta.url), "utf8");
    case "bash":
      return readFileSync(new URL("./init/predict.bash", import.meta.url), "utf8");
    case "fish":
      return readFileSync(new URL("./init/predict.fish", import.meta.url), "utf8");
  }
}

/** The key that opens `oldhand search`. */
function searchSnippet(shell: LiveShell): string {
  switch (shell) {
    case "zsh":
      return readFileSync(new URL("./init/search.zsh", import.meta.url), "utf8");
    case "bash":
      return readFileSync(new URL("./init/search.bash", import.meta.url), "utf8");
    case "fish":
      return readFileSync(new URL("./init/search.fish", import.meta.url), "utf8");
  }
}

/**
 * The globs as a pattern of the shell: a word after `==` for zsh, a list before `)` in `case` for bash, a quoted
 * regular expression for fish. For zsh and fish they are a tree of shared prefixes, which is three times as fast; for
 * bash they are a list, since bash has groups only with a setting that makes it very slow.
 */
export function shellPattern(shell: LiveShell, globs: readonly string[]): string {
  const read = globs.map(readGlob);
  if (shell === "fish") return shellQuoted("fish", regexPattern(globs));
  if (read.length === 0) return "''";
  return shell === "zsh" ? wordTree(read) : read.map((atoms) => atoms.map(wordOf).join("")).join("|");
}

/** The globs as one regular expression. */
export function regexPattern(globs: readonly string[]): string {
  return globs.length === 0 ? "(?!)" : `(?s)${regexTree(globs.map(readGlob))}`;
}

/** Quotes a text so that the shell reads it as one literal word. */
export function shellQuoted(shell: LiveShell, text: string): string {
  return shell === "fish" ? `'${text.replace(/[\\']/g, "\\$&")}'` : `'${text.replaceAll("'", "'\\''")}'`;
}

type Globs = readonly (readonly Atom[])[];

function wordTree(globs: Globs): string {
  const writing: Writing = { open: "(", write: wordOf };
  return areInside(globs) ? `*${treeText(insideTree(globs), writing)}*` : treeText(treeOf(globs), writing);
}

function regexTree(globs: Globs): string {
  const writing: Writing = { open: "(?:", write: regexOf };
  return areInside(globs) ? treeText(insideTree(globs), writing) : `^${treeText(treeOf(globs), writing)}$`;
}

/** For the regular expressions of JavaScript and fish, with the flag that lets a dot match every character. */
function regexOf(atom: Atom): string {
  switch (atom.kind) {
    case "text":
      return ".*";
    case "one":
      return ".";
    case "set":
      return `[${atom.negated ? "^" : ""}${atom.members.replace(/[\\\]^[]/g, "\\$&")}]`;
    case "char":
      return atom.char.replace(/[\\^$.*+?()[\]{}|/-]/, "\\$&");
  }
}

/** A newline cannot be in a shell's word: `?` in its place makes the pattern match more, never less. */
function wordOf(atom: Atom): string {
  if (atom.kind === "text") return "*";
  if (atom.kind === "one") return "?";
  const text = atom.kind === "char" ? atom.char : atom.members;
  if (text.includes("\n")) return "?";
  const escaped = text.replace(/[^\w./:=@%+,\x80-\uffff-]/g, "\\$&");
  return atom.kind === "char" ? escaped : `[${atom.negated ? "!" : ""}${escaped}]`;
}

type Tree = { readonly branches: Map<string, { readonly atom: Atom; readonly tree: Tree }>; isEnd: boolean };
type Writing = { readonly open: string; readonly write: (atom: Atom) => string };

/** Whether all globs match their text anywhere in the line. */
function areInside(globs: Globs): boolean {
  return globs.every((atoms) => atoms.length > 2 && atoms[0]?.kind === "text" && atoms.at(-1)?.kind === "text");
}

/** A glob that matches anywhere also covers every longer glob with the same prefix, so the longer ones are dropped. */
function insideTree(globs: Globs): Tree {
  const prune = ({ branches, isEnd }: Tree): Tree => {
    if (isEnd) return { branches: new Map(), isEnd };
    return {
      branches: new Map([...branches].map(([key, { atom, tree }]) => [key, { atom, tree: prune(tree) }])),
      isEnd,
    };
  };
  return prune(treeOf(globs.map((atoms) => atoms.slice(1, -1))));
}

function treeOf(globs: Globs): Tree {
  const root: Tree = { branches: new Map(), isEnd: false };
  for (const atoms of globs) {
    let tree = root;
    for (const atom of atoms) {
      const key = JSON.stringify(atom);
      const branch = tree.branches.get(key) ?? { atom, tree: { branches: new Map(), isEnd: false } };
      tree.branches.set(key, branch);
      tree = branch.tree;
    }
    tree.isEnd = true;
  }
  return root;
}

function treeText(tree: Tree, writing: Writing): string {
  const ways = [...tree.branches.values()].map(({ atom, tree: rest }) => writing.write(atom) + treeText(rest, writing));
  if (tree.isEnd) ways.push("");
  return ways.length < 2 ? (ways[0] ?? "") : `${writing.open}${ways.join("|")})`;
}

export function powershellScript(options: Omit<InitOptions, "predictions" | "searchKey">): string {
  const slots: Readonly<Record<string, string>> = {
    spool: powershellQuoted(options.spoolDir),
    ignore: powershellQuoted(regexPattern(options.ignore ?? [])),
    withhold: powershellQuoted(regexPattern(withheldGlobs(options))),
    withheld: WITHHELD,
    longest: String(LONGEST_CHARS),
    agent: powershellTest(),
  };
  const snippet = readFileSync(new URL("./init/powershell.ps1", import.meta.url), "utf8");
  return snippet.replace(/\{\{(\w+)\}\}/g, (slot, name: string) => slots[name] ?? slot);
}

function powershellTest(): string {
  const variables = agentMarks()
    .flatMap(({ variables: names }) => names)
    .map((name) => `$env:${name}`);
  const values = agentMarks().flatMap(({ values: all }) => (all === undefined ? [] : [all]));
  const exact = values.map((all) =>
    Object.entries(all)
      .map(([name, value]) => `$env:${name} -eq ${powershellQuoted(value)}`)
      .join(" -and "),
  );
  return [...variables, ...exact.map((test) => `(${test})`)].join(" -or ");
}

/** PowerShell reads four other characters as single quotes too. */
function powershellQuoted(text: string): string {
  return `'${text.replace(/['\u2018\u2019\u201a\u201b]/g, "$&$&")}'`;
}
