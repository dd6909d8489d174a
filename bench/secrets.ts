/** Measures the screen on labelled lines of other people: `node bench/secrets.ts DIR [--wrong]`. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { findSecrets } from "../src/core/screen/secrets.ts";

// Each file DIR/SOURCE.tsv has a line `secret<TAB>text` or `plain<TAB>text`; in the text, \n is a line break and \\ a backslash.
// One file for each source, such as the examples and negative examples of a scanner's rules: what a scanner takes for an
// identifier is plain, and a negative example that is only one character off a token belongs to neither.
const [folder, ...flags] = process.argv.slice(2);
if (folder === undefined) {
  console.error("Usage: node bench/secrets.ts DIR [--wrong]");
  process.exit(2);
}
const showsWrong = flags.includes("--wrong");

type Count = { found: number; secrets: number; alarms: number; plain: number };
const total: Count = { found: 0, secrets: 0, alarms: 0, plain: 0 };
for (const file of readdirSync(folder).sort()) {
  if (!file.endsWith(".tsv")) continue;
  const count = measure(join(folder, file));
  print(file.slice(0, -".tsv".length), count);
  for (const key of Object.keys(total) as (keyof Count)[]) total[key] += count[key];
}
print("all", total);

function measure(path: string): Count {
  const count: Count = { found: 0, secrets: 0, alarms: 0, plain: 0 };
  for (const [index, row] of readFileSync(path, "utf8").split("\n").entries()) {
    if (row === "") continue;
    const [, label, escaped = ""] = /^(secret|plain)\t(.*)$/.exec(row) ?? [];
    if (label === undefined) throw new Error(`${path}:${index + 1}: expected secret<TAB>text or plain<TAB>text`);
    const text = escaped.replace(/\\([n\\])/g, (_, code: string) => (code === "n" ? "\n" : "\\"));
    const rules = findSecrets(text).map(({ rule }) => rule);
    const isHit = rules.length > 0;
    if (label === "secret") count.secrets += 1;
    else count.plain += 1;
    if (isHit && label === "secret") count.found += 1;
    if (isHit && label === "plain") count.alarms += 1;
    if (showsWrong && isHit !== (label === "secret"))
      console.log(`  ${isHit ? `alarm (${rules})` : "missed"}: ${escaped}`);
  }
  return count;
}

function print(source: string, { found, secrets, alarms, plain }: Count): void {
  console.log(`${source.padEnd(20)} found ${share(found, secrets)}   alarms ${share(alarms, plain)}`);
}

function share(part: number, of: number): string {
  return of === 0 ? "none to check" : `${part} of ${of} (${((100 * part) / of).toFixed(1)} %)`;
}
