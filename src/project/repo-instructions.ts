/** Where repositories keep what they tell coding agents. */

export const INSTRUCTION_FILES: readonly string[] = [
  "AGENTS.md",
  "AGENT.md",
  "CLAUDE.md",
  "CLAUDE.local.md",
  ".claude/CLAUDE.md",
  "GEMINI.md",
  ".cursorrules",
  ".windsurfrules",
  ".clinerules",
  ".roorules",
  ".goosehints",
  ".rules",
  ".junie/guidelines.md",
  ".github/copilot-instructions.md",
];

/** Folders of rules files, with how the names of those end. */
export const INSTRUCTION_FOLDERS: readonly (readonly [folder: string, ending: string])[] = [
  [".claude/rules", ".md"],
  [".cursor/rules", ".mdc"],
  [".cursor/rules", ".md"],
  [".github/instructions", ".instructions.md"],
  [".windsurf/rules", ".md"],
  [".clinerules", ".md"],
  [".roo/rules", ".md"],
  [".kiro/steering", ".md"],
  [".continue/rules", ".md"],
  [".amazonq/rules", ".md"],
];
