/** Correction rule: the person corrects a statement or an assumption. */
import type { Reading } from "../reading.ts";
import { afterAll, afterManners } from "./openings.ts";
import { type Row, type Rule, rowFor } from "./rule.ts";
import { THING_AT_HAND } from "./things.ts";
import { TRAPS } from "./traps.ts";
import { REPLIES, STATE_VERBS, STATES_OF_NOW } from "./words.ts";

export const correction: Rule = {
  name: "correction",
  type: "fact",
  priority: "high",
  example: "Actually, the staging database is Postgres 15",
  traps: TRAPS,
  statement: (sentence) => {
    const plain = afterManners(sentence);
    const rest = afterReply(plain);
    const isReply = rest.words.length < plain.words.length;
    if (rowFor(PASSING, rest.words) !== undefined) return undefined;
    if (rowFor(CONTRASTS, rest.words) !== undefined) return rest;
    return isReply && rowFor(STATES, rest.words) !== undefined ? rest : undefined;
  },
};

const REPLY = new RegExp(
  String.raw`^${REPLIES}(?:[,:;.!–—-]+(?: |$)| - | (?=(?:no|the|we|our|this|in|actually|it's|its|main|use|uses|prices|dates)\b)|(?<=actually) (?=[^,]{1,60}\b(?:is|are|runs?|uses?|lives?)\b))`,
);

function afterReply(plain: Reading): Reading {
  return afterManners(afterAll(plain, REPLY));
}

