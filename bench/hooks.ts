/** The cost of hooks: their time as a ratio to an empty Node, and the tokens given to a session: `node bench/hooks.ts [--rounds 21] [--only server|talk|tokens]`. */
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { build } from "../scripts/build.ts";
import { countTokensExactly } from "../test/fixtures/exact-tokens.ts";
import { take, transcript } from "../test/fixtures/transcripts/read.ts";
import { ASKED, WORKSHOP } from "../test/fixtures/workshop.ts";
import { homeOf } from "./home-of.ts";
import { question } from "./sentences.ts";
import { serverTimes, withTalk } from "./server-hooks.ts";
import { median, started } from "./started.ts";

const { values } = parseArgs({
  options: { rounds: { type: "string", default: "21" }, only: { type: "string", default: "all" } },
});
const { only } = values;
const rounds = Number(values.rounds);
const program = fileURLToPath(new URL("../dist/oldhand.cjs", import.meta.url));
await build();
const countTokens = await countTokensExactly();

if (only === "all") await times();
if (only === "all" || only === "server") await serverTimes(program);
if (only === "all" || only === "talk") await withTalk(program);
if (only === "all" || only === "tokens") tokens();

/** Each round starts a new session, so that every start and prompt has lines to give. */
async function times(): Promise<void> {
  console.log(`entire hooks, median of ${rounds} interleaved rounds, as a ratio to \`node -e 0\`\n`);
  console.log("records   node -e 0   SessionStart   UserPromptSubmit   PostToolUseFailure   SessionEnd");
  for (const count of [1, 1000]) {
    const home = homeOf(count);
    started([program, "record", "list", "--type", "policy"], { home });
    await new Promise((resolve) => setTimeout(resolve, 2_100));
    started([program, "record", "list", "--type", "policy"], { home });
    const took: Record<string, number[]> = { bare: [] };
    for (let round = -3; round < rounds; round++) {
      const session = `bench-${round}`;
      const calls: Record<string, object | undefined> = { bare: undefined, ...eventsOf(round) };
      for (const [name, event] of Object.entries(calls)) {
        const argv = event === undefined ? ["-e", "0"] : [program, "hook", "claude-code"];
        const input = event === undefined ? "" : JSON.stringify({ session_id: session, cwd: home, ...event });
        const { ms } = started(argv, { home, input });
        // The first rounds keep compiled code for the others.
        if (round >= 0) took[name] = [...(took[name] ?? []), ms];
      }
      // Commands empty the spool from time to time; emptying it here keeps all rounds alike. They leave the folder, which a
      // hook would otherwise create and sync.
      rmSync(join(home, "spool", "notes.jsonl"), { force: true });
    }
    const bare = median(took.bare!);
    const cell = (name: string, width: number): string =>
      `x ${(median(took[name] ?? []) / bare).toFixed(2)}`.padStart(width);
    console.log(
      `${String(count).padStart(7)}   ${`${bare.toFixed(1)} ms`.padStart(9)}   ${cell("SessionStart", 12)}   ${cell("UserPromptSubmit", 16)}   ${cell("PostToolUseFailure", 18)}   ${cell("SessionEnd", 10)}`,
    );
    rmSync(home, { recursive: true, force: true });
  }
}

function eventsOf(round: number): Record<string, object> {
  return {
    SessionStart: { hook_event_name: "SessionStart", source: "startup" },
    UserPromptSubmit: { hook_event_name: "UserPromptSubmit", prompt: question(round + 7) },
    PostToolUseFailure: { hook_event_name: "PostToolUseFailure", error: `Error: cannot find module 'left-${round}'` },
    SessionEnd: { hook_event_name: "SessionEnd", reason: "other" },
  };
}

type Replayed = { readonly name: string; readonly prompts: readonly string[] };

/** Replays sessions of several agents, and one of fifteen tasks, with forty records. */
function tokens(): void {
  console.log("\ntokens given per session, from forty records\n");
  console.log("session                    prompts   at start   later    total   lines    repeated");
  const home = mkdtempSync(join(tmpdir(), "oldhand-bench-given-"));
  const cwd = join(home, "app");
  mkdirSync(cwd);
  writeFileSync(join(cwd, "package.json"), "{}\n");
  for (const { type, text } of WORKSHOP)
    started([program, "-C", cwd, "record", "add", text, "--type", type, "--scope", "project"], { home });
  const totals = replayed().map(({ name, prompts }, n) => {
    const contextFor = (event: object): string => {
      const input = JSON.stringify({ session_id: `session-${n}`, cwd, ...event });
      const { stdout } = started([program, "hook", "claude-code"], { home, input });
      return stdout === "" ? "" : JSON.parse(stdout).hookSpecificOutput.additionalContext;
    };
    const first = contextFor({ hook_event_name: "SessionStart", source: "startup" });
    const later = prompts.map((prompt) => contextFor({ hook_event_name: "UserPromptSubmit", prompt }));
    const ids = [first, ...later].flatMap((text) => text.match(/\brec_[a-z0-9]+/g) ?? []);
    const [atStart, after] = [first, later.join("")].map(countTokens) as [number, number];
    const cells = [prompts.length, atStart, after, atStart + after, ids.length, ids.length - new Set(ids).size];
    const widths = [7, 8, 5, 6, 5, 10];
    console.log(`${name.padEnd(24)}   ${cells.map((cell, at) => String(cell).padStart(widths[at]!)).join("   ")}`);
    return atStart + after;
  });
  console.log(`\nmedian ${median(totals)} tokens per session, at most ${Math.max(...totals)}`);
  rmSync(home, { recursive: true, force: true });
}

function replayed(): Replayed[] {
  const recorded = ["claude-code", "codex", "pi"].flatMap((agent) =>
    readdirSync(transcript(`recorded/${agent}`)).map((file) => [agent, `recorded/${agent}/${file}`] as const),
  );
  const byHand = [
    ["claude-code", "claude-code.jsonl"],
    ["codex", "codex.jsonl"],
    ["gemini", "gemini.jsonl"],
    ["omp", "omp.jsonl"],
  ] as const;
  const sessions = [...recorded, ...byHand].map(([agent, file]) => ({
    name: file.replace(/^recorded\/|\.jsonl$/g, ""),
    prompts: take(agent, transcript(file)).turns.flatMap(({ role, text }) => (role === "person" ? [text] : [])),
  }));
  return [...sessions.filter(({ prompts }) => prompts.length > 0), { name: "fifteen tasks", prompts: ASKED }];
}
