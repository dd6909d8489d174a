/** Constraint rule: what must or must never be, for all later work. */
import { afterManners } from "./openings.ts";
import { type Row, type Rule, rowFor } from "./rule.ts";
import { TRAPS } from "./traps.ts";

export const constraint: Rule = {
  name: "constraint",
  type: "policy",
  example: "All database migrations must be reversible",
  traps: TRAPS,
  statement: (sentence) => {
    const plain = afterManners(sentence);
    const found = rowFor(OBLIGATIONS, plain.words);
    return found === undefined || rowFor(NO_OBLIGATIONS, plain.words) !== undefined ? undefined : plain;
  },
};

/** Single things that a requirement can apply to permanently. */
const LASTING =
  "apps?|api|sdk|cli|docs|documentation|library|package|repo|repository|code|codebase|lock ?file|lockfile|bundle|database|schema|changelog|readme|license|suite|pipeline|coverage|size|budget|worker|service|server|client|frontend|backend|product|site|website|cluster|namespace|core|kernel|engine|domain|protocol|format|version";

export const OBLIGATIONS: readonly Row[] = [
  { name: "must", pattern: /\bmust(?:n't)?\b(?!-|'ve)/, example: "Tests must not hit the network" },
  {
    name: "do not ever",
    pattern:
      /\b(?:don'?t|do not)(?:,? under any circumstances,?)? ever\b|\bnever,? ever\b|^(?:don'?t|do not),? under any circumstances\b/,
    example: "Don't ever force push to develop",
  },
  {
    name: "no circumstances",
    pattern: /\bunder (?:no|any) circumstances?\b/,
    example: "Under no circumstances drop a column",
  },
  {
    name: "is required",
    pattern:
      /\b(?:is|are|it's) (?:\w+ly |absolutely )?(?:required|mandatory|compulsory|forbidden|prohibited|disallowed|off[- ]limits)\b/,
    example: "Types are required on all exported functions",
  },
  {
    name: "is not allowed",
    pattern:
      /\b(?:is|are|it's) (?:strictly )?(?:not|never) (?:allowed|permitted|acceptable)\b|\b(?:isn't|aren't) (?:allowed|permitted)\b/,
    example: "New dependencies are not allowed without asking",
  },
  {
    name: "requires",
    pattern: /^(?!it\b|this\b|that\b)[^,;:]{3,80}\brequires? (?:a|an|the|two|\d|approval|sign-?off)\b/,
    example: "Access to the cluster requires a ticket",
  },
  {
    name: "has to",
    pattern:
      /^(?:in [^,]{1,40}, )?(?:all|every|each|any|new|our|public)\b[^,;:]{2,80}\b(?:has|have|needs?) to\b|^(?!(?:the|these|those|some|users?|things?|it|that|this|there|something|someone|i|we|you|they|he|she|my|your|what|which|no|not)\b)(?:[\w/-]+ ){1,6}(?:has|have|needs?) to (?:be|go|pass|use|have|come|run|follow|include|live|stay|match|support|work)\b/,
    example: "Every PR has to be squashed before merge",
  },
  {
    name: "may not",
    pattern:
      /\b(?:nobody|no one|noone|nothing|none)\b.{0,40} may\b|^only [^,;]{2,60} may\b|^you (?:cannot|can'?t|can not) [^,;]{3,60} without\b|\b(?:you|we|agents?|developers|contractors) may (?:not|never|only)\b|\bmay never\b|\bshall (?:not|never|be|only)\b/,
    example: "Nobody may merge without a green build",
  },
  {
    name: "our policy",
    pattern:
      /^it(?:'s| is) (?:a|an|our|the) (?:\w+ )?(?:policy|rule|convention|standard|principle)(?: (?:here|of ours|(?:in|on|at) (?:this|our)\b[^,;:]{2,30}))? (?:that|to)\b(?! (?:broke|fails|failed|is|was|has|never|keeps|matches|fires|triggers|blocks)\b)|^we have an? (?:\w+ )?(?:policy|rule|convention) (?:of|that|to|against)\b|^(?:our|company|team|the team's|house|project) (?:\w+ )?(?:policy|rule)(?: (?:for|on|here|in) ?[^,;:]{0,30})? is(?: that| to|:)? (?!broken|wrong|missing|too\b|not (?!to\b))/,
    example: "It's our policy that every public function has a docstring",
  },
  {
    name: "none without",
    pattern:
      /^nothing (?:goes|gets|is|ships|lands|merges)\b[^,;:?]{3,80}\bwithout\b|^no (?!one\b|idea\b|problem\b)[a-z][^,;:?]{2,80}(?:\b(?:without|unless)\b|, ?ever\b)/,
    example: "No deploys on Fridays, ever",
  },
];

export const NO_OBLIGATIONS: readonly Row[] = [
  {
    name: "a guess about the past",
    pattern:
      /\bmust(?:n't| not)? have (?:\w+ly )?(?:\w+(?<!ne|fe|re|e)ed|been|gone|got|gotten|come|become|forgotten|broken|made|lost|left|had|done|seen|run|taken|written|sent|set|hit|put|found|meant|let|kept)\b/,
    example: "It must have been the cache",
  },
  {
    name: "a guess",
    pattern:
      /^(?:and |so )?(?:it|that|this|they|he|she|someone|somebody|you)(?:'s| is)? (?:must|has to|have to) be\b|^there (?:must|has to|have to) be\b(?!.*\b(?:every|each|all|any|per|always|exactly)\b)|^must be\b|\b(?:it|he|she|this|that|which|how it) (?:must|has to)\b|\bmust(?: not)? be (?:wrong|broken|right|correct|green|finished|done|missing|ready|possible|related|due|caused|stale|different|nice|somewhere|something|someone|some|because|from)\b/,
    example: "There must be a typo somewhere",
  },
  {
    name: "does not name what",
    pattern: /^(?:it|that|this|they) (?:must|has to|have to|needs? to|may|shall)\b/,
    example: "It must stay below 56px",
  },
  {
    name: "states what something requires",
    pattern: /^(?:it|that|this)(?:'s| is) required by\b/,
    example: "It's required by the interface",
  },
  {
    name: "about one element",
    pattern: new RegExp(
      `^(?:and |so )?the (?!(?!new )(?:[\\w-]+ ){0,3}(?:${LASTING})\\b)(?:[\\w-]+ ){0,3}[\\w-]*[^\\Ws] must (?!not\\b|never\\b|always\\b)`,
    ),
    example: "The logo must be centred",
  },
  {
    name: "about a few things",
    pattern:
      /^(?:both|all (?:the|these|those|of (?:these|those|them)|two|three|four|five|\d+)|the (?:two|three|four|other|remaining))\b/,
    example: "Both tests must pass",
  },
  {
    name: "an order for now",
    pattern:
      /^you must (?!not\b|never\b|always\b|only\b|ask\b|run\b|use\b|keep\b|follow\b|write\b|add\b|update\b|document\b|commit\b|sign\b|test\b|include\b|pin\b|make sure\b|ensure\b|wait for\b)/,
    example: "You must read the stack trace",
  },
  {
    name: "the person's own plan",
    pattern: /\bi(?:'ll)? (?:must|have to|need to|had to)\b/,
    example: "I must leave in ten minutes",
  },
  {
    name: "a one-time task",
    pattern:
      /\b(?:we|you) (?:must|have to|need to) (?:\w+ly |also |still |first )?(?:fix|ship|finish|leave|go|hurry|see|admit|say|solve|debug|find|figure|understand|check|look|restart|decide|know|be|do|try|wait|get|start|talk|have (?:a look|another look|two|three|some)|not forget)\b|^the tests must (?:pass|be green|work|run)\b[^,]{0,12}$/,
    example: "We must fix the login page",
  },
  {
    name: "does not name what is required",
    pattern: /\b(?:a|the) must\b|\bmust[- ](?:have|read|see|do)s?\b(?= (?:plugin|list|tool|book))/,
    example: "It is a must",
  },
  {
    name: "only part of a sentence",
    pattern:
      /\b(?:that|which|what|who|where|places|why|between|and|or) must\b|\bif (?:\w+ ){0,4}must\b|\b(?:as|if|minimum|what is|what's) required\b/,
    example: "Only the files that must change should be in the diff",
  },
  {
    name: "no longer true",
    pattern: /\b(?:was|were|been) (?:\w+ )?(?:required|mandatory|forbidden|allowed|permitted)\b/,
    example: "It was required last year",
  },
  {
    name: "describes a cost",
    pattern: /\brequires? (?:too|more|a lot|much|so)\b|\bviolat/,
    example: "It requires more memory than I have",
  },
  {
    name: "says that nothing is required",
    pattern: /\b(?:no longer|not) (?:required|mandatory|forbidden)\b|\bno \w+ (?:is |are )?required\b/,
    example: "No changes required",
  },
];