/** Both sides are named: what is, and what is not. */
export const CONTRASTS: readonly Row[] = [
  {
    name: "this, not that",
    pattern:
      /^(?!i\b|he\b|she\b|make\b|put\b|use\b|name\b|call\b|return\b).*\b(?:is|are|it's|its|we're|use|uses|called|named|returns?|runs?|lives?|expires?|comes? from|built)\b.{1,60}?,? not (?:(?:in|on|at|with|from|by|a|an|the|after|to|for) )*[^\s,]+(?: [^\s,]+)?(?:, (?:in|for|on|at) [^,]{2,40})?[.!]*$/,
    example: "The port is 5433, not 5432",
  },
  {
    name: "not this but that",
    pattern:
      /\bnot (?:(?:in|on|at|with|from|by|a|an|the|to) )*[^\s,]+(?: [^\s,]+){0,2},? but (?:(?:in|on|at|with|from|by|a|an|the|to|rather) )*[^\s,]+(?: [^\s,]+){0,2}[.!]*$/,
    example: "The tests are not in test/ but in spec/",
  },
  {
    name: "is not, it is",
    pattern:
      /\b(?:is not|are not|isn't|aren't) (?!you\b)[^,;]{2,60}[,;] (?:it|they|that|this)(?:'s| is|'re| are) (?!the \w+ing\b)/,
    example: "It is not a monorepo, it is two repositories",
  },
  {
    name: "we do not, we do",
    pattern:
      /^we(?: don'?t| do not| no longer|'re not|'re no longer| are not| are no longer) (?:use|using|have|run|running|deploy|deploying|support|supporting)\b[^,;]{1,60}[,;] (?:we|it|ci|that|now|everything|all)\b/,
    example: "We don't use Redux, we use Zustand",
  },
  {
    name: "we changed to",
    pattern:
      /^we(?:'ve| have)?(?: recently| just)? (?:(?:switched|moved|migrated) (?:over )?(?:from [^,;]{1,30} )?to (?!the next|a new (?:task|file)|it\b)|renamed\b.*\b(?:to|called|named) \S)/,
    example: "We switched to uv",
  },
  {
    name: "you assumed",
    pattern: /^you (?:assumed?|used|wrote|took|picked|think)\b[^,;]{1,60},? but (?:we|our|the)\b/,
    example: "You assumed MySQL but we run MariaDB",
  },
  {
    name: "no longer",
    pattern:
      /^we (?:no longer|don'?t|do not) (?:use|support|have|run|deploy|maintain|ship) (?!time\b|enough\b|to\b|it\b|that\b)[^,;]{2,40}(?:any ?more)?[.!]*$/,
    example: "We no longer use Travis",
  },
];

/** After a reply: how things are, with a subject that can be understood later. */
export const STATES: readonly Row[] = [
  {
    name: "it is this that",
    pattern: /^it(?:'s| is) the (?!one\b|only\b|\w+ing\b)[\w-]+ (?:[\w-]+ )?that \w+s\b/,
    example: "It is the gateway that adds the header",
  },
  {
    name: "how things are",
    pattern: new RegExp(
      String.raw`^(?!it\b|it's\b|its\b|that\b|that's\b|this\b(?! (?:repo|project|code ?base|service|app|package|team))|these\b|those\b|there\b|i\b|i'[a-z]+\b|you\b|you're\b|they\b|they're\b|he\b|she\b|let\b|let's\b|can\b|just\b|not\b|don'?t\b)(?:[^\s]+ ){1,9}?${STATE_VERBS}\b`,
    ),
    example: "The API listens on port 8081",
  },
  {
    name: "what we do",
    pattern:
      /^we (?!need|want|can\b|can'?t|could|should|must|have to|already|tried|just\b|will\b|did|had\b|were\b|was\b|would|think|know|see\b|saw\b|get\b|got\b|\w+ed\b)[a-z]+ \S/,
    example: "We publish to our own registry",
  },
  {
    name: "what became of it",
    pattern:
      /^(?:the|our) (?:\S+ ){1,5}?(?:was|were|has been|have been|got) (?:replaced|renamed|moved|rewritten|removed|migrated|merged|split|dropped|deprecated|retired)\b/,
    example: "The importer was replaced by a stream",
  },
  { name: "what to use", pattern: /^use \S+[.!]*$/, example: "Use pnpm" },
];

/** True at the moment, or of the task alone. */
export const PASSING: readonly Row[] = [
  {
    name: "how it goes",
    pattern: new RegExp(
      String.raw`\b${STATES_OF_NOW}\b(?![-.]\w)|\bwe (?:need|want|already|tried)\b|\b(?:is|are) (?:not |currently )?(?:running|loading|building|waiting|coming|going|looking|doing|happening)\b|\breturns? (?:an? )?[45]\d\d\b(?!, not)|\btime for\b|\b(?:your|my) court\b`,
    ),
    example: "No, the build is still red",
  },
  {
    name: "about something on screen",
    pattern: new RegExp(
      `^${THING_AT_HAND}s? (?:is|are|has|have|looks?|shows?|comes?|goes|stays?|needs?|takes?|starts?|gets?)\\b(?! \\w+ed (?:by|with|from|to)\\b)(?! (?:called|named|not|stored|written|made|generated|handled)\\b)(?!.*\\bnot\\b)|\\b(?:off|at the wrong)\\b`,
    ),
    example: "No, the cursor is at the wrong place",
  },
  {
    name: "does not name the subject",
    pattern:
      /^(?:it's|it is|the [\w-]+ (?:[\w-]+ )?is) (?:a|an|the) [a-z]+(?: [a-z]+)?,? not (?:a|an|the) [a-z]+[.!]*$|\b(?:wrong|slow|broken|null|fine|bad|true|false),? not\b/,
    example: "It's a warning, not an error",
  },
  {
    name: "an opinion",
    pattern:
      /\b(?:is|are|was|were|looks?|seems?) (?:\w+ly |very |so |really |all |not |a bit |too )?(?:outdated|incomplete|wrong|complete|old|new|ugly|big|small|long|short|hard|easy|confusing|important|unclear|correct|useless|away|closed|open|off|on|up|down|ready|busy|late|early|unreachable|invalid|valid|nice|unused|unrelated|obvious|strange|weird|odd|huge|tiny|there|here|next to it)[.!]*$/,
    example: "No, the docs are outdated",
  },
  {
    name: "a rating",
    pattern:
      /\bnot (?:the )?(?:first|second|third|last|wrong|right|perfect|great|bad|correct|much|really|very|always|only|just|all|undefined)\b/,
    example: "It's fine, not great",
  },
  {
    name: "about the current task",
    pattern:
      /\b(?:the|a) (?:bugs?|problem|issue|error|diff|typo|culprit|question|failure|point|fix)\b|\b(?:the|this|that|which|new|old|other|red|blue|green|first|second|third|last|left|right|big|small) ones?\b|\b(?:i|you) (?:said|meant|asked|want)\b|(?<!^)\byou\b|\bnot (?:a|the) must\b/,
    example: "The bug is not in the parser but in the lexer",
  },
];
