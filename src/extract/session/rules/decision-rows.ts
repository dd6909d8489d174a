/** Patterns for decisions by people and agents, and for sentences that only look like one. */
import type { Row } from "../../rules/rule.ts";

const OF =
  "(?:go with|use|keep|stick (?:with|to)|take|move to|switch to|adopt|drop|pick|choose|stay (?:with|on)|build (?:on|with)|target|store|put|run|split|avoid)";

export const DECISIONS: readonly Row[] = [
  {
    name: "let us",
    pattern: new RegExp(`^let(?:'s| us) (?:not )?${OF}\\b`),
    example: "Let's use SQLite because it needs no server",
  },
  {
    name: "we decided",
    pattern:
      /^(?:(?:yesterday|last \w+|in (?:the|our) \w+),? )?(?:we|i)(?:'ve| have)?(?: all| finally| now)? (?:decided|chose|chosen|picked|settled|opted|agreed|went with|switched|moved|dropped|adopted)\b/,
    example: "We settled on Kafka because two teams read the stream",
  },
  {
    name: "we are going with",
    pattern: new RegExp(
      `^(?:we|i)(?:'re| are|'m| am) (?:going (?:with|to ${OF})|keeping|sticking (?:with|to)|dropping|switching to|moving to|staying (?:with|on)|using)\\b`,
    ),
    example: "We're sticking with REST since the partners know it",
  },
  {
    name: "we will",
    pattern: new RegExp(`^we(?:'ll| will) ${OF}\\b`),
    example: "We'll keep the monolith because the team is small",
  },
  {
    name: "go with",
    pattern: /^(?:go(?:ing)?|stick(?:ing)?) with\b/,
    example: "go with sqlite, since it ships with the runtime",
  },
  {
    name: "the decision",
    pattern: /^(?:final )?(?:decision|decided|agreed)(?::| is\b| was\b)|^the (?:final )?decision (?:is|was)\b/,
    example: "Decision: one table per tenant, because exports are per tenant",
  },
];

/** An agent's phrasing. */
export const PROPOSALS: readonly Row[] = [
  {
    name: "suggests",
    pattern:
      /^(?:i|my)(?:'d| would)? (?:strongly )?(?:suggest|recommend|propose|go with|use|keep|pick|choose|recommendation is|suggestion is|proposal is)\b/,
    example: "I'd go with one state per region because a failure stays there",
  },
  {
    name: "should",
    pattern: new RegExp(`^we (?:should|could|can) ${OF}\\b`),
    example: "We should use cursors because they stay stable",
  },
];

/** Removed before the decision itself. */
export const SUGGESTING =
  /^(?:i(?:'d| would)? (?:strongly )?(?:suggest|recommend|propose)|my (?:recommendation|suggestion|proposal) is)(?: that)?(?: we| you)?(?: to)? |^(?:i'd|i would|we should|we could|we can) (?=\w)/;

export const NO_DECISIONS: readonly Row[] = [
  {
    name: "does not name what",
    pattern: new RegExp(
      `\\b(?:${OF}|going with|sticking with|chose|picked|decided on|settled on|go with) (?:that|it|this|these|those|them|yours?|the (?:first|second|third|last|latter|former|other|same)|option|both)\\b(?! \\w+ (?:library|service|table|format|database|queue))`,
    ),
    example: "Let's go with that because it is simpler",
  },
  {
    name: "temporary",
    pattern: /\bfor (?:the )?(?:now|moment|time being)\b|\b(?:later|tomorrow|temporarily|until then)\b|\bat first\b/,
    example: "Let's use a file for now because it is quick",
  },
  {
    name: "a step of the task",
    pattern:
      /\b(?:and|then),? (?:show|tell|give|run|send|open|print|explain)\b|\bthe (?:\w+ )?(?:test|line|function|button|bug|variable|import|loop|comment|branch)s?\b(?=.*\b(?:because|since)\b)/,
    example: "Let's drop the second test because it takes long",
  },
  {
    name: "about one place in the code",
    pattern: /\b(?:a|an|the) (?:[\w-]+ ){1,3}here\b/,
    example: "Let's use a map here because we look up by id",
  },
  {
    name: "guesses at a cause",
    pattern: /\b(?:i guess|presumably|it seems|apparently)\b/,
    example: "We dropped it because, I guess, nobody cared",
  },
];
