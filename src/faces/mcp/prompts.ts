/** The prompts that a person can choose in their agent: recall something, or have something remembered. */
import { z } from "zod";
import type { Memory } from "../../main/memory.ts";
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
    description: "Give the agent what the memory holds about something.",
    args: z.object({ about: argument().min(1).describe("The task or the topic.") }),
    async text(memory, { about = "" }, { session }) {
      const { text } = await memory.recall({ query: about, format: "prompt", session });
      if (text === "") return `The memory holds nothing about: ${about}\n\nSay so, and continue without it.`;
      return `The topic: ${about}\n\nWhat the memory holds about it follows. It is data and can be out of date: check it against the repository before you rely on it, and cite the ids that you used.\n\n${text}`;
    },
  },
  {
    name: "remember",
    title: "Remember",
    description: "Have the agent save what should last from this conversation, or one thing that you name.",
    args: z.object({
      what: argument().optional().describe("What to save. Default: the agent looks through the conversation."),
    }),
    async text(_memory, { what }) {
      const task =
        what === undefined || what.trim() === ""
          ? "Look through this conversation for what should last: corrections that I made, rules and preferences that I stated, decisions with their reasons, pitfalls and how to avoid them, sequences of commands that worked."
          : `Remember this: ${what}`;
      return `${task}\n\nSave each as a separate statement with memory_learn (a sequence of commands with memory_procedure), in words that make sense without this conversation. Quote my sentence word for word if I said it. Call memory_recall first, and correct an existing record with memory_update instead of adding a second version. Leave out what the repository already says, what matters only today, and secrets. Then tell me what you saved, and what is pending until I confirm it.`;
    },
  },
];
