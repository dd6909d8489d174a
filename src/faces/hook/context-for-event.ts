/** The context that a session is given for an event: at its start, at a prompt, after a failure. Empty if nothing fits. */

import type { Clean } from "../../core/screen/clean.ts";
import type { AgentName, SessionId } from "../../core/session/session.ts";
import {
  type HookMemory,
  type HookNotes,
  hasPendingNotes,
  learnsByItself,
  MOST_CHARACTERS,
  noteFrom,
  openForHook,
} from "../../main/open-for-hook.ts";
import type { Env } from "../../verbs/call/environment.ts";
import { briefFor, knownFix } from "../../verbs/recalling/brief.ts";
import type { HostEvent } from "./host-event.ts";
import type { Deadline } from "./run-hook.ts";

/** More than a person types; longer prompts are mostly pasted text. */
const MOST_PROMPT_CHARACTERS = 16_384;

const LEARNING_MS = 150;

/** Databases that a server keeps open; absent: they are opened for this one answer. */
type Lend = Parameters<typeof openForHook>[1];

export type HookContext = { readonly env: Env; readonly deadline: Deadline; readonly lend?: Lend };

export async function contextFor(
  agent: AgentName,
  event: HostEvent,
  { env: here, deadline, lend }: HookContext,
): Promise<string> {
  const env: Env = {
    ...here,
    isAgent: true,
    session: event.session,
    ...(event.cwd !== undefined && { cwd: event.cwd }),
  };
  const notes = noteFrom(env);
  // Screened before it is cut: half a secret would not be recognised.
  const prompt = onFirstUse(() =>
    notes.screenStart(event.event === "prompt" ? event.text : "", MOST_PROMPT_CHARACTERS),
  );
  const note = onFirstUse(() => leaveNote(notes, agent, { event, prompt, env }));
  // What a person says is noted before anything else is done with it.
  if (event.event === "prompt") note();
  deadline.begin(note);
  if (event.event === "start" && hasPendingNotes(env)) {
    deadline.extend(LEARNING_MS);
    await learned(env, LEARNING_MS * (env.slowness ?? 1));
  }
  let memory: HookMemory | undefined;
  try {
    // The end of a session is only recorded.
    memory = event.event === "end" ? undefined : openForHook(env, lend);
    return memory === undefined ? "" : await contextFrom(memory, event, prompt);
  } finally {
    memory?.close();
    // Also if the memory cannot be read: the prompt is not lost.
    note();
  }
}

/** A subagent is given the rules, and what fits its task: it has none of its agent's context. */
export async function contextForSubagent(of: {
  readonly env: Env;
  readonly session: SessionId;
  readonly prompt: string;
  readonly lend?: Lend;
}): Promise<string> {
  const { session, lend } = of;
  const env: Env = { ...of.env, isAgent: true, session };
  const prompt = noteFrom(env).screenStart(of.prompt, MOST_PROMPT_CHARACTERS);
  const memory = openForHook(env, lend);
  try {
    if (memory === undefined) return "";
    return await briefWithin(memory, { session, prompt }, MOST_CHARACTERS);
  } finally {
    memory?.close();
  }
}

/** Runs at most once. */
function onFirstUse<T>(make: () => T): () => T {
  let made: { readonly value: T } | undefined;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}

/** Learns from the previous session's prompts first; if that fails, the next command does it. */
async function learned(env: Env, withinMs: number): Promise<void> {
  try {
    await (await import("../../main/take-notes-at-start.ts")).takeNotesAtStart(env, { withinMs });
  } catch {
    // The session starts with what is known so far.
  }
}

/** Learns from finished sessions for a moment, if that is enabled. */
export async function learnIfDue({ env, deadline }: HookContext): Promise<void> {
  if (!learnsByItself(env)) return;
  deadline.extend(LEARNING_MS);
  await (await import("../../main/take-notes-at-start.ts")).learnAfterStart(env, { withinMs: LEARNING_MS });
}

