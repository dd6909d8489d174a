import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { readClaudeMemory, readCodexMemory, readInstructions } from "../../../src/capture/memories/agent-files.ts";
import { readMem0 } from "../../../src/capture/memories/mem0.ts";
import { readBasicMemory, readMcpMemory } from "../../../src/capture/memories/memory-servers.ts";
import type { Note, ReadNotes } from "../../../src/capture/memories/note.ts";

const marks = { tags: [], paths: [], aliases: [] };
const note = (text: string, parts: Partial<Note> = {}): Note => ({ text, ...marks, ...parts });

const SHOP = "/code/shop";

const FILES: [file: string, read: ReadNotes, notes: Note[], skipped: string[]][] = [
  [
    "claude-code/MEMORY.md",
    readClaudeMemory,
    [
      note("The staging database is reset every Monday"),
      note("`make dist` needs Docker to be running\nand takes about four minutes"),
    ],
    [],
  ],
  [
    "claude-code/feedback_terse.md",
    readClaudeMemory,
    [
      note(
        "Keep replies under five lines unless asked for detail.\n\n**Why:** long answers get skimmed. See user-role.",
        { type: "preference", aliases: ["terse-answers"] },
      ),
    ],
    [],
  ],
  [
    "claude-code/user_role.md",
    readClaudeMemory,
    [
      note("Maintains the billing service and reads Go fluently.", {
        type: "fact",
        scope: "global",
        aliases: ["user-role"],
      }),
    ],
    [],
  ],
  [
    "codex/MEMORY.md",
    readCodexMemory,
    [
      note("when releasing, the user asked for signed tags -> always tag with -s", { type: "preference", cwd: SHOP }),
      note("The changelog is checked by `scripts/check-log.sh` before a tag is accepted", { cwd: SHOP }),
      note("Symptom: the push is rejected -> cause: main is protected -> fix: open a merge request", {
        type: "pitfall",
        cwd: SHOP,
      }),
      note("ripgrep is installed on all of this person's machines"),
    ],
    [],
  ],
  [
    "codex/memory_summary.md",
    readCodexMemory,
    [
      note("Works on Linux and macOS, mostly in TypeScript.", { type: "fact" }),
      note("Prefers small commits with one purpose each", { type: "preference" }),
      note("Look for a Makefile before writing a script"),
    ],
    [],
  ],
  [
    "codex/skills/tidy-release/SKILL.md",
    readCodexMemory,
    [
      note(
        "Cuts a release of the shop with a clean changelog.\n\n1. Run `scripts/check-log.sh`.\n2. Tag with `git tag -s`.",
        { type: "workflow", key: "tidy-release" },
      ),
    ],
    [],
  ],
  [
    "mcp-memory.jsonl",
    readMcpMemory,
    [
      note("Prefers tabs over spaces", { tags: ["person"] }),
      note("Speaks Portuguese", { tags: ["person"] }),
      note("Billing Service: Runs on port 7443", { tags: ["service"] }),
      note("The Billing Service owns invoices", { tags: ["service"] }),
      note("Billing Service writes to Ledger DB", { type: "fact" }),
    ],
    ["a line that is neither an entity nor a relation", "a line that is neither an entity nor a relation"],
  ],
  [
    "basic-memory/Auth Design.md",
    readBasicMemory,
    [
      note("Auth Design: Access is checked in the gateway only (agreed in spring)", {
        type: "decision",
        tags: ["auth", "backend", "decision", "security"],
      }),
      note("Auth Design: Clocks that drift more than a minute break login", {
        type: "pitfall",
        tags: ["auth", "backend", "gotcha"],
      }),
      note("Auth Design: Live since May", { tags: ["auth", "backend", "status"] }),
      note("Auth Design depends on User Store", { type: "fact", tags: ["auth", "backend"] }),
    ],
    [],
  ],
  [
    "basic-memory/diary.md",
    readBasicMemory,
    [],
    ["a note without observations: `oldhand import DIR` imports entire notes"],
  ],
  [
    "mem0.json",
    readMem0,
    [
      note("Prefers short answers in the morning", { type: "preference", tags: ["user_preferences"] }),
      note("The ledger closes on the last Friday", { type: "decision", tags: ["decision"] }),
    ],
    ["an entry without a memory", "deleted in mem0"],
  ],
  [
    "openmemory.jsonl",
    readMem0,
    [note("The lighthouse is painted every third year", { tags: ["upkeep"] })],
    ["archived in mem0", "an entry without a memory"],
  ],
  [
    "rules/api.mdc",
    readInstructions,
    ["Every endpoint validates its input", "Errors carry a code"].map((text) =>
      note(text, { paths: ["src/api/**/*.{ts,tsx}", "*.sql"] }),
    ),
    [],
  ],
  [
    "rules/AGENTS.md",
    readInstructions,
    [note("Run the tests before you push."), note("Use pnpm for everything\n- also in scripts")],
    ["too short for a statement"],
  ],
];

for (const [file, read, notes, skipped] of FILES) {
  test(`${file} gives the expected notes`, () => {
    const text = readFileSync(new URL(`../../fixtures/memories/${file}`, import.meta.url), "utf8");
    assert.deepEqual(read(text, `/somewhere/${file}`), { notes, skipped });
    assert.deepEqual(read(text.replaceAll("\n", "\r\n"), `/somewhere/${file}`).notes.length, notes.length);
  });
}

const READERS: readonly ReadNotes[] = [
  readMem0,
  readClaudeMemory,
  readCodexMemory,
  readInstructions,
  readMcpMemory,
  readBasicMemory,
];

const HOSTILE: [what: string, text: string][] = [
  ["nothing", ""],
  ["frontmatter that never ends", "---\nname: x\n- a statement of words\n"],
  ["an alias bomb", "---\na: &a [x]\nb: &b [*a,*a]\nc: [*b,*b]\ntype: user\n---\n- a statement of words"],
  ["deeply nested frontmatter", `---\na: ${"[".repeat(4000)}\n---\n- a statement of words`],
  ["endless frontmatter", `---\na: ${"x".repeat(100_000)}\n---\n- a statement of words`],
  ["keys of JavaScript objects", "---\ntype: constructor\n__proto__: x\n---\n- [constructor] a statement of words"],
  ["one endless line", `- ${"word ".repeat(100_000)}`],
  ["brackets without end", `- ${"[[".repeat(50_000)}`],
  ["comments without end", `${"<!-- ".repeat(50_000)}`],
  ["zero bytes", "\0\0- \0 a b c d e f\0"],
  ["JSON that is not an object", '[]\n1\nnull\n"x"\n{"type":"entity","name":1,"observations":{}}\n'],
  [
    "a long tag",
    JSON.stringify({ type: "entity", name: "x", entityType: "y".repeat(9999), observations: ["a b c d e"] }),
  ],
];

test("a hostile file gives few notes and breaks nothing", () => {
  for (const [what, text] of HOSTILE) {
    for (const read of READERS) {
      for (const name of ["/x/MEMORY.md", "/x/skills/a/SKILL.md", "/x/other.md"]) {
        const { notes } = read(text, name);
        assert.ok(
          notes.every((one) => one.text.length <= 4000),
          what,
        );
        assert.ok(
          notes.every(({ type }) => type === undefined || typeof type === "string"),
          what,
        );
        assert.ok(
          notes.every(({ tags = [] }) => tags.every((tag) => tag.length <= 200)),
          what,
        );
      }
    }
  }
});
