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

export type Worked = {
  readonly said: readonly Said[];
  /** Whether each task was solved at once. */
  readonly solved: readonly boolean[];
};

export type Habits = {
  /** Belongs to the session, so that two conditions differ by memory alone. */
  readonly seed: number;
  /** Added to what tools print. */
  readonly printed?: string;
  /** Commands that are gone, with the error that they end with. */
  readonly gone?: ReadonlyMap<string, string>;
  /** An agent that does not: it takes a line with a warning like any other. */
  readonly readsDoubts?: boolean;
};

/** How often it does what it is told, and how often it guesses right. */
const OBEYS = 0.95;
const GUESSES = 0.1;
const DETOURS = ["make clean", "rm -rf node_modules", "git status"];

export async function work(
  tasks: readonly Task[],
  hooks: Hooks,
  { seed, printed = "", gone = new Map(), readsDoubts = true }: Habits,
): Promise<Worked> {
  const said: Said[] = [];
  const read = (text: string): string => (readsDoubts ? withoutDoubted(text) : text);
  let context = read(await hooks.start());
  const solved: boolean[] = [];
  for (const [at, task] of tasks.entries()) {
    const random = seededRandom(seed * 100 + at);
    said.push({ person: task.ask });
    context += `\n${read(await hooks.prompt(task.ask))}`;
    const working = { hooks, random, said, gone, context: () => context };
    solved.push(task.kind === "rule" ? await followRule(task, working) : await endFailure(task, working));
  }
  if (printed !== "") said.push({ run: "cat NOTES.md", printed });
  await hooks.end();
  return { said, solved };
}

/** It does not do what a brief says did not work. */
function withoutDoubted(context: string): string {
  return context.replace(/^Did not work when it was followed[^\n]*\n(?:- [^\n]*\n?)*/gm, "");
}

type Working = {
  readonly hooks: Hooks;
  readonly random: Random;
  readonly said: Said[];
  readonly gone: ReadonlyMap<string, string>;
  readonly context: () => string;
};

async function followRule(
  { own, right, others }: Extract<Task, { kind: "rule" }>,
  { hooks, random, said, gone, context }: Working,
): Promise<boolean> {
  const [obeys, guesses, pick] = [random.isLucky(OBEYS), random.isLucky(GUESSES), random.next()];
  const told = [right, ...others].filter(({ word }) => word.test(context()));
  const chosen = told[Math.floor(pick * told.length)];
  const run = chosen !== undefined && obeys ? chosen.run : guesses ? right.run : own;
  const warned = await hooks.before(run);
  const better = right.word.test(warned) ? right.run : run;
  const error = gone.get(better);
  if (error !== undefined) {
    said.push({ run: better, printed: error, exit: 2 });
    await hooks.failed(better, error);
    // It finds out by itself, and nobody has to say anything.
    said.push({ run: right.run, printed: "done" });
    return false;
  }
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
