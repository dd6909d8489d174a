/** `node test/e2e/agents/record.ts`: runs the real agents through the stories, and stores their transcripts for the quick tests. */
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { findTranscripts } from "../../../src/capture/agents/find-transcripts.ts";
import { openOpencode } from "../../../src/store/foreign/foreign-databases.ts";
import type { Recording } from "../../fixtures/transcripts/recorded.ts";
import { type AgentDesk, agentDesk } from "./agent-desk.ts";
import { AGENT_PROGRAMS, type AgentProgram, programOf } from "./programs.ts";
import { scrubber } from "./scrub.ts";
import { firstTurn, secondTurn, setScene, turnsOfMachine, turnWithHelper } from "./story.ts";

const OUT = new URL("../../fixtures/transcripts/recorded/", import.meta.url).pathname;

const cleanUps: (() => void)[] = [];
const t = { after: (run: () => void) => void cleanUps.push(run) };

type Story = { readonly agent: AgentProgram; readonly name: string; readonly live: (desk: AgentDesk) => Live };
/** At the second recording the transcript has grown by one turn. */
type Live = AsyncGenerator<"grew", void>;

async function* mend(desk: AgentDesk): Live {
  await firstTurn(desk);
  yield "grew";
  await secondTurn(desk);
}

/** A model of Codex that has a script call all tools. */
async function* mendByScript(desk: AgentDesk): Live {
  const options = ["-m", "gpt-6.1-sol"];
  await firstTurn({ ...desk, run: (start, ...replies) => desk.run({ ...start, options }, ...replies) });
  yield "grew";
}

async function* withHelper(desk: AgentDesk): Live {
  await turnWithHelper(desk);
  yield "grew";
}

async function* withMachine(desk: AgentDesk): Live {
  await turnWithHelper(desk);
  await turnsOfMachine(desk);
  yield "grew";
  await secondTurn(desk);
}

const STORIES: readonly Story[] = [
  ...AGENT_PROGRAMS.map((agent) => ({ agent, name: "mend", live: mend })),
  { agent: "claude-code", name: "machine", live: withMachine },
  { agent: "codex", name: "script", live: mendByScript },
  { agent: "opencode", name: "helper", live: withHelper },
];

rmSync(OUT, { recursive: true, force: true });
const recordings: Recording[] = [];
for (const story of STORIES) recordings.push(...(await record(story)));
write("recordings.json", `${JSON.stringify(recordings, null, 2)}\n`);
for (const cleanUp of cleanUps.reverse()) cleanUp();

async function record({ agent, name, live }: Story): Promise<Recording[]> {
  const desk = await agentDesk(t, agent);
  setScene(desk);
  const counts = new Map<string, number>();
  for await (const _grew of live(desk)) {
    for (const { key, lines } of linesOf(agent, desk)) counts.set(key, lines.length);
  }
  if (desk.model.left() > 0) throw new Error(`${agent} did not ask for all of ${name}`);
  return linesOf(agent, desk).map(({ key, path, lines }, n) => {
    const scrub = scrubber(desk);
    const file = `${agent}/${n === 0 ? name : `${name}-${n + 1}`}.jsonl`;
    const kept = lines.map((line) => JSON.stringify(scrub(line)));
    write(file, `${kept.join("\n")}\n`);
    const first = counts.get(key) ?? 0;
    return { agent, version: programOf(agent).version, file, path: String(scrub(path)), first, lines: lines.length };
  });
}

type Lines = { readonly key: string; readonly path: string; readonly lines: readonly unknown[] };

/** All transcripts of a home, parsed; a session of opencode is its own row, and then those of its parts. */
function linesOf(agent: AgentProgram, { home }: AgentDesk): Lines[] {
  return findTranscripts({ HOME: home }, agent).flatMap(({ file }): Lines[] => {
    const path = relative(home, file);
    if (agent !== "opencode") {
      const lines = readFileSync(file, "utf8").trimEnd().split("\n");
      return [{ key: path, path, lines: lines.map((line) => JSON.parse(line)) }];
    }
    const database = openOpencode(file);
    const sessions = database.sessions().map(({ session, rows }) => {
      const parts = [...rows(0)].map((row) => ({ ...row, part: parsed(row.part), message: parsed(row.message) }));
      return { key: String(session.id), path, lines: [{ ...session }, ...parts] };
    });
    database.close();
    // A session started by another comes after it.
    return sessions.sort((a, b) => Number(isChild(a.lines[0])) - Number(isChild(b.lines[0])));
  });
}

function isChild(session: unknown): boolean {
  return (session as { parent_id?: unknown }).parent_id !== null;
}

function parsed(json: unknown): unknown {
  return JSON.parse(String(json));
}

function write(path: string, text: string): void {
  mkdirSync(dirname(join(OUT, path)), { recursive: true });
  writeFileSync(join(OUT, path), text);
}

console.log(readdirSync(OUT, { recursive: true }).join("\n"));
