/** Talks in which something was decided, imported as sessions of one project, and the prompts that need the decisions. */
import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DAY_MS } from "../../src/core/base/clock.ts";
import { sessionId } from "../../src/core/session/session.ts";
import { openMemory } from "../../src/main/memory.ts";
import { environment } from "../../src/verbs/call/environment.ts";
import { claudeSession } from "../../test/fixtures/claude-session.ts";
import { type Given, hookOf } from "./ask-hook.ts";

type Talk = {
  readonly id: string;
  readonly kind: "decision" | "decoy";
  readonly order: number;
  readonly turns: readonly { readonly role: "user" | "assistant"; readonly text: string }[];
};
type Prompt = {
  readonly id: string;
  readonly prompt: string;
  readonly decision: string;
  readonly talks: readonly string[];
  readonly amended: boolean;
};

export type DecisionsHome = NonNullable<Awaited<ReturnType<typeof decisionsHome>>>;

/** Undefined if the directory has no such data. */
export async function decisionsHome(directory: string) {
  if (!existsSync(join(directory, "talks.jsonl"))) return undefined;
  const read = <T>(name: string): T[] =>
    readFileSync(join(directory, name), "utf8")
      .split("\n")
      .filter((line) => line !== "")
      .map((line) => JSON.parse(line) as T);
  const talks = read<Talk>("talks.jsonl");
  const prompts = read<Prompt>("prompts.jsonl");
  const home = realpathSync(mkdtempSync(join(tmpdir(), "oldhand-reach-")));
  const cwd = join(home, "app");
  const outside = join(home, "transcripts");
  for (const folder of [cwd, outside]) mkdirSync(folder);
  execFileSync("git", ["init", "-q", cwd]);
  const nowMs = Date.now();
  const oldhandHome = join(home, "oldhand");
  const env = { ...environment(), oldhandHome, home, cwd, variables: { HOME: home, PATH: process.env.PATH } };
  const memory = await openMemory(env);
  // A talk that amends another is later; otherwise all of them are a day apart, in the order of the data.
  const ordered = talks.toSorted((a, b) => a.order - b.order);
  for (const [at, { id, turns }] of ordered.entries()) {
    const startMs = nowMs - (ordered.length - at + 2) * DAY_MS;
    const said = turns.map(({ role, text }) => (role === "user" ? { person: text } : { agent: text }));
    const file = claudeSession({ folder: outside, id, cwd, startMs, said });
    await memory.importSessions({ agent: "claude-code", file });
  }
  await complete(memory);
  memory.close();
  const hook = hookOf(home, oldhandHome);
  const talkOf = new Map(talks.map(({ id }) => [sessionOf(id), id]));
  return {
    ...{ home, cwd, talks, prompts },
    /** `as` asks in the session of a talk, whose own text is not given to it. Out of order, nothing counts as given before. */
    async ask(text: string, as = `ask-${++asked}`, { inOrder = false } = {}): Promise<Given> {
      if (!inOrder) await hook.cut(sessionOf(as), { cwd });
      return hook.prompt(sessionOf(as), { cwd, text });
    },
    talkOf: (passage: string): string | undefined => talkOf.get(passage.split(".")[0]!),
    close: () => rmSync(home, { recursive: true, force: true }),
  };
}

let asked = 0;
const sessionOf = (native: string): string => sessionId("claude-code", native);

/** Waits until everything is indexed and has its vector. */
export async function complete(memory: Awaited<ReturnType<typeof openMemory>>): Promise<void> {
  for (let note: string | undefined = ""; note !== undefined; )
    ({ note } = await memory.recall({ query: "index", format: "json" }));
}