async function contextFrom(memory: HookMemory, event: HostEvent, prompt: () => string): Promise<string> {
  const { session } = event;
  if (event.event === "end") return "";
  switch (event.event) {
    case "start": {
      if (event.how === "resumed") return briefWithin(memory, { session, start: "resumed" }, MOST_CHARACTERS);
      // Its context is empty: what it was given is given again, in the same words.
      const again = await memory.journal.given(session);
      if (again.size > 0) await memory.journal.compacted(session);
      const about = await memory.ticketWords();
      const ask: Ask = { session, nonce: memory.startNonce(session), start: event.how, again, ...(about && { about }) };
      // The rules and where the last session left off come first; the summary has the rest.
      const { text: first, ids } = await linesWithin(memory, ask, MOST_CHARACTERS);
      const block = await memory.startBlock(session, MOST_CHARACTERS - first.length - SEPARATOR.length, ids);
      return [first, block].filter((text) => text !== "").join(SEPARATOR);
    }
    case "prompt":
      return briefWithin(memory, { session, prompt: await withTicket(memory, prompt()) }, MOST_CHARACTERS);
    case "failure":
      // Without the command, a fix of another one might be given.
      if (event.command === undefined) return "";
      return knownFix(memory, {
        ...{ session, command: event.command, output: event.output, known: memory.givenAtStart(session) },
      });
    case "cut":
      await memory.journal.compacted(session);
      memory.forgetStart(session);
      return "";
  }
}

/** What a named ticket says is asked for too. */
async function withTicket(memory: HookMemory, prompt: string): Promise<string> {
  const words = await memory.ticketWords(prompt);
  return words === undefined ? prompt : `${prompt}\n${words}`;
}

type Ask = {
  readonly session: string;
  readonly about?: string;
  readonly start?: "new" | "resumed" | "compacted";
  readonly again?: ReadonlySet<string>;
  readonly prompt?: string;
  readonly nonce?: string | undefined;
};

/** A brief counts tokens, a host counts characters: a brief that is too long for the host is left out. */
async function linesWithin(
  memory: HookMemory,
  { start, prompt = "", about, ...ask }: Ask,
  mostCharacters: number,
): Promise<{ readonly text: string; readonly ids: ReadonlySet<string> }> {
  const budget = Math.min(memory.config["brief.budget"], Math.floor(mostCharacters / CHARACTERS_PER_TOKEN));
  const moment =
    start === undefined
      ? ({ at: "prompt", text: prompt.trim() } as const)
      : ({ at: "start", how: start, ...(about !== undefined && { about }) } as const);
  const known = memory.givenAtStart(ask.session);
  const { text, lines } = await briefFor(memory, moment, { ...ask, known, budget, isUnasked: true });
  const isGiven = lines.length > 0 && text.length <= mostCharacters;
  return isGiven ? { text, ids: new Set(lines.map(({ id }) => id)) } : { text: "", ids: new Set() };
}

async function briefWithin(...asked: Parameters<typeof linesWithin>): Promise<string> {
  return (await linesWithin(...asked)).text;
}

const CHARACTERS_PER_TOKEN = 4;
const SEPARATOR = "\n\n";

type Noted = { readonly env: Env; readonly event: HostEvent; readonly prompt: () => Clean };

/** The prompt, and the start and end of the session, for a later command to learn from. */
function leaveNote({ note }: HookNotes, agent: AgentName, { env, event, prompt }: Noted): void {
  const of = { atMs: env.clock(), agent, session: event.session, ...(env.cwd !== undefined && { cwd: env.cwd }) };
  if (event.event === "start") note({ ...of, kind: "began" });
  if (event.event === "prompt") note({ ...of, kind: "said", text: prompt() });
  if (event.event === "end")
    note({ ...of, kind: "ended", ...(event.transcript !== undefined && { transcript: event.transcript }) });
}
