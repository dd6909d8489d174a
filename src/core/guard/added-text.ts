/** Whether text that is about to be written has what a guard forbids: a pattern that people wrote, matched in linear time. */
import { RE2JS } from "re2js";
import type { ParsedCommand } from "../command/parsed-command.ts";
import { resolvedPath } from "../command/syntax/word.ts";
import type { AddedText } from "./tool-act.ts";

const PATTERNS = new Map<string, RE2JS | undefined>();
const MOST_KEPT = 512;

/** `^` and `$` are the ends of a line; undefined if it is not a pattern. */
export function textPattern(source: string): RE2JS | undefined {
  if (PATTERNS.has(source)) return PATTERNS.get(source);
  if (PATTERNS.size >= MOST_KEPT) PATTERNS.clear();
  const pattern = compiled(source);
  PATTERNS.set(source, pattern);
  return pattern;
}

function compiled(source: string): RE2JS | undefined {
  try {
    return RE2JS.compile(source, RE2JS.MULTILINE);
  } catch {
    return undefined; // not a pattern, or one that cannot be matched in linear time
  }
}

/** Text beyond this is not looked at. */
const MOST_CHARS = 1_048_576;

/** The first line, from 1, in which a text has it; undefined if it has not. */
export function lineWith(source: string, text: string): number | undefined {
  const matcher = textPattern(source)?.matcher(text.slice(0, MOST_CHARS));
  if (matcher === undefined || !matcher.find()) return undefined;
  return text.slice(0, matcher.start()).split("\n").length;
}

/** Every line, from 1, in which a text has it. */
export function linesWith(source: string, text: string): readonly number[] {
  const matcher = textPattern(source)?.matcher(text.slice(0, MOST_CHARS));
  const lines = new Set<number>();
  let [line, counted] = [1, 0];
  while (matcher?.find() === true && lines.size < MOST_LINES) {
    for (const start = matcher.start(); counted < start; counted += 1) if (text[counted] === "\n") line += 1;
    lines.add(line);
  }
  return [...lines];
}

const MOST_LINES = 100;

/** What a typed line writes into files by itself: `echo x > a`, a here-document. */
export function textsWritten(commands: readonly ParsedCommand[], home: string | undefined): AddedText[] {
  return commands.flatMap((command) => {
    const text = command.input ?? (/^(?:echo|printf)$/.test(command.program) ? argTexts(command) : undefined);
    if (text === undefined) return [];
    const targets = command.redirects.filter(({ operator }) => /^\d*>/.test(operator)).map(({ target }) => target);
    const files = command.program === "tee" ? [...targets, ...command.args] : targets;
    return files.flatMap((word) => {
      const path = resolvedPath(word, { cwd: command.cwd, home });
      return path === undefined ? [] : [{ path, text }];
    });
  });
}

/** Everything that a command is given as words or as its input. */
export const textGiven = (command: ParsedCommand): string => [argTexts(command), command.input ?? ""].join("\n");

const argTexts = ({ args }: ParsedCommand): string => args.map(({ value }) => value).join("\n");
