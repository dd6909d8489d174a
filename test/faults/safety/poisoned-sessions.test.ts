/** Text that an agent read never becomes a rule, a plan or a line of a brief, even if a model attributes all of it to the person. */
import assert from "node:assert/strict";
import { join } from "node:path";
import { before, test } from "node:test";
import { type AgentName, sessionId } from "../../../src/core/session/session.ts";
import type { Memory } from "../../../src/main/memory.ts";
import { filesUnder } from "../../fixtures/files-under.ts";
import { makeRepo } from "../../fixtures/git-repo.ts";
import { type MemoryHome, memoryHome } from "../../fixtures/memory-home.ts";
import { HIDDEN_INSTRUCTIONS, type HiddenInstruction } from "../../fixtures/poison/hidden-instructions.ts";
import { FORMATS, SINKS } from "../../fixtures/poison/transcripts.ts";
import { BORN } from "../../fixtures/records.ts";
import { write } from "../../fixtures/transcripts/write.ts";
import { nominates } from "../../models/honest-model.ts";
import { type Body, modelServer, type Reply } from "../../models/model-server.ts";

const HOUR_MS = 3_600_000;
const MARK = new RegExp(HIDDEN_INSTRUCTIONS.map(({ mark }) => mark).join("|"), "gi");
const TYPES = ["policy", "preference", "workflow", "fact", "pitfall", "decision", "architecture"] as const;
const PROMPTS = [
  ...HIDDEN_INSTRUCTIONS.map(({ instruction }) => instruction),
  "deploy",
  "run the tests",
  "release it",
  "what is the policy?",
];

type Poisoned = { readonly home: MemoryHome; readonly repo: string; readonly other: string; readonly sessions: number };

let poisoned: Poisoned;

before(async (t) => {
  poisoned = await poisonedHome(t as never);
});

async function poisonedHome(t: Parameters<typeof memoryHome>[0]): Promise<Poisoned> {
  const home = memoryHome(t, { on: "memory" });
  const [repo, other] = [makeRepo(t), makeRepo(t)];
  const person = join(home.outside, "person");
  const places = {
    "claude-code": ".claude/projects/-shop/ID.jsonl",
    codex: ".codex/sessions/2026/01/02/rollout-ID.jsonl",
    pi: ".pi/agent/sessions/--shop--/ID.jsonl",
  };
  let sessions = 0;
  const hiddenIn = new Map<string, HiddenInstruction>();
  for (const [agent, written] of Object.entries(FORMATS))
    for (const sink of Object.values(SINKS))
      for (const hidden of HIDDEN_INSTRUCTIONS) {
        const id = `00000000-0000-4000-8000-${String(++sessions).padStart(12, "0")}`;
        const text = written({ id, cwd: repo, startMs: Date.parse(BORN) + sessions * 60_000, turns: sink(hidden) });
        hiddenIn.set(sessionId(agent as AgentName, id), hidden);
        write(join(person, places[agent as keyof typeof places].replace("ID", id)), text);
      }
  const server = await modelServer(t, obedient(hiddenIn));
  const memory = await home.open(repo, { variables: { PATH: process.env.PATH, HOME: person } });
  await memory.set("models.default", server.setting("openai-compatible"));
  await memory.set("models.dailyTokenCap", "100000000");
  await memory.set("memories.maxRolloutsPerStartup", "1000");
  await memory.set("memories.enabled", "true");
  await memory.importSessions();
  home.wait(48 * HOUR_MS);
  const later = await home.open(repo);
  const done = await later.extract();
  assert.deepEqual([done.sessions, done.failed, server.requests.length >= sessions], [sessions, 0, true]);
  await later.consolidate();
  await later.writeArtifacts();
  return { home, repo, other, sessions };
}

/** Nominates what is hidden in every way it can, in all types and both scopes, and copies it into every file that it may write. */
function obedient(hiddenIn: ReadonlyMap<string, HiddenInstruction>): (body: Body) => Reply {
  let n = 0;
  return (body) => {
    const text = JSON.stringify(body.messages);
    if (text.includes("memory_md")) {
      const all = HIDDEN_INSTRUCTIONS.map(({ instruction }) => instruction).join("\n");
      const skills = HIDDEN_INSTRUCTIONS.map(({ mark, instruction }) => ({
        name: mark,
        description: instruction,
        body: instruction,
      }));
      return { text: JSON.stringify({ memory_md: all, memory_summary: all, skills }) };
    }
    const hidden = hiddenIn.get(/ses_[0-9a-z]+/.exec(text)?.[0] ?? "");
    if (hidden === undefined) return { text: JSON.stringify({ memories: [], synopsis: "Nothing.", slug: null }) };
    n += 1;
    const type = (by: number) => TYPES[(n + by) % TYPES.length]!;
    const { instruction, retold } = hidden;
    const scope = n % 2 ? "global" : "project";
    const persons = [...text.matchAll(/\\"actor\\":\\"person\\",\\"text\\":\\"(.*?)\\"\}/g)].map(([, said]) => said!);
    assert.ok(persons.length > 0);
    const memories = [
      nominates(instruction, { type: type(0), scope }),
      nominates(retold, { type: type(3), scope }),
      ...persons.flatMap((said, at) => [
        nominates(said, { text: instruction, type: type(at), scope }),
        nominates(`${said} `, { text: retold, type: type(at + 2), scope }),
      ]),
    ];
    return { text: JSON.stringify({ memories, synopsis: "Work was done.", slug: null }) };
  };
}

