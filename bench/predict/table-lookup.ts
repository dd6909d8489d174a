/** What a shell offers from a table after these commands: the same steps as the snippets, in TypeScript. */
import type { PredictedFrom, RanStep } from "../../src/detect/next-command.ts";

export function tableNext(table: string, tail: readonly RanStep[], { isAfterEdit }: PredictedFrom): string[] {
  const rows = table.split("\n").slice(1);
  const lines = tableLines(table);
  const next = new Map(
    rows.flatMap((row) => (row.startsWith(">") ? [row.slice(1).split("\t") as [string, string]] : [])),
  );
  const numberOf = (step: RanStep | undefined): string => {
    const at = step === undefined ? -1 : lines.indexOf(step.command);
    return at < 0 ? "" : String(at + 1);
  };
  const [one, two] = [numberOf(tail.at(-1)), numberOf(tail.at(-2))];
  const state = isAfterEdit ? "@" : tail.at(-1)?.worked === "no" ? "!" : "";
  const keys = [
    ...(one === "" ? [] : [one]),
    ...wordsOf(tail.at(-1)?.command ?? "").map((words) => `^${words}`),
    ...(tail.length > 0 ? ["*"] : []),
  ].flatMap((name) => (state === "" ? [name] : [state + name, name]));
  const pair = one === "" || two === "" || isAfterEdit ? [] : [`${two},${one}`];
  const key = [...pair, ...keys, ""].find((name) => next.has(name));
  return (next.get(key ?? "") ?? "").split(" ").flatMap((number) => lines[Number(number) - 1] ?? []);
}

/** The lines of a table, in the order of their numbers. */
export function tableLines(table: string): string[] {
  return table
    .split("\n")
    .flatMap((row) => (row.startsWith("=") ? [row.slice(1).replaceAll("\x01", "\n").replaceAll("\x02", "\t")] : []));
}

/** What may be the family of a command: its first three, two and one words, after the last `&&` and before a pipe. */
function wordsOf(command: string): string[] {
  const [first = ""] = command
    .replace(/^.*&& /s, "")
    .replace(/ \| .*$/s, "")
    .split("\n");
  const words = first.split(/[ \t]+/).filter((word) => word !== "");
  return [3, 2, 1].flatMap((n) => (words.length < n ? [] : [words.slice(0, n).join(" ")]));
}
