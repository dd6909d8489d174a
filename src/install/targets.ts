/** The one table of programs that can be given a memory. */
import { claudeCode, codex, gemini, omp, opencode, pi } from "./targets/agents.ts";
import { cursor, vscode, zed } from "./targets/json-mcp.ts";
import { bash, fish, zsh } from "./targets/shells.ts";
import type { Target } from "./wish.ts";

export const TARGETS: readonly Target[] = [
  ...[claudeCode, codex, opencode, pi, omp, gemini, cursor, vscode, zed],
  ...[zsh, bash, fish],
];
