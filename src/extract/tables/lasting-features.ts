/** The named features by which a sentence of the person is judged as evidence of a lasting demand. */

export type Feature = { readonly name: string; readonly pattern: RegExp; readonly on: "words" | "text" | "opening" };

/** `words` are in lower case, with code and quotations masked; `opening` is what stands before the first real word. */
export const FEATURES: readonly Feature[] = [
  {
    name: "lasting",
    on: "words",
    pattern:
      /\b(?:always|never|ever|from now on|in (?:the )?future|next time|(?:every|each) time|whenever|as a rule|going forward)\b/,
  },
  { name: "must", on: "words", pattern: /\bmust\b|\b(?:is|are) required\b/ },
  { name: "should", on: "words", pattern: /\b(?:should|shouldn't|ought|supposed to|need to|needs to|have to)\b/ },
  { name: "forbids", on: "words", pattern: /\b(?:don't|do not|dont|stop|avoid|no need|not)\b/ },
  {
    name: "speaks of rules",
    on: "words",
    pattern:
      /\b(?:rules?|guidelines?|agreements?|conventions?|principles?|note|memory|claude\.md|agents\.md|remember|process|discipline|workflow)\b/,
  },
  {
    name: "taste",
    on: "words",
    pattern: /\b(?:prefer|rather|hate|dislike|love|like it when|i like|annoy\w*|afraid)\b/,
  },
  {
    name: "complains",
    on: "words",
    pattern:
      /\byou(?:'re| are)? (?:forgot|forget|keep|still|just|didn't|did not|left|missed|removed|broke|ignored|edited|added)\b|\bwhy did(?:n't)? you\b|\b(?:wrong|not right|wtf|fuck\w*|again)\b/,
  },
  { name: "asks", on: "words", pattern: /\?\s*$/ },
  {
    name: "asks for another way",
    on: "words",
    pattern: /^(?:shouldn't|can't|isn't|why not|can we|could we|should we|don't we|why isn't|why don't)\b/,
  },
  {
    name: "begins with a task",
    on: "words",
    pattern:
      /^(?:add|create|fix|commit|push|continue|go|update|implement|try|run|remove|move|rename|look|check|write|start|do|give|show|tell|read|merge|delete|generate|put|change|switch|open|proceed|revert|explain|summari[sz]e|review|think|see|verify|test|find|set|build|install|restart|copy|edit|finish|include|mention)\b/,
  },
  {
    name: "go-ahead",
    on: "words",
    pattern:
      /^(?:go ahead|continue|proceed|do it|try again|push|commit|sounds good|looks good|perfect|thanks|thank you)\b/,
  },
  { name: "we", on: "words", pattern: /\b(?:we|our|us)\b/ },
  { name: "i want", on: "words", pattern: /\bi(?:'d| would)? (?:want|need|like|expect|love)\b/ },
  { name: "i am", on: "words", pattern: /\b(?:i'm|i am|my)\b/ },
  { name: "you", on: "words", pattern: /\byou(?:'re|r)?\b/ },
  { name: "corrects", on: "opening", pattern: /\b(?:no|nope|wait|actually|but)\b/ },
  {
    name: "reason",
    on: "words",
    pattern: /\b(?:because|since|so that|otherwise|cause|as it|the reason|in order to)\b/,
  },
  { name: "instead", on: "words", pattern: /\b(?:instead|rather than|not the|only|unless|without|than)\b/ },
  { name: "all", on: "words", pattern: /\b(?:all|each|every|any|both|everything|anything)\b/ },
  {
    name: "occasion",
    on: "words",
    pattern: /^(?:when|if|before|after|once|while|unless)\b|\b(?:when|if|before|after) (?:you|we|i|\w+ing)\b/,
  },
  { name: "moment", on: "words", pattern: /\b(?:now|yet|today|currently|this time|first|next|just|here)\b/ },
  { name: "points away", on: "words", pattern: /\b(?:it|this|that|these|those|them|they)\b/ },
  { name: "begins by pointing", on: "words", pattern: /^(?:it|this|that|these|those|they|there)\b/ },
  {
    name: "not certain",
    on: "words",
    pattern: /\b(?:maybe|perhaps|i think|i guess|probably|might|wonder|could|would)\b/,
  },
  {
    name: "states",
    on: "words",
    pattern: /^(?:the|our|my|a|an|all|\w+s)\b.*\b(?:is|are|has|have|uses?|lives?|runs?|needs?|goes?|contains?)\b/,
  },
  { name: "was", on: "words", pattern: /\b(?:was|were|did|had|got|went|tried|ran|worked|wanted)\b/ },
  { name: "code", on: "text", pattern: /`[^`]+`/ },
  { name: "file", on: "text", pattern: /(?:^|\s)@?[\w~-]*[./][\w./-]{2,}/ },
  { name: "number", on: "words", pattern: /\d/ },
  { name: "exclaims", on: "text", pattern: /!/ },
  { name: "use", on: "words", pattern: /\buse\b/ },
  { name: "list item", on: "text", pattern: /^\s*[-*]/ },
  { name: "this, not that", on: "words", pattern: /\w.*, (?:and |but )?not (?!sure|yet|now)\w/ },
  { name: "reminds", on: "words", pattern: /^(?:did|didn't|didnt|have|haven't|shouldn't|don't) (?:you|we|that|i)\b/ },
  {
    name: "blames",
    on: "words",
    pattern:
      /\byou (?:should have|should not|shouldn't|need to|forgot|missed|left out|edited|modified|updated|used|are editing|are supposed)\b|\byou're (?:editing|in|using|supposed|making)\b/,
  },
  { name: "rejects", on: "words", pattern: /\b(?:i|we) (?:don't|dont|do not) (?:want|need|care|like)\b/ },
  { name: "points at a rule", on: "text", pattern: /\b(?:as per|according to|per|follow\w*|violat\w*) [@<`]/i },
  {
    name: "in each session",
    on: "words",
    pattern:
      /\b(?:each|every|at the (?:start|end) of|before (?:you|we) (?:start|commit|push|merge)|after (?:each|every|making))\b/,
  },
];
