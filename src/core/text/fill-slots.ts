/** Fills the slots of a prompt; a slot's value is fenced as data, so that it is not read as instructions. */
import { OldhandError } from "../base/error.ts";
import { freshNonce, wrapAsData } from "./marker.ts";

/** The nonce of the fences; derived from the session if the text must stay the same for an entire session. */
export type Fencing = { readonly nonce: string };

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
