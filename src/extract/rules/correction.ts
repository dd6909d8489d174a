/** Correction: the person puts right what was said or assumed about how things are. */
import type { Reading } from "../reading.ts";
import { afterAll, afterManners } from "./openings.ts";
import { type Row, type Rule, rowFor } from "./rule.ts";
import { TRAPS } from "./traps.ts";

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

const REPLY =
  /^(?:actually|no+|nope|nah|wrong|incorrect|false|not (?:quite|really|true|correct)|(?:small |one |minor )?correction|that(?:'s| is) (?:wrong|incorrect|false|not (?:right|correct|true|quite right|how it works))|(?:you(?:'re| are)|i was) (?:wrong|mistaken)(?: (?:there|here|about that))?|you got (?:that|it|this) wrong|my (?:mistake|bad)|sorry|well|hm+|in fact)(?:[,:;.!–—-]+(?: |$)| - | (?=(?:no|the|we|our|this|in|actually|it's|its|main|use|uses|prices|dates)\b)|(?<=actually) (?=[^,]{1,60}\b(?:is|are|runs?|uses?|lives?)\b))/;

function afterReply(plain: Reading): Reading {
  return afterManners(afterAll(plain, REPLY));
}

/** Both sides are named: what is, and what is not. */
export const CONTRASTS: readonly Row[] = [
  {
    name: "this, not that",
    pattern:
      /^(?!i\b|make\b|put\b|use\b|name\b|call\b|return\b).*\b(?:is|are|it's|its|use|uses|called|named|returns?|runs?|lives?|expires?|comes? from|built)\b.{1,60}?,? not (?:(?:in|on|at|with|from|by|a|an|the|after|to|for) )*[^\s,]+(?: [^\s,]+)?[.!]*$/,
    example: "The port is 5433, not 5432",
  },
  {
    name: "not this but that",
    pattern:
      /\bnot (?:(?:in|on|at|with|from|by|a|an|the|to) )*[^\s,]+(?: [^\s,]+)?,? but (?:(?:in|on|at|with|from|by|a|an|the|to|rather) )*[^\s,]+(?: [^\s,]+){0,2}[.!]*$/,
    example: "The tests are not in test/ but in spec/",
  },
  {
    name: "is not, it is",
    pattern: /\b(?:is|are) not (?!you\b)[^,;]{2,60}[,;] (?:it|they|that|this)(?:'s| is|'re| are) /,
    example: "It is not a monorepo, it is two repositories",
  },
  {
    name: "we do not, we do",
    pattern:
      /^we (?:don'?t|do not|no longer) (?:use|have|run|deploy|support)\b[^,;]{1,60}[,;] (?:we|it|ci|that|now|everything|all)\b/,
    example: "We don't use Redux, we use Zustand",
  },
  {
    name: "no longer",
    pattern: /^we (?:no longer|don'?t|do not) use [^,;]{2,40}(?:any ?more)?[.!]*$/,
    example: "We no longer use Travis",
  },
];

/** After a reply: how things are, with a subject that can be understood later. */
export const STATES: readonly Row[] = [
  {
    name: "how things are",
    pattern:
      /^(?!it\b|it's\b|its\b|that\b|that's\b|this\b(?! (?:repo|project|code ?base|service|app|package|team))|these\b|those\b|there\b|i\b|i'[a-z]+\b|you\b|you're\b|they\b|they're\b|he\b|she\b|let\b|let's\b|can\b|just\b|not\b|don'?t\b)(?:[^\s]+ ){1,9}?(?:is|are|isn't|aren't|has|have|uses?|lives?|runs?|comes?|returns?|listens?|deploys?|owns?|expires?|picks?|starts?|ends?|needs?|takes?|gets?|goes|reads?|writes?|sends?|stores?|keeps?|calls?|belongs?|accepts?|supports?|depends?|handles?|requires?|works on|sits?|stands?|points?|ships?|builds?|merges?|releases?|happens?|speaks?|talks?|exists?|contains?|holds?|means?)\b/,
    example: "no, the API listens on port 8081",
  },
  { name: "what to use", pattern: /^use \S+[.!]*$/, example: "No, use pnpm" },
];

/** True at the moment, or of the task alone. */
export const PASSING: readonly Row[] = [
  {
    name: "how it goes",
    pattern:
      /\b(?:now|still|already|again|fixed|broken|fails?|failed|failing|passes|passed|passing|works|working|compiles|done|fine|good|better|ok|okay|great|too|nice|stuck|empty|missing|null|green|red|blue|slow|flaky|crash(?:es|ing|ed)?|hangs?)\b(?![-.]\w)/,
    example: "No, the build is still red",
  },
  {
    name: "of the task",
    pattern:
      /\b(?:the|a) (?:bugs?|problem|issue|error|diff|typo|culprit|question|failure|point|fix)\b|\b(?:one|ones)\b(?! for\b)|\b(?:i|you) (?:said|meant|asked|want)\b|\byou\b|\bnot (?:a|the) must\b/,
    example: "The bug is not in the parser but in the lexer",
  },
];
