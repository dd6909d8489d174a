/** An agent without a model that fails in known ways unless it is told: it does what its context says, else what it always does. */
import type { Said } from "../../test/fixtures/claude-session.ts";
import { type Random, seededRandom } from "../history-year/random.ts";
import type { Task } from "./tasks.ts";

/** The hooks of a host; a session without memory has none. */
export type Hooks = {
  start(): Promise<string>;
  prompt(text: string): Promise<string>;
  before(command: string): Promise<string>;
  failed(command: string, output: string): Promise<string>;
  end(): Promise<void>;
};

export const NO_HOOKS: Hooks = {
  start: async () => "",
  prompt: async () => "",
  before: async () => "",
  failed: async () => "",
  end: async () => {},
};

export type Worked = { readonly said: readonly Said[]; readonly solved: number; readonly tasks: number };

/** How often it does what it is told, and how often it guesses right. */
const OBEYS = 0.95;
const GUESSES = 0.1;
const DETOURS = ["make clean", "rm -rf node_modules", "git status"];

/** `seed` belongs to the session, so that two conditions differ by memory alone. `printed` is added to what tools print. */
export async function work(
  tasks: readonly Task[],
  hooks: Hooks,
  { seed, printed = "" }: { seed: number; printed?: string },
): Promise<Worked> {
  const said: Said[] = [];
  let context = await hooks.start();
  let solved = 0;
  for (const [at, task] of tasks.entries()) {
    const random = seededRandom(seed * 100 + at);
    said.push({ person: task.ask });
    context += `\n${await hooks.prompt(task.ask)}`;
    const isSolved =
      task.kind === "rule"
        ? await followRule(task, { hooks, random, said, context: () => context })
        : await endFailure(task, { hooks, random, said, context: () => context });
    if (isSolved) solved += 1;
  }
  if (printed !== "") said.push({ run: "cat NOTES.md", printed });
  await hooks.end();
  return { said, solved, tasks: tasks.length };
}

type Working = {
  readonly hooks: Hooks;
  readonly random: Random;
  readonly said: Said[];
  readonly context: () => string;
};

async function followRule(
  { own, right, others }: Extract<Task, { kind: "rule" }>,
  { hooks, random, said, context }: Working,
): Promise<boolean> {
  const [obeys, guesses, pick] = [random.isLucky(OBEYS), random.isLucky(GUESSES), random.next()];
  const told = [right, ...others].filter(({ word }) => word.test(context()));
  const chosen = told[Math.floor(pick * told.length)];
  const run = chosen !== undefined && obeys ? chosen.run : guesses ? right.run : own;
  const warned = await hooks.before(run);
  const better = right.word.test(warned) ? right.run : run;
  said.push({ run: better, printed: "done" });
  if (better === right.run) return true;
  said.push({ person: `No. ${right.said}` }, { run: right.run, printed: "done" });
  return false;
}

async function endFailure(
  { run, printed, cure }: Extract<Task, { kind: "cure" }>,
  { hooks, random, said, context }: Working,
): Promise<boolean> {
  said.push({ run, printed, exit: 1 });
  const [obeys, guesses] = [random.isLucky(OBEYS), random.isLucky(GUESSES)];
  const told = `${context()}\n${await hooks.failed(run, printed)}`.includes(cure);
  const isDirect = told ? obeys : guesses;
  if (!isDirect) for (const detour of DETOURS) said.push({ run: detour, printed: "" }, { run, printed, exit: 1 });
  said.push({ run: cure, printed: "done" }, { run, printed: "ok" });
  return isDirect;
}
