/**
 * What guards would have stopped in real sessions: `node bench/guards.ts DIR`, where DIR has `transcripts/<person>/*.jsonl`.
 * The guards are written by hand from what each person told their agents; every stop is printed, to be read.
 */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { whatRuns } from "../src/core/command/what-runs.ts";
import type { Guard } from "../src/core/guard/guard.ts";
import { type GuardAction, matchGuards } from "../src/core/guard/match.ts";
import { toolAct } from "../src/core/guard/tool-act.ts";

const GUARDS: Readonly<Record<string, readonly Guard[]>> = {
  bookminder: [
    { protect: "claude-dev-log-diary/**" },
    { deny: "git add claude-dev-log-diary*" },
    { deny: "--no-verify" },
    { deny: "rm -rf" },
    { deny: "git push --force", except: "--force-with-lease" },
    { instead: { "uv run": "source .venv/bin/activate" } },
  ],
  minsky: [
    { instead: { node: "bun" } },
    { instead: { npm: "bun" } },
    { deny: "bun link" },
    { require: { command: "minsky session delete", flag: "--force" } },
    { protect: "process/tasks.md" },
  ],
  athena: [{ deny: ["cat *.jsonl", "cat *.log"] }, { deny: "rm -rf .git" }, { deny: "git push --force" }],
  emailbuddy: [{ instead: { "npm install": "npm ci" } }, { deny: "git push --force" }],
  nndeploy: [{ deny: "git push --force" }],
  "obra-streaming": [{ protect: "**/generated/**" }, { deny: "--no-verify" }],
  pi: [{ deny: "git add ." }, { deny: "git push --force" }],
};

const [dir] = process.argv.slice(2);
if (dir === undefined) throw new Error("Give the folder that has transcripts/.");

for (const person of readdirSync(join(dir, "transcripts"))) {
  const guards = GUARDS[person] ?? [];
  const acts = readdirSync(join(dir, "transcripts", person)).flatMap((file) =>
    actsIn(readFileSync(join(dir, "transcripts", person, file), "utf8")),
  );
  let stops = 0;
  const seen = new Map<string, number>();
  for (const { act, cwd } of acts) {
    const action: GuardAction =
      act.kind === "edit"
        ? { kind: "edit", paths: act.paths.map((path) => (path.startsWith("/") ? path : join(cwd, path))) }
        : {
            kind: "command",
            runs: whatRuns(act.command, { cwd, home: "/home/dev", scripts: { find: () => undefined } }),
          };
    const root = /^\/home\/dev\/[^/]+/.exec(cwd)?.[0] ?? cwd;
    for (const { reason } of matchGuards(guards, action, { cwd, root, home: "/home/dev" })) {
      stops += 1;
      const line = `${reason}   <-   ${(act.kind === "edit" ? `edit ${act.paths.join(" ")}` : act.command).replace(/\s+/g, " ").slice(0, 150)}`;
      seen.set(line, (seen.get(line) ?? 0) + 1);
    }
  }
  console.log(`\n${person}: ${acts.length} acts, ${guards.length} guards, ${stops} stops`);
  for (const [line, times] of seen) console.log(`  ${times} x ${line}`);
}

type SeenAct = { readonly act: NonNullable<ReturnType<typeof toolAct>>; readonly cwd: string };

/** The commands and edits of a transcript of Claude Code or pi. */
function actsIn(text: string): SeenAct[] {
  let cwd = "/home/dev";
  return text.split("\n").flatMap((line) => {
    if (line.trim() === "") return [];
    const event = JSON.parse(line);
    if (typeof event.cwd === "string") cwd = event.cwd;
    const content = event.message?.content;
    if (!Array.isArray(content)) return [];
    return content.flatMap((block) => {
      const isCall = block.type === "tool_use" || block.type === "toolCall";
      const act = isCall ? toolAct(String(block.name), block.input ?? block.arguments) : undefined;
      return act === undefined ? [] : [{ act, cwd }];
    });
  });
}
