/**
 * What guards would have stopped in real sessions: `node bench/guards.ts DIR`, where DIR has `transcripts/<person>/*.jsonl`.
 * The guards are written by hand from the person's lessons; every stop is printed with its lesson, to be read.
 */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { type AskedScript, type FoundScript, whatRuns } from "../src/core/command/what-runs.ts";
import type { Guard } from "../src/core/guard/guard.ts";
import { type GuardAction, matchGuards } from "../src/core/guard/match.ts";
import { toolAct } from "../src/core/guard/tool-act.ts";

/** Each guard is written by hand from the lesson that it names. */
const GUARDS: Readonly<Record<string, Guard>> = {
  "bookminder-devlog": { protect: "claude-dev-log-diary/**" },
  "bookminder-devlog, to commit": { deny: "git add claude-dev-log-diary*" },
  "bookminder-noverify": { deny: "--no-verify" },
  "bookminder-rmrf": { deny: "rm -rf", mode: "ask" },
  "bookminder-uvpy": { instead: { "uv run": "source .venv/bin/activate" } },
  "minsky-bunnode": { instead: { node: "bun", npm: "bun" } },
  "minsky-bunlink": { deny: "bun link" },
  "minsky-force": { require: { command: "minsky session delete", flag: "--force" } },
  "minsky-statuscli": { protect: "process/tasks.md" },
  "athena-headtail": { deny: ["cat *.jsonl", "cat *.log"] },
  "athena-gitsafety": { deny: "rm -rf .git", mode: "ask" },
};

const [dir] = process.argv.slice(2);
if (dir === undefined) throw new Error("Give the folder that has transcripts/.");

for (const person of readdirSync(join(dir, "transcripts"))) {
  const guards = Object.entries(GUARDS).filter(([lesson]) => lesson.startsWith(`${person}-`));
  const sessions = readdirSync(join(dir, "transcripts", person)).map((file) =>
    readFileSync(join(dir, "transcripts", person, file), "utf8"),
  );
  const acts = sessions.flatMap(actsIn);
  const scripts = scriptsShownIn(sessions);
  let found = 0;
  const find = ({ program, name, cwd }: AskedScript): FoundScript | undefined => {
    const body = program === "npm" ? scripts.get(name) : undefined;
    if (body !== undefined) found += 1;
    return body === undefined ? undefined : { body, cwd };
  };
  let stops = 0;
  const seen = new Map<string, number>();
  for (const { act, cwd } of acts) {
    const action: GuardAction =
      act.kind === "edit"
        ? { kind: "edit", paths: act.paths.map((path) => (path.startsWith("/") ? path : join(cwd, path))) }
        : {
            kind: "command",
            runs: whatRuns(act.command, { isThorough: true, cwd, home: "/home/dev", scripts: { find } }),
          };
    const root = /^\/home\/dev\/[^/]+/.exec(cwd)?.[0] ?? cwd;
    const place = { cwd, root, home: "/home/dev" };
    for (const [lesson, guard] of guards) {
      const [match] = matchGuards([guard], action, place);
      if (match === undefined) continue;
      stops += 1;
      const line = `${lesson}: ${match.reason}   <-   ${(act.kind === "edit" ? `edit ${act.paths.join(" ")}` : act.command).replace(/\s+/g, " ").slice(0, 150)}`;
      seen.set(line, (seen.get(line) ?? 0) + 1);
    }
  }
  console.log(
    `\n${person}: ${acts.length} acts, ${guards.length} guards, ${stops} stops; ${scripts.size} scripts shown, looked into ${found} times`,
  );
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

/**
 * Bodies of package scripts by name, as far as the sessions show them: a package.json that was printed, or what npm prints
 * when it runs one ("> app@1.0.0 check", then "> biome check ."). The sessions come without their files.
 */
function scriptsShownIn(sessions: readonly string[]): ReadonlyMap<string, string> {
  const shown = new Map<string, string>();
  for (const text of sessions.flatMap((session) => session.split("\n").flatMap(resultsIn))) {
    for (const [, name = "", body = ""] of text.matchAll(/^> \S+@[\w.-]+ ([\w:-]+)\s*\n> (.+)$/gm))
      shown.set(name, body);
    const [, listed = ""] = /"scripts": (\{[^{}]*\})/.exec(text) ?? [];
    for (const [, name = "", body = ""] of listed.matchAll(/"([\w:-]+)": "((?:[^"\\]|\\.)+)"/g))
      shown.set(name, JSON.parse(`"${body}"`));
  }
  return shown;
}

/** What tools returned in one event. */
function resultsIn(line: string): string[] {
  if (line.trim() === "") return [];
  const { message } = JSON.parse(line);
  if (!Array.isArray(message?.content)) return [];
  const results =
    message.role === "toolResult"
      ? message.content
      : message.content.filter(({ type }: { type?: unknown }) => type === "tool_result");
  return results.flatMap(({ text, content }: { text?: unknown; content?: unknown }) =>
    [text, content, ...(Array.isArray(content) ? content.map((part) => part.text) : [])].filter(
      (one) => typeof one === "string",
    ),
  );
}
