/** The time to verify 1,000 records against a repository of 300 files: `node bench/verify.ts`. */
import { mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { checkLines } from "../src/core/verify/check.ts";
import { repoAt } from "../src/system/project/repo.ts";
import { sentence } from "./sentences.ts";

const FILES = 300;
const RECORDS = 1000;
const ROUNDS = 60;

function main(): void {
  const root = tree();
  const records = Array.from({ length: RECORDS }, (_, n) => linesOf(n));
  const paths = Array.from({ length: FILES }, (_, n) => join(root, fileOf(n)));
  const floors: number[] = [];
  const checks: number[] = [];
  const handed: number[] = [];
  // They take turns, so that other load on the machine affects all of them.
  for (let round = 0; round < ROUNDS; round++) {
    floors.push(timed(() => paths.map((path) => statSync(path))));
    checks.push(timed(() => mustHold(records, root)));
    handed.push(timed(() => mustHold(records.slice(0, 40), root)));
  }
  rmSync(root, { recursive: true });
  const floor = median(floors);
  console.log(`floor: stat of ${FILES} files                ${floor.toFixed(2)} ms`);
  report(`${RECORDS} records, ${records.flat().length} predicates`, checks, floor);
  report("40 records, as many as one recall gives", handed, floor);
}

/** The work that a question adds: reading the tree again, parsing the lines, checking the predicates. */
function mustHold(records: readonly (readonly string[])[], root: string): void {
  const repo = repoAt(root);
  for (const lines of records) {
    const checked = checkLines(lines, repo);
    if (!checked.holds) throw new Error(`${checked.why}: the figures mean nothing.`);
  }
}

function report(what: string, times: readonly number[], floor: number): void {
  const ms = median(times);
  console.log(
    `${what.padEnd(40)} ${ms.toFixed(2)} ms (first ${(times[0] ?? 0).toFixed(2)}), x ${(ms / floor).toFixed(1)}`,
  );
}

function fileOf(n: number): string {
  return `src/part-${n % 12}/room-${n % 5}/file-${n}.ts`;
}

function linesOf(n: number): string[] {
  const path = fileOf((n * 7) % FILES);
  const kinds = [
    [`path ${path}`],
    [`script task-${n % 20}`],
    [`path ${path}`, `script task-${n % 20}`],
    [`contains docs/page-${n % 30}.md "Page ${n % 30}"`],
    [`target job-${n % 15}`],
    ["path pnpm-lock.yaml", "json package.json /packageManager pnpm@*"],
    [`version node ${n % 2 === 0 ? "22" : ">=20"}`],
    [`version package-${n % 40} 3`],
  ];
  return kinds[n % kinds.length]!;
}

function tree(): string {
  const root = mkdtempSync(join(tmpdir(), "oldhand-bench-verify-"));
  const numbered = (count: number, entry: (n: number) => [string, string]) =>
    Object.fromEntries(Array.from({ length: count }, (_, n) => entry(n)));
  const put = (path: string, text: string) => {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  };
  for (let n = 0; n < FILES; n++) put(fileOf(n), sentence(n).repeat(20));
  for (let n = 0; n < 30; n++) put(`docs/page-${n}.md`, `${sentence(n).repeat(40)}\nPage ${n}\n`);
  put("pnpm-lock.yaml", "");
  put(".nvmrc", "22\n");
  put("Makefile", Array.from({ length: 15 }, (_, n) => `job-${n}:\n\techo ${n}\n`).join("\n"));
  const manifest = {
    packageManager: "pnpm@9.12.0",
    scripts: numbered(20, (n) => [`task-${n}`, `node task-${n}.ts`]),
    dependencies: numbered(40, (n) => [`package-${n}`, "^3.1.0"]),
  };
  put("package.json", JSON.stringify(manifest));
  return root;
}

function timed(run: () => void): number {
  const from = performance.now();
  run();
  return performance.now() - from;
}

function median(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[values.length >> 1] ?? 0;
}

main();
