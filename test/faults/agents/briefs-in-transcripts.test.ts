/** Briefs come back in transcripts day after day, and the memory does not learn from its own text. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { DAY_MS, HOUR_MS } from "../../../src/core/base/clock.ts";
import type { Memory } from "../../../src/main/memory.ts";
import { claudeSession } from "../../fixtures/claude-session.ts";
import { makeRepo, tempDir } from "../../fixtures/git-repo.ts";
import { memoryHome } from "../../fixtures/memory-home.ts";

const KNOWN = [
  { text: "Never push to main", type: "policy" },
  { text: "Use pnpm, because npm breaks the workspace links", type: "decision" },
  { text: "The staging server is called harbour", type: "fact" },
  { text: "I prefer small commits", type: "preference" },
] as const;

const ASKED = "Push with pnpm to the staging server";
const ORDER = "Please mend the rounding of the invoice total and push when the tests pass.";

/** How an agent repeats a brief. */
const OWN_WORDS = [
  "I went with pnpm rather than npm, since npm would break the links of the workspace.",
  "I decided to use pnpm instead of npm because npm breaks workspace links.",
  "We use pnpm here because the workspace links break under npm.",
  "Deploying to harbour, because the staging server is called that.",
];

async function sizeOf(memory: Memory): Promise<{ records: number; suggestions: number }> {
  const [records, suggestions] = [await memory.list({ status: "all" }), await memory.suggestions()];
  return { records: records.length, suggestions: suggestions.length };
}

test("thirty days of briefs that agents and people repeat leave the store as it was", async (t) => {
  const home = memoryHome(t);
  const [project, folder] = [makeRepo(t), tempDir(t, "transcripts")];
  const first = await home.open(project);
  for (const known of KNOWN) await first.add({ ...known, scope: "project" });
  const sizes = [];
  for (let day = 1; day <= 30; day++) {
    const session = `day-${day}`;
    const working = await home.open(project, { session });
    const { text: injected, lines } = await working.brief({ prompt: ASKED, session });
    const given = await Promise.all(lines.map(async ({ id }) => (await working.get(id)).text));
    assert.ok(given.length >= 3, "the brief has something that can come back");
    await working.capture(ORDER, { source: `session ${session}` });
    claudeSession({
      folder,
      id: session,
      cwd: project,
      startMs: home.env().clock(),
      said: [
        { injected },
        { person: ORDER },
        { agent: `I keep this in mind:\n${given.map((line) => `- ${line}.`).join("\n")}` },
        { agent: "I will use pnpm because npm breaks the workspace links. I never push to main, as the rules say." },
        { run: "pnpm test", printed: "12 passing" },
        { agent: OWN_WORDS[day % OWN_WORDS.length]! },
        { person: "Yes, go on." },
        { person: `You wrote:\n${given.map((line) => `> ${line}`).join("\n")}\nGood, go on.` },
        { person: `${injected}\nGo on.` },
        { person: `Remember: ${given[0]}.` },
        { person: `"${given[0]}" is what you said. Fine.` },
        { agent: `As you said: "${given[0]}". Remember: ${given[1]}. Done.` },
      ],
    });
    home.wait(13 * HOUR_MS);
    const night = await home.open(project, { session: "night" });
    await night.importSessions({ agent: "claude-code", file: `${folder}/${session}.jsonl` });
    const read = await night.extract();
    assert.deepEqual([read.sessions, read.failed], [1, 0]);
    await night.consolidate();
    sizes.push(await sizeOf(night));
    home.wait(DAY_MS - 13 * HOUR_MS);
  }
  assert.deepEqual(sizes.at(-1), sizes[0]);
  // The guards that two of the rules state.
  assert.deepEqual(sizes[0], { records: KNOWN.length, suggestions: 2 });
});
