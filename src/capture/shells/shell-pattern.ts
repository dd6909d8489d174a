/** Writes globs as one pattern in the syntax of a shell, so that a line is matched against hundreds of them at once. */
import { type Atom, readGlob, regexOf } from "../../core/event/admit.ts";

export type PatternShell = "zsh" | "bash" | "fish";

/**
 * The globs as a pattern of the shell: a word after `==` for zsh, a list before `)` in `case` for bash, a quoted
 * regular expression for fish. For zsh and fish they are a tree of shared prefixes, which is three times as fast; for
 * bash they are a list, since bash has groups only with a setting that makes it very slow.
 */
export function shellPattern(shell: PatternShell, globs: readonly string[]): string {
  const read = globs.map(readGlob);
  if (shell === "fish") return shellQuoted("fish", read.length === 0 ? "(?!)" : `(?s)${regexTree(read)}`);
  if (read.length === 0) return "''";
  return shell === "zsh" ? wordTree(read) : read.map((atoms) => atoms.map(wordOf).join("")).join("|");
}

/** Quotes a text so that the shell reads it as one literal word. */
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
