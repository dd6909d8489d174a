/** `ask --dry-run` without a model, as a ratio to an empty Node, over a long history: `node bench/ask.ts [--rounds 15] [--events 100000]`. */
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { build } from "../scripts/build.ts";
import { zshHistory } from "../test/fixtures/shell-traces.ts";
import { median, started } from "./started.ts";

const { values } = parseArgs({
  options: { rounds: { type: "string", default: "15" }, events: { type: "string", default: "100000" } },
});
const rounds = Number(values.rounds);
const dist = fileURLToPath(new URL("../dist", import.meta.url));
await build();

const root = realpathSync(mkdtempSync(join(tmpdir(), "oldhand-bench-ask-")));
const [home, project] = [join(root, "home"), join(root, "shop")];
mkdirSync(project);
const scripts = Object.fromEntries(
  ["test", "build", "lint", "start", "deploy"].map((name) => [name, `node ${name}.js`]),
);
writeFileSync(join(project, "package.json"), JSON.stringify({ scripts }));

const sizes = [1_000, Number(values.events)].filter((size, at, all) => all.indexOf(size) === at);
console.log(`ask --dry-run without a model, median of ${rounds} interleaved rounds, as a ratio to \`node -e 0\`\n`);
console.log("  events   node -e 0   workflow   script   history   nothing   among records   history list");
for (const size of sizes) {
  rmSync(home, { recursive: true, force: true });
  fill(size);
  const calls: Record<string, readonly string[]> = {
    bare: [],
    workflow: ["ask", "--dry-run", "release it"],
    script: ["ask", "--dry-run", "run", "the", "linter"],
    history: ["ask", "--dry-run", "docker compose up api-7"],
    nothing: ["ask", "--dry-run", "levitate", "the", "teapot"],
    list: ["history", "list"],
  };
  const ratios = measured(calls);
  const cell = (name: string, width: number): string => `x ${ratios[name]!.toFixed(2)}`.padStart(width);
  remember();
  const { script } = measured({ bare: [], script: calls.script! });
  console.log(
    `${String(size).padStart(8)}   ${`${ratios.bareMs!.toFixed(1)} ms`.padStart(9)}   ${cell("workflow", 8)}   ${cell("script", 6)}   ${cell("history", 7)}   ${cell("nothing", 7)}   ${`x ${script!.toFixed(2)}`.padStart(13)}   ${cell("list", 12)}`,
  );
}
rmSync(root, { recursive: true, force: true });

/** The time of each call as a ratio to an empty Node. */
function measured(calls: Readonly<Record<string, readonly string[]>>): Record<string, number> {
  for (const args of [...Object.values(calls), ...Object.values(calls)]) start(args);
  const times = Object.fromEntries(Object.keys(calls).map((name) => [name, [] as number[]]));
  for (let round = 0; round < rounds; round++) {
    for (const [name, args] of Object.entries(calls)) times[name]!.push(start(args));
  }
  const bareMs = median(times.bare!);
  return {
    ...Object.fromEntries(Object.entries(times).map(([name, ms]) => [name, median(ms) / bareMs])),
    bareMs,
  };
}

/** Adds the records of some weeks: each command is checked against all of them. */
function remember(): void {
  const statements = [
    ...["Use pnpm, not npm, for installs", "Never push to main without a review", "Run the linter before each commit"],
    ...[
      "Staging has no GPU",
      "We deploy with Helm charts now",
      "The API listens on port 8080",
      "Prefer rg over grep -r",
    ],
    ...["Docker images must not be tagged latest", "Commit messages are conventional commits"],
    ...["Do not edit files under generated/", "Only CI publishes packages", "Use two spaces for indentation"],
    ...["Tests live next to the source", "kubectl always gets a namespace", "Migrations run before the seed"],
  ];
  for (const text of statements) start(["record", "add", text, "--scope", "global"]);
  // As on the next day: the compiled code is kept again, with the functions used meanwhile.
  rmSync(join(home, "code"), { recursive: true, force: true });
}

/** A realistic history: few commands, many arguments, days of sessions. */
function fill(size: number): void {
  const lines = [
    (n: number) => `git commit -m "change ${n}"`,
    () => "npm test",
    (n: number) => `docker compose up api-${n % 40}`,
    () => "git status",
    (n: number) => `vim src/part-${n % 500}.ts`,
    (n: number) => `kubectl logs shop-${n % 90}`,
  ];
  const file = join(root, "zsh_history");
  const events = Array.from({ length: size }, (_, n) => ({
    command: lines[n % lines.length]!(n),
    startMs: Date.UTC(2026, 0, 1) + n * 60_000,
    durationMs: 1000,
    exitCode: 0,
    cwd: project,
  }));
  writeFileSync(file, zshHistory(events));
  start(["history", "import", "zsh", "--file", file]);
  start(["workflow", "save", "release it", "--step", "npm run build", "--step", "npm run deploy"]);
}

/** Exit code 3 means that no known command matches, which is a valid answer. */
function start(args: readonly string[]): number {
  const argv = args.length === 0 ? [] : [join(dist, "oldhand.cjs"), ...args];
  return started(argv, { home, cwd: project, env: { HOME: root }, fine: [0, 3] }).ms;
}
