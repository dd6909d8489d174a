/** `oldhand check` over a change of many files, beside `git diff` on it: `node bench/check.ts [FILES]`. Needs `node scripts/build.ts`. */
import { execFileSync, spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const FILES = Number(process.argv[2] ?? 1000);
const LINES = 60;
const ROUNDS = 7;
const PROGRAM = fileURLToPath(new URL("../dist/oldhand.cjs", import.meta.url));

const root = mkdtempSync(join(tmpdir(), "oldhand-check-"));
const git = (...args: readonly string[]): Buffer =>
  execFileSync("git", ["-c", "user.name=a", "-c", "user.email=a@example.com", ...args], {
    cwd: root,
    maxBuffer: 1 << 28,
    stdio: ["ignore", "pipe", "ignore"],
  });
const write = (path: string, text: string): void => {
  mkdirSync(join(root, path, ".."), { recursive: true });
  writeFileSync(join(root, path), text);
};
const rule = (at: number, guard: string): string =>
  `---\nid: rec_${String(at).padStart(18, "0")}\ntype: policy\nscope: project\nguards:\n  - ${guard}\n---\n\nRule ${at}\n`;
const PATTERNS = ["\\\\bas any\\\\b", "console\\\\.log\\\\(", "^\\\\s*export default", "XXYZ", "\\\\bvar\\\\s"];

try {
  git("init", "--quiet");
  for (const [at, adds] of PATTERNS.entries())
    write(`.oldhand/records/principles/${at}.md`, rule(at, `{ text: { in: "**/*.ts", adds: "${adds}" } }`));
  for (let at = 5; at < 10; at += 1)
    write(`.oldhand/records/principles/${at}.md`, rule(at, `{ protect: "gen${at}/**" }`));
  for (let at = 0; at < FILES; at += 1) write(`src/${at % 40}/f${at}.ts`, line(at).repeat(LINES));
  git("add", "-A");
  git("commit", "--quiet", "-m", "a");
  for (let at = 0; at < FILES; at += 1)
    write(`src/${at % 40}/f${at}.ts`, `${line(at).repeat(LINES)}${line(at + 1).repeat(20)}`);
  git("add", "-A");
  const [diff, check] = [[] as number[], [] as number[]];
  for (let round = 0; round < ROUNDS; round += 1) {
    diff.push(timed(() => git("diff", "--cached")));
    check.push(
      timed(() => {
        const { status, stderr } = spawnSync(process.execPath, [PROGRAM, "check", "--staged"], {
          cwd: root,
          env: { PATH: process.env.PATH, HOME: join(root, "none") },
        });
        if (status !== 0) throw new Error(String(stderr));
      }),
    );
  }
  const [a, b] = [median(diff), median(check)];
  console.log(
    `${FILES} files, 10 guards: git diff ${a.toFixed(0)} ms, check ${b.toFixed(0)} ms: × ${(b / a).toFixed(2)}`,
  );
} finally {
  if (process.env.KEEP !== "1") rmSync(root, { recursive: true, force: true });
}

function line(at: number): string {
  return `export const value${at} = compute(${at}, "some words", { deep: [1, 2, 3] });\n`;
}

function timed(run: () => unknown): number {
  const from = performance.now();
  run();
  return performance.now() - from;
}

function median(list: readonly number[]): number {
  return list.toSorted((x, y) => x - y)[Math.floor(list.length / 2)]!;
}
