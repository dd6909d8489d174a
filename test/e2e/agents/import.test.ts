/** Real agents, run now: the built program imports their transcripts without their reasoning. */
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { test } from "node:test";
import { holding } from "../../fixtures/holding.ts";
import { THOUGHT } from "../../fixtures/transcripts/write.ts";
import { program } from "../cli/program.ts";
import { type AgentDesk, agentDesk } from "./agent-desk.ts";
import { AGENT_PROGRAMS, fileOf, PROGRAMS_HERE, programOf, sayLeftOut } from "./programs.ts";
import {
  ASKED,
  ASKED_AGAIN,
  CHECK,
  firstTurn,
  HELPER_WAS_TOLD,
  secondTurn,
  setScene,
  turnWithHelper,
} from "./story.ts";

test("setup installed the requested agents", (t) => {
  sayLeftOut(t);
  const leftOut = process.env.OLDHAND_LEFT_OUT?.split(",");
  const missing = AGENT_PROGRAMS.filter((name) => !PROGRAMS_HERE.includes(name));
  if (leftOut !== undefined)
    assert.deepEqual(
      missing,
      missing.filter((name) => leftOut.includes(name)),
    );
  for (const name of PROGRAMS_HERE) {
    const { argv, version } = programOf(name);
    const [file, ...before] = argv(fileOf(name), { prompt: "" }).slice(0, name === "pi" ? 2 : 1);
    const { stdout, stderr } = spawnSync(file!, [...before, "--version"], { encoding: "utf8", env: NOTHING });
    assert.ok(`${stdout}${stderr}`.includes(version), `${name} ${version}`);
  }
});

const NOTHING = { PATH: process.env.PATH, HOME: "/nonexistent" };

for (const name of PROGRAMS_HERE) {
  test(`a session of ${name} is imported, and its growth is imported as one turn`, async (t) => {
    const desk = await agentDesk(t, name);
    setScene(desk);
    await lived(desk, firstTurn);
    const first = oldhand(desk, "session", "import", name);
    assert.deepEqual([first.sessions, first.skipped], [1, []]);
    const again = oldhand(desk, "session", "import", name);
    assert.deepEqual([again.imported, again.commands], [0, 0]);

    await lived(desk, secondTurn);
    const grown = oldhand(desk, "session", "import", name);
    assert.deepEqual([grown.sessions, grown.skipped, grown.commands], [1, [], 1]);

    const events = oldhand(desk, "history", "list").events as { command: string; exitCode: number; actor: string }[];
    const checks = events.filter(({ command }) => command === CHECK);
    assert.deepEqual(checks.map(({ actor, exitCode }) => `${actor} ${exitCode}`).sort(), [
      "agent 0",
      "agent 0",
      "agent 3",
    ]);
    const [session] = oldhand(desk, "session", "list").sessions as { id: string; agent: string; cwd: string }[];
    assert.deepEqual([session?.agent, session?.cwd], [name, desk.project]);
    const { turns } = oldhand(desk, "session", "show", session!.id) as { turns: { text: string }[] };
    const talk = turns.map(({ text }) => text).join("\n");
    for (const words of [ASKED, ASKED_AGAIN, "12 prices are right"]) assert.ok(talk.includes(words), words);

    assert.ok(holding(desk.home, THOUGHT).length > 0, "the agent wrote down what it thought");
    assert.deepEqual(holding(memoryOf(desk), THOUGHT), []);
  });
}

for (const name of PROGRAMS_HERE.filter((one) => one === "claude-code")) {
  test(`a subagent of ${name} is a separate session without a person's turns`, async (t) => {
    const desk = await agentDesk(t, name);
    setScene(desk);
    await lived(desk, turnWithHelper);
    const { sessions, skipped } = oldhand(desk, "session", "import", name);
    assert.deepEqual([sessions, skipped], [2, []]);
    const list = oldhand(desk, "session", "list").sessions as { id: string; parent?: string }[];
    const helper = list.find(({ parent }) => parent !== undefined);
    assert.ok(list.some(({ id }) => id === helper?.parent));
    const { turns } = oldhand(desk, "session", "show", helper!.id) as { turns: { text: string; role: string }[] };
    const orders = turns.filter(({ text }) => text.includes(HELPER_WAS_TOLD));
    assert.deepEqual(
      orders.map(({ role }) => role),
      ["machine"],
    );
  });
}

async function lived(desk: AgentDesk, turn: (desk: AgentDesk) => Promise<{ status: number | null; err: string }>) {
  const { status, err } = await turn(desk);
  assert.equal(status, 0, err);
  assert.equal(desk.model.left(), 0, "the agent asked for every reply");
}

function memoryOf({ home }: AgentDesk): string {
  return join(home, "..", "memory");
}

/** Runs the built program as a person would, in the project directory. */
function oldhand(desk: AgentDesk, ...argv: string[]): Record<string, unknown> {
  const env = { PATH: process.env.PATH, HOME: desk.home, OLDHAND_HOME: memoryOf(desk) };
  const done = spawnSync(process.execPath, [program, ...argv, "--json"], { cwd: desk.project, env, encoding: "utf8" });
  assert.equal(done.status, 0, done.stderr);
  return JSON.parse(done.stdout);
}
