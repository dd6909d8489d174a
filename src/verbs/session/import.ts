/** `session import` */
import { agentsWith } from "../../agents/all.ts";
import { count } from "../../core/text/wording.ts";
import { defined } from "../declare/values.ts";
import { verb } from "../declare/verb.ts";
import { skippedLines } from "../print/format.ts";

export const SESSION_AGENTS = agentsWith("transcripts").map(({ name }) => name as string);

export const importAgentSessions = verb({
  name: "session import",
  under: "import",
  summary: "Import the sessions of coding agents.",
  notes: ["The files are not changed. Thinking is never stored; of tool output, only errors and the first 2 KB are."],
  examples: ["oldhand session import", "oldhand session import codex"],
  input: {
    agent: {
      type: "choice",
      at: "word",
      choices: SESSION_AGENTS,
      help: "The agent whose sessions to import (default: all that are found).",
    },
    file: { type: "line", label: "FILE", help: "The transcript to read." },
    all: { type: "flag", help: "Also import expired sessions, if the agent still has them." },
  },
  act: "add",
  needs: "write",
  async run({ context, progress }, ask) {
    const { sessionVerbs } = await import("./transcripts/session-verbs.ts");
    return sessionVerbs(context).importSessions({ ...defined(ask), progress });
  },
  print: ({ imported, commands, sessions, skipped, leftOut }) =>
    [
      imported + commands === 0
        ? "No new sessions."
        : `Imported ${count(imported, "message")} of ${count(sessions, "session")} and ${count(commands, "command")}.`,
      ...skippedLines(skipped),
      ...skippedLines(leftOut),
    ].join("\n"),
  page: {},
});
