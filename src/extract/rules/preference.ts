/** Preference rule: how the person likes things done, always or never. */
import { keyFor } from "../../core/record/key.ts";
import type { Reading } from "../reading.ts";
import { afterManners } from "./openings.ts";
import { type Row, type Rule, rowFor } from "./rule.ts";
import { THING_AT_HAND } from "./things.ts";
import { TRAPS } from "./traps.ts";

export const preference: Rule = {
  name: "preference",
  type: "preference",
  example: "I prefer short answers",
  traps: TRAPS,
  statement: (sentence) => {
    const plain = afterManners(sentence);
    if (rowFor(NO_TASTES, plain.words) !== undefined) return undefined;
    return rowFor(TASTES, plain.words) !== undefined || picksFromTable(plain) ? plain : undefined;
  },
};

/** "Use pnpm": an instruction for a task, except for choices that a project makes once. */
function picksFromTable({ text, words }: Reading): boolean {
  return CHOICE.test(words) && keyFor(text.replaceAll("`", "")).by === "topic";
}

const CHOICE =
  /^(?:(?:in|for) [^,]{1,40},? )?(?:let's |we should |we |i )?(?:use|switch to|go with|stick (?:to|with))\b/;

const OFTEN =
  "(?:always|never|usually|generally|mostly|typically|normally|really|much|strongly|definitely|only|ever|tend to|also|personally)";
/** Where or when it applies: "when you write Go, …", "in this repo …", "as a rule, …". */
const SETTING =
  "(?:(?:when(?:ever)?|every time|each time|before|after|for|in|on|by default|as a (?:rule|general rule)|in general|generally|as a default)\\b[^,;]{0,60}?,? (?:please |pls )?)?";
/** Not something to do: "always the same story", "never seen before". */
const NO_DEED =
  "(?!the\\b|a\\b|an\\b|same\\b|good\\b|nice\\b|fun\\b|great\\b|mind\\b|seen\\b|been\\b|had\\b|got\\b|heard\\b|again\\b|thought\\b|knew\\b|in\\b|on\\b|with\\b|when\\b|after\\b|before\\b|something\\b|happy\\b|forget that\\b|be\\b|say never\\b|there\\b|return\\b|mine\\b|will\\b|did\\b|was\\b|were\\b|is\\b|are\\b|has\\b|does\\b|would\\b|could\\b|can\\b|knew\\b|went\\b|came\\b|felt\\b|\\w+ed\\b|\\w+s\\b(?<!ss|process|access|focus))";

export const TASTES: readonly Row[] = [
  {
    name: "I prefer",
    pattern: new RegExp(
      `(?:^|[,;] )(?:personally,? )?(?:i|we)(?: ${OFTEN}){0,2} (?:prefer|favou?r)\\b(?! option\\b| \\w[.!]*$| (?:it(?! (?:when|if))|that|one|your|the (?!\\w+ (?:over|to|than)\\b)(?:\\w+ )?(?:version|one|way|design|look|solution|layout|colou?r|wording|name|idea))\\b)`,
    ),
    example: "I prefer tabs over spaces",
  },
  {
    name: "I like",
    pattern: new RegExp(
      `^(?:i|we)(?: ${OFTEN})? (?:like|love|enjoy)\\b(?! (?:it(?! when (?!it\\b))|that|the|where|how|what|to see|your|you|a lot)\\b)`,
    ),
    example: "I like small commits with imperative subjects",
  },
  {
    name: "I do not like",
    pattern: new RegExp(
      `^i(?: ${OFTEN})? (?:don'?t (?:${OFTEN} )?(?:like|want any|want to see|want you to)|do not (?:like|want any|want to see|want you to)|hate|dislike|can'?t stand|never want)\\b(?! (?:it|that|the|where|how|what|to (?!see)|you to (?:do|change|touch|delete|remove|fix|add|run|push) (?:it|that|the)|your idea)\\b)|[,;] i (?:hate|dislike) (?:them|it|those)\\b`,
    ),
    example: "I hate emojis in commit messages",
  },
  {
    name: "I would rather",
    pattern:
      /^i(?:'d| would) (?:much )?(?:rather\b(?! (?:you|we) \w+ (?:\w+ ){0,4}first\b).*\bthan\b|prefer (?:if you |that you |it if you |to |not |\w+ (?:over|to)\b)|like you to (?:always|never)|(?:love|appreciate) it if you (?:always|never))/,
    example: "I'd rather have explicit types than inference",
  },
  {
    name: "I want",
    pattern:
      /^i (?:(?:usually|always|generally|only ever) want\b|want (?:\w+ )?(?:answers|explanations|replies|responses|summaries|commit messages)\b(?! (?:to|for|from|about)\b)|want (?:all (?:my|our)|every|each) [^,;]{2,40} to be\b|want [^,;]{2,60} (?:for|in|on|with) (?:every|each|all) \w+|want (?:(?:short|concise|brief|detailed|plain|simple|direct|honest|long|no) )+(?:\w+ )?\w+(?:,|\.|!|$| in\b| without\b| with\b))/,
    example: "I want concise explanations, no essays",
  },
  {
    name: "I always",
    pattern:
      /(?:^|^(?:for|in) [^,]{1,30},? )(?:i|we) (?:always|never|usually|mostly|generally|tend to|only) (?!forget|remember|get\b|got\b|have\b|had\b|see\b|saw\b|know|knew\b|thought\b|went\b|came\b|felt\b|understood\b|found\b|made\b|did\b|took\b|wrote\b|said\b|managed\b|were\b|was\b|wonder|fail|struggle|end up|run into|need to\b|lose\b|\w+ed\b|\w+ (?:an |the )?errors?\b)[a-z]+/,
    example: "I always write the tests first",
  },
  {
    name: "my style",
    pattern:
      /^(?:my|our|house|team|project|repo|company)(?: \w+)? (?:style|rule|convention|preference|standard|habit)s?: \S|^(?:(?:convention|policy) )?(?:for|in|of) (?:this|our) (?:repo|repository|project|code ?base|team): \S/,
    example: "My style: early returns, no else",
  },
  {
    name: "we stick to",
    pattern: /^we (?:stick (?:to|with)|follow|stay with|go for) (?!it\b|that\b|this\b)/,
    example: "We stick to the standard library",
  },
  {
    name: "what comes again and again",
    pattern:
      /^(?:write|keep|format|structure|start|end|prefix|phrase|word|make|limit|give|put)(?: all| your| my| our| the| me)* (?:\w+ )?(?:commit messages?|commits|answers|replies|explanations|responses|summaries|branch names|file names|variable names|pr (?:titles|descriptions)|changelog entries) (?!for\b|of\b|to the\b|into\b)\w/,
    example: "Keep answers under ten lines",
  },
  {
    name: "my favourite",
    pattern:
      /\b(?:my|our)(?: team(?:'s)?)? (?:\w+ )?(?:preferred|favou?rite|preference|convention|conventions|taste|style|habit|rule of thumb)\b(?! (?:part|thing|option|choice|one)\b)(?! (?:is|are) the (?:first|second|third|last|other)\b).*\b(?:is|are)\b|^i'?(?:'m| am) (?:a (?:big )?fan of|not a (?:big )?fan of)\b/,
    example: "Our convention is one component per file",
  },
  {
    name: "always do",
    pattern: new RegExp(
      `^(?:${SETTING}(?:you should |you can |do |and |let's )?|[^,;]{3,60}[,;] (?:so |and |please |just )*|(?:try|be sure|make sure) to )(?:always|never) (?:ever )?(?!have to\\b)${NO_DEED}[a-z]+`,
    ),
    example: "Always run the tests before you commit",
  },
  {
    name: "better always",
    pattern: /\b(?:better|best|good|fine|easier|nicer) to (?:always|never) [a-z]+/,
    example: "It's better to always use named arguments",
  },
  {
    name: "prefer this",
    pattern: new RegExp(
      `^${SETTING}prefer (?!a |an |it\\b|that\\b|what\\b|which|what|who|the\\b(?!.*\\b(?:over|to|instead)\\b))\\w`,
    ),
    example: "Prefer const over let",
  },
  {
    name: "hard to read",
    pattern: /^i find [^,;]{2,60} (?:hard|ugly|confusing|annoying|unreadable|distracting|noisy)\b/,
    example: "I find nested ternaries hard to read",
  },
  {
    name: "always, at the end",
    pattern: /^(?!it\b|as\b)[^;]{3,120}[,;] always[.!]*$|\bkeep it that way\b/,
    example: "Tests first, always",
  },
  {
    name: "by default",
    pattern: /^(?:give|show|write|use|keep|answer|explain|send|list|sort|put|name|run)\b[^,;]{2,80} by default[.!]*$/,
    example: "Give me short answers by default",
  },
  { name: "refrain", pattern: /^refrain from \w+ing\b/, example: "Refrain from using emojis in docs" },
  {
    name: "avoid",
    pattern: new RegExp(`^${SETTING}avoid (?!the\\b|a\\b|an\\b|it\\b|that\\b|\\w+ing (?:it|that|the)\\b)[a-z]`),
    example: "Avoid abbreviations in variable names",
  },
  {
    name: "stop doing",
    pattern:
      /^stop (?:using|adding|writing|putting|apologi[sz]ing|asking|explaining|making|repeating|creating|suggesting|saying|committing|importing|generating)\b(?! (?:it|that|the(?! (?:word|term|phrase)))\b)/,
    example: "Stop adding emojis to your answers",
  },
  {
    name: "as a rule",
    pattern:
      /^(?:as a (?:general )?rule|by default|in general|generally|unless i say otherwise)(?: of thumb)?,? (?:please )?(?!i\b|it\b|the\b|we\b|this\b)[a-z']+ /,
    example: "As a rule, put the newest entry on top",
  },
  {
    name: "everywhere",
    pattern:
      /^(?:use|write|keep|put|name|don'?t use|do not use|don'?t add|do not add|don'?t write|no(?! (?:errors?|warnings?|sign|trace|mention|idea|need)\b))\b.*(?:\b(?:everywhere|anywhere|throughout|in all (?:the |our |my )?\w+|for all (?:the |our |my )?\w+|in every \w+|for every \w+|(?:in|across|throughout) (?:this|our|the) (?:whole )?(?:repo(?:sitory)?|project|code ?base|monorepo|docs))\b|, ?ever\b|\bever again\b)/,
    example: "Don't use moment.js anywhere",
  },
  {
    name: "in this project",
    pattern:
      /^(?:in|for|across) (?:this|our|all my|all our|my) (?:repos?|repository|projects?|code ?base|monorepo|team),? (?:please )?(?:we )?(?:use|don'?t|do not|write|keep|put|name|no)\b/,
    example: "In this repo, don't use barrel files",
  },
  {
    name: "we use",
    pattern:
      /^(?:for [\w+#.-]+,? (?:i|we) (?:always )?use|we use) (?!this\b|it\b|that\b|the\b|a\b|an\b)(?=.* (?:in|for|on|as|here|everywhere|throughout)\b)(?:\S+(?: |$)){1,7}$/,
    example: "We use British spelling in the docs",
  },
  {
    name: "none of it",
    pattern:
      /^no (?!thanks|problem|worries|need|rush|idea|one\b|more (?:changes|edits|questions|work)\b)(?:[a-z]+(?: [a-z]+)? (?:please|pls)\b|[a-z][^,;.]{3,60}, (?:please|pls)[.!]*$)/,
    example: "No emojis please",
  },
];

export const NO_TASTES: readonly Row[] = [
  { name: "only here", pattern: /^(?:prefer|avoid|keep)\b.*\bhere[.!]*$/, example: "Avoid loops here" },
  {
    name: "describes product behavior",
    pattern: new RegExp(
      `^(?:when(?:ever)?|once|every time|each time|after|before|if) (?:(?:the |an? )?(?:end )?(?:users?|customers?|visitors?|players?|admins?)|${THING_AT_HAND})\\b`,
    ),
    example: "When the user clicks save, always show a toast",
  },
  {
    name: "about a layout",
    pattern: new RegExp(`^i(?:'d| would) rather (?:have|see|put|keep) ${THING_AT_HAND}\\b`),
    example: "I'd rather have the button on the left than on the right",
  },
  { name: "never mind", pattern: /^never ?mind\b/, example: "Never mind" },
  {
    name: "picks an option",
    pattern: /\b(?:option|variant|version|approach|alternative) (?:[a-d1-4]|one|two)\b/,
    example: "I prefer option B",
  },
  {
    name: "leads to a problem report",
    pattern:
      /^(?:i|we) (?:usually|always|never|mostly|generally)\b.*\b(?:but (?:it|then|the|this|now|what)|and (?:it|then|now))\b/,
    example: "I usually run it with npm start and it takes a minute",
  },
  {
    name: "undecided",
    pattern: /\b(?:let me|let's see|hold on|prefer to wait)\b|^wait\b|, wait[.!]*$/,
    example: "I prefer to wait, let me check",
  },
];
