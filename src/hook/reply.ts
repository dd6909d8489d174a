/** What a session is told when its host asks: at its start, at a prompt, after a failure. Empty for nothing. */

import type { Env } from "../context/environment.ts";
import type { AgentName } from "../core/session/session.ts";
import { noteFrom, notesWait, openForHook, type QuickHouse } from "../open/open-for-hook.ts";
import { brief, knownFix } from "../verbs/recalling/read-verbs.ts";
import type { HookCall } from "./call.ts";
import type { Deadline } from "./deadline.ts";

/** Hosts cut what is longer. */
export const MOST_CHARACTERS = 9000;
/** What a brief of the usual budget takes of that. */
const BRIEF_CHARACTERS = 3600;
/** Of a prompt, as much as a person writes; what is pasted after it teaches nothing. */
const MOST_SAID = 16_384;

const HEARING_MS = 150;

type Means = { readonly env: Env; readonly deadline: Deadline };

export async function reply(agent: AgentName, call: HookCall, { env: here, deadline }: Means): Promise<string> {
  const env: Env = { ...here, isAgent: true, session: call.session, ...(call.cwd !== undefined && { cwd: call.cwd }) };
  const note = once(() => leaveNote(env, agent, call));
  deadline.begin(note);
  if (call.event === "start" && notesWait(env)) {
    deadline.extend(HEARING_MS);
    await learned(env);
  }
  let house: QuickHouse | undefined;
  try {
    // An end has nothing to tell: it is only noted.
    house = call.event === "end" ? undefined : openForHook(env);
    return house === undefined ? "" : await told(house, call);
  } finally {
    house?.close();
    // Also where the memory cannot be read now: what was said is not lost by that.
    note();
  }
}

function once(act: () => void): () => void {
  let isDone = false;
  return () => {
    if (!isDone) {
      isDone = true;
      act();
    }
  };
}

/** What was said in the session before counts in this one; a failure leaves it to the next command. */
async function learned(env: Env): Promise<void> {
  try {
    await (await import("../open/take-notes-at-start.ts")).takeNotesAtStart(env, { withinMs: HEARING_MS });
  } catch {
    // The session starts all the same, with what is known.
  }
}

async function told(house: QuickHouse, call: HookCall): Promise<string> {
  const { session } = call;
  switch (call.event) {
    case "start": {
      if (call.how === "resumed") return briefWithin(house, { session }, MOST_CHARACTERS);
      // Its context is empty: whatever it was told before is told anew, in the same words.
      if ((await house.journal.given(session)).size > 0) await house.journal.compacted(session);
      const block = house.startBlock(session, MOST_CHARACTERS - BRIEF_CHARACTERS);
      const ask = { session, nonce: house.startNonce(session) };
      return joined(block, await briefWithin(house, ask, MOST_CHARACTERS - block.length - 2));
    }
    case "prompt":
      return briefWithin(house, { session, prompt: call.text.slice(0, MOST_SAID) }, MOST_CHARACTERS);
    case "failure":
      return knownFix(house, { session, output: call.output, known: house.toldAtStart(session) });
    case "cut":
      await house.journal.compacted(session);
      house.forgetStart(session);
      return "";
    case "end":
      return "";
  }
}

type Ask = { readonly session: string; readonly prompt?: string; readonly nonce?: string | undefined };

/** Tokens are what a brief counts, characters what a host counts: a brief that is too long by them is not told. */
async function briefWithin(house: QuickHouse, ask: Ask, mostCharacters: number): Promise<string> {
  const budget = Math.min(house.config["brief.budget"], Math.floor(mostCharacters / CHARACTERS_PER_TOKEN));
  const { text, lines } = await brief(house, { ...ask, known: house.toldAtStart(ask.session), budget });
  return lines.length === 0 || text.length > mostCharacters ? "" : text;
}

const CHARACTERS_PER_TOKEN = 4;

function joined(...texts: readonly string[]): string {
  return texts.filter((text) => text !== "").join("\n\n");
}

/** After the answer is known: what the person said, and that the session began or ended, is taken in by a later command. */
function leaveNote(env: Env, agent: AgentName, call: HookCall): void {
  const { note, screened } = noteFrom(env);
  const of = { atMs: env.clock(), agent, session: call.session, ...(env.cwd !== undefined && { cwd: env.cwd }) };
  if (call.event === "start") note({ ...of, kind: "began" });
  if (call.event === "prompt") note({ ...of, kind: "said", text: screened(call.text.slice(0, MOST_SAID)) });
  if (call.event === "end")
    note({ ...of, kind: "ended", ...(call.transcript !== undefined && { transcript: call.transcript }) });
}
