/** The fields that verbs on spaces share. */
import { fields } from "../declare/field.ts";
import type { Style } from "../print/style.ts";
import { printable } from "../print/style.ts";

export const { SPACE, NAME, MEMBER } = fields({
  SPACE: { type: "line", label: "NAME", help: "The space (default: the only one that you joined)." },
  NAME: { type: "line", at: "word", help: "The space (default: the only one that you joined)." },
  MEMBER: { type: "line", at: "word", required: true, help: "A member's name or id." },
});

export function sentence(text: string, style: Style): string {
  return style.wrap(printable(text));
}
