/** Reads what a statement requires of commands: an option, another command first, one command for a kind of work. */
import { compiledOnce, exceptingIn, type Sentence, trimmed, withoutManner, withoutReasons } from "./clauses.ts";
import type { Demand } from "./statement.ts";
import { quotedIn } from "./words.ts";

const SPAN = '(?:`[^`]{1,80}`|"[^"]{1,80}"|[^,;:()`"]){1,100}?';
const FLAG = "`?(?<flag>--?[a-zA-Z][\\w-]*(?:=[^\\s`,;:]{1,40})?)`?";
const RUN = "(?:run|call|use|invoke|start|execute|do)";

const WITH = [
  `\\balways\\s+(?<what>push|pull|merge|rebase|commit|deploy|build|install)\\s+with\\s+(?:the\\s+)?${FLAG}`,
  `^(?<what>${SPAN})\\s+(?:is|are)\\s+(?:always\\s+|only\\s+)?(?<verb>\\w+ed|built|run)\\s+with\\s+(?:the\\s+)?${FLAG}`,
  `^(?<what>${SPAN})\\s+(?:fails|hangs|breaks|crashes|is broken|doesn't work|does not work|errors)\\s+without\\s+(?:the\\s+)?${FLAG}`,
  `\\b(?:always|please|must|should|only|remember to)\\s+(?:use|pass|add|give|set|include|append|supply)\\s+(?:the\\s+)?${FLAG}(?:\\s+(?:flag|option))?\\s+(?:with|to|for|on|when (?:running|using|calling|you run|you use))\\s+(?<what>${SPAN})$`,
  `^(?:pass|add|give|use|set|include)\\s+(?:the\\s+)?${FLAG}(?:\\s+(?:flag|option))?\\s+(?:with|to|for|on|when (?:running|using|calling|you run))\\s+(?<what>${SPAN})$`,
  `^(?<what>${SPAN})\\s+(?:must|needs?|need to|has to|have to|should|requires?)\\s+(?:always\\s+|to\\s+)*(?:be (?:run|called|used|given|started|invoked|executed|created|launched|built|deployed)|run|have|get|take|carry)?\\s*(?:with\\s+)?(?:(?:the|a|an)\\s+)?(?:explicit\\s+)?${FLAG}`,
  `(?:^|\\b(?:always|only|please|must|should)\\s+)${RUN}\\s+(?<what>${SPAN})\\s+(?:only\\s+|always\\s+)?with\\s+(?:the\\s+)?${FLAG}`,
  `^(?<what>${SPAN})\\s+(?:only|always)\\s+(?:runs?\\s+)?with\\s+(?:the\\s+)?${FLAG}`,
  `^${FLAG}\\s+(?:is|are)\\s+(?:required|mandatory|needed|a must)\\s+(?:for|with|on)\\s+(?<what>${SPAN})$`,
  `\\balways\\s+(?:use|pass|add|give|set|include)\\s+(?:the\\s+)?${FLAG}(?<what>)$`,
  `^(?<what>${SPAN})\\s+without\\s+(?:the\\s+)?${FLAG}\\s+(?!is fine|works|is ok)\\w+`,
];

const withPatterns = compiledOnce(WITH);

const NEEDS =
  /^(?:add|create|make|install|write|commit|push|run|start)\b|\b(?:use|only|all|needs?|must|requires?|has to|have to|always|every|each)\b/i;
const OPTION_NAMES =
  "namespace|region|profile|context|project|message|timeout|limit|tag|target|platform|env|environment|workspace|user|config|registry";
const NAMED = new RegExp(
  `\\b(?:always|must|should)\\s+(?:pass|set|give|specify|name|use|have|get)\\s+(?:a|an|the|your|its|explicit)?\\s*(?:explicit\\s+)?(${OPTION_NAMES})\\b(?:\\s+(?:explicitly\\s+)?(?:to|for|with|on|in|when (?:running|using|calling))\\s+([^,;]{2,60}))?|^([^,;]{2,60}?)\\s+(?:always\\s+)?(?:needs?|requires?|must (?:have|get|name))\\s+(?:a|an|its|the)?\\s*(?:explicit\\s+)?(${OPTION_NAMES})\\b`,
  "i",
);

