/** Real agents as readers of finished sessions: no tools, no hooks, no session left behind; only what was said is learned. */
import assert from "node:assert/strict";
import { execFile, spawnSync } from "node:child_process";
import { chmodSync, existsSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { test } from "node:test";
import { promisify } from "node:util";
import { personHome } from "../../../bench/labelled/person-home.ts";
import { INVENTED, nominationsFor } from "../../../bench/labelled/scripted-reader.ts";
import { labelledSessions } from "../../../bench/labelled/sessions-data.ts";
import { AS_PERSON } from "../../fixtures/as-person.ts";
import { nominates } from "../../model/honest-model.ts";
import { program } from "../cli/program.ts";
import { type AgentDesk, agentDesk } from "./agent-desk.ts";
import type { Reply } from "./model-server.ts";
import { type AgentProgram, fileOf, PROGRAMS_HERE, sayLeftOut } from "./programs.ts";

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
      [["Use pnpm in this repo, not npm", "person", RULE]],
    );
    const { suggestions } = await found("suggestions", "--all");
    assert.doesNotMatch(JSON.stringify([records, suggestions]), new RegExp(INVENTED));

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

/** Labelled sessions are not part of the repository: OLDHAND_LABELLED names their directory. */
const labelled = labelledSessions(process.env.OLDHAND_LABELLED ?? "");
const PEOPLE: Readonly<Record<AgentProgram, string>> = {
  "claude-code": "obra-streaming",
  codex: "nndeploy",
  opencode: "obra-streaming",
  pi: "pi",
};

test("lessons of real people arrive once, and nothing invented does", async (t) => {
  if (labelled === undefined) {
    t.diagnostic("no labelled sessions, so NOT checked: set OLDHAND_LABELLED to the directory with gold.jsonl");
    return;
  }
  for (const name of PROGRAMS_HERE) {
    const desk = await agentDesk(t, name);
    const place = personHome(labelled.directory, PEOPLE[name]);
    t.after(() => rmSync(place.home, { recursive: true, force: true }));
    // The agent keeps its own settings in its home; the sessions are found through these variables.
    const sessions = {
      CLAUDE_CONFIG_DIR: name === "claude-code" ? undefined : join(place.home, ".claude"),
      PI_CODING_AGENT_DIR: name === "pi" ? undefined : join(place.home, ".pi/agent"),
    };
    const found = commands(desk, name, { ...sessions, ...moved(name, place.home, desk) });
    const script = { data: labelled, person: PEOPLE[name], home: place.home, output: place.printed };
    desk.model.answer((asked) => (READS.test(asked) ? answered(nominationsFor(unescaped(asked), script)) : undefined));
    for (const [key, value] of Object.entries({
      "models.reader": name,
      "models.readerConsent": "claude-code,pi",
      "models.dailyTokenCap": "100000000",
      "memories.maxRolloutAgeDays": "100000",
    }))
      await found("config", "set", key, value);
    const { extracted } = await found("learn");
    assert.ok(extracted.sessions > 0 && extracted.dropped > 0, name);
    const kept: { quote: string; text: string }[] = [];
    for (const dir of place.projects) {
      kept.push(...(await found("-C", dir, "record", "list")).records);
      for (const { evidence, text } of (await found("-C", dir, "suggestions", "--all")).suggestions)
        kept.push({ quote: evidence.examples[0], text });
    }
    assert.doesNotMatch(JSON.stringify(kept), new RegExp(`${INVENTED}|ghp_`), name);
    const lessons = labelled.lessons.filter(({ person }) => person === PEOPLE[name]);
    const arrived = lessons.filter(({ quote }) => kept.some((one) => (one.quote ?? "").includes(quote.slice(0, 30))));
    t.diagnostic(
      `${name}: ${arrived.length} of ${lessons.length} lessons of ${PEOPLE[name]}, ${extracted.dropped} dropped`,
    );
    assert.ok(arrived.length >= lessons.length - 1, `${name}: ${arrived.length} of ${lessons.length}`);
    const quotes = kept.map(({ quote }) => quote).filter((quote) => quote !== undefined);
    assert.equal(new Set(quotes).size, quotes.length, "a lesson arrived twice");
  }
});

function answered(memories: readonly object[]): Reply {
  return { says: JSON.stringify({ memories, synopsis: "Work was done.", slug: null }) };
}

/** The items as they were before the request became JSON. */
function unescaped(body: string): string {
  return body.replaceAll("\\\\", "\\").replaceAll('\\"', '"');
}

/** A reader that finds its own sessions next to its own settings. */
function moved(name: AgentProgram, home: string, desk: AgentDesk): Readonly<Record<string, string>> {
  const own = { "claude-code": ".claude/projects", pi: ".pi/agent/sessions" }[name as string];
  if (own === undefined) return {};
  mkdirSync(dirname(join(desk.home, own)), { recursive: true });
  spawnSync("cp", ["-a", join(home, own), join(desk.home, own)]);
  return {};
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
    const env = { ...desk.env, ...variables, PATH: `${bin}:${desk.env.PATH}`, OLDHAND_HOME: memory };
    const argv = [...AS_PERSON, program, ...words, "--json"];
    const { stdout } = await promisify(execFile)(process.execPath, argv, { cwd: desk.project, env, maxBuffer: 1e8 });
    return JSON.parse(stdout);
  };
}

function write(file: string, text: string): void {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
}
