/** The commands on agent sessions, the memory of a project, and tickets. */
import { AGENT_NAMES } from "../../core/session/session.ts";
import { listOf } from "../../core/text/wording.ts";
import type { CommandEntry, Option, Positional } from "../command.ts";
import { EVERYWHERE, LIMIT, YES } from "./options.ts";

const TICKET: Positional = {
  name: "ID",
  help: "The ticket's id in its tracker, or its id in oldhand or a unique part of that.",
};

const SESSION: Positional = {
  name: "ID",
  help: "The agent's id of the session, or oldhand's id or a unique part of that.",
};

const MEMORY_SOURCES = [
  ...["claude-code", "codex", "basic-memory", "mcp-memory", "claude-mem", "memorix", "hippo", "mem0"],
  ...["memory-bank", "instructions"],
] as const;

const MEMORY_SOURCE: Positional = {
  name: "SOURCE",
  help: `${listOf(MEMORY_SOURCES, "or")} (default: all that are found, without instructions).`,
  optional: true,
  offers: MEMORY_SOURCES,
};

const MEMORY_FILE: Option = { name: "file", value: "FILE", help: "A file or folder of that source." };

const CLEAR: CommandEntry = {
  words: ["memory", "clear"],
  summary: "Delete what was learned in this project, so that it can be learned again.",
  notes: ["Shows counts and asks first. Records in the repository are kept."],
  options: [{ name: "everywhere", help: "Clear all projects and your global records." }, YES],
  run: async () => (await import("../commands/memory.ts")).clear,
};

const ENQUEUE: CommandEntry = {
  words: ["memory", "enqueue"],
  summary: "Read all sessions of this project again, and learn from them.",
  run: async () => (await import("../commands/memory.ts")).enqueue,
};

