/** What a session is given over its entire life, for each host: each line once until the session loses its context. */
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { before, type TestContext, test } from "node:test";
import { build } from "../../../scripts/build.ts";
import { agentNamed } from "../../../src/agents/all.ts";
import { idMaker, shortId } from "../../../src/core/base/id.ts";
import { writeRecord } from "../../../src/core/record/file.ts";
import type { ProjectId } from "../../../src/core/record/record.ts";
import { recordOf } from "../../fixtures/records.ts";
import { ASKED, WORKSHOP } from "../../fixtures/workshop.ts";
import { dist } from "../tools/built-library.ts";
import { isLong, newHome, within } from "../tools/homes.ts";
import { runHook } from "../tools/run-hook.ts";

before(build);

/** The event names of each host; a host without a name for an event borrows another's. */
type Speech = {
  readonly start: object;
  readonly prompt: (text: string) => object;
  readonly failed: (output: string) => object;
  readonly resumed: object;
  /** The context is lost; if the host announces it beforehand, the next prompt is the first after it. */
  readonly cut: object;
};

const RESTORE = "pg_restore --dbname shop dump";

const CLAUDE: Speech = {
  start: { hook_event_name: "SessionStart", source: "startup" },
  prompt: (prompt) => ({ hook_event_name: "UserPromptSubmit", prompt }),
  failed: (error) => ({
    hook_event_name: "PostToolUseFailure",
    tool_name: "Bash",
    tool_input: { command: RESTORE },
    error,
  }),
  resumed: { hook_event_name: "SessionStart", source: "resume" },
  cut: { hook_event_name: "SessionStart", source: "compact" },
};

const SPEECH: Readonly<Record<string, Speech>> = {
  "claude-code": CLAUDE,
  codex: {
    ...CLAUDE,
    failed: (output) => ({
      hook_event_name: "PostToolUse",
      tool_name: "Bash",
      tool_input: { command: RESTORE },
      tool_response: output,
    }),
  },
  // Its plugin starts every process with an empty system prompt.
  opencode: { ...CLAUDE, start: CLAUDE.cut },
  pi: CLAUDE,
  omp: CLAUDE,
  gemini: {
    ...CLAUDE,
    prompt: (prompt) => ({ hook_event_name: "BeforeAgent", prompt }),
    failed: (llmContent) => ({
      hook_event_name: "AfterTool",
      tool_input: { command: RESTORE },
      tool_response: { llmContent },
    }),
    cut: { hook_event_name: "PreCompress", trigger: "manual" },
  },
};

const ERROR = "pg_restore: error: unsupported version (1.16) in file header";

for (const [agent, speech] of Object.entries(SPEECH)) {
  // The hosts differ in their events; the given lines come from the same code.
  for (const block of isLong || speech === CLAUDE ? (["without", "with"] as const) : (["with"] as const)) {
    test(`${agent}, ${block} a session block: no line is given twice until the context is lost, and then lines are given again`, async (t) => {
      const { tell, oldhand } = await desk(t, { agent, block });
      const { before, resumed } = await lifeUntilCut(speech, tell);
      // A host that starts anew when it resumes has lost what it was given.
      if (agentNamed(agent)?.hooks?.losesOnResume) {
        assert.deepEqual([twice(before.slice(0, resumed)), twice(before.slice(resumed))], [[], []]);
        assert.ok(idsIn(before.slice(resumed)).length > 0);
      } else assert.deepEqual(twice(before), []);
      const cut = await tell(speech.cut);
      const after = [cut, ...(await inTurn(ASKED.slice(0, 5), (text) => tell(speech.prompt(text))))];
      assert.deepEqual(twice(after), []);
      // Lines given before are new again.
      assert.ok(idsIn(after).some((id) => idsIn(before).includes(id)));
      for (const text of [...before, ...after]) assert.ok(text.length <= 9000, `${text.length} characters`);
      assert.equal(oldhand("doctor").status, 0);
    });
  }
}

for (const block of ["without", "with"] as const) {
  test(`the start of a session is byte for byte the same when requested again, ${block} a session block`, async (t) => {
    const { tell } = await desk(t, { agent: "claude-code", block });
    for (const event of [CLAUDE.start, CLAUDE.cut]) {
      const first = await tell(event);
      assert.ok(idsIn([first]).length > (block === "with" ? 10 : 2));
      assert.equal(first.includes("# Memory Guidance"), block === "with");
      assert.equal(await tell(event), first);
      await tell(CLAUDE.prompt(ASKED[0]!));
      const later = await tell(event);
      // A session that begins anew gets back what its prompts were given too.
      if (event === CLAUDE.start && block === "with") assert.equal(later, first);
      else for (const id of idsIn([first])) assert.ok(later.includes(id), id);
      assert.deepEqual(twice([first]), []);
    }
  });
}

