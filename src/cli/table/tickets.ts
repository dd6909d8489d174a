/** The commands on tickets, on the sessions of agents, and on what was learned from them. */
import { AGENT_NAMES } from "../../core/session/session.ts";
import type { Command, Positional } from "../command.ts";

const ID: Positional = { name: "ID", says: "The ticket's id, its tracker's own or oldhand's; that may be shortened." };

const SESSION: Positional = {
  name: "ID",
  says: "The session's id, the agent's own or oldhand's; that may be shortened.",
};

export const ticketCommands: readonly Command[] = [
  {
    words: ["ticket", "add"],
    summary: "Keep a piece of work.",
    options: [
      { name: "title", value: "TEXT", says: "What it is." },
      { name: "description", value: "TEXT", says: "More about it." },
    ],
    examples: ['oldhand ticket add --title "Faster search"'],
    needs: "write",
    run: async () => (await import("../commands/ticket.ts")).add,
  },
  {
    words: ["ticket", "import"],
    summary: "Take tickets in from a folder of Markdown, or from JSON.",
    notes: [
      "A file has frontmatter (id, title, status, type, priority, parent), the description, and notes under `## Notes`. Importing again takes what changed.",
    ],
    positionals: [{ name: "DIR", says: "The folder; - reads JSON from stdin." }],
    examples: ["oldhand ticket import docs/tickets"],
    needs: "write",
    run: async () => (await import("../commands/ticket.ts")).importTickets,
  },
  {
    words: ["ticket", "note"],
    summary: "Add a note to a ticket.",
    positionals: [ID, { name: "TEXT", says: "The note; - reads it from stdin.", many: true }],
    needs: "write",
    run: async () => (await import("../commands/ticket.ts")).note,
  },
  {
    words: ["ticket", "status"],
    summary: "Change the status of a ticket.",
    positionals: [ID, { name: "STATUS", says: "Such as backlog, ready, running, blocked, approval or done." }],
    needs: "write",
    run: async () => (await import("../commands/ticket.ts")).move,
  },
  {
    words: ["ticket", "list"],
    summary: "Show the tickets of this project.",
    needs: "write",
    run: async () => (await import("../commands/ticket.ts")).list,
  },
  {
    words: ["ticket", "show"],
    summary: "Show a ticket with its notes.",
    positionals: [ID],
    needs: "write",
    run: async () => (await import("../commands/ticket.ts")).show,
  },
  {
    words: ["ticket", "brief"],
    summary: "Print what is known about the work of a ticket.",
    positionals: [ID],
    needs: "write",
    run: async () => (await import("../commands/ticket.ts")).brief,
  },
];

export const sessionCommands: readonly Command[] = [
  {
    words: ["session", "import"],
    summary: "Take in what coding agents kept of their sessions.",
    notes: ["The files are only read. Thinking is never kept, of tool output only errors and the first 2 KB."],
    positionals: [
      { name: "AGENT", says: "Whose sessions; left out, all that are found.", optional: true, choices: AGENT_NAMES },
    ],
    options: [
      { name: "file", value: "FILE", says: "The transcript to read." },
      { name: "all", says: "Also what was let go, as far as its agent still keeps it." },
    ],
    examples: ["oldhand session import", "oldhand session import codex"],
    needs: "write",
    run: async () => (await import("../commands/session.ts")).importSessions,
  },
  {
    words: ["session", "list"],
    summary: "Show the latest sessions of this project.",
    options: [{ name: "limit", value: "N", says: "How many at most; usually 25." }],
    needs: "write",
    run: async () => (await import("../commands/session.ts")).list,
  },
  {
    words: ["session", "show"],
    summary: "Show what was said in a session.",
    positionals: [SESSION],
    needs: "write",
    run: async () => (await import("../commands/session.ts")).show,
  },
  {
    words: ["session", "pin"],
    summary: "Keep what was said in a session, whatever its age.",
    notes: ["What was said is let go after sessions.keepDays; what was learned from it stays either way."],
    positionals: [SESSION],
    needs: "write",
    run: async () => (await import("../commands/session.ts")).pin,
  },
  {
    words: ["session", "unpin"],
    summary: "Let a session go when its time is over.",
    positionals: [SESSION],
    needs: "write",
    run: async () => (await import("../commands/session.ts")).unpin,
  },
];

export const memoryCommands: readonly Command[] = [
  {
    words: ["memory", "view"],
    summary: "Show what agents are told about this project.",
    needs: "write",
    run: async () => (await import("../commands/memory.ts")).view,
  },
  ...["clear", "reset"].map(
    (word): Command => ({
      words: ["memory", word],
      summary:
        word === "clear" ? "Clear what was learned in this project, to learn it again." : "The same as memory clear.",
      notes: ["It shows counts and asks first. Records that the repository carries stay."],
      options: [
        { name: "everywhere", says: "Everything, of every project and your own." },
        { name: "yes", says: "Do not ask; needed where there is no terminal." },
      ],
      needs: "write",
      run: async () => (await import("../commands/memory.ts")).clear,
    }),
  ),
  ...["enqueue", "rebuild"].map(
    (word): Command => ({
      words: ["memory", word],
      summary:
        word === "enqueue" ? "Read the sessions of this project anew, and learn." : "The same as memory enqueue.",
      needs: "write",
      run: async () => (await import("../commands/memory.ts")).enqueue,
    }),
  ),
  {
    words: ["memory", "import"],
    summary: "Suggest what other programs remember.",
    notes: [
      "Claude Code's and Codex's own memories and basic-memory's notes are found by themselves; the memory server's file is named with --file.",
      "A repository's AGENTS.md, CLAUDE.md and rules files are taken only as `instructions`, since agents read them anyway. Nothing counts until you accept it.",
    ],
    positionals: [
      {
        name: "SOURCE",
        says: "claude-code, codex, basic-memory, mcp-memory or instructions; left out, all that are found.",
        optional: true,
        offers: ["claude-code", "codex", "basic-memory", "mcp-memory", "instructions"],
      },
    ],
    options: [{ name: "file", value: "FILE", says: "A file or folder of that source." }],
    examples: ["oldhand memory import", "oldhand memory import mcp-memory --file ~/memory.jsonl"],
    needs: "write",
    run: async () => (await import("../commands/memory.ts")).importMemories,
  },
  {
    words: ["show"],
    summary: "Print what stands at a memory:// address.",
    positionals: [
      { name: "ADDRESS", says: "memory://root, memory://root/MEMORY.md or memory://root/skills/NAME/SKILL.md." },
    ],
    examples: ["oldhand show memory://root/MEMORY.md"],
    needs: "write",
    run: async () => (await import("../commands/memory.ts")).show,
  },
  {
    words: ["why-not"],
    summary: "Say why something from a session was not remembered.",
    positionals: [{ name: "TEXT", says: "Words of what was said.", many: true }],
    needs: "write",
    run: async () => (await import("../commands/memory.ts")).whyNot,
  },
];
