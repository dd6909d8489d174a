/** The table of programs that oldhand can be installed into. */

import type { Target } from "./desired-change.ts";
import { claudeCode, codex, cursor, gemini, omp, opencode, pi, vscode, zed } from "./targets/agents.ts";
import { bash, fish, zsh } from "./targets/shells.ts";

export const TARGETS: readonly Target[] = [
  ...[claudeCode, codex, opencode, pi, omp, gemini, cursor, vscode, zed],
  ...[zsh, bash, fish],
];
