/** Fills the slots of a step so that each value stays one word and is never run as code. */
import { forEachChild, parse, type SyntaxNode, type Word as SyntaxWord } from "unbash";
import { unwrapped } from "../command/inner-commands.ts";
import { baseName } from "../command/parsed-command.ts";
import { asWord, isBare, quoted, type Word, wordOf } from "../command/syntax/word.ts";
import { isListed, pastOptions } from "../command/tables/program.ts";
import { programOf } from "../command/tables/programs.ts";
import { replaceSlots, slotsIn } from "./slots.ts";

type Rendered =
  | { readonly outcome: "rendered"; readonly command: string }
  | { readonly outcome: "missing"; readonly slots: readonly string[] }
  /** Slots whose value would be read as code, or whose value no command can take. */
  | { readonly outcome: "unsafe"; readonly slots: readonly string[] };

export function render(step: string, values: Readonly<Record<string, string>>): Rendered {
  const names = slotsIn(step);
  const missing = names.filter((name) => !Object.hasOwn(values, name));
  if (missing.length > 0) return { outcome: "missing", slots: missing };
  if (names.length === 0) return { outcome: "rendered", command: step };
  const marks = markSlots(step, values);
  const places = placesOf(marks);
  const unsafe = marks.slots.filter(({ mark, value }) => !places.has(mark) || value.includes("\0"));
  if (unsafe.length > 0) return { outcome: "unsafe", slots: [...new Set(unsafe.map(({ name }) => name))] };
  return { outcome: "rendered", command: fill(marks, places) };
}

type Slot = { readonly name: string; readonly mark: string; readonly value: string };
type Marks = { readonly line: string; readonly slots: readonly Slot[]; readonly stem: string };

/** Replaces each slot by a word that does not occur in the step, so that the line can be parsed. */
function markSlots(step: string, values: Readonly<Record<string, string>>): Marks {
  let stem = "Slot";
  while (step.includes(stem)) stem += "t";
  const slots: Slot[] = [];
  const line = replaceSlots(step, (name) => {
    const mark = `${stem}${slots.length}Z`;
    slots.push({ name, mark, value: values[name] ?? "" });
    return mark;
  });
  return { line, slots, stem };
}

type Quotes = "" | "'" | '"';

/** The quotes around each mark in a command's own words; marks elsewhere are left out. */
function placesOf({ line, slots }: Marks): ReadonlyMap<string, Quotes> {
  const places = new Map<string, Quotes>();
  const tree = parse(line);
  if (tree.errors !== undefined) return places;
  const visit = (node: SyntaxNode): void => {
    if (node.type === "Command") visitCommand([...node.prefix, ...(node.name ? [node.name] : []), ...node.suffix]);
    else if (ENTERED.has(node.type)) forEachChild(node, visit);
  };
  const visitCommand = (parts: readonly Parameters<typeof wordOf>[0][]): void => {
    const words = parts.flatMap((part) => wordOf(part) ?? []);
    for (const part of parts) {
      for (const slot of slots) {
        const quotes = quotesAround(slot.mark, ownWord(part));
        const isCode = isReadAgain(words, { mark: slot.mark, value: slot.value });
        if (quotes !== undefined && !isCode) places.set(slot.mark, quotes);
      }
    }
  };
  visit(tree);
  return places;
}

const ENTERED: ReadonlySet<string> = new Set(
  "Script Statement AndOr Pipeline CompoundList Subshell BraceGroup If Elif For While Redirected".split(" "),
);

function ownWord(part: Parameters<typeof wordOf>[0]): SyntaxWord | undefined {
  if (part.type === "Word") return part;
  if (part.type === "Assignment") return part.value.type === "Word" ? part.value : undefined;
  return part.type === "HereDoc" ? undefined : part.target;
}

