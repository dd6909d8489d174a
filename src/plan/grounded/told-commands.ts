/** Reads the commands that records name for a purpose: "Run the tests with `npx vitest`"; a told procedure becomes steps. */
import { programOf } from "../../core/command/tables/programs.ts";
import type { Told } from "../../core/plan/material.ts";
import type { MemoryRecord } from "../../core/record/record.ts";
import { RUNNERS } from "./words/candidate-words.ts";

type Statement = Pick<MemoryRecord, "id" | "type" | "key" | "text"> & Partial<Pick<MemoryRecord, "steps">>;

/** Small and exact: a sentence that is not plainly "for this, run that" names nothing. */
export function toldCommands(records: readonly Statement[]): Told[] {
  return records
    .filter(({ type, steps = [] }) => type !== "habit" && steps.length === 0)
    .flatMap((record) => {
      const sentences = record.text.slice(0, LONGEST).split(SENTENCE_END);
      const checks = record.type === "workflow" ? [] : sentences.flatMap((one) => checkIn(one) ?? []);
      if (checks.length > 0) return checks.map((check) => ({ record: record.id, text: record.text, ...check }));
      const found = sentences.flatMap(commandsIn);
      const isProcedure =
        record.type === "workflow" || (found.length > 1 && SEQUENCE.test(record.text.slice(0, LONGEST)));
      const said = { record: record.id, text: record.text };
      if (!isProcedure) return found.map(({ about, command }) => ({ ...said, about, steps: [command] }));
      const name = record.type === "workflow" ? record.key.replaceAll("-", " ") : "";
      const about = [name, ...found.slice(0, 1).map((one) => one.about)].join(" ");
      return [
        {
          ...said,
          about: found.length > 0 ? about : `${name} ${record.text}`,
          steps: found.map(({ command }) => command),
        },
      ];
    });
}

/** `Run specs before pushing`, `never push before running the specs`: what to do first, and before what. */
function checkIn(sentence: string): Pick<Told, "about" | "steps" | "before"> | undefined {
  const [, never, one = "", other = ""] =
    /^(?:(never|do not|don['’]?t)|(?:always|please|first))?\s*(.{2,120}?),? before (?:you |a |the |each |every )?([^,;.]{2,60})/i.exec(
      sentence,
    ) ?? [];
  if (one === "") return undefined;
  const [check, before] = never === undefined ? [one, other] : [other, one];
  return { about: check, steps: /`([^`\n]{2,300})`/.exec(check)?.slice(1) ?? [], before };
}

const LONGEST = 300;
const SENTENCE_END = /(?<=[.!?])\s+(?=[A-Z`\d-])|\n+/;
const SEQUENCE = /\bthen\b|\bfirst\b|\bfinally\b|→|^\s*\d[.)]/m;
/** What is said right before a command that is to be run. */
const LEADS =
  /(?:\b(?:run|runs|running|use|uses|using|with|via|through|by|call|execute|do|from|then|and|first|is|are)|[:→,(]|^\s*(?:\d+[.)]|[-*]))\s*$/i;
const REFUSES =
  /\b(?:never|not|don['’]?t|avoid|instead of|rather than|without|no longer|stop|except|unless|forbidden)\b[^,;.]*$/i;
const UNQUOTED = /\b(?:run|call|execute)\s+((?:\.{1,2}\/)?[\w@][\w@./-]*(?:\s+[\w@./:=<>+-]+)*)\s*[.!]?\s*$/i;

const PROSE = /\s+(?:with|without|for|to|in|on|at|from|by|when|before|after|until|instead|and|then|or)\s.*$/i;

/** What is said right after it: "run `x` for the tests". */
const PURPOSE = /(?<=^`? )(?:for|to|when|before|after) [^.,;:`()]{1,80}/;

type Named = { readonly about: string; readonly command: string };

function commandsIn(sentence: string): Named[] {
  const quoted = [...sentence.matchAll(/`([^`\n]{2,300})`/g)].map(({ 1: command = "", index }) => ({ command, index }));
  const bare = quoted.length > 0 ? undefined : (UNQUOTED.exec(sentence) ?? undefined);
  // Prose goes on after a preposition: "run cargo clippy with all targets".
  const written = bare?.[1]?.replace(PROSE, "");
  const found = written === undefined ? quoted : [{ command: written, index: sentence.lastIndexOf(bare![1]!) }];
  return found.flatMap(({ command, index }) => {
    const before = sentence.slice(0, index);
    if (!LEADS.test(before) || REFUSES.test(before) || !isCommand(command, bare === undefined)) return [];
    const purpose = PURPOSE.exec(sentence.slice(sentence.indexOf(command, index) + command.length))?.[0] ?? "";
    return [{ about: `${before.replace(/`[^`]*`/g, " ").replace(LEADS, "")}${purpose}`, command: command.trim() }];
  });
}

/** Without quotes, and as a single word, only a script or a known program is one. */
function isCommand(text: string, isQuoted: boolean): boolean {
  const [program = "", ...args] = text.trim().split(/\s+/);
  if (/^\.{1,2}\/[\w./-]+$/.test(program)) return true;
  if (RUNNERS.has(program) || Object.keys(programOf(program)).length > 0) return true;
  return isQuoted && args.length > 0 && /^[a-z][\w@.+-]*$/.test(program) && !/[.,]$/.test(text);
}
