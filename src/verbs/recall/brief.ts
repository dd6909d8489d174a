/** `brief`, and `memory_brief` for agents. */
import { list, number, object, string } from "../declare/json-schema.ts";
import { FOR_MODELS } from "../declare/record-schema.ts";
import { defined } from "../declare/values.ts";
import { verb } from "../declare/verb.ts";
import { printable } from "../print/style.ts";
import type { BriefAnswer } from "../recalling/brief.ts";

export const brief = verb({
  name: "brief",
  summary: "Print what an agent should know now, within a token budget.",
  notes: [
    "Policies first, then records for the file, then records that match the prompt, then workflows. `oldhand why` shows what was left out.",
  ],
  examples: ['oldhand brief --prompt "add a migration"', "oldhand brief --file db/schema.sql"],
  input: {
    prompt: { type: "text", help: "The prompt that the agent received." },
    file: { type: "path", label: "PATH", help: "The file that the agent works on." },
    session: { type: "line", label: "ID", help: "Leave out what this session was already given." },
    budget: {
      type: "number",
      least: 0,
      most: 100_000,
      label: "TOKENS",
      help: "Print at most this many tokens (default: the setting brief.budget, 800).",
    },
    start: {
      type: "flag",
      help: "Print the block for the start of a session; it stays the same throughout the session.",
    },
  },
  act: "read",
  needs: "read",
  settle: "files",
  async run(call, { start, ...given }): Promise<BriefAnswer | { readonly text: string }> {
    const ask = { ...given, ...defined({ session: given.session ?? call.session }) };
    const { sessionOf } = await import("../call/place.ts");
    if (start) return { text: (await call.context.sessionBlock?.(ask.session ?? sessionOf(call.env))) ?? "" };
    const { reading } = await import("../recalling/read-verbs.ts");
    return reading(call.context).brief(ask);
  },
  print: ({ text }) => printable(text),
  tool: {
    name: "memory_brief",
    title: "Brief for a task",
    description: `Get the few lines of memory that matter for a task, within a token budget: rules first, then what applies to the current file, then what matches the task, then workflows.
Call it once at the start of a task if you were given no memory at the start of the session, and when you move to another part of the project. Lines that this session was already given are left out. To look something up, use memory_recall.`,
    takes: {
      prompt: "The task, in the person's words.",
      file: "The file you are working on.",
      budget: FOR_MODELS.budget,
    },
    returns: object({
      text: string(),
      tokens: number,
      budget: number,
      lines: list(object({ layer: string(), id: string(), text: string() })),
      receipt: string(),
    }),
    blocks: ["text"],
  },
});
