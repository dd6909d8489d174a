/** English words that tell whether a sentence is meant to last and can be understood without the talk around it. */
import type { RecordType } from "../../core/record/record.ts";

export type RuleName = "remember" | "constraint" | "correction" | "preference";

export type Mark = {
  readonly name: string;
  readonly rule: RuleName;
  /** Absent: the words of the statement decide. */
  readonly type?: RecordType;
  readonly pattern: RegExp;
  /** Where the statement is: the words after the mark, or the clause around it. */
  readonly states: "after" | "around";
  readonly example: string;
};

const RULES = "(?:rule|guideline|principle|policy|convention|working agreement|duty|habit)s?";
const MEMORY_FILES = "[\\w@./-]*(?:\\.mdc?|memory|rules|docs|agreements?)";
/** "Update CLAUDE.md to reflect …" is about the file, not a rule. */
const EDITS = "(?:improve|reflect|include|mention|match|fix|clarify|remove|add|be|have)\\b";
const SAYS = "(?: that (?:says|states|specifies|tells)(?: you| that| something like)*)?";

/** The first that matches; the more a mark asks for memory, the earlier it stands. */
export const MARKS: readonly Mark[] = [
  {
    name: "asks to note it",
    rule: "remember",
    pattern: new RegExp(
      `\\b(?:make|take|leave|add|keep)(?: a)?(?: \\w+)? note(?:,? (?:to|in|into|for) ${MEMORY_FILES}(?: \\([^)]*\\))?)?(?:,? (?:to|that|of) |: )|\\b(?:remember|keep in mind|bear in mind)(?:(?: to| that|:) |,? (?=(?:always|never|our|the|all|i'm|i am|my|we (?:always|never|use|don't|want))\\b))|^for (?:future|later) reference(?:, |: )`,
    ),
    states: "after",
    example: "Make a note to restart the shell after an upgrade",
  },
  {
    name: "orders a rule",
    rule: "remember",
    pattern: new RegExp(
      `\\b(?:add|make|create|write|set up|establish|introduce)\\b[^.,;:]{0,40}?\\b${RULES}${SAYS}(?: (?:to|that|where|so that)| ?[:–-]) ?|\\b(?:new|standing|general|ground|house|golden) rule ?: ?|\\bupdate (?:(?:our|the|your|my) )?(?:\\S+ ){0,2}?(?:${RULES}|instructions|how we work|claude\\.md|agents\\.md)(?: and \\S+)? (?:to|so that) (?:specify (?:to|that) |say (?:to|that) )?(?!${EDITS})`,
    ),
    states: "after",
    example: "Create a rule that tests run before every push",
  },
  {
    name: "from now on",
    rule: "remember",
    pattern:
      /\b(?:from (?:now|here|this point) on(?:wards?)?|going forward|henceforth|in (?:the )?future|next time|as a (?:general )?rule)\b/,
    states: "around",
    example: "Next time, ask me before a migration",
  },
  {
    name: "must",
    rule: "constraint",
    type: "policy",
    pattern:
      /\b(?:must|mustn't)\b|\b(?:don't|do not) ever\b|\bnever ever\b|\b(?:is|are) (?:always |strictly )?(?:required|mandatory|forbidden|not allowed)\b/,
    states: "around",
    example: "Invalid themes must never crash the program",
  },
  {
    name: "always or never",
    rule: "preference",
    pattern:
      /\b(?:always|never|at all times)\b|\b(?:don't|do not|dont)\b.*\bever\b|\b(?:every|each) time\b|\bwhenever\b/,
    states: "around",
    example: "Always run the specs before a push",
  },
  {
    name: "prefers",
    rule: "preference",
    type: "preference",
    pattern: /\bprefer\b/,
    states: "around",
    example: "I prefer small commits",
  },
  {
    name: "the project's way",
    rule: "remember",
    pattern:
      /^(?:in|for|on) (?:this|our) (?:\w+ )?(?:repo|repository|project|code ?base|monorepo|team|package|service),? (?=(?:we|always|never|use|don't|do not|all|every|the)\b)/,
    states: "around",
    example: "In this repo we squash commits",
  },
  {
    name: "corrects a fact",
    rule: "correction",
    type: "fact",
    pattern:
      /^(?:(?:no|nope|wrong|incorrect|correction|actually|(?:sorry, )?(?:but )?that's (?:wrong|not (?:right|true|correct)))[,.:!]+ )+(?=(?:the|our|my|we|all|\w+s|\w+)\b[^,]*? (?:is|are|isn't|aren't|uses?|runs?|lives?|listens?|belongs?|goes?|has|have|starts?|ends?|comes?|returns?)\b)(?!.*\bshould\b)/,
    states: "after",
    example: "No, the API listens on port 8081",
  },
  {
    name: "this, not that",
    rule: "correction",
    type: "fact",
    pattern: /^not .{2,40} but .{2,60}\b(?:is|are)\b|^(?:the|our|my) [^,]{2,40} (?:is|are) [^,]{2,40}, not \S/,
    states: "around",
    example: "Not Jest but Vitest is our test runner",
  },
];

/** Words before a statement that add nothing to it. */
export const OPENINGS =
  /^(?:(?:yes|yeah|yep|no|nope|nah|ok|okay|also|and|but|so|then|please|pls|plz|wait|great|good|cool|nice|btw|hey|hi|well|right|alright|sorry|actually|oh|omg|omfg|dude|in fact|note that|mention that|by the way|as i said|again)\b[,.!:]* *|(?:i (?:just )?(?:want(?:ed)?|would like|need) to )?remind you (?:to|that) |(?:just )?make sure (?:that |you |to )?(?=always|never)|be sure to (?=always|never)|don't forget (?:to|that) |i(?:'d| would)? (?:want|like|need|expect) you to (?=always|never)|we want you to )/;

/** Where a clause of its own begins. */
export const CLAUSES =
  /;\s+|\s+(?:--?|–|—)\s+|[.:]\s+|,\s+(?=(?:but|and|also|so|then|or|yes|no|please|always|never|from now|going forward)\b)|\b(?:and|but)\s+(?=(?:always|never|please|i|you|we|make|yes)\b)|\)\s+/g;

/** A clause that names the occasion belongs to the demand after it. */
export const OCCASION = /^(?!in fact)(?:when|whenever|if|before|after|for|in|on|with|while|during|unless|once|as)\b/;

export const ASKS =
  /^(?:did|does|do (?!not\b)|can|could|should|shouldn't|would|wouldn't|will|why|what|how|is|are|isn't|aren't|didn't|doesn't|where|who|which|whose|must|am|was|were|have|has|had)\b/;

export const HEDGES =
  /\b(?:maybe|perhaps|mb|i guess|i think|i suppose|i wonder|i feel like|i'm not sure|not sure|probably|imagin\w+|what if|how about|what about|suppose|hypothetically|in theory|say we|would be|could be|might be)\b|^(?:if we(?:'re| are|'d| would| had)|if i (?:were|had)|imagine)\b/;

/** For this moment, or about what was. */
export const MOMENT =
  /(?<!from )\bnow\b(?! on)|\b(?:rn|yet|today|tonight|currently|right away|this time|this once|at the moment|for the moment|for the time being|just once|temporarily|for (?:this|the) (?:pr|commit|task|change|session|demo|release|test|branch|file)|(?:in|on) this (?:pr|commit|task|change|session|branch|file|function|test))\b|\b(?:we're|we are|i'm|i am) going to\b/;

/** Reports what somebody else says. */
export const REPORTS =
  /\b(?!(?:i|we|you|it|that|this) )[\w']+ (?:said|says|told (?:me|us)|wrote|writes|claims?|recommends?|suggests?|insists?)\b|\b(?:he|she|they|customers?|clients?|boss) wants?\b|\b(?:docs|guidelines|they|people|others|reviewers|customers) (?:say|claim|recommend|suggest)\b|\b(?:reads|quote):/;

/** After these, "always" and "never" tell what happened. */
export const TELLS_WHAT_WAS =
  /^(?:mind|seen|heard|saw|knew|thought|had|has|got|gets|did|was|were|been|ends|works|worked|happens?|happened|said|tried|ran|felt|fails?|failed|been|crashes|hangs|shows|returns|wins?)\b/;

/** A subject that may be told to do something, or a thing that a rule is about. */
export const LOST_SUBJECT = /^(?:it|they|that|this|these|those|there|he|she|everything|something|which|who)\b/;

export const POINTERS: ReadonlyMap<string, number> = new Map([
  ...["it", "its", "them", "they", "their", "one", "ones"].map((word) => [word, 2] as const),
  ...["this", "these", "those", "that", "such", "same", "above", "below", "there"].map((word) => [word, 4] as const),
]);

/** "This project" needs no talk around it. */
export const ALWAYS_THERE =
  /^(?:repo|repository|project|codebase|code|team|machine|computer|laptop|monorepo|workspace|app|package|company|product|service|org|organisation|organization)s?$/;

/** After these, "that" points at something; elsewhere it joins two clauses. */
export const BEFORE_POINTER =
  /^(?:use|uses|do|does|doing|did|to|of|for|with|like|in|on|about|from|add|make|change|fix|keep|as|by|after|before|than|at|not|is|was|want|need|put|move|update|remove|or|and|using|run|all)$/;
