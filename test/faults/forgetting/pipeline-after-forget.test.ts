/** Forgotten text stays forgotten, even if a model repeats it, a transcript still holds it, or an older state.db is restored. */
import assert from "node:assert/strict";
import { cpSync, existsSync, rmSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { DAY_MS, HOUR_MS } from "../../../src/core/base/clock.ts";
import type { Memory } from "../../../src/main/memory.ts";
import { claudeSession } from "../../fixtures/claude-session.ts";
import { type Cleaning, makeRepo, tempDir } from "../../fixtures/git-repo.ts";
import { memoryHome } from "../../fixtures/memory-home.ts";
import { tracesOf } from "../../fixtures/safety-home.ts";
import { isConsolidation, nominates, reads, wordsEachRecord } from "../../models/honest-model.ts";
import { modelServer, type Replying } from "../../models/model-server.ts";

const WORD = "zqxvault77";
const TEXT = `The vault of the east tower opens with ${WORD}`;
const OTHER = "The west tower has no vault";

/** Extracts the same from the session every time, whatever is left of it. */
const tells: Replying = (body) => {
  if (isConsolidation(body)) return wordsEachRecord(body);
  return reads(
    [TEXT, OTHER].map((text) => nominates(text)),
    `${TEXT}. It was tried.`,
  );
};

async function forgotten(t: Cleaning) {
  const home = memoryHome(t);
  const [project, folder] = [makeRepo(t), tempDir(t, "transcripts")];
  const said = [{ person: "How does the vault open?" }, { agent: `${TEXT}.` }, { agent: `${OTHER}.` }];
  const file = claudeSession({ folder, id: "one", cwd: project, startMs: home.env().clock(), said });
  const server = await modelServer(
    t,
    Array.from({ length: 40 }, () => tells),
  );
  const first = await home.open(project);
  for (const [key, value] of Object.entries({
    "models.default": server.setting("ollama"),
    "models.dailyTokenCap": "10000000",
    "memories.enabled": "true",
  }))
    await first.set(key, value);
  await first.importSessions({ agent: "claude-code", file });
  home.wait(13 * HOUR_MS);
  const memory = await home.open(project);
  await memory.learn();
  await memory.startBlock("s1");
  assert.ok(tracesOf(home.path, WORD).length >= 3, "it is in records, databases and files");
  const backup = join(tempDir(t, "backup"), "home");
  home.close();
  cpSync(home.path, backup, { recursive: true });
  const later = await home.open(project);
  const record = (await later.list({ status: "all" })).find(({ text }) => text.includes(WORD))!;
  await later.forget([record]);
  home.close();
  assert.deepEqual(tracesOf(home.path, WORD), []);
  const again = async (): Promise<Memory> => {
    home.wait(DAY_MS);
    return home.open(project);
  };
  return { home, file, backup, again };
}

async function learnAnew(memory: Memory, file: string): Promise<void> {
  await memory.importSessions({ agent: "claude-code", file });
  await memory.enqueue();
  await memory.learn();
  await memory.consolidate();
}

async function isGone(memory: Memory): Promise<void> {
  const shown = [
    await memory.list({ status: "all" }),
    await memory.suggestions(),
    memory.sessions(),
    await memory.recall({ query: "vault of the east tower", format: "json", archived: true }),
    await memory.resource("memory://root/MEMORY.md"),
    await memory.resource("memory://root"),
    await memory.startBlock("s2"),
    await memory.brief({ prompt: "open the vault of the east tower" }),
    await memory.whyNot(TEXT),
  ];
  assert.doesNotMatch(JSON.stringify(shown), new RegExp(WORD));
}

test("extracting the same transcript again, with a model that repeats it, does not bring it back", async (t) => {
  const { home, file, again } = await forgotten(t);
  const memory = await again();
  await learnAnew(memory, file);
  await isGone(memory);
  assert.match(JSON.stringify(await memory.list({ status: "active" })), /west tower/);
  home.close();
  assert.deepEqual(tracesOf(home.path, WORD), []);
});

test("neither a rebuild nor later learning brings it back", async (t) => {
  const { home, file, again } = await forgotten(t);
  const memory = await again();
  await memory.rebuild();
  await learnAnew(memory, file);
  await isGone(memory);
  home.close();
  assert.deepEqual(tracesOf(home.path, WORD), []);
});

test("an older state.db does not bring back the synopsis or the text that a model had written", async (t) => {
  const { home, backup, again } = await forgotten(t);
  for (const name of ["state.db", "state.db-wal", "state.db-shm"]) {
    rmSync(join(home.path, name), { force: true });
    if (existsSync(join(backup, name))) cpSync(join(backup, name), join(home.path, name));
  }
  const memory = await again();
  await memory.consolidate();
  assert.doesNotMatch(JSON.stringify(memory.sessions()), new RegExp(WORD));
  assert.doesNotMatch(await memory.resource("memory://root/MEMORY.md"), new RegExp(WORD));
  assert.doesNotMatch(await memory.startBlock("s3"), new RegExp(WORD));
});
