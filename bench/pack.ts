/**
 * How often the pack would have asked in real sessions: `node bench/pack.ts DIR...`, where each DIR has `transcripts/`.
 * What git would have said is not known there, so it asks as if there was always something to lose. Each question is printed.
 */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { whatRuns } from "../src/core/command/what-runs.ts";
import { toolAct } from "../src/core/guard/tool-act.ts";
import { packMatches } from "../src/verbs/guards/pack.ts";

const dirs = process.argv.slice(2);
if (dirs.length === 0) throw new Error("Give folders that have transcripts/.");

type Fields = Readonly<Record<string, unknown>>;
type Seen = { readonly command: string; readonly cwd: string };

const commands = dirs.flatMap((dir) =>
  readdirSync(join(dir, "transcripts"), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.jsonl?$/.test(entry.name))
    .flatMap((entry) => commandsIn(readFileSync(join(entry.parentPath, entry.name), "utf8"))),
);

/** In the transcripts of any agent: a tool's name with its input beside it. */
function commandsIn(text: string): Seen[] {
  let cwd = "/home/dev/project";
  return text.split("\n").flatMap((line) => {
    if (line.trim() === "") return [];
    const found: Seen[] = [];
    const walk = (value: unknown): void => {
      if (Array.isArray(value)) for (const one of value) walk(one);
      if (typeof value !== "object" || value === null || Array.isArray(value)) return;
      const fields = value as Fields;
      if (typeof fields.cwd === "string") cwd = fields.cwd;
      const act = typeof fields.name === "string" ? toolAct(fields.name, inputOf(fields)) : undefined;
      if (act?.kind === "command") found.push({ command: act.command, cwd });
      else for (const one of Object.values(fields)) walk(one);
    };
    try {
      walk(JSON.parse(line));
    } catch {
      // not a line of JSON
    }
    return found;
  });
}

function inputOf({ input, arguments: given }: Fields): unknown {
  if (typeof given !== "string") return input ?? given;
  try {
    return JSON.parse(given);
  } catch {
    return given;
  }
}

const asked = new Map<string, number>();
let count = 0;
for (const { command, cwd } of commands) {
  const home = /^\/(?:home|Users)\/[^/]+/.exec(cwd)?.[0] ?? "/home/dev";
  const root = /^\/(?:home|Users)\/[^/]+\/(?:[^/]+\/)?[^/]+/.exec(cwd)?.[0] ?? cwd;
  const runs = whatRuns(command, { isThorough: true, cwd, home, scripts: { find: () => undefined } });
  const matches = packMatches(runs, { cwd, root, home, work: () => undefined });
  if (matches.length === 0) continue;
  count += 1;
  const row = `${matches.map(({ record }) => record.replace("pack:", "")).join(", ")} <- ${command.replace(/\s+/g, " ").slice(0, 200)} [${cwd}]`;
  asked.set(row, (asked.get(row) ?? 0) + 1);
}
const rate = (1000 * count) / Math.max(1, commands.length);
console.log(`${commands.length} commands, asked before ${count}: ${rate.toFixed(1)} of 1,000`);
for (const [row, times] of [...asked].toSorted()) console.log(`  ${times} x ${row}`);
