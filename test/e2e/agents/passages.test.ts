/** Real agents: what was said in an earlier session reaches the model with the prompt, and a session that goes on has it once. */
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { AS_PERSON } from "../../fixtures/as-person.ts";
import { claudeSession } from "../../fixtures/claude-session.ts";
import { program } from "../cli/program.ts";
import { type AgentDesk, agentDesk } from "./agent-desk.ts";
import { PROGRAMS_HERE } from "./programs.ts";

const SETTLED = "Settled: round_cents rounds exact half cents toward zero";
const TALKS = [
  [
    { person: "The monthly invoices do not reconcile with the ledger import: round_cents is off by a cent." },
    { agent: "I would use banker's rounding in round_cents, so that half cents even out." },
    { person: "No, we tried that. Exact half cents are rounded toward zero, because the ledger truncates." },
    { agent: `${SETTLED}, as the ledger does; everything else is nearest.` },
  ],
  [{ person: "Paint the lighthouse page in a warmer red." }, { agent: "The lighthouse page is warmer now." }],
  [{ person: "The tide table loads slowly on phones." }, { agent: "The tide table is cached for an hour now." }],
];
const PROMPT = "Invoices differ from the ledger by one cent again. Fix round_cents for half cents.";
const RULE = "The lock keeper must be asked first";

for (const name of PROGRAMS_HERE)
  test(`${name}: a passage reaches the model with the prompt; a session that goes on has it once`, async (t) => {
    const desk = await agentDesk(t, name);
    // It makes this folder itself at its first start.
    mkdirSync(join(desk.home, ".claude"), { recursive: true });
    oldhand(desk, "install", name);
    talked(desk);
    oldhand(desk, "record", "add", `${RULE}.`, "--type", "policy");
    const first = await desk.run({ prompt: PROMPT }, { says: "Done." });
    assert.equal(first.status, 0, first.err);
    const given = desk.model.turns().at(-1)!.text;
    for (const line of [SETTLED, RULE]) assert.equal(given.split(line).length, 2, `${line} in the first request`);
    await desk.run({ prompt: "Say it again.", goesOn: true }, { says: "Done." });
    const later = desk.model.turns().at(-1)!.text;
    for (const line of [SETTLED, RULE]) assert.equal(later.split(line).length, 2, `${line} after it went on`);
  });

function talked(desk: AgentDesk): void {
  const folder = join(desk.home, "talks");
  mkdirSync(folder);
  for (const [at, said] of TALKS.entries()) {
    const startMs = Date.now() - (TALKS.length + 2 - at) * 86_400_000;
    const file = claudeSession({ folder, id: `talk-${at}`, cwd: desk.project, startMs, said });
    oldhand(desk, "session", "import", "claude-code", "--file", file);
  }
  // From the first search on, talk is indexed.
  oldhand(desk, "recall", "ledger");
}

function oldhand({ env, project }: AgentDesk, ...words: readonly string[]): void {
  const { status, stderr } = spawnSync(process.execPath, [...AS_PERSON, program, ...words], {
    encoding: "utf8",
    env,
    cwd: project,
  });
  assert.equal(status, 0, stderr);
}