export const sessionCommands: readonly CommandEntry[] = [
  {
    words: ["session", "import"],
    summary: "Import the sessions of coding agents.",
    notes: ["The files are not changed. Thinking is never stored; of tool output, only errors and the first 2 KB are."],
    positionals: [
      {
        name: "AGENT",
        help: "The agent whose sessions to import (default: all that are found).",
        optional: true,
        choices: AGENT_NAMES,
      },
    ],
    options: [
      { name: "file", value: "FILE", help: "The transcript to read." },
      { name: "all", help: "Also import expired sessions, if the agent still has them." },
    ],
    examples: ["oldhand session import", "oldhand session import codex"],
    run: async () => (await import("../commands/session.ts")).importSessions,
  },
  {
    words: ["session", "list"],
    summary: "List the latest sessions of this project.",
    options: [LIMIT, EVERYWHERE],
    run: async () => (await import("../commands/session.ts")).list,
  },
  {
    words: ["session", "show"],
    summary: "Show the transcript of a session.",
    positionals: [SESSION],
    run: async () => (await import("../commands/session.ts")).show,
  },
  {
    words: ["session", "pin"],
    summary: "Keep the transcript of a session, whatever its age.",
    notes: ["Other transcripts are deleted after sessions.keepDays. Records learned from them stay."],
    positionals: [SESSION],
    run: async () => (await import("../commands/session.ts")).pin,
  },
  {
    words: ["session", "unpin"],
    summary: "Let the transcript of a session expire again.",
    positionals: [SESSION],
    run: async () => (await import("../commands/session.ts")).unpin,
  },
  {
    words: ["memory", "view"],
    summary: "Show the summary that agents get at the start of a session.",
    run: async () => (await import("../commands/memory.ts")).view,
  },
  CLEAR,
  { ...CLEAR, words: ["memory", "reset"], summary: "Same as `memory clear`." },
  ENQUEUE,
  { ...ENQUEUE, words: ["memory", "rebuild"], summary: "Same as `memory enqueue`." },
  {
    words: ["memory", "import"],
    summary: "Import the memories of other tools as suggestions.",
    notes: [
      "Finds the memories of Claude Code and Codex, the notes of basic-memory, the databases of claude-mem, memorix and hippo, and this project's memory bank (Cline, Cursor). For mcp-memory and for an export of mem0, pass the file with --file.",
      "AGENTS.md, CLAUDE.md and rules files are imported only if you name `instructions`, because agents read them anyway. Nothing is used until you accept it.",
    ],
    positionals: [MEMORY_SOURCE],
    options: [MEMORY_FILE],
    examples: ["oldhand memory import", "oldhand memory import mcp-memory --file ~/memory.jsonl"],
    run: async () => (await import("../commands/memory.ts")).importMemories,
  },
  {
    words: ["memory", "audit"],
    summary: "Check the memories of other tools before you import or keep them.",
    notes: [
      "Lists the statements that contain a secret, name something that is not in the repository, contradict a record or each other, are there twice or in your memory already, or were never used (hippo, and memorix's skills).",
      "Reads the same sources as `memory import` and changes nothing, neither there nor here.",
    ],
    positionals: [MEMORY_SOURCE],
    options: [MEMORY_FILE],
    examples: ["oldhand memory audit", "oldhand memory audit hippo", "oldhand memory audit mem0 --file ~/mem0.json"],
    settle: "files",
    run: async () => (await import("../commands/memory.ts")).auditMemories,
  },
  {
    words: ["show"],
    summary: "Print a file of the project's memory by its memory:// address.",
    positionals: [
      { name: "ADDRESS", help: "memory://root, memory://root/MEMORY.md or memory://root/skills/NAME/SKILL.md." },
    ],
    examples: ["oldhand show memory://root/MEMORY.md"],
    run: async () => (await import("../commands/memory.ts")).show,
  },
  {
    words: ["why-not"],
    summary: "Show why something from a session was not recorded.",
    positionals: [{ name: "TEXT", help: "Words from the session.", many: true }],
    run: async () => (await import("../commands/memory.ts")).whyNot,
  },
  {
    words: ["ticket", "add"],
    summary: "Add a ticket.",
    options: [
      { name: "title", value: "TEXT", help: "The title." },
      { name: "description", value: "TEXT", help: "The description." },
    ],
    examples: ['oldhand ticket add --title "Faster search"'],
    run: async () => (await import("../commands/ticket.ts")).add,
  },
  {
    words: ["ticket", "import"],
    summary: "Import tickets from a folder of Markdown files, or from JSON.",
    notes: [
      "Each file has frontmatter (id, title, status, type, priority, parent), the description, and notes under `## Notes`. Importing again updates what changed.",
    ],
    positionals: [{ name: "DIR", help: "The folder; - reads JSON from stdin." }],
    examples: ["oldhand ticket import docs/tickets"],
    run: async () => (await import("../commands/ticket.ts")).importTickets,
  },
  {
    words: ["ticket", "note"],
    summary: "Add a note to a ticket.",
    positionals: [TICKET, { name: "TEXT", help: "The note; - reads it from stdin.", many: true }],
    run: async () => (await import("../commands/ticket.ts")).note,
  },
  {
    words: ["ticket", "status"],
    summary: "Change the status of a ticket.",
    positionals: [
      TICKET,
      { name: "STATUS", help: "The new status, such as backlog, ready, running, blocked, approval or done." },
    ],
    run: async () => (await import("../commands/ticket.ts")).move,
  },
  {
    words: ["ticket", "list"],
    summary: "List the tickets of this project.",
    run: async () => (await import("../commands/ticket.ts")).list,
  },
  {
    words: ["ticket", "show"],
    summary: "Show a ticket with its notes.",
    positionals: [TICKET],
    run: async () => (await import("../commands/ticket.ts")).show,
  },
  {
    words: ["ticket", "brief"],
    summary: "Print the records and results that matter for a ticket.",
    positionals: [TICKET],
    run: async () => (await import("../commands/ticket.ts")).brief,
  },
];
