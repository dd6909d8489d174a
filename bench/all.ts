/** Runs all benchmarks one after another: `node bench/all.ts`. */
import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";

for (const name of [
  "commands.ts",
  "records.ts",
  "full-text.ts",
  "recall-speed.ts",
  "recall-quality.ts",
  "hooks.ts",
  "prompt.ts",
  "history-year.ts",
  "verify.ts",
  "consolidate.ts",
  "brief.ts",
  "mcp.ts",
  "transcripts.ts",
  "learn-quality.ts",
  "pasted-text.ts",
  "planner.ts",
  "page.ts",
  "sync.ts",
  "team.ts",
]) {
  console.log(`\n${name}`);
  spawnSync(process.execPath, [fileURLToPath(new URL(name, import.meta.url))], { stdio: "inherit" });
}
