/** `memory import` */
import { count, listOf } from "../../core/text/wording.ts";
import { SCOPE } from "../declare/shared-fields.ts";
import { defined } from "../declare/values.ts";
import { verb } from "../declare/verb.ts";
import { skippedLines, wrappedLines } from "../print/format.ts";

export const OTHER_MEMORIES = [
  ...["claude-code", "codex", "basic-memory", "mcp-memory", "claude-mem", "mem0", "instructions"],
] as const;

export const importOtherMemories = verb({
  name: "memory import",
  under: "import",
  summary: "Import the memories of other tools as suggestions.",
  notes: [
    "Finds the memories of Claude Code and Codex, the notes of basic-memory, and the database of claude-mem. For mcp-memory and for an export of mem0, pass the file with --file.",
    "AGENTS.md, CLAUDE.md and rules files are imported only if you name `instructions`, because agents read them anyway. Nothing is used until you accept it.",
  ],
  examples: ["oldhand memory import", "oldhand memory import mcp-memory --file ~/memory.jsonl"],
  input: {
    source: {
      type: "line",
      at: "word",
      offers: OTHER_MEMORIES,
      help: `${listOf(OTHER_MEMORIES, "or")} (default: all that are found, without instructions).`,
    },
    file: { type: "line", label: "FILE", help: "A file or folder of that source." },
    scope: SCOPE,
  },
  act: "add",
  needs: "write",
  run: async ({ context, progress }, ask) =>
    (await import("./notes/import-memories.ts")).importMemories(context, { ...defined(ask), progress }),
  print: ({ imported, duplicates, skipped, files }, style) =>
    wrappedLines([
      files === 0
        ? "No memories of other tools found."
        : `Imported ${count(imported, "suggestion")} from ${count(files, "file")}; ${count(duplicates, "duplicate")} skipped.`,
      ...(imported > 0 ? ["List them with: oldhand suggestions --all"] : []),
      ...skippedLines(skipped),
    ])(style),
});
