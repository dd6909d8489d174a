/** Lists the records that are about the same thing as a command, without a verdict. */
import { escaped } from "../core/base/lazy-pattern.ts";
import { readLine } from "../core/command/read-line.ts";
import type { MemoryRecord } from "../core/record/record.ts";
import { queryTerms } from "../core/text/words.ts";

type Statement = Pick<MemoryRecord, "id" | "type" | "text">;

const MOST = 3;

/** It names the program, or shares two words with the command. */
export function relatedRecords<T extends Statement>(command: string, records: readonly T[]): T[] {
  const { commands } = readLine(command);
  const programs = new Set(commands.map(({ program }) => program).filter((program) => program.length > 1));
  const words = stemsOf(
    commands.map(({ program, args }) => [program, ...args.map(({ value }) => value)].join(" ")).join(" "),
  );
  return records
    .filter(({ type }) => type !== "workflow" && type !== "habit")
    .map((record) => {
      const said = stemsOf(record.text);
      const shared = [...words].filter((word) => said.has(word)).length;
      const isNamed = [...programs].some((program) =>
        new RegExp(`(?<![\\w-])${escaped(program)}(?![\\w-])`).test(record.text),
      );
      return { record, score: isNamed ? shared + 1 : shared };
    })
    .filter(({ score }) => score >= 2)
    .toSorted((a, b) => b.score - a.score)
    .slice(0, MOST)
    .map(({ record }) => record);
}

function stemsOf(text: string): Set<string> {
  return new Set(queryTerms(text).map(({ stem }) => stem));
}
