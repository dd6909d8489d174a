/** What a shell offers from a table after these commands: the same steps as the snippets, in TypeScript. */
import type { RanStep } from "../../src/predict/step.ts";

export function tableNext(table: string, tail: readonly RanStep[]): string[] {
  const rows = table.split("\n").slice(1);
  const lines = rows.flatMap((row) =>
    row.startsWith("=") ? [row.slice(1).replaceAll("\x01", "\n").replaceAll("\x02", "\t")] : [],
  );
  const next = new Map(
    rows.flatMap((row) => (row.startsWith(">") ? [row.slice(1).split("\t") as [string, string]] : [])),
  );
  const numberOf = (step: RanStep | undefined): string => {
    const at = step === undefined ? -1 : lines.indexOf(step.command);
    return at < 0 ? "" : String(at + 1);
  };
  const [one, two] = [numberOf(tail.at(-1)), numberOf(tail.at(-2))];
  const words = /^\S+ \S+/.exec(tail.at(-1)?.command ?? "")?.[0] ?? "";
  const failed = tail.at(-1)?.worked === "no" ? [`!${one}`] : [];
  const exact = one === "" ? [] : [...(two === "" ? [] : [`${two},${one}`]), ...failed, one];
  const key = [...exact, ...(words === "" ? [] : [`^${words}`]), ...(tail.length > 0 ? ["*"] : []), ""].find((name) =>
    next.has(name),
  );
  return (next.get(key ?? "") ?? "").split(" ").flatMap((number) => lines[Number(number) - 1] ?? []);
}
