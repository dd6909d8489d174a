/** Habit rule: conventions in the present tense and instructions for every later time; kept as preferences. */
import { afterManners } from "./openings.ts";
import { type Row, type Rule, rowFor } from "./rule.ts";
import { TRAPS } from "./traps.ts";
import { ARTEFACTS, DEEDS } from "./words.ts";

export const habit: Rule = {
  name: "preference",
  type: "preference",
  example: "Whenever you touch the schema, regenerate the client",
  // An instruction for every time begins like a task.
  traps: TRAPS.filter(({ name }) => name !== "task" && name !== "hypothetical"),
  statement: (sentence) => {
    const plain = afterManners(sentence);
    if (rowFor(NO_HABITS, plain.words) !== undefined) return undefined;
    return rowFor(HABITS, plain.words) !== undefined ? plain : undefined;
  },
};

const EACH_TIME = "(?:whenever|every ?time|each time|any ?time)";
/** What the reader of the instruction does at work; "whenever you click" describes a product. */
const WORKING =
  "you(?:'re| are)? (?!click|press|scroll|log ?in|hover|refresh|reload|load|visit|type|hit|open the|see\\b|get\\b)";
const WORK =
  "(?:add|build|change|commit|create|define|document|edit|generate|introduce|make|modify|name|need|refactor|rename|review|touch|update|use|work|write|writing|adding|creating|working)";
const NOT_TO = "(?:don't|do not|never|no)";
/** As in "helpers go into lib/". */
const STANDS =
  "(?:belongs?|go|goes|lives?|stays?|sits?|ends?|starts?|(?:are|is) (?:named|called|written|kept)) (?:in|into|next to|beside|under|below|at|on|with|inside|outside|behind|through)";
/** Neither the past nor the current state. */
const WE_DO =
  "we (?:always |only |just )?(?!(?:need|want|have|had|got|get|see|saw|know|knew|tried|can|can't|could|should|must|may|are|were|was|will|would|did|do|don't|lost|found|think|went|came|made|ran|wrote|took|gave|sent|built|left|met|spent|paid|expect|assume|hope|guess|end|seem|still|already|never|fail|miss|lack)\\b|\\w+ed\\b)[a-z-]+ (?!it\\b|this\\b|that\\b|them\\b)";
const AT_REST = "(?:repo|repository|project|code ?base|team|monorepo|service|package|app|company|org)";

