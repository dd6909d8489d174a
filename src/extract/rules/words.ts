/** Long word lists that patterns are built from. */

/** First words of an instruction for a task. */
export const TASK_VERBS = oneOf(
  "add|adapt|adjust|append|apply|ask|build|bump|change|check|clean|convert|copy|create|debug|define|delete",
  "deploy|describe|design|document|draft|edit|ensure|explain|extend|extract|figure|find|fix|format|generate",
  "give|implement|insert|install|investigate|list|look|make|merge|migrate|modify|move|name|open|paste",
  "prepare|print|push|put|read|refactor|remind|remove|rename|replace|reproduce|return|revert|review|rewrite",
  "run|search|send|set|show|start|summari[sz]e|swap|tell|translate|try|turn|undo|update|upgrade|validate",
  "verify|wrap|write",
);

/** More verbs of lasting instructions. */
export const DEEDS = oneOf(
  TASK_VERBS,
  "answer|attach|avoid|call|cite|close|commit|confirm|consult|cover|declare|do|don't|do not|double-check|escape|follow",
  "handle|import|include|keep|leave|let|limit|link|lint|log|mark|mention|mock|never|always|note|notify|pass|pin|ping",
  "place|prefer|prefix|quote|re-?run|re-?build|re-?generate|re-?start|rebase|record|register|reply|respect|reuse|save",
  "sign|skip|sort|squash|stick|stop|store|sync|tag|test|throw|tidy|treat|use|wait|warn",
);

/** Things that recur in the work on a project; without an article it means all of them. */
export const ARTEFACTS = oneOf(
  "commit messages?|commits|branch(?:es| names)|pr (?:titles|descriptions)|prs|pull requests|docstrings|(?:code )?comments",
  "(?:variable|function|class|file|test|package|component|column|table) names|migrations|tests|(?:unit|integration) tests",
  "imports|naming|log messages|changelog entries|release notes|dependencies|feature flags|scripts|fixtures|snapshots",
);

/** Reports the words of somebody else or of a document. */
export const REPORTING = oneOf(
  "says|said|(?<!before |without )saying|told|tells|claims|claimed|claiming|insists?|insisted|thinks|thought|recommends?",
  "recommended|complains?|complained|wrote|suggests|suggested|(?<!(?:always|never|to|please) )mentions?|mentioned",
  "states (?:that|you|all|the)|stated|explains that|warns|warned|(?<!rather (?:you|you always|you just) )asked|asks|learned|taught|it is written",
  "written that|reads:|stated?s?:|according to|i(?:'ve)? (?:read|heard|saw|learned)",
  "(?:docs?|documentation|people|they|devs|reviewers|guides?|wiki|colleagues|folks|some) (?:say|claim|think|recommend|want|prefer|insist|suggest|state|expect|require|demand)",
  "(?:docs?|specs?|readme|rfc|wiki|guide|linter|compiler|log|ticket|pm|boss|manager|customer|client|legal|lawyer|auditor)s? (?:states?|wants?|requires?|demands?|expects?|needs?)",
);

/** It applies for a while only. */
export const FOR_NOW = oneOf(
  "for now|right now|for the moment|at the moment|this time|just (?:this )?once|today|tonight|tomorrow",
  "this (?:morning|afternoon|evening|week)|yet|in a (?:minute|moment|second)|asap",
  "(?:by|before) (?:tonight|monday|tuesday|wednesday|thursday|friday|noon|the (?:demo|meeting|weekend|call))",
  "as (?:a )?(?:first|next) step|the one i",
  String.raw`(?:before|until|when|while) i\b(?! (?:ask|say|write|tell|approve|confirm))[^,]*|i just|you just`,
  "before we (?:continue|go on|merge it|move on)|currently|be quick|hurry",
  "(?:a |the )?(?:meeting|call) (?:at|in)",
);

/** What things do all the time. */
export const STATE_VERBS = oneOf(
  "is|are|isn't|aren't|has|have|uses?|lives?|runs?|comes?|returns?|listens?|deploys?|owns?|expires?|picks?",
  "starts?|ends?|needs?|takes?|gets?|go|goes|reads?|writes?|sends?|stores?|keeps?|calls?|belongs?|accepts?",
  "supports?|depends?|handles?|requires?|works on|sits?|stands?|points?|ships?|builds?|merges?|releases?",
  "happens?|speaks?|talks?|exists?|contains?|holds?|means?|lasts|respects?|includes?|covers?|follows?",
  "provides?|serves?|allows?|exposes?|publish(?:es)?|consumes?|produces?|polls?|push(?:es)?|pulls?|syncs?",
  "emits?|signs?|validates?|ignores?|caches?|exports?|imports?|costs?|retries|defaults? to",
);

/** Opens an answer that corrects something. */
export const REPLIES = oneOf(
  "actually|no+|nope|nah|wrong(?: assumption| guess| conclusion)?|incorrect",
  "you(?:'ve| have)? (?:mixed (?:them|it|that|this|things) up|confused (?:them|it|that|things))|false",
  "not (?:quite|really|true|correct)(?: right| true)?|(?:just )?to correct (?:you|that|myself)",
  "(?:small |one |minor )?correction",
  String.raw`that(?:'s| is) (?:wrong|incorrect|false|outdated|old news|no longer (?:true|right|correct)|not (?:true|right|correct) any ?more|not (?!a\b)[^,.:;]{2,40}?)(?=[,.:;])`,
  "(?:you(?:'re| are)|i was) (?:wrong|mistaken)(?: (?:there|here|about that))?",
  "i (?:told you|said it) wrong(?: before| earlier)?|you got (?:that|it|this) wrong|my (?:mistake|bad)",
  "sorry|well|hm+|in fact",
);

/** How things go at the moment. */
export const STATES_OF_NOW = oneOf(
  String.raw`now(?<!(?:called|named) \S+ now)|still|already|again|fixed|broken|broke|fails?|failed|failing|passes`,
  "passed|passing|works|working|compiles|done(?! by)|fine|good|better|ok|okay|great|too|nice|stuck|empty",
  "missing|null|green|red|blue|slow|flaky|crash(?:es|ing|ed)?|hangs?|blank|the same|different",
);

/** Each line contains alternatives of a pattern. */
function oneOf(...lines: readonly string[]): string {
  return `(?:${lines.join("|")})`;
}
