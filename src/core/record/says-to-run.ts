/** Whether a statement says to run a command: the words of the command are in the part of it that rejects nothing. */
import { parseLine, type Step } from "../command/steps.ts";
import { assertedIn } from "../verify/clauses.ts";
import type { MemoryRecord } from "./record.ts";

type Saying = Pick<MemoryRecord, "type" | "text" | "steps">;

/** For a workflow its steps count, for a pitfall what cured it. */
export function saysToRun({ type, text, steps = [] }: Saying): (line: string) => boolean {
  const said = type === "pitfall" ? (text.split("; then ")[1]?.split(" Did not help:")[0] ?? "") : text;
  const { plain, spans } = type === "workflow" ? { plain: [], spans: steps } : chosenIn(said);
  const commands = spans.map(wordsOf).filter((words) => words.length > 0);
  return (line) =>
    parseLine(line).some(
      (step) => commands.some((words) => isWhole(words, step)) || plain.some((part) => namesIn(part, step)),
    );
}

/** The commands in backticks that a statement chooses, and its other words. */
function chosenIn(text: string): { readonly plain: readonly string[]; readonly spans: readonly string[] } {
  const { clauses, spans } = assertedIn(text);
  return {
    plain: clauses.map((part) => part.replace(SPAN, " ` ")),
    spans: clauses.flatMap((part) => [...part.matchAll(SPAN)].flatMap(([, at]) => spans[Number(at)] ?? [])),
  };
}

const SPAN = /\0(\d+)\0/g;

/** A slot can be anything, so it ends what is compared. */
function wordsOf(command: string): string[] {
  const words = command.trim().split(/\s+/);
  const slot = words.findIndex((word) => /^[<{[]/.test(word));
  return slot === -1 ? words : words.slice(0, slot);
}

/** The command of a code span, with or without more arguments. */
function isWhole(words: readonly string[], step: Step): boolean {
  return words.length >= coveredBy(step) && words.every((word, at) => word === step.words[at]);
}

/** In plain words: as many of its words as make up its name, and no option that it was run without. */
function namesIn(part: string, step: Step): boolean {
  const most = step.words.length;
  for (let count = most; count >= Math.max(LEAST_PLAIN, coveredBy(step)); count--) {
    const name = step.words.slice(0, count).join(" ");
    const at = part.indexOf(name);
    if (at === -1) continue;
    const [before, after] = [part.slice(0, at), part.slice(at + name.length)];
    return /(?:^|[\s("'])$/.test(before) && /^(?:$|[.,;:!?)"']|\s(?!-))/.test(after);
  }
  return false;
}

const LEAST_PLAIN = 2;

/** How many of its words a name has to cover: the family, or the wrapper before it, as in `uv run report.py`. */
function coveredBy({ family = "", words }: Step): number {
  const names = family.split(" ");
  const start = words.indexOf(names[0]!);
  return start > 0 ? start : names.length;
}