export const HABITS: readonly Row[] = [
  {
    name: "I want you to always",
    pattern:
      /^i(?:'d| would)? (?:really |just |do )?(?:want|need|expect|like|ask|prefer|love)(?: for)? you to (?:please )?(?:always|never|only ever|consistently)\b|^i(?:'d| would) rather you (?:always|never)\b|^i (?:don't|do not|never) (?:ever )?want (?:to see |you )/,
    example: "I want you to always show me the plan first",
  },
  {
    name: "make it a habit",
    pattern:
      /^(?:make|turn) (?:it|this) (?:into )?(?:a|your) (?:habit|rule|practice|principle) (?:to|that)\b|^make a habit (?:of|out of) \w+ing\b|^it(?:'s| is) (?:\w+ly )?(?:very |really )?(?:important|essential|crucial|vital)(?: to me)? (?:that (?:you|we)|to) (?:always|never)\b|^get (?:in|into) the habit of \w+ing\b|^get used to \w+ing\b|^(?:make sure|be sure|see to it)(?: that)? you (?:always|never)\b/,
    example: "Make it a habit to run the whole suite",
  },
  {
    name: "not ever",
    pattern: new RegExp(
      `^(?:${NOT_TO}|we (?:don't|do not|never|always)|always|every new|all new|new|our)\\b(?! (?:errors?|exceptions?|warnings?|idea)\\b).{3,200}, ?(?:ever|(?:and )?no exceptions?|period|full stop)[.!]*$`,
    ),
    example: "We don't mock the database in tests, ever",
  },
  {
    name: "not without leave",
    pattern: new RegExp(
      `^(?:${NOT_TO}|only|you (?:should not|shouldn't|don't|can't|may not))\\b(?! (?:it|that|them)\\b).{3,160} (?:without (?:asking|checking with|consulting|telling|talking to) (?:me|us)|without (?:asking|checking)(?: first)?[.!]*$|without (?:my|our) (?:ok|okay|approval|permission|consent|go-ahead|say-so)|unless i (?:explicitly |specifically )?(?:say|ask|tell|approve|request|want))\\b`,
    ),
    example: "Don't add new dependencies without asking me first",
  },
  {
    name: "ask before",
    pattern:
      /^(?:always )?(?:ask|check with|tell|warn|consult|show) (?:me|us)(?: first)?(?: for \w+)? before (?:you )?(?:\w+ing|\w+) (?:any|anything|new|a new|another|more than|files|dependencies|packages|things|commits?)\b/,
    example: "Ask me before you install any new package",
  },
  {
    name: "from now on, at the end",
    pattern: new RegExp(
      `^(?:only |just )?(?:${DEEDS}|be|no|all|every|each|new|our|we|${ARTEFACTS})\\b(?! (?:it|that|this|them)\\b).{3,200}?,? (?:from (?:here|now|today|this point) on(?:wards?)?|(?:going|moving) forwards?|(?<!\\b(?:be|is|are|lies?|dates?) )in (?:the )?future|(?:until|unless) i (?:say|tell you) otherwise|at all times|as a rule)[.!]*$`,
    ),
    example: "Keep pull requests under 400 lines from now on",
  },
  {
    name: "each time you",
    pattern: new RegExp(
      `^${EACH_TIME} ${WORKING}[^,;]{2,100}, (?:please |then |also |you should |you must |just )*(?:${DEEDS}|make sure)\\b`,
    ),
    example: "Every time you bump the version, update the changelog",
  },
  {
    name: "each time, at the end",
    pattern: new RegExp(`^(?:${DEEDS})\\b[^,;]{3,120},? ${EACH_TIME} ${WORKING}\\w`),
    example: "Update the changelog whenever you change public behaviour",
  },
  {
    name: "when you do, it is always",
    pattern: new RegExp(
      `^when(?:ever)? you(?:'re| are)? ${WORK}\\b[^,;]{0,80}, [^,;]{2,60} (?:(?:is|are|go|goes|gets?|stays?|starts?|ends?) (?:always|never)|(?:always|never) (?:go|goes|gets?|stays?|starts?|ends?|comes?)|should (?:always|never))\\b`,
    ),
    example: "When you write SQL for us, keywords are always upper case",
  },
  {
    name: "before every commit",
    pattern:
      /^(?:run|use|update|check|link|mention|include|put|write|sign|rebase|squash|format|lint|test|bump|tell|show|ask|summari[sz]e|list|rerun|re-run)\b(?!.*\b(?:that|which|hook|script|job|step|workflow|action)\b)[^;]{2,80} (?:before|after|on|with|in|at the end of) (?:every|each|any) (?:new |single )?(?:commit|push|pr|pull request|merge|release|deploy|deployment|session|task|answer|edit|change)[.!]*$/,
    example: "Run the linter before every commit",
  },
  {
    name: "after every change",
    pattern: new RegExp(
      `^(?:before|after|on|with|at the end of) (?:every|each|any) (?:new |single |code )?(?:commit|push|pr|pull request|merge|release|deploy|session|task|answer|edit|change|refactoring),? (?:please |always |also )*(?:${DEEDS})\\b`,
    ),
    example: "After each change run the linter",
  },
  {
    name: "whenever possible",
    pattern: new RegExp(`^(?:whenever|wherever|where|if) (?:possible|you can),? (?:please )?(?:${DEEDS})\\b`),
    example: "Whenever possible use existing components",
  },
  {
    name: "in doubt",
    pattern: new RegExp(
      `^(?:when(?:ever)?|if) (?:in doubt|unsure|you(?:'re| are) (?:ever )?(?:unsure|in doubt|uncertain|stuck))[^,;]{0,40},? (?:please |always |just )*(?:${DEEDS})\\b|^(?:always )?ask (?:me|us)? ?(?:when(?:ever)?|if) (?:something|anything|a requirement|you're|you are) \\w+`,
    ),
    example: "When in doubt, ask me",
  },
  {
    name: "where things go",
    pattern: new RegExp(
      `^(?!(?:the|this|that|it|these|those|a|an|i|we|you|your|my|he|she|they)\\b)[^,;:]{2,50} ${STANDS}\\b[^,;]{1,60}, (?:never|not)\\b|^(?:all|new|any|every|each|shared)\\b(?! (?:the|of|these|those)\\b)[^,;:]{2,50} ${STANDS} `,
    ),
    example: "Tests go next to the source file, not into a folder of their own",
  },
  {
    name: "what every one needs",
    pattern:
      /^(?:every|each|all|any) (?:new )?(?:prs?|pull requests?|commits?|branch(?:es)?|migrations?|endpoints?|tables?|modules?|packages?|services?|components?|features?|bug ?fix(?:es)?|releases?|public \w+|functions?|\w+(?: \w+)? you (?:write|add|create|touch|open|make)) (?:needs?|gets?|requires?|comes? with|starts? with|ends? with)\b(?! (?:to be )?(?:fix|an error))/,
    example: "Every PR needs a ticket number in its title",
  },
  {
    name: "how all of ours are",
    pattern: new RegExp(
      `^all (?:of )?our [^,;]{2,40} (?:are (?:stored|written|named|kept|versioned|signed|formatted|prefixed|in) |use |live |follow )|^our (?:docs|documentation|readme|changelog|${ARTEFACTS}) (?:is|are) (?:always )?(?:written|kept|named|in(?! a\\b))\\b|^(?:all |our )?${ARTEFACTS} (?:is|are) [^,;]{3,60}, (?:no|never)\\b`,
    ),
    example: "All our timestamps are stored in UTC",
  },
  {
    name: "what we do, and nothing else",
    pattern: new RegExp(
      `^(?!.*\\b(?:here(?!, (?:no|never)\\b)|now|bug|so the|but|currently|stale|because|why)\\b)(?:(?:in|for|on) [^,;]{3,30},? )?${WE_DO}[^,;]{3,80}, (?:and )?(?:no|never|not)\\b(?! (?:idea|one|longer|sure|matter|need|problem|luck|doubt|clue|wonder)\\b)`,
    ),
    example: "We pin exact versions in package.json, no carets",
  },
  {
    name: "what we do not do",
    pattern: new RegExp(
      `^we (?:don't|do not) (?:commit|push|merge|mock|squash|rebase|hard-?code|deploy|edit|abbreviate|nest|vendor|force-push|check in|ship)\\b(?! (?:the|a|an|it|that|this|when|if|until)\\b) |^we (?:don't|do not) (?!have|need|want|know|see|care|get|think)[a-z-]+ .{2,80} (?:in (?:this|our) ${AT_REST}|on this team|around here|at all)[.!]*$`,
    ),
    example: "We don't commit generated files",
  },
  {
    name: "the convention",
    pattern:
      /^(?:the|our|my) (?:(?:team|project|house|general|naming|coding|company|repo|local|usual|agreed) )?(?:team )?(?:convention|house style|agreement|house rule|team rule|project rule|general rule|golden rule|coding standard|standard practice|practice)(?: (?:here|in|for|on|at|with|we)\b[^,;:]{0,40}?)? is(?: that| to|:)? (?!not (?!to\b)|broken|wrong|unclear|missing|documented|violated|ignored|that the (?:bug|error)|described|explained|followed|old|new[.!]*$)\S/,
    example: "The team convention is snake_case for JSON keys",
  },
  {
    name: "we agreed",
    pattern:
      /^(?:we|our team|the team)(?:'ve| have)? (?:all )?agreed (?:that (?:all|every|each|no|we|new|public)|to (?:always|never|only|keep|use|write|put|follow|name|avoid))\b|^(?:we|our team|the team)(?:'ve| have)? decided (?:that (?:all|every|each|no)|to (?:always|never|only))\b/,
    example: "We agreed that all public functions get a deprecation period",
  },
  {
    name: "this, never that",
    pattern:
      /^(?:only )?(?:use|write|keep|put|name|import|throw|log|store|format|commit|call|run|read|pass|place|only)\b(?! (?:a|an|me|it|that|this|the new)\b)(?!.*\b(?:that|which) (?:always|never)\b)[^,;]{3,90}, (?:and )?never\b/,
    example: "Use the shared HTTP client for outgoing calls, never axios",
  },
  {
    name: "so do not",
    pattern: new RegExp(
      `^(?:(?:this|our|the) (?:[\\w-]+ )?(?:${AT_REST}|library|backend|frontend|server|cluster|ci|client|sdk|cli|module|plugin|firmware)s?|we|we're|i'm|ci|prod|production|staging) (?:is |are |still |also |only |currently )*(?:on (?!a\\b|it\\b|the same|fire|hold|call)|stuck (?:on|with)|pinned (?:to|at)|limited to|built (?:with|on|for)|written in|targets?|runs? on|(?:ha(?:s|ve) to |needs? to |must )?supports?|ha(?:s|ve) no|can'?t (?:use|reach|access))\\b[^;]{1,80}?,? so (?:please )?(?:don't(?! (?:worry|bother|panic|be|expect|wait)\\b)|do not|never|no|only|always|avoid|use|stick to|keep|give me|prefer)\\b(?! (?:it|that|this|them|the same)\\b)`,
    ),
    example: "This project is on Python 3.9 so don't use match statements",
  },
  {
    name: "ours is so, so do not",
    pattern:
      /^(?:our|my) [\w -]{2,30} (?:is|are|runs?|has|have|uses?)\b[^;]{1,60}?,? so (?:please )?(?:don't (?:use|add|write|rely|assume|install|run)|never|no|avoid)\b(?! (?:it|that|this|them)\b)|^i (?:work (?:with|in|on)|use) [^;]{2,60}?,? so (?:please )?(?:don't (?:use|give|write)|never|no|avoid|always)\b/,
    example: "Our production database is Postgres 13, so don't use MERGE",
  },
  {
    name: "always so, so use",
    pattern:
      /^[^;,]{3,60}\b(?:is|are) (?:always|never|permanently) (?!slow|late|empty|wrong|null|true|false|busy)[^;,]{2,80}, so (?:please )?(?:use|don't use|avoid|never|always)\b(?! (?:it|that|this|them|a|an|the)\b)/,
    example: "Port 3000 is always taken on my machine, so use 3100",
  },
  {
    name: "not by hand",
    pattern:
      /^[^;,.]{5,80}[,;:–-]+ (?:so )?(?:please )?(?:don't|do not) (?:\w+ )?(?:edit|change|touch|modify|update|write) (?:it|them|anything|those|that)\b.{0,20}\b(?:by hand|manually|directly)\b/,
    example: "Generated code lives in gen/, don't edit it by hand",
  },
  {
    name: "use that for every",
    pattern:
      /^(?:my|our) [^,;]{2,60} (?:is|are)\b[^,;]{2,60}[,;] (?:so |please |and )*(?:use|follow|apply|keep|do) (?:that|it|this|them)\b.{0,20} (?:for|in|on|with) (?:every|each|all|any)\b/,
    example: "My prefix for branches is ab, use that for every branch",
  },
  {
    name: "what should be so",
    pattern: new RegExp(
      `^(?:all |our |new |your |my )?${ARTEFACTS} should (?:always|never|only|not (?!fail|break)|be|use|start|follow|have|include|end|contain|target|go|live|stay|mention|describe|explain)\\b|^${ARTEFACTS}: (?:always|never|no|only) \\w`,
    ),
    example: "Commit messages should be in the imperative",
  },
];

/** How the product behaves for its users, and statements about one thing at hand. */
export const NO_HABITS: readonly Row[] = [
  {
    name: "hypothetical",
    pattern:
      /^(?:if (?!in doubt|unsure|you're|you are|possible)|suppos|imagin|assum|unless|in case|in theory|let's (?:say|pretend|assume)|what if|provided|ideally)|\bwish\b|\bwould be (?:nice|great|better)\b/,
    example: "If tests go into spec/, not into test/, the runner sees them",
  },
  {
    name: "about users of the product",
    pattern: /\b(?:end ?users?|the users?|users?|customers?|visitors?|players?|patients?|guests?)\b/,
    example: "New users go to the welcome page",
  },
  {
    name: "describes a failure",
    pattern:
      /\b(?:fails?|failing|failed|crash(?:es|ed|ing)?|hangs?|breaks?|broken|stale|flaky|timed out|times out|throws an?|error again)\b(?!.*\bso (?:please )?(?:don't|use|never|always)\b)/,
    example: "All new requests go through the proxy and the proxy crashes",
  },
];
