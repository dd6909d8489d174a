/** What a person's short reply does: approve a result, confirm a proposal, or take words back. */
import { type Row, rowFor } from "../rules/rule.ts";

/** "Great", "works", "thanks": the result is as wanted. */
export function approves(text: string): boolean {
  const [first = ""] = opening(text).split(/(?<=[.!])\s|\n/);
  return rowFor(APPROVALS, first) !== undefined && rowFor(RESERVATIONS, opening(text)) === undefined;
}

/** "Yes, go with that": an answer that is nothing but a yes. */
export function confirms(text: string): boolean {
  const words = opening(text);
  return words.length <= LONGEST_YES && rowFor(YESES, words) !== undefined && rowFor(RESERVATIONS, words) === undefined;
}

/** "Scratch that": the person's previous statement no longer applies. */
export function takesBack(text: string): boolean {
  return rowFor(TAKEBACKS, opening(text)) !== undefined;
}

const LONGEST_YES = 120;
const LONGEST_OPENING = 200;

function opening(text: string): string {
  return text.trim().slice(0, LONGEST_OPENING).toLowerCase().replace(/[’‘]/g, "'");
}

export const APPROVALS: readonly Row[] = [
  {
    name: "praise",
    pattern:
      /^(?:(?:ok(?:ay)?|yes|yep|ah|oh|very|all)[,.!]? )*(?:great|perfect|excellent|awesome|nice|lovely|brilliant|good|well done|lgtm|looks good|ship it)\b(?! (?:question|idea|point|try))/,
    example: "great work",
  },
  {
    name: "it works",
    pattern:
      /^(?:(?:ok(?:ay)?|yes|ah|cool|so)[,.!]? )*(?:(?:it|that|this|all|everything)(?: now)? )?(?:works?|worked|did it|did the trick)\b/,
    example: "that worked",
  },
  {
    name: "thanks",
    pattern: /^(?:(?:ok(?:ay)?|ah|cool)[,.!]? )*(?:many )?(?:thanks|thank you|thx|cheers|ty)\b/,
    example: "ok, thanks",
  },
];

export const YESES: readonly Row[] = [
  {
    name: "yes",
    pattern: /^(?:yes|yep|yeah|yup|agreed|exactly|approved|correct|\+1)\b/,
    example: "agreed, do it that way",
  },
  {
    name: "go with that",
    pattern:
      /^(?:(?:ok(?:ay)?|sure|great|perfect|fine|alright)[,.!]? )*(?:let's )?(?:go (?:ahead|for it|with (?:that|it|this|your))|do (?:it|that|this|so)\b|sounds (?:good|right|great)|good (?:idea|plan|call)|makes sense|fine (?:by|with) me|works for me)/,
    example: "ok, go with that",
  },
];

/** An answer with one of these says something else as well. */
export const RESERVATIONS: readonly Row[] = [
  { name: "question", pattern: /\?/, example: "yes?" },
  {
    name: "but",
    pattern:
      /\b(?:but|however|except|unless|instead|although|though|only if|if|wait|stop|hold on|first|rather|not|don't|doesn't|didn't|isn't|won't|no|wrong|still|broken|fails?|failed|failing|errors?|undo|revert)\b/,
    example: "yes but check the licence",
  },
];

export const TAKEBACKS: readonly Row[] = [
  {
    name: "scratch that",
    pattern:
      /^(?:(?:no|hm+|oh|ah|actually|wait|sorry|ok(?:ay)?)[,.!]? )*(?:scratch that|never ?mind(?! the)|forget (?:it|that|what i (?:just )?said)|i take (?:that|it) back|ignore (?:that|what i (?:just )?said|my last)|on second thoughts?|strike that|i changed my mind)\b/,
    example: "hm, scratch that",
  },
];