test("records learned during a session are appended by the next prompt, and the session block does not change", async (t) => {
  const { tell, oldhand } = await desk(t, { agent: "claude-code", block: "with" });
  const first = await tell(CLAUDE.start);
  const news = "The checkout test is run by its own job since the clock was frozen.";
  assert.equal(oldhand("record", "add", news, "--type", "fact", "--scope", "project").status, 0);
  assert.equal(oldhand("consolidate").status, 0);
  const next = await tell(CLAUDE.prompt("Why is the checkout test run by its own job?"));
  assert.ok(next.includes(news));
  assert.deepEqual(twice([first, next]), []);
  const again = await tell(CLAUDE.cut);
  const blockOf = (text: string): string =>
    text.slice(text.indexOf("# Memory Guidance"), text.indexOf("More is at memory://root"));
  assert.notEqual(blockOf(first), "");
  assert.equal(blockOf(again), blockOf(first));
});

test("with thousands of long records a host gets no more than its limit", async (t) => {
  const { tell } = await desk(t, { agent: "claude-code", block: "with", more: 5000 });
  const given = [await tell(CLAUDE.start), await tell(CLAUDE.prompt(ASKED[2]!)), await tell(CLAUDE.cut)];
  t.diagnostic(`given: ${given.map((text) => text.length).join(", ")} characters`);
  for (const text of given) assert.ok(text.length <= 9000, `${text.length} characters`);
  assert.ok(given[0]!.length > 3000);
});

/** What was given, and where the session was resumed. */
async function lifeUntilCut(speech: Speech, tell: Tell): Promise<{ before: string[]; resumed: number }> {
  const given = [await tell(speech.start)];
  given.push(...(await inTurn(ASKED.slice(0, 10), (text) => tell(speech.prompt(text)))));
  given.push(await tell(speech.failed(ERROR)), await tell(speech.failed(ERROR)));
  const resumed = given.length;
  given.push(await tell(speech.resumed));
  given.push(...(await inTurn(ASKED.slice(5), (text) => tell(speech.prompt(text)))));
  return { before: given, resumed };
}

/** Ids that are given more than once. */
function twice(texts: readonly string[]): string[] {
  const ids = idsIn(texts);
  return ids.filter((id, at) => ids.indexOf(id) !== at);
}

function idsIn(texts: readonly string[]): string[] {
  return texts.flatMap((text) => text.match(/\brec_[a-z0-9]+/g) ?? []);
}

async function inTurn<T, U>(from: readonly T[], make: (one: T) => Promise<U>): Promise<U[]> {
  const made: U[] = [];
  for (const one of from) made.push(await make(one));
  return made;
}

type Tell = (event: object) => Promise<string>;

type Wanted = { readonly agent: string; readonly block: "with" | "without"; readonly more?: number };

/** A project with records, some of them global, for one session. */
async function desk(t: TestContext, { agent, block, more = 0 }: Wanted) {
  const home = newHome(t);
  const cwd = join(dirname(home), "app");
  mkdirSync(cwd, { recursive: true });
  writeFileSync(join(cwd, "package.json"), "{}\n");
  const oldhand = (...words: readonly string[]) =>
    spawnSync(process.execPath, [join(dist, "oldhand.cjs"), ...words], {
      cwd,
      env: { PATH: process.env.PATH, HOME: dirname(home), OLDHAND_HOME: home },
      encoding: "utf8",
    });
  const learn = (scope: "project" | "global") => async (memory: Parameters<Parameters<typeof within>[1]>[0]) => {
    for (const { type, text } of WORKSHOP.filter(({ type }) => (scope === "global") === (type === "preference")))
      await memory.add({ text, type, scope });
  };
  if (block === "with") assert.equal(oldhand("config", "set", "memories.enabled", "true").status, 0);
  await within(home, learn("project"), { cwd });
  for (let n = 0; n < more; n++) writeLongOne(home, n);
  if (block === "with") assert.equal(oldhand("consolidate").status, 0);
  await within(home, learn("global"), { cwd });
  assert.equal(oldhand("stats").status, 0);
  const tell: Tell = async (event) => {
    const { given, code, stderr } = await runHook({ home, agent, cwd, input: { session_id: "s1", cwd, ...event } });
    assert.deepEqual([code, stderr], [0, ""]);
    return given;
  };
  return { tell, oldhand };
}

const WORDS = ["harbour", "lantern", "gravel", "orchard", "copper", "meadow", "anchor", "thimble", "saddle", "quartz"];

const newId = idMaker(() => Date.UTC(2026, 0, 1));

/** Written as files: adding them one by one through the memory would take minutes. */
function writeLongOne(home: string, n: number): void {
  const [project = ""] = readdirSync(join(home, "projects"));
  const words = Array.from({ length: 60 }, (_, at) => `${WORDS[(n * 7 + at * 3) % 10]}${(n * 13 + at * 17) % 997}`);
  const record = recordOf({
    id: newId("rec"),
    type: n % 5 === 0 ? "policy" : "fact",
    scope: "project",
    project: project as ProjectId,
    text: `Rule ${n}: ${words.join(" ")}.`,
  });
  const folder = join(home, "projects", project, "records", record.category);
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, `rule-${shortId(record.id)}.md`), writeRecord(record), { mode: 0o600 });
}
