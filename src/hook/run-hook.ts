/** Answers a host from what is indexed, within its time, and is silent about everything else. */
import { writeSync } from "node:fs";
import { isAgentName } from "../core/session/hook-note.ts";
import type { AgentName } from "../core/session/session.ts";
import { type Env, environment } from "../env.ts";
import { openReading } from "../open.ts";
import { recalled } from "../read.ts";
import { MOST_CHARACTERS, type ReplyContext, reply } from "./context-for-event.ts";
import type { Deadline } from "./deadline.ts";
import { answerTo, callOf } from "./host-event.ts";

/** `oldhand hook AGENT` with the host's JSON on standard input; `oldhand hook recall WORDS…` for a hook written by hand. */
export async function answer(args: readonly string[], deadline: Deadline): Promise<void> {
  try {
    const env = environment();
    if (env.isOff === true) return;
    const [first = "", ...words] = args.slice(args[0] === "hook" ? 1 : 0);
    const text = isAgentName(first) ? await hosted(first, { env, deadline }) : await found(words.join(" "), env);
    if (text !== "") writeSync(1, `${text}\n`);
  } catch {
    // A hook never breaks its host: no memory is better than no session. `oldhand doctor` says what is wrong.
  }
}

async function hosted(agent: AgentName, { env, deadline }: ReplyContext): Promise<string> {
  const call = await standardInput((text) => callOf(agent, text));
  const context = call === undefined ? "" : await reply(agent, call, { env, deadline });
  return call === undefined || context === "" ? "" : answerTo(call, context);
}

async function found(words: string, env: Env): Promise<string> {
  const query = words === "" ? await standardInput((text) => text, { whole: true }) : words;
  const house = openReading(env);
  if (house === undefined || query === undefined) return "";
  const { text } = await recalled(house, { query, format: "prompt" });
  house.close();
  return text.length <= MOST_CHARACTERS ? text : "";
}

const MOST_BYTES = 16 * 1024 * 1024;

/** As soon as what has come makes sense to the reader, that is all; undefined where it never does. */
function standardInput<T>(
  read: (text: string) => T | undefined,
  { whole = false }: { whole?: boolean } = {},
): Promise<T | undefined> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  return new Promise((resolve) => {
    const input = process.stdin;
    const sense = (): T | undefined => (bytes > MOST_BYTES ? undefined : read(Buffer.concat(chunks).toString("utf8")));
    const end = (): void => resolve(sense());
    input.on("data", (chunk: Buffer) => {
      bytes += chunk.length;
      // The rest is taken off the host's hands all the same: a pipe that breaks would be the host's trouble.
      if (bytes <= MOST_BYTES) chunks.push(chunk);
      if (whole || !isEndOfObject(chunk)) return;
      const made = sense();
      if (made !== undefined) resolve(made);
    });
    input.on("end", end);
    input.on("error", end);
  });
}

const CLOSING_BRACE = 0x7d;

function isEndOfObject(chunk: Buffer): boolean {
  let last = chunk.length - 1;
  while (last >= 0 && chunk[last]! <= 0x20) last -= 1;
  return chunk[last] === CLOSING_BRACE;
}
