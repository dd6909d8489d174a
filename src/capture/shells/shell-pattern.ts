/** Writes globs as one pattern in the language of a shell, so that a line is held against hundreds of them at once. */
import { type Atom, readGlob, regexOf } from "../../core/event/line-glob.ts";

export type PatternShell = "zsh" | "bash" | "fish";

/**
 * The globs as the shell's own pattern: a word after `==` for zsh, a list before `)` in `case` for bash, a quoted
 * regular expression for fish. zsh and fish take them as a tree of what they share, which is three times as fast;
 * bash, which knows no groups without a setting that makes it crawl, as a list.
 */
export function shellPattern(shell: PatternShell, globs: readonly string[]): string {
  const read = globs.map(readGlob);
  if (shell === "fish") return shellQuoted("fish", read.length === 0 ? "(?!)" : `(?s)${regexTree(read)}`);
  if (read.length === 0) return "''";
  return shell === "zsh" ? wordTree(read) : read.map((atoms) => atoms.map(wordOf).join("")).join("|");
}

/** A text as one word that the shell takes as it stands. */
export function shellQuoted(shell: PatternShell, text: string): string {
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

/** A newline cannot stand in a shell's word: any character in its place lets the pattern fit more, never less. */
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

/** Whether all ask for something that may stand anywhere in the line. */
function areInside(globs: Globs): boolean {
  return globs.every((atoms) => atoms.length > 2 && atoms[0]?.kind === "text" && atoms.at(-1)?.kind === "text");
}

/** Where one is found inside, whatever follows it is found as well: its longer kin need not be looked for. */
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
