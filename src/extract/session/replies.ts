/** Recognises a person's reply that takes back what was said before. */
import { type Row, rowFor } from "../tables/row.ts";

/** "Scratch that": the person's previous statement no longer applies. */
export function takesBack(text: string): boolean {
  const opening = text.trim().slice(0, LONGEST_OPENING).toLowerCase().replace(/[’‘]/g, "'");
  return rowFor(TAKEBACKS, opening) !== undefined;
}

const LONGEST_OPENING = 200;

export const TAKEBACKS: readonly Row[] = [
  {
    name: "scratch that",
    pattern:
      /^(?:(?:no|hm+|oh|ah|eh|actually|wait|sorry|ok(?:ay)?)[,.!]? )*(?:scratch that|never ?mind(?! the)|nah,? that's dumb|forget (?:it|that|what i (?:just )?said)|i take (?:that|it) back|ignore (?:that|what i (?:just )?said|my last)|on second thoughts?|strike that|i (?:have )?changed my mind|i (?:think i )?misspoke)\b/,
    example: "hm, scratch that",
  },
];
