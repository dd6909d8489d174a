/** Real agents as readers of finished sessions: no tools, no hooks, no session left behind; only what was said is learned. */
import assert from "node:assert/strict";
import { execFile, spawnSync } from "node:child_process";
import { chmodSync, existsSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { type TestContext, test } from "node:test";
import { promisify } from "node:util";
import { judged } from "../../../bench/labelled/nominated.ts";
import { personHome } from "../../../bench/labelled/person-home.ts";
import { INVENTED, nominationsFor } from "../../../bench/labelled/scripted-reader.ts";
import { type Labelled, labelledSessions } from "../../../bench/labelled/sessions-data.ts";
import { AS_PERSON } from "../../fixtures/as-person.ts";
import { nominates } from "../../models/honest-model.ts";
import { program } from "../cli/program.ts";
import { type AgentDesk, agentDesk } from "./agent-desk.ts";
import type { Reply } from "./model-server.ts";
import { type AgentProgram, fileOf, PROGRAMS_HERE, sayLeftOut } from "./programs.ts";
import { PASTED, PERSON, sampleSessions } from "./sample-sessions.ts";

/** The rules alone do not take it: nothing in it says that it should last. */
const RULE = "Use pnpm in this repo, not npm.";
const REMARK = "The build squeaks when it rains.";
const READS = /nominate what a careful colleague/;

/** Something of the person's own that would run with every prompt. */
const HOOKS: Readonly<Record<AgentProgram, (file: string) => readonly [path: string, text: string]>> = {
  "claude-code": (file) => [
    ".claude/settings.json",
    JSON.stringify({ hooks: { UserPromptSubmit: [{ hooks: [{ type: "command", command: `touch ${file}` }] }] } }),
  ],
  codex: (file) => [
    ".codex/hooks.json",
    JSON.stringify({ hooks: { UserPromptSubmit: [{ hooks: [{ type: "command", command: `touch ${file}` }] }] } }),
  ],
  opencode: (file) => [
    ".config/opencode/plugins/probe.js",
    `import { writeFileSync } from "node:fs";\nexport const Probe = async () => { writeFileSync(${JSON.stringify(file)}, ""); return {}; };\n`,
  ],
  pi: (file) => [
    ".pi/agent/extensions/probe.js",
    `import { writeFileSync } from "node:fs";\nexport default () => writeFileSync(${JSON.stringify(file)}, "");\n`,
  ],
};

/** Tools that cannot be switched off; its sandbox lets them change nothing. */
const LEFT: Readonly<Record<AgentProgram, readonly string[]>> = {
  "claude-code": [],
  codex: ["apply_patch", "request_user_input"],
  opencode: [],
  pi: [],
};

test("the agents that are not installed are named", sayLeftOut);

for (const name of PROGRAMS_HERE) {
  test(`${name} reads a finished session and nominates, without tools, hooks or a session of its own`, async (t) => {
    const desk = await agentDesk(t, name);
    await desk.run({ prompt: `${RULE} ${REMARK}` }, { says: "I will use it." });
    const probe = join(desk.home, "hook-ran");
    const [path, text] = HOOKS[name](probe);
    write(join(desk.home, path), text);
    const found = commands(desk, name);
    const memories = [
      nominates(RULE, { text: "Use pnpm rather than npm in this repo.", type: "policy" }),
      nominates(REMARK, { text: `The build squeaks without ${INVENTED} 77.` }),
      nominates("Nobody said this in the session.", { type: "policy" }),
    ];
    desk.model.answer((asked) => (READS.test(asked) ? answered(memories) : undefined));
    for (const [key, value] of Object.entries({
      "models.reader": name,
      "models.dailyTokenCap": "1000000",
      "memories.minRolloutIdleHours": "0",
    }))
      await found("config", "set", key, value);
    const before = desk.model.requests.length;

    const { extracted } = await found("learn");
    assert.deepEqual([extracted.sessions, extracted.dropped, extracted.byRulesAlone], [1, 1, undefined]);
    const { records } = await found("record", "list");
    assert.deepEqual(
      records.map(({ text: kept, trust, quote }: Record<string, string>) => [kept, trust, quote]),
      [["Use pnpm rather than npm in this repo", "person", RULE]],
    );
    const { suggestions } = await found("suggestions", "--all");
    // What nobody said waits for the person, who is told why.
    const [invented, ...more] = suggestions.filter(({ text: said }: { text: string }) => said.includes(INVENTED));
    assert.deepEqual([invented?.status, more], ["pending", []]);
    assert.match(invented.reason, /^Nothing in the talk says/);

    const requests = desk.model.requests.slice(before);
    assert.equal(requests.length, 1);
    const tools = [...requests[0]!.text.matchAll(/"name":"(\w+)","(?:description|strict|parameters|format)/g)];
    assert.deepEqual(
      tools.map(([, tool]) => tool).filter((tool) => !LEFT[name].includes(tool!)),
      [],
    );
    assert.equal(existsSync(probe), false, "a hook ran");
    assert.equal((await found("session", "import")).sessions, 0);
    assert.equal((await found("session", "list")).sessions.length, 1);
    const [spent] = (await found("stats")).spending as { model: string; calls: number; inputTokens: number }[];
    assert.deepEqual([spent?.model, spent?.calls, (spent?.inputTokens ?? 0) > 0], [name, 1, true]);
  });
}

/** Who reads whose sessions in a long run. Labelled sessions are not part of the repository: OLDHAND_LABELLED names their directory. */
const PEOPLE: Readonly<Record<AgentProgram, readonly string[]>> = {
  "claude-code": ["obra-streaming", "athena"],
  codex: ["nndeploy", "emailbuddy"],
  opencode: ["bookminder"],
  pi: ["pi", "minsky"],
};
const LEAST_RECALL = 0.95;

for (const [at, name] of PROGRAMS_HERE.entries()) {
  test(`through ${name}, every lesson of a few sessions arrives once, and nothing invented, pasted or secret does`, async (t) => {
    const { lessons, kept } = await readThrough(t, name, sampleSessions(t, at + 1), PERSON);
    assert.equal(lessons.arrived, lessons.all);
    assert.equal(new Set(kept).size, kept.length, "a lesson arrived twice");
    assert.ok(!kept.includes(PASTED), "pasted text arrived");
  });
}

const labelled = process.env.OLDHAND_LONG === "1" ? labelledSessions(process.env.OLDHAND_LABELLED ?? "") : undefined;
const counts = { arrived: 0, all: 0 };

for (const name of labelled === undefined ? [] : PROGRAMS_HERE)
  for (const person of PEOPLE[name])
    test(`through ${name}, lessons of ${person} arrive, and nothing invented or secret does`, async (t) => {
      const { lessons } = await readThrough(t, name, labelled!, person);
      counts.arrived += lessons.arrived;
      counts.all += lessons.all;
    });

test("through the agents together, nearly all lessons of real people arrive", (t) => {
  if (labelled === undefined)
    t.diagnostic("NOT checked: needs --long, and OLDHAND_LABELLED with the path of gold.jsonl");
  assert.ok(counts.arrived >= LEAST_RECALL * counts.all, `${counts.arrived} of ${counts.all}`);
});

/** Has the agent read a person's sessions, answering with the lessons among inventions; checks what holds for everybody. */
async function readThrough(t: TestContext, name: AgentProgram, data: Labelled, person: string) {
  const desk = await agentDesk(t, name);
  const place = personHome(data.directory, person);
  t.after(() => rmSync(place.home, { recursive: true, force: true }));
  keepOwnSessions(name, place.home, desk);
  // The agent keeps its own settings in its home; the sessions are found through these variables.
  const found = commands(desk, name, {
    CLAUDE_CONFIG_DIR: name === "claude-code" ? undefined : join(place.home, ".claude"),
    PI_CODING_AGENT_DIR: name === "pi" ? undefined : join(place.home, ".pi/agent"),
    OLDHAND_HOME: join(place.home, "oldhand"),
  });
  const script = { data, person, home: place.home, output: place.printed };
  desk.model.answer((asked) => (READS.test(asked) ? answered(nominationsFor(unescaped(asked), script)) : undefined));
  for (const [key, value] of Object.entries({
    "models.reader": name,
    "models.readerConsent": "claude-code,pi",
    "models.dailyTokenCap": "100000000",
    "memories.maxRolloutAgeDays": "100000",
    "memories.maxRolloutsPerStartup": "100000",
  }))
    await found("config", "set", key, value);
  const { extracted } = await found("learn");
  assert.equal(extracted.byRulesAlone, undefined, JSON.stringify(extracted));
  assert.ok(extracted.dropped > 0, "inventions are dropped and counted");
  const own = data.lessons.filter((lesson) => lesson.person === person);
  const learned = await judged(data, person, place, extracted.dropped);
  const lessons = { arrived: own.filter(({ id }) => learned.lessons.has(id)).length, all: own.length };
  const secrets = spawnSync("grep", ["-rlE", "ghp_[A-Za-z0-9]{20}", join(place.home, "oldhand")], { encoding: "utf8" });
  t.diagnostic(
    `${name}, ${person}: ${lessons.arrived} of ${lessons.all} lessons, ${extracted.dropped} dropped, ${learned.inventions.length} inventions kept, ${learned.proposedInventions.length} proposed, ${learned.lookAlikesInRecords} look-alikes in records`,
  );
  assert.deepEqual([learned.inventions, learned.proposedInventions, secrets.stdout], [[], [], ""]);
  return { lessons, kept: learned.quotes };
}

function answered(memories: readonly object[]): Reply {
  return { says: JSON.stringify({ memories, synopsis: "Work was done.", slug: null }) };
}

/** The items as they were before the request became JSON. */
function unescaped(body: string): string {
  return body.replaceAll("\\\\", "\\").replaceAll('\\"', '"');
}

/** A reader's own sessions are next to its own settings. */
function keepOwnSessions(name: AgentProgram, home: string, desk: AgentDesk): void {
  const own = { "claude-code": ".claude/projects", pi: ".pi/agent/sessions" }[name as string];
  if (own === undefined || !existsSync(join(home, own))) return;
  mkdirSync(dirname(join(desk.home, own)), { recursive: true });
  spawnSync("cp", ["-a", join(home, own), join(desk.home, own)]);
}

/** Runs the built program as the person, with the agent on the PATH under its usual name. */
function commands(desk: AgentDesk, name: AgentProgram, variables: Readonly<Record<string, string | undefined>> = {}) {
  const bin = join(desk.home, "bin");
  const options = name === "pi" ? "--model loopback/test-model " : "";
  const start = name === "pi" ? `"${process.execPath}" "${fileOf(name)}"` : `"${fileOf(name)}"`;
  const file = join(bin, name === "claude-code" ? "claude" : name);
  write(file, `#!/bin/sh\nexec ${start} ${options}"$@"\n`);
  chmodSync(file, 0o755);
  const memory = join(desk.home, "..", "memory");
  // Not in one go with this process: the model answers from here.
  return async (...words: readonly string[]): Promise<ReturnType<typeof JSON.parse>> => {
    const env = { ...desk.env, OLDHAND_HOME: memory, ...variables, PATH: `${bin}:${desk.env.PATH}` };
    const argv = [...AS_PERSON, program, ...words, "--json"];
    const { stdout } = await promisify(execFile)(process.execPath, argv, { cwd: desk.project, env, maxBuffer: 1e8 });
    return JSON.parse(stdout);
  };
}

function write(file: string, text: string): void {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
}