export function withIn({ text, before }: Sentence, statement: string): readonly Demand[] {
  const { told: whole, except } = exceptingIn(text);
  const told = withoutReasons(whole);
  for (const pattern of told.includes("-") ? withPatterns() : []) {
    const match = pattern.exec(told);
    const found = match?.groups;
    if (match === null || found === undefined || isNegated(told.slice(0, match.index + match[0].length))) continue;
    const { what: named = "", flag = "", verb = "" } = found;
    const isOfGit = /^(?:push|pull|merge|rebase|commit)$/i.test(named);
    const what = trimmed(`${isOfGit ? "git" : verb} ${named}`) || withoutManner(before) || programIn(statement);
    return what === "" ? [] : [{ asks: "with", flag, what, ...except }];
  }
  const named = /\b(?:always|must|should|needs?|requires?)\b/i.test(told) ? NAMED.exec(told) : null;
  if (isNegated(told)) return [];
  if (named !== null)
    return [
      {
        asks: "with",
        flag: `--${(named[1] ?? named[4] ?? "").toLowerCase()}`,
        what: withoutReasons((named[2] ?? named[3] ?? before).replace(/\bexplicitly\b/i, "")),
        ...except,
      },
    ];
  return [...inBrackets(text), ...signedIn(text)];
}

const isNegated = (text: string): boolean => /\b(?:never|not|nobody)\b|n't\b/i.test(text);

/** The command that a statement starts with. */
const programIn = (statement: string): string => /^`?([a-z][\w.-]*)`?\s/.exec(statement)?.[1] ?? "";

