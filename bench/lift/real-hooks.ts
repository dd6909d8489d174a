/** A home and a project with the real program: the running server answers hooks, and `learn` reads the transcripts. */
import { spawnSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { program } from "../../test/e2e/cli/program.ts";
import { type Agent, agent, type World, world } from "../../test/e2e/mcp/agent.ts";
import { AS_PERSON } from "../../test/fixtures/as-person.ts";
import { claudeSession } from "../../test/fixtures/claude-session.ts";
import { type Cleaning, makeRepo } from "../../test/fixtures/git-repo.ts";
import type { Hooks, Worked } from "./simulated-agent.ts";

export type Desk = {
  readonly project: string;
  readonly server: Agent;
  /** The program as the person runs it; throws if it fails. */
  oldhand(...argv: readonly string[]): string;
  /** The same a year ago. */
  longAgo(...argv: readonly string[]): string;
  hooksFor(session: string): Hooks;
  /** Leaves the transcript where Claude Code does, and learns from it. */
  learnFrom(session: string, worked: Worked, startMs: number): void;
};

export async function desk(
  t: Cleaning,
  { place = world(t), name = "app" }: { place?: World; name?: string } = {},
): Promise<Desk> {
  const project = makeRepo(t, { dir: place.project(name) });
  const folder = join(place.home, ".claude/projects", name);
  mkdirSync(folder, { recursive: true });
  const env = { PATH: process.env.PATH, HOME: place.home, OLDHAND_HOME: place.home };
  const run = (variables: NodeJS.ProcessEnv, argv: readonly string[]): string => {
    const { status, stdout, stderr } = spawnSync(process.execPath, [...AS_PERSON, program, ...argv], {
      ...{ cwd: project, env: variables, encoding: "utf8" },
    });
    if (status !== 0) throw new Error(`oldhand ${argv.join(" ")}: ${stderr}`);
    return stdout;
  };
  const oldhand = (...argv: readonly string[]): string => run(env, argv);
  /** The same with another time of day: what was said long ago must not be the latest. */
  const longAgo = (...argv: readonly string[]): string => {
    const file = join(place.home, "long-ago");
    writeFileSync(file, String(Date.now() - 365 * 24 * 3_600_000));
    return run({ ...env, OLDHAND_TEST: "1", OLDHAND_NOW_FILE: file }, argv);
  };
  oldhand("stats");
  const server = await agent(t, place, { cwd: project });
  const told = async (session: string, event: object): Promise<string> => {
    const input = { host: "claude-code", session_id: session, cwd: project, ...event };
    const { result } = await server.request("tools/call", { name: "host_event", arguments: input });
    const said = JSON.parse(result.content[0].text).hookSpecificOutput ?? {};
    return said.additionalContext ?? said.permissionDecisionReason ?? "";
  };
  return {
    ...{ project, server, oldhand, longAgo },
    hooksFor: (session) => ({
      start: () => told(session, { hook_event_name: "SessionStart", source: "startup" }),
      prompt: (prompt) => told(session, { hook_event_name: "UserPromptSubmit", prompt }),
      before: (command) =>
        told(session, { hook_event_name: "PreToolUse", tool_name: "Bash", tool_input: JSON.stringify({ command }) }),
      failed: (command, error) =>
        told(session, {
          ...{ hook_event_name: "PostToolUseFailure", tool_name: "Bash", error },
          tool_input: JSON.stringify({ command }),
        }),
      end: async () => void (await told(session, { hook_event_name: "SessionEnd", reason: "exit" })),
    }),
    learnFrom(session, { said }, startMs) {
      claudeSession({ folder, id: session, cwd: project, startMs, said });
      oldhand("learn");
    },
  };
}
