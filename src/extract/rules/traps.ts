/** Sentences that look worth keeping and are not: questions, hypotheticals, reports, the past, one task only. */
import type { Row } from "./rule.ts";
import { THING_AT_HAND } from "./things.ts";
import { FOR_NOW, REPORTING, TASK_VERBS } from "./words.ts";

/** It applies from now on, and not only to the current task. */
const LASTING =
  "(?:\\w+ )?(?:repo|repository|project|code ?base|product|team|company|package|app|service|organi[sz]ation|monorepo|workspace|module|folder|directory|machine)s?";

/** States that it applies to all future work. */
export const LASTS =
  /\b(?:from (?:here|now|today|this point) on(?:wards?)?|(?:going|moving) forwards?|in (?:the )?future|for all future)\b/;

/** Matched against the entire sentence: a question stays a question, whichever rule matches. */
export const QUESTIONS: readonly Row[] = [
  { name: "question mark", pattern: /\?["')\]]*$|, (?:why|how come)[.!]*$/, example: "must it be async?" },
  {
    name: "question word",
    pattern:
      /^(?:(?:hi|hey|hello|ok|so|and|but|well|hmm?|actually|please)[,!]? )*(?:what|why|how|where|who|whom|whose|which|wonder\w*|whether)\b/,
    example: "what must I do to get the token",
  },
  {
    name: "asking verb",
    pattern:
      /^(?:(?:hi|hey|hello|ok|so|and|but|well|hmm?|actually)[,!]? )*(?:(?:can|could|would|will|may|might|should|shall|must|does|did|is|are|was|were|has|isn'?t|aren'?t|doesn'?t|didn'?t|shouldn'?t|wouldn'?t|couldn'?t|can'?t) (?:i|you|we|it|they|he|she|there|this|that|the|these|those|all|every|our|my|your|someone|anyone)\b|(?:do|don'?t|have|haven'?t) (?:i|you|we|they|the|these|those|all|our)\b)/,
    example: "is it required to sign the commits",
  },
];

/** Matched against the part of a sentence that a rule would keep, even if the person asked to remember it. */
export const PASSING_TRAPS: readonly Row[] = [
  {
    name: "describes an error",
    pattern: /^(?:the|an?|my) (?:\w+ )?(?:error|bug|problem|issue|crash|warning|failure|exception|stack trace)\b/,
    example: "The error must appear on every request",
  },
  {
    name: "only for now",
    pattern: new RegExp(String.raw`\b${FOR_NOW}\b|^until\b|(?<!(?:called|named) \S{1,40} )\bnow[.!]*$`),
    example: "For now, use npm",
  },
  {
    name: "says not to keep it",
    pattern:
      /\b(?:no (?:need|reason)|don't (?:need|have|bother)|do not (?:need|have)|needn't|not (?:necessary|worth)|without having)(?: for you)?(?: to)? (?:\w+ )?(?:remember|stor|sav|keep|not|memori[sz]|record|writ)(?:e|es|ing|ering)?\b|^(?:please )?(?:don't|do not|never) (?:store|save|remember|keep|memori[sz]e|note|record)(?: any of)? (?:this|that|it|these)\b|^(?:forget|ignore) (?:this|that|it|what)\b/,
    example: "No need to store that anywhere",
  },
];

/** Also matched against a line that introduces a list. */
export const LIST_TRAPS: readonly Row[] = [
  {
    name: "output of a tool",
    pattern:
      /\b(?:fails?|failed|failing|failures?|errors?|warnings?|violations?|findings|output|lint|linter|complains?)\b/,
    example: "Here are the lint rules that fail:",
  },
];

/** Matched unless the person asked to remember it. */
export const TRAPS: readonly Row[] = [
  ...PASSING_TRAPS,
  {
    name: "only about one place",
    pattern: new RegExp(
      `\\b(?:this|these|those)\\b(?! ${LASTING}\\b| is (?:a |an |our |the )?(?:\\w+ )?(?:requirement|rule|policy|convention|important|mandatory)\\b| point on)|\\bthat (?:one|file|bug|line|test|function|button|page|branch|commit|change|error)\\b|\\b(?:in|on|at) line \\d|\\b(?:above|below)[.!]*$|\\bthe (?:first|second|third|last|latter|former|other|old|new|left|right|same|current|previous) (?:one|option|version|approach|variant|file|test|overload)\\b`,
    ),
    example: "You must only change the CSS in this file",
  },
  {
    name: "hypothetical",
    pattern:
      /^(?:if|suppose|supposing|imagine|assum(?:e|ing)|hypothetically|in theory|theoretically|ideally|supposedly|technically|let'?s (?:say|pretend|assume|imagine)|say,|unless|in case|what if|provided)\b|\b(?:wish|would be (?:nice|great|better) if)\b/,
    example: "If we always used UTC, this would not happen",
  },
  {
    name: "uncertain",
    pattern:
      /\b(?:maybe|perhaps|possibly|probably|presumably|apparently|i (?:think|guess|suppose|believe|assume|suspect|wonder|doubt|am not sure|hope)|i'm (?:not sure|unsure|guessing)|not sure|would explain|might be|could be|no idea|as far as i)\b/,
    example: "Maybe we should always use UTC",
  },
  {
    name: "reports what someone said",
    pattern: new RegExp(String.raw`\b${REPORTING}\b`),
    example: "My manager said we must always write tests",
  },
  {
    name: "about the past",
    pattern:
      /(?<!'m |am |are |get |'re )\bused to\b|\b(?:had to|back then|yesterday|last (?:year|week|night|month|time|job|sprint|quarter)|ago|previously|in the past|at my (?:last|old|previous)|in my (?:last|old|previous))\b|\b(?:the|our) (?:old|previous|former) (?:cto|ceo|dev|developer|team|boss|lead|system|manager|company)\b/,
    example: "We used to require two reviews",
  },
  {
    name: "refers to something said before",
    pattern:
      /^(?:(?:always|never|don'?t(?: ever)?|do not(?: ever)?|avoid|stop|prefer) )+(?:\w+ )?(?:it|that|this|them|so)(?: again| please| here| there| anymore)?[.!]*$|^(?:i|we) (?:\w+ )?(?:prefer|like|love|hate|want) (?:the )?(?:latter|former|first|second|third|last|other|same|rest)\b(?! \w+ to\b)/,
    example: "Never do that again",
  },
  {
    name: "asks for a change",
    pattern:
      /[,;] (?:so |and |then )?(?:rename|move|remove|change|delete|update|rewrite|write|build|replace) (?:it|that|them)\b|[,;:.] ?(?:so |and |then )?(?:(?:please|pls)(?! (?:avoid|don'?t|do not|never|always|prefer|keep))|can you|could you|fix|implement|build|look(?! it up)|go ahead|try)\b.*\b(?:it|that|them|again|accordingly|now)\b|[,;.] (?:can|could|would|will) you\b|; (?:please )?(?:add|write|create|fix|implement|build) (?:a|an|the)\b|[,;] (?:please|pls) (?:implement|fix|add|update|change|do|correct|rewrite|look|check)\b/,
    example: "The list must be sorted, please implement it",
  },
  {
    name: "a task follows",
    pattern:
      /^(?!(?:when(?:ever)?|every ?time|each time|any ?time|before|after|for|in|on|if|with|at|once|as)\b).*[,;] (?:please |so |then )*(?:add|write|create|implement|build|rewrite|extend|scale|adjust) (?:a|an|the|it|some)\b|\baccordingly[.!]{0,3}$/,
    example: "Every endpoint must be limited, add a middleware",
  },
  {
    name: "describes the product",
    pattern: new RegExp(
      `(?:^|[,:] |\\b(?:and|then|when|where|empty|open|done) )(?:(?:the |our )users|${THING_AT_HAND}) (?:must|has to|have to|needs? to|should|is required|is mandatory|is forbidden)\\b`,
    ),
    example: "The table must have three columns",
  },
  {
    name: "about the current work",
    pattern:
      /\bmust(?: not)? be \w+er\b(?! than\b)|^(?:implement|refactor|create|fix|add|update|rename|remove|delete|explain|ensure|generate|convert|insert|translate|summari[sz]e|investigate|rewrite|replace|find|tell|change)\b[^,:;]*[,:;]|^(?:acceptance criteria|user story|requirements?|expected|steps to reproduce)\b.*:|^as an? \w+,? i\b|^for the (?:demo|meeting|presentation|prototype|poc|screenshot|release notes|hotfix|backport|rebase)\b|\bshould (?:say|read|be called)\b/,
    example: "The animation must be smoother",
  },
  {
    name: "joke",
    pattern: /\b(?:lol|haha\w*|jk|just kidding|joking|rofl)\b|[;:]-?\)\s*$/,
    example: "Never call me at night, lol",
  },
  {
    name: "task",
    pattern: new RegExp(
      String.raw`^(?!.*(?:\bby default|, always|\bevery time|\beach time)[.!]*$)(?:(?:now|then|first|next|also|just|only|and|so|ok|okay),? )*${TASK_VERBS} (?:a|an|the|this|that|these|those|it|all|any|every|each|me|my|our|your|us|whether|if|which|what|how|why|where|out|up|into|at|sure(?! to (?:always|never))|another|one|two|some|back|in|on|to(?! (?:always|never))|x+)\b`,
    ),
    example: "Write a validator: the name must not be empty",
  },
  {
    name: "reports a problem",
    pattern:
      /^(?!(?:always|never|avoid|don'?t|do not)\b).*(?:\b(?:but|although|though|even though|and (?:yet|then|still)|while|whereas|,) (?:it|the|i|they|we|nothing|my)\b.*\b(?:fail\w*|break\w*|broke|broken|crash\w*|anyway|error|errors|opposite|hang\w*|still|nothing|instead|get|gets|got|missing|wrong|does ?n'?t|did ?n'?t|isn'?t|wasn'?t|not (?:work\w*|convinced)|submits?|filled)\b|\b(?:i (?:get|got|see|keep getting)) (?:a|an|the) \w* ?(?:\d{3}|error|warning|exception)\b|\beven though\b|\bthe other way (?:a)?round\b|\bthat(?:'s| is) (?:the|a) (?:bug|problem|issue)\b|\balthough i\b)/,
    example: "The field is required but the form submits anyway",
  },
];