/** "Every commit needs … (git commit -s)". */
function inBrackets(text: string): readonly Demand[] {
  const alone = /^([^,;(]{2,50}?)\s+(?:must|needs?|should|has to|have to)\b[^,;(]{2,50}\(`?(--[a-z][\w-]*)`?\)/i.exec(
    text,
  );
  if (alone !== null) return [{ asks: "with", flag: alone[2] ?? "", what: alone[1] ?? "" }];
  const found =
    /\(\s*(?:use |with |i\.e\. |e\.g\. )?`?([a-z][\w.-]*(?: [a-z][\w-]*){0,3}) (--?[a-zA-Z][\w-]*)`?\s*\)/.exec(text);
  if (found === null || !NEEDS.test(text) || /\b(?:never|not|no)\b|n't\b/i.test(text.slice(0, found.index))) return [];
  return [{ asks: "with", flag: found[2] ?? "", what: found[1] ?? "" }];
}

function signedIn(text: string): readonly Demand[] {
  if (!NEEDS.test(text) || !/\bcommits?\b/i.test(text)) return [];
  if (/\bsign(?:ed)?[- ]?off\b/i.test(text)) return [{ asks: "with", flag: "--signoff", what: "git commit" }];
  return /\b(?:gpg[- ])?signed\b/i.test(text) ? [{ asks: "with", flag: "-S", what: "git commit" }] : [];
}

const DID =
  "(?:you\\s+)?(?:have\\s+|has\\s+|had\\s+)?(?:been\\s+)?(?:ran|run|running|did|do|executed|called|after|with)?\\s*";
const ORDER: readonly { readonly pattern: string; readonly isNeeded: boolean }[] = [
  {
    pattern: `^(?<next>${SPAN})\\s+(?:fails|breaks|hangs|crashes|errors|errors out|doesn't work|does not work|won't work|is broken)\\s+(?:unless|until|if not|before|without)\\s+${DID}(?<first>${SPAN})(?:\\s+(?:first|before|beforehand|was run.*|has run.*|is run.*))?$`,
    isNeeded: true,
  },
  {
    pattern: `^(?<next>${SPAN})\\s+(?:only works|works only|needs|requires|only succeeds)\\s+(?:after\\s+)?(?:a\\s+)?${DID}(?<first>${SPAN})(?:\\s+(?:first|beforehand|before it|to have run.*))?$`,
    isNeeded: true,
  },
  {
    pattern: `\\b${RUN}\\s+(?<first>${SPAN})\\s+before\\s+(?:running\\s+|every\\s+|each\\s+|any\\s+|you run\\s+)?(?<next>${SPAN})$`,
    isNeeded: false,
  },
  {
    pattern: `^(?<first>${SPAN})\\s+(?:must|has to|needs to|should|have to)\\s+(?:always\\s+)?(?:be run|run|come|happen)\\s+before\\s+(?<next>${SPAN})$`,
    isNeeded: false,
  },
  {
    pattern: `\\b${RUN}\\s+(?<next>${SPAN})\\s+(?:only\\s+)?after\\s+(?:running\\s+)?(?<first>${SPAN})$`,
    isNeeded: false,
  },
];

const orderPatterns = compiledOnce(ORDER.map(({ pattern }) => pattern));

/** A quoted word, or a program with what follows it. */
const LOOKS_TYPED =
  /^`|^(?!\S+ (?:is|are|was) |the |a |an |you |we |it |its |any |all |your )[a-z][\w./-]*(?: [\w./:-]+){1,4}$/;

export function orderIn(text: string): readonly Demand[] {
  if (!/\b(?:before|after|unless|until|first|needs|requires|only works)\b/i.test(text)) return [];
  const told = withoutReasons(text);
  for (const [at, pattern] of orderPatterns().entries()) {
    const found = pattern.exec(told)?.groups;
    const isNeeded = ORDER[at]?.isNeeded === true;
    const { first: before = "", next: after = "" } = found ?? {};
    const [first, next] = [trimmed(before), trimmed(after)];
    if (LOOKS_TYPED.test(first) && LOOKS_TYPED.test(next)) return [{ asks: "order", first, next, isNeeded }];
  }
  return [];
}

const WORK =
  "(?<doing>(?:[\\w-]+\\s+){0,2}?(?:tests?|testing|builds?|building|lint|linting|deploys?|deployments?|deployment|format|formatting|type ?check(?:s|ing)?|migrations?|dev server))";
const BY = [
  `\\b(?:run|start|do|execute)s?\\s+(?:the\\s+|all\\s+|our\\s+)?${WORK}\\s+(?:with|using|via|by|through)\\s+(?<use>${SPAN})$`,
  `^(?:the\\s+|all\\s+|our\\s+)?${WORK}\\s+(?:is|are)\\s+(?:run|started|done|executed|made)\\s+(?:with|using|via|by|through)\\s+(?:running\\s+)?(?<use>${SPAN})$`,
  `\\bthe\\s+${WORK}\\s+(?:command|script)\\s+(?:is|here is)\\s+(?<use>${SPAN})$`,
  `\\b(?:to|for)\\s+(?:run\\s+)?(?:the\\s+)?${WORK},?\\s+(?:run|use|call)\\s+(?<use>${SPAN})$`,
  `^(?:all\\s+|the\\s+|our\\s+|new\\s+)?(?<doing>[\\w -]{3,40}?)\\s+(?:is|are|get|gets)\\s+(?:always\\s+|only\\s+)?(?<verb>\\w+ed|built|made|run)\\s+(?:only\\s+)?(?:with|using|via|through)\\s+(?<use>${SPAN})$`,
  `^(?:always\\s+)?(?<doing>(?:add|install|deploy|publish|build|format|lint|upgrade|release|create|manage)\\s+[\\w -]{3,40}?)\\s+(?:only\\s+)?(?:with|using|via|through)\\s+(?<use>${SPAN})$`,
];

const byPatterns = compiledOnce(BY);

export function byIn(text: string): readonly Demand[] {
  if (!/\b(?:with|using|via|by|through|command|script|run|use|call)\b/i.test(text)) return [];
  const { told: whole, except } = exceptingIn(text);
  const told = withoutReasons(whole).replace(/\s+now$/i, "");
  if (/\b(?:never|not)\b|n't\b/i.test(told)) return [];
  for (const pattern of byPatterns()) {
    const found = pattern.exec(told)?.groups ?? pattern.exec(text)?.groups;
    if (found === undefined) continue;
    const { verb = "", doing = "", use = "" } = found;
    if (use.startsWith("-")) return [];
    return [{ asks: "by", doing: `${verb} ${doing}`.trim(), use: quotedIn(use)[0] ?? trimmed(use), ...except }];
  }
  return [];
}
