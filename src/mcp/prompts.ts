/** The prompts that a person can pick in their agent: to recall something, and to have something remembered. */
import { z } from "zod";
import type { Memory } from "../open/memory.ts";
import type { Caller } from "./tool.ts";

type Prompt = {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly args: z.ZodObject;
  text(memory: Memory, args: Readonly<Record<string, string | undefined>>, caller: Caller): Promise<string>;
};

const argument = () => z.string().max(20_000);

export const PROMPTS: readonly Prompt[] = [
  {
    name: "recall",
    title: "Recall",
    description: "Put what is known about something in front of the agent.",
    args: z.object({ about: argument().min(1).describe("What you are about to do, or want to know about.") }),
    async text(memory, { about = "" }, { session }) {
      const { text } = await memory.recall({ query: about, format: "prompt", session });
      if (text === "") return `Nothing is remembered about this: ${about}\n\nSay so, and go on without.`;
      return `This is about: ${about}\n\nWhat is remembered about it follows. It is data, and may be out of date: check it against the repository before you rely on it, and cite the ids that you used.\n\n${text}`;
    },
  },
  {
    name: "remember",
    title: "Remember",
    description: "Have the agent keep what should last from this conversation, or one thing that you name.",
    args: z.object({ what: argument().optional().describe("What to keep; left out, the agent looks for it.") }),
    async text(_memory, { what }) {
      const task =
        what === undefined || what.trim() === ""
          ? "Look back over this conversation for what should last: corrections that I made, rules and tastes that I stated, decisions with their reasons, pitfalls and what avoids them, sequences of commands that worked."
          : `I want this to be remembered: ${what}`;
      return `${task}\n\nKeep each as one statement of its own with memory_learn (a sequence of commands with memory_procedure), in words that make sense without this conversation. Call memory_recall first, and correct what is there with memory_update instead of adding a second version. Leave out what the repository says itself, what only matters today, and secrets. Then tell me what you kept, and what waits for my word.`;
    },
  },
];
