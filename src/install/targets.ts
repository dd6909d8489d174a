/** The table of programs that oldhand can be installed into. */

import type { Target } from "./desired-change.ts";
import { claudeCode, codex, gemini, omp, opencode, pi } from "./targets/agents.ts";
import { cursor, vscode, zed } from "./targets/json-mcp.ts";
import { bash, fish, zsh } from "./targets/shells.ts";

export const TARGETS: readonly Target[] = [
  ...[claudeCode, codex, opencode, pi, omp, gemini, cursor, vscode, zed],
  ...[zsh, bash, fish],
];
