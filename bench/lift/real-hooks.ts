/** A home and a project with the real program and a clock of their own: the running server answers hooks, `learn` reads transcripts. */
import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
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
  /** Leaves the transcript where Claude Code does, as of now; learns from it two hours later. */
  learnFrom(session: string, worked: Worked): void;
};

export async function desk(
  t: Cleaning,
  { place = world(t), name = "app" }: { place?: World; name?: string } = {},
): Promise<Desk> {
  const project = makeRepo(t, { dir: place.project(name) });
  const folder = join(place.home, ".claude/projects", name);
  mkdirSync(folder, { recursive: true });
  const now = join(place.home, "now");
  const at = (ms: number): void => writeFileSync(now, String(ms));
  const nowMs = (): number => Number(readFileSync(now, "utf8"));
  if (!existsSync(now)) at(Date.now() - PAST_MS);
  const clock = { OLDHAND_TEST: "1", OLDHAND_NOW_FILE: now };
  const env = { PATH: process.env.PATH, HOME: place.home, OLDHAND_HOME: place.home, ...clock };
  const oldhand = (...argv: readonly string[]): string => {
    const { status, stdout, stderr } = spawnSync(process.execPath, [...AS_PERSON, program, ...argv], {
      ...{ cwd: project, env, encoding: "utf8" },
    });
    if (status !== 0) throw new Error(`oldhand ${argv.join(" ")}: ${stderr}`);
    return stdout;
  };
  const longAgo = (...argv: readonly string[]): string => {
    const today = nowMs();
    at(today - YEAR_MS);
    const printed = oldhand(...argv);
    at(today);
    return printed;
  };
  oldhand("stats");
  const server = await agent(t, place, { cwd: project, env: clock });
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
    learnFrom(session, { said }) {
      claudeSession({ folder, id: session, cwd: project, startMs: nowMs(), said });
      at(nowMs() + 2 * HOUR_MS);
      oldhand("learn");
    },
  };
}

const HOUR_MS = 3_600_000;
const YEAR_MS = 365 * 24 * HOUR_MS;
/** The sessions of a run lie in the past, two hours apart. */
const PAST_MS = 20 * 24 * HOUR_MS;
