/** What a well-behaved model would answer: it words a memory from the records that it was shown, and reads sessions. */
import type { Body, Reply } from "./model-server.ts";

/** Every record that the prompt shows, in its own words. */
export function wordsEachRecord(body: Body): Reply {
  const shown = [...textOf(body).matchAll(/^- (.*) \[[^[\]]*(rec_[0-9a-z]{18})\]$/gm)];
  const entries = new Map(shown.map(([, words, id]) => [id, `- ${words} [${id}]`]));
  const memory = ["## Facts", ...entries.values()].join("\n");
  return { text: JSON.stringify({ memory_md: memory, memory_summary: memory, skills: [] }) };
}

export function reads(memories: readonly object[], synopsis: string): Reply {
  return { text: JSON.stringify({ memories, synopsis, slug: null }) };
}

/** A nomination; the sentence restates the quote unless another one is given. */
export function nominates(
  quote: string,
  { text = quote, ...fields }: Partial<Record<"text" | "type" | "scope" | "supersedes" | "again", string>> = {},
): object {
  return { quote, text, type: "fact", scope: "project", why: "it will matter again", supersedes: null, ...fields };
}

export function isConsolidation(body: Body): boolean {
  return textOf(body).includes("memory_md");
}

export function textOf({ messages }: Body): string {
  return messages.map(({ content }) => (typeof content === "string" ? content : partsOf(content))).join("\n");
}

function partsOf(content: unknown): string {
  return Array.isArray(content) ? content.map(({ text = "" }: { text?: string }) => text).join("\n") : "";
}