function quotesAround(mark: string, word: SyntaxWord | undefined): Quotes | undefined {
  if (!word?.text.includes(mark)) return undefined;
  if (word.parts === undefined) return "";
  for (const part of word.parts) {
    if (!part.text.includes(mark)) continue;
    if (part.type === "Literal") return "";
    if (part.type === "SingleQuoted") return "'";
    const isText = (child: SyntaxNode) => child.type === "Literal" && child.text.includes(mark);
    if (part.type === "DoubleQuoted" && part.parts.some(isText)) return '"';
  }
  return undefined;
}

/** Inside quotes, closes them before the value and reopens them after it. One pass, because a value may look like a mark. */
function fill({ line, slots, stem }: Marks, places: ReadonlyMap<string, Quotes>): string {
  const pattern = new RegExp(`(['"]?)${stem}(\\d+)Z(['"]?)`, "g");
  return line.replace(pattern, (match, before: string, index: string, after: string, at: number) => {
    const { mark = "", value = "" } = slots[Number(index)] ?? {};
    const quotes = places.get(mark) ?? "";
    const isAlone = before === quotes && after === quotes && isOneWord(line, at, at + match.length);
    // `v<version>`: a value that needs no quotes needs none next to letters either.
    const isPlain = before === "" && after === "" && quotes === "" && isBare(value);
    return isAlone || isPlain ? asWord(value) : `${before}${quotes}${quoted(value)}${quotes}${after}`;
  });
}

function isOneWord(line: string, start: number, end: number): boolean {
  return /^[\s=]?$/.test(line.charAt(start - 1)) && /^\s?$/.test(line.charAt(end));
}

type Filling = { readonly mark: string; readonly value: string };

/** Whether the word with the mark, or the value inserted there, reaches a shell or an interpreter as code. */
function isReadAgain(words: readonly Word[], { mark, value }: Filling): boolean {
  const at = words.findIndex((word) => word.value.includes(mark));
  // The target of a redirection is a file name.
  if (at < 0) return false;
  const inner = unwrapped(words);
  const start = words.length - inner.words.length;
  const programs = words.slice(0, start + 1).map(({ value }) => baseName(value));
  const program = programs.at(-1) ?? "";
  if (program === "ssh") return at !== start + pastOptions(inner.words, 1, programOf("ssh")).at;
  if (inner.line !== undefined || programs.some((name) => isListed(READS_LINES, name)) || isInShell(words, at))
    return true;
  if (EXPANDS.has(program) && value.includes("$")) return true;
  if (SCRIPTED.has(program)) return words[at]?.value !== mark;
  return isInline(words, at, program);
}

/** Programs that join their arguments to a line and evaluate it, or type it into a shell. */
const READS_LINES =
  "eval let unset declare typeset local readonly trap su watch viddy parallel hyperfine entr nodemon concurrently " +
  "tmux screen at batch expect osascript nix-shell ssh-agent script mosh";

/** Its variables may contain shell calls. */
const EXPANDS = new Set(["make", "gmake", "nmake", "ninja"]);

/** A slot inside their script would be part of the code; a separate word is a file or a script of the person. */
const SCRIPTED = new Set(["awk", "gawk", "mawk", "sed", "gsed"]);

const isShell = (program: string): boolean => program === "busybox" || programOf(program).isShell === true;
const LINE_OPTION = /^-[a-zA-Z]*c[a-zA-Z]*$/;

/** Also a shell inside a container or behind `find -exec`. */
function isInShell(words: readonly Word[], at: number): boolean {
  const shell = words.findIndex(({ value }) => isShell(baseName(value)));
  return shell >= 0 && words.slice(shell + 1, at).some(({ value }) => LINE_OPTION.test(value));
}

const CODE_OPTION = /^-[a-zA-Z]*[ceErp]$|^--(?:eval|print|command)$/;

function isInline(words: readonly Word[], at: number, program: string): boolean {
  const before = words[at - 1]?.value ?? "";
  if (program === "test" || program === "[" || program === "printf") return before === "-v";
  if (programOf(program).takesScript !== true) return false;
  return CODE_OPTION.test(before) || /^-[a-zA-Z]/.test(words[at]?.value ?? "");
}
