/** The list of agents. Adding one is a file with its value, and a line here. */
import type { Agent } from "./agent.ts";
import { claudeCode } from "./claude-code.ts";
import { codex } from "./codex.ts";
import { cursor } from "./cursor.ts";
import { gemini } from "./gemini.ts";
import { omp } from "./omp.ts";
import { opencode } from "./opencode.ts";
import { pi } from "./pi.ts";
import { recognised } from "./recognised.ts";
import { vscode } from "./vscode.ts";
import { zed } from "./zed.ts";

/** In the order in which they are listed to people. */
export const AGENTS: Agent[] = [claudeCode, codex, opencode, pi, omp, gemini, cursor, vscode, zed, ...recognised];

export function agentNamed(name: string): Agent | undefined {
  return AGENTS.find((agent) => agent.name === name);
}

/** Agents that have this part, with it. */
export function agentsWith<Part extends "transcripts" | "install" | "hooks" | "headless" | "process" | "marks">(
  part: Part,
): (Agent & Required<Pick<Agent, Part>>)[] {
  return AGENTS.filter((agent): agent is Agent & Required<Pick<Agent, Part>> => agent[part] !== undefined);
}
