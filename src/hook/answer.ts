/** Answers a host from what is indexed: recalls for a prompt, prints what was found, and is silent about everything else. */
import { readFileSync, writeSync } from "node:fs";
import { environment } from "../env.ts";
import { openReading } from "../open.ts";
import { reading } from "../read.ts";

const MOST_CHARACTERS = 9000;

/** `oldhand hook recall WORDS…`, or the words on standard input. Whatever goes wrong, the host goes on. */
export async function answer(args: readonly string[]): Promise<void> {
  try {
    const words = args.slice(args[0] === "hook" ? 2 : 1).join(" ") || readFileSync(0, "utf8");
    const text = await recalled(words);
    if (text !== "" && text.length <= MOST_CHARACTERS) writeSync(1, `${text}\n`);
  } catch {
    // A hook never breaks its host: no memory is better than no session. `oldhand doctor` says what is wrong.
  }
}

async function recalled(query: string): Promise<string> {
  const house = openReading(environment());
  if (house === undefined) return "";
  const { text } = await reading(house).recall({ query, format: "prompt" });
  house.close();
  return text;
}
