/** Answers a host from what is indexed, within its time, and is silent about everything else. */
import { writeSync } from "node:fs";
import { isAgentName } from "../core/session/note.ts";
import type { AgentName } from "../core/session/session.ts";
import { type Env, environment } from "../env.ts";
import { openReading } from "../open.ts";
import { recalled } from "../read.ts";
import { answerTo, callOf } from "./call.ts";
import type { Deadline } from "./deadline.ts";
import { MOST_CHARACTERS, type ReplyContext, reply } from "./reply.ts";
import { standardInput } from "./standard-input.ts";

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