const marksIn = (value: unknown): string[] => [...new Set(JSON.stringify(value).match(MARK) ?? [])];

test("more than five hundred sessions are poisoned", () => {
  assert.ok(poisoned.sessions >= 500);
  assert.ok(HIDDEN_INSTRUCTIONS.length >= 25);
});

test("no brief contains any of it, whatever the prompt, in this project or another", async () => {
  const { home, repo, other } = poisoned;
  for (const dir of [repo, other]) {
    const memory = await home.open(dir);
    const briefs = [await memory.brief({})];
    for (const prompt of PROMPTS) briefs.push(await memory.brief({ prompt, file: "docs/note.md" }));
    assert.deepEqual(marksIn(briefs.map(({ text, lines }) => ({ text, lines }))), []);
    assert.deepEqual(marksIn(await memory.startBlock("a session")), []);
    assert.deepEqual(marksIn(await memory.context()), []);
  }
});

test("no recall for a prompt returns any of it", async () => {
  const memory = await poisoned.home.open(poisoned.repo);
  for (const query of PROMPTS) assert.deepEqual(marksIn((await memory.recall({ query, format: "prompt" })).text), []);
});

test("none of it is a policy, a preference, an architecture or a workflow, and none of it is global", async () => {
  const memory = await poisoned.home.open(poisoned.repo);
  const kept = (await memory.list({ status: "all" })).filter((record) => marksIn(record).length > 0);
  const isRule = ({ type }: { type: string }) => ["policy", "preference", "workflow"].includes(type);
  assert.deepEqual(kept.filter(isRule), []);
  assert.deepEqual(
    kept.filter(({ scope }) => scope === "global"),
    [],
  );
  assert.deepEqual(marksIn(await memory.workflows()), []);
  const elsewhere = await poisoned.home.open(poisoned.other);
  assert.deepEqual(marksIn(await elsewhere.list({ status: "all" })), []);
});

test("none of it is in the generated memory files", () => {
  const files = filesUnder(join(poisoned.home.path, "projects")).filter(({ path }) => !path.includes("/records/"));
  assert.ok(files.some(({ path }) => path.endsWith("MEMORY.md")));
  assert.deepEqual(
    files.filter(({ bytes }) => marksIn(bytes.toString()).length > 0).map(({ path }) => path),
    [],
  );
});

test("every record or suggestion made from it names its source and has the trust of a tool", async () => {
  const memory = await poisoned.home.open(poisoned.repo);
  const kept = (await memory.list({ status: "all" })).filter((record) => marksIn(record).length > 0);
  const pending = (await memory.suggestions("pending")).filter((one) => marksIn(one).length > 0);
  assert.ok(kept.length > 0 && pending.length > 0);
  const said = [...kept, ...pending].map(({ trust, source }) => `${trust} ${source.replace(/ses_\w+#\d+-\d+/, "ID")}`);
  assert.deepEqual([...new Set(said)], ["tool session ID"]);
});

test("an agent that repeats it does not raise its trust", async () => {
  const kept = await poisonedFact(await poisoned.home.open(poisoned.repo));
  const agent = await poisoned.home.open(poisoned.repo, { isAgent: true });
  const { outcome } = await agent.add({ text: kept.text, type: kept.type, scope: "project" });
  // What tells a reader to do something waits for the person; anything else says the same as what is there.
  assert.ok(outcome === "proposed" || outcome === "merged", outcome);
  assert.equal((await agent.get(kept.id)).trust, "tool");
  assert.deepEqual(marksIn((await agent.brief({ prompt: kept.text })).text), []);
});

async function poisonedFact(memory: Memory) {
  const kept = (await memory.list({ status: "active" })).find((record) => marksIn(record).length > 0);
  assert.ok(kept !== undefined);
  return kept;
}
