/** Text that a person pasted never becomes a rule of theirs: not from the prompt, not from the finished session. */
import assert from "node:assert/strict";
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { captureFrom } from "../../../src/learn/message.ts";
import { claudeSession } from "../../fixtures/claude-session.ts";
import { makeRepo } from "../../fixtures/git-repo.ts";
import { memoryHome } from "../../fixtures/memory-home.ts";
import { pastedMessage } from "../../fixtures/poison/pasted-texts.ts";
import { BORN } from "../../fixtures/records.ts";
import { isLong } from "../tools/homes.ts";

const MESSAGES = isLong ? 50_000 : 2000;
const SESSIONS = isLong ? 500 : 40;
const DAY_MS = 86_400_000;

test("no statement is captured from pasted text", (t) => {
  const forms = new Map<string, number>();
  const captured: string[] = [];
  for (let seed = 0; seed < MESSAGES; seed++) {
    const { message, form } = pastedMessage(seed);
    forms.set(form, (forms.get(form) ?? 0) + 1);
    for (const { sentence } of captureFrom(message, { inProject: true }))
      captured.push(`${seed}, ${form}: ${sentence}`);
  }
  t.diagnostic(`${MESSAGES} messages in ${forms.size} forms`);
  assert.deepEqual(captured, []);
});

test("nothing is learned from sessions with pasted text, and the person's own rule next to it is", async (t) => {
  const home = memoryHome(t, { on: "memory" });
  const repo = makeRepo(t);
  const folder = join(home.outside, "transcripts");
  mkdirSync(folder);
  const startMs = Date.parse(BORN);
  const memory = await home.open(repo);
  await memory.set("memories.maxRolloutsPerStartup", "1000");
  for (let n = 0; n < SESSIONS; n++) {
    const { message } = pastedMessage(1_000_000 + n);
    await memory.capture(message);
    const id = `00000000-0000-4000-8000-${String(n).padStart(12, "0")}`;
    const said = [{ person: message }, { agent: "I read it." }, { person: "thanks, that is all" }];
    const file = claudeSession({ folder, id, cwd: repo, startMs: startMs + n * 60_000, said });
    await memory.importSessions({ agent: "claude-code", file });
  }
  home.wait(2 * DAY_MS);
  const later = await home.open(repo);
  const { sessions, failed } = await later.extract();
  assert.deepEqual([sessions, failed], [SESSIONS, 0]);
  const rules = (await later.list({ status: "all" })).map(({ type, text }) => `${type}: ${text}`);
  assert.deepEqual(rules, []);
  assert.deepEqual(
    (await later.suggestions()).filter(({ status }) => status === "pending"),
    [],
  );
  const own = await later.capture(
    `Always use pnpm in this repository.\n\nAnd reply to this mail:\n\n${pastedMessage(1).message}`,
  );
  assert.deepEqual(
    own.map(({ sentence }) => sentence),
    ["Always use pnpm in this repository."],
  );
});
