/** The prompts: Markdown files with slots; a slot's value is fenced as data, so that it is not read as instructions. */
import { readFileSync } from "node:fs";
import { OldhandError } from "../core/base/error.ts";
import { type Clean, screen } from "../core/screen/clean.ts";
import { freshNonce, wrapAsData } from "../core/text/marker.ts";

const PROMPTS = {
  stage_one_system: readFileSync(new URL("./prompts/stage_one_system.md", import.meta.url), "utf8"),
  stage_one_input: readFileSync(new URL("./prompts/stage_one_input.md", import.meta.url), "utf8"),
  consolidation: readFileSync(new URL("./prompts/consolidation.md", import.meta.url), "utf8"),
  planner_system: readFileSync(new URL("./prompts/planner_system.md", import.meta.url), "utf8"),
  planner_input: readFileSync(new URL("./prompts/planner_input.md", import.meta.url), "utf8"),
  read_path: readFileSync(new URL("./prompts/read_path.md", import.meta.url), "utf8"),
};

export type PromptName = keyof typeof PROMPTS;

/** The nonce of the fences; derived from the session if the text must stay the same for an entire session. */
type Fencing = { readonly nonce: string };

export function renderPrompt(name: PromptName, values: Readonly<Record<string, Clean>>, fencing?: Fencing): Clean {
  return screen(fillSlots(PROMPTS[name], values, fencing)).text;
}

/** A slot alone on its line takes any text, fenced as data; one inside a line takes a single word, such as an id. */
export function fillSlots(
  template: string,
  values: Readonly<Record<string, string>>,
  { nonce }: Fencing = { nonce: freshNonce() },
): string {
  const filled = new Set<string>();
  const fillingOf = (slot: string): string => {
    const value = Object.hasOwn(values, slot) ? values[slot] : undefined;
    if (value === undefined) throw new OldhandError("invalid", `The prompt slot {{${slot}}} has no value.`);
    filled.add(slot);
    return value;
  };
  // One pass, so that a value that looks like a slot is not replaced.
  const text = template.replace(SLOT_ON_LINE, (as, alone?: string, inside?: string) => {
    if (alone !== undefined) return wrapAsData(fillingOf(alone), { nonce });
    return inside === undefined ? as : word(inside, fillingOf(inside));
  });
  const unknown = Object.keys(values).find((slot) => !filled.has(slot));
  if (unknown !== undefined) throw new OldhandError("invalid", `The prompt has no slot {{${unknown}}}.`);
  return text;
}

const SLOT_ON_LINE = /^\{\{(\w+)\}\}$|\{\{(\w+)\}\}/gm;

function word(slot: string, value: string): string {
  if (!/^[\w.:-]{1,200}$/.test(value))
    throw new OldhandError("invalid", `The prompt slot {{${slot}}} takes one word of letters, digits and . _ : -`);
  return value;
}
