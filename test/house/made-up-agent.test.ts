/** An agent is one value: what is made up here, in this file only, works everywhere that the value names. */
import assert from "node:assert/strict";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type TestContext, test } from "node:test";
import type { Agent } from "../../src/agents/agent.ts";
import { AGENTS } from "../../src/agents/all.ts";
import { GETS_WITH_HOOKS, serverIn, stdio } from "../../src/agents/desired-change.ts";
import { agentOfProcess, isAgentShell } from "../../src/agents/recognise.ts";
import { initScript } from "../../src/capture/shells/init-script.ts";
import { inHome } from "../../src/core/base/home-folder.ts";
import { screen } from "../../src/core/screen/clean.ts";
import { hostEventIn } from "../../src/faces/hook/host-event.ts";
import { type Installed, install, targets, uninstall } from "../../src/system/install/installation.ts";
import { answerBefore } from "../../src/verbs/guards/answer-host.ts";
import { readerModel } from "../../src/verbs/nominations/reader-model.ts";
import { memoryHome } from "../fixtures/memory-home.ts";

const parrot: Agent = {
  name: "parrot",
  title: "Parrot",
  process: { programs: ["parrot"], packages: ["@example/parrot"] },
  marks: { variables: ["PARROT_SESSION"] },
  transcripts: {
    places: (env) => inHome(env, env.PARROT_HOME, ".parrot").map((dir) => join(dir, "talks/*.jsonl")),
    read: async () => (line) => {
      if (line.talk !== undefined) return [{ kind: "session", nativeId: String(line.talk), cwd: String(line.in) }];
      return [{ kind: "message", role: line.by === "me" ? "agent" : "person", text: String(line.said) }];
    },
  },
  install: {
    gets: GETS_WITH_HOOKS,
    folder: ({ home }) => join(home, ".parrot"),
    changes: ({ oldhand, folder }) => [serverIn(join(folder, "settings.json"), "servers", stdio(oldhand))],
  },
  hooks: {
    answers: { warn: "context", ask: "stop", deny: "stop", decides: "permission" },
    reportsOutcome: true,
  },
  headless: {
    overheadTokens: 10,
    load: async () => ({
      program: "parrot",
      args: () => ["--once"],
      variables: () => ({}),
      takesSystem: false,
      answerIn: (output) => ({ text: output }),
    }),
  },
};

function withParrot(t: TestContext): void {
  AGENTS.push(parrot);
  t.after(() => AGENTS.splice(AGENTS.indexOf(parrot), 1));
}

test("its processes and shells are recognised", (t) => {
  withParrot(t);
  assert.equal(agentOfProcess(["node", "/usr/lib/node_modules/@example/parrot/main.js"]), "Parrot");
  assert.equal(isAgentShell({ PARROT_SESSION: "1" }), true);
  assert.match(initScript("zsh", { spoolDir: "/tmp/spool", globs: [] }), /PARROT_SESSION/);
});

test("its transcripts are found, read and listed", async (t) => {
  withParrot(t);
  const home = memoryHome(t);
  const folder = join(home.env().home!, ".parrot", "talks");
  mkdirSync(folder, { recursive: true });
  const lines = [
    { talk: "t1", in: home.outside },
    { by: "you", said: "Which port does the shop use?" },
    { by: "me", said: "It listens on 8123." },
  ];
  writeFileSync(join(folder, "t1.jsonl"), lines.map((line) => `${JSON.stringify(line)}\n`).join(""));
  const memory = await home.open(undefined, { variables: { HOME: home.env().home, PATH: process.env.PATH } });
  const done = await memory.importSessions({ agent: "parrot" });
  assert.equal(done.sessions, 1);
  const { sources } = await memory.sourcesHere();
  assert.equal(sources.find(({ name }) => name === "parrot")?.taken, 1);
  const { results } = await memory.recall({ query: "port of the shop", format: "json" });
  assert.match(results[0]?.text ?? "", /8123/);
});

test("it is installed and uninstalled to the byte", (t) => {
  withParrot(t);
  const home = mkdtempSync(join(tmpdir(), "oldhand-parrot-"));
  t.after(() => rmSync(home, { recursive: true, force: true }));
  mkdirSync(join(home, ".parrot"));
  const file = join(home, ".parrot", "settings.json");
  writeFileSync(file, '{ "colour": "green" }\n');
  const target = targets().find(({ name }) => name === "parrot")!;
  const oldhand = {
    node: "/usr/bin/node",
    program: "/opt/oldhand.cjs",
    version: "1.0.0",
    plugin: join(home, "plugin"),
  };
  const context = { oldhand, machine: { home, variables: {}, platform: "linux" as const }, installed: {} as Installed };
  const { files } = install(target, context);
  assert.match(readFileSync(file, "utf8"), /"oldhand"[\s\S]*"mcp"/);
  uninstall(target, { ...context, installed: { parrot: files } });
  assert.equal(readFileSync(file, "utf8"), '{ "colour": "green" }\n');
});

test("its hooks are read and answered as it says", (t) => {
  withParrot(t);
  const said = JSON.stringify({ hook_event_name: "UserPromptSubmit", session_id: "t1", prompt: "Deploy the shop" });
  assert.equal(hostEventIn("parrot", said)?.event, "prompt");
  const match = { record: "rec_1", text: "Never deploy on Friday", reason: "today is Friday", action: "ask" };
  const answer = answerBefore("parrot", "PreToolUse", { action: "ask", matches: [match] } as never);
  assert.match(JSON.stringify(answer), /"permissionDecision":"deny".*Ask the person/);
});

test("it can be the reader", (t) => {
  withParrot(t);
  const home = memoryHome(t);
  const config = { "models.reader": "parrot", "models.default": "" } as never;
  const tokenBudget = { take: () => undefined, settle: () => {} } as never;
  assert.equal(readerModel({ config, env: home.env() }, tokenBudget)?.name, screen("parrot").text);
});
