/** What is suggested to a person of what they told agents, by the program as it is. */
import { openMemory } from "../../src/main/memory.ts";
import { envOf } from "./nominated.ts";
import type { PersonHome } from "./person-home.ts";

export type Suggested = { readonly text: string; readonly quotes: readonly string[]; readonly sessions: number };

export async function suggestedTo(place: PersonHome): Promise<Suggested[]> {
  const found = new Map<string, Suggested>();
  for (const cwd of [place.home, ...place.projects]) {
    const memory = await openMemory({ ...envOf(place), cwd }, { settle: "files" });
    for (const { id, label, text, evidence } of await memory.suggestions("pending"))
      if (label.startsWith("You told agents"))
        found.set(id, { text, quotes: evidence.examples, sessions: evidence.sessions });
    memory.close();
  }
  return [...found.values()];
}
