/** The prompts: Markdown files with slots. */
import { readFileSync } from "node:fs";
import { type Clean, screen } from "../core/screen/clean.ts";
import { type Fencing, fillSlots } from "../core/text/fill-slots.ts";

const PROMPTS = {
  stage_one_system: readFileSync(new URL("./prompts/stage_one_system.md", import.meta.url), "utf8"),
  stage_one_input: readFileSync(new URL("./prompts/stage_one_input.md", import.meta.url), "utf8"),
  consolidation: readFileSync(new URL("./prompts/consolidation.md", import.meta.url), "utf8"),
  planner_system: readFileSync(new URL("./prompts/planner_system.md", import.meta.url), "utf8"),
  planner_input: readFileSync(new URL("./prompts/planner_input.md", import.meta.url), "utf8"),
};

export type PromptName = keyof typeof PROMPTS;

export function renderPrompt(name: PromptName, values: Readonly<Record<string, Clean>>, fencing?: Fencing): Clean {
  return screen(fillSlots(PROMPTS[name], values, fencing)).text;
}
