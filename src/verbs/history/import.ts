/** `history import` */
import { count } from "../../core/text/wording.ts";
import { defined } from "../declare/values.ts";
import { verb } from "../declare/verb.ts";
import { pendingText, skippedLines } from "../print/format.ts";
import { oneLine } from "../print/style.ts";

export const SHELL_HISTORIES = ["zsh", "bash", "fish", "powershell", "atuin"] as const;

export const importShellHistory = verb({
  name: "history import",
  under: "import",
  summary: "Import the history of your shells.",
  notes: ["The files are not changed. Importing again adds only new commands."],
  examples: ["oldhand history import", "oldhand history import bash --file ~/old/.bash_history"],
  input: {
    source: {
      type: "choice",
      at: "word",
      choices: SHELL_HISTORIES,
      help: "The history to import (default: all that are found).",
    },
    file: { type: "line", label: "FILE", help: "The file to read, if it is not in the default place." },
  },
  act: "add",
  needs: "write",
  async run({ context, settled, progress }, ask) {
    const { historyVerbs } = await import("./history-verbs.ts");
    const { suggestionVerbs } = await import("../suggestion/sources/suggestion-verbs.ts");
    const done = await historyVerbs(context, settled).importHistory({ ...defined(ask), progress });
    const { pending } = await suggestionVerbs(context).suggestionCounts();
    return { ...done, suggestions: pending };
  },
  print({ sources, skipped, suggestions }) {
    if (sources.length === 0)
      return "No shell history found on this machine. Pass a file: oldhand import zsh --file FILE";
    return [
      ...sources.map(({ source, file, imported, duplicates }) => {
        const known = duplicates > 0 ? `, ${count(duplicates, "duplicate")} skipped` : "";
        return `${source}: ${count(imported, "command")} from ${oneLine(file)}${known}`;
      }),
      ...skippedLines(skipped),
      pendingText(suggestions),
    ].join("\n");
  },
  page: {},
});
