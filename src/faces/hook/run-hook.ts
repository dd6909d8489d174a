/** Reads a host's event from standard input and answers it from the memory; prints nothing if anything goes wrong. */
import { writeSync } from "node:fs";
import { agentNamed } from "../../agents/all.ts";
import type { AgentName } from "../../core/session/session.ts";
import { MOST_CHARACTERS, openForHook } from "../../main/open-for-hook.ts";
import { environment } from "../../verbs/call/environment.ts";
import { contextFor, type HookContext, learnIfDue } from "./context-for-event.ts";
import { answerTo, type HostEvent, hostEventIn } from "./host-event.ts";

/** `oldhand hook AGENT` with the host's JSON on standard input; `oldhand hook recall WORDS…` for a hook written by hand. */
export async function runHook(args: readonly string[]): Promise<void> {
  try {
    const env = environment();
    if (env.isOff === true) return;
    const deadline = startDeadline(env.slowness ?? 1);
    const [first = "", ...words] = args.slice(args[0] === "hook" ? 1 : 0);
    if (agentNamed(first)?.hooks !== undefined) await hosted(first, { env, deadline });
    else print(await found(words.join(" "), { env, deadline }));
  } catch {
    // A hook must never break its host. `oldhand doctor` reports what is wrong.
  }
}

function print(text: string): void {
  if (text !== "") writeSync(1, `${text}\n`);
}

async function hosted(agent: AgentName, { env, deadline }: HookContext): Promise<void> {
  const input = await standardInput((text) => eventIn(agent, text), { deadline });
  if (input === undefined) return;
  const { event } = input;
  if (event === undefined) return guarded(agent, input.text, { env, deadline });
  const isLate = agentNamed(agent)?.hooks?.answers.warn === "after";
  const warned = isLate && event.name === "AfterTool" ? await warnedIn(agent, input.text, env) : "";
  const context = [warned, await contextFor(agent, event, { env, deadline })].filter((one) => one !== "").join("\n\n");
  print(context === "" ? "" : answerTo(event, context));
  if (event.event === "start") await learnIfDue({ env, deadline });
}

type Input = { readonly text: string; readonly event?: HostEvent };

/** An event to give context for, or the use of a tool, which guards are asked about, also after one that printed nothing. */
function eventIn(agent: AgentName, text: string): Input | undefined {
  const event = hostEventIn(agent, text);
  if (event !== undefined) return { text, event };
  return /"hook_event_name"\s*:\s*"(?:PreToolUse|BeforeTool|AfterTool)"/.test(text) && isWhole(text)
    ? { text }
    : undefined;
}

function isWhole(text: string): boolean {
  try {
    return typeof JSON.parse(text) === "object";
  } catch {
    return false; // more is to come
  }
}

/** The shell reader is large, so it is loaded only here. */
async function guarded(agent: AgentName, text: string, { env, deadline }: HookContext): Promise<void> {
  deadline.begin(() => {});
  deadline.extend(GUARD_MS);
  const { answerToolOnce, toolEventIn } = await import("../../main/answer-act.ts");
  const event = toolEventIn(agent, JSON.parse(text));
  if (event !== undefined) print(await answerToolOnce(env, event));
}

/** For a host that cannot carry a warning before a tool runs: it gets it with the result. */
async function warnedIn(agent: AgentName, text: string, env: HookContext["env"]): Promise<string> {
  const { answerToolOnce, toolEventIn } = await import("../../main/answer-act.ts");
  const event = toolEventIn(agent, JSON.parse(text));
  const answer = event === undefined ? "" : await answerToolOnce(env, event);
  return answer === "" ? "" : (JSON.parse(answer).hookSpecificOutput?.additionalContext ?? "");
}

/** Loading the reader and opening the memory takes longer than a brief. */
const GUARD_MS = 700;

async function found(words: string, { env, deadline }: HookContext): Promise<string> {
  const query = words === "" ? await standardInput((text) => text, { deadline, untilEnd: true }) : words;
  deadline.begin(() => {});
  const memory = openForHook(env);
  if (memory === undefined || query === undefined) return "";
  const { recalled } = await import("../../verbs/recalling/recall.ts");
  const { text } = await recalled(memory, { query, format: "prompt" });
  memory.close();
  return text.length <= MOST_CHARACTERS ? text : "";
}

const MOST_BYTES = 16 * 1024 * 1024;

/**
 * Resolves as soon as the input so far can be read, because some hosts never close it; undefined if it never can.
 * Input over the limit is drained and ignored.
 */
function standardInput<T>(
  read: (text: string) => T | undefined,
  { deadline, untilEnd = false }: { readonly deadline: Deadline; readonly untilEnd?: boolean },
): Promise<T | undefined> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  return new Promise((resolve) => {
    const input = process.stdin;
    const result = (): T | undefined => (bytes > MOST_BYTES ? undefined : read(Buffer.concat(chunks).toString("utf8")));
    const end = (): void => resolve(result());
    input.on("data", (chunk: Buffer) => {
      deadline.awaitMore();
      bytes += chunk.length;
      // Keep reading: the host may fail on a broken pipe.
      if (bytes <= MOST_BYTES) chunks.push(chunk);
      if (untilEnd || !isEndOfObject(chunk)) return;
      const found = result();
      if (found !== undefined) resolve(found);
    });
    input.on("end", end);
    input.on("error", end);
  });
}

function isEndOfObject(chunk: Buffer): boolean {
  return chunk.toString("latin1").trimEnd().endsWith("}");
}

export type Deadline = {
  /** Some of the input has arrived: allows the same time for the next part. */
  awaitMore(): void;
  /** Starts the deadline. `last` also runs if the hook gives up. */
  begin(last: () => void): void;
  /** Adds time for work that is worth it. */
  extend(ms: number): void;
};

/** From the moment that the input is complete. */
const DEADLINE_MS = 300;
/** Without input: a host on a busy machine may be late, and some hosts send nothing at all. */
const NO_INPUT_MS = 2000;

function startDeadline(slowness: number): Deadline {
  let last = (): void => {};
  const giveUp = (): void => {
    try {
      last();
    } finally {
      process.exit(0);
    }
  };
  let arrived = 0;
  let isComplete = false;
  let left: NodeJS.Timeout | undefined;
  const restart = (ms: number, act = giveUp): void => {
    clearTimeout(left);
    left = setTimeout(act, ms * slowness);
  };
  const awaitInput = (): void => {
    const before = arrived;
    // A process that got no time for long finds its timer expired and its input ready: the input goes first.
    const look = (): void => void setImmediate(() => !isComplete && arrived === before && giveUp());
    restart(NO_INPUT_MS, look);
  };
  awaitInput();
  return {
    awaitMore() {
      arrived += 1;
      if (!isComplete) awaitInput();
    },
    begin(act) {
      isComplete = true;
      last = act;
      restart(DEADLINE_MS);
    },
    extend: (ms) => restart(DEADLINE_MS + ms),
  };
}
