/** Reads which of two things a statement wants: "use X, not Y", "we moved from Y to X", "X replaces Y". */

import { alternatives, compiledOnce, exceptingIn, trimmed } from "./clauses.ts";
import { isDeedWord } from "./deeds.ts";
import type { Demand } from "./statement.ts";

/** Quoted text is kept entirely; the rest ends at a comma or a bracket. */
const SPAN = '(?:`[^`]{1,80}`|"[^"]{1,80}"|\\([^()]{1,60}\\)|[^,;:()`"]){1,120}?';
const LAST = '(?:`[^`]{1,80}`|"[^"]{1,80}"|[^,;:()`"]){1,120}';
const USE = `(?<use>${SPAN})`;
const NOT = `(?<not>${LAST})`;
const WANTS = "(?:use|uses|using|run|prefer|choose|pick|call|try|with|want|like|favou?r|take|go for|go with|need)";
const MOVED = "(?:switch|mov|migrat|chang|renam|went|go|port|transition|convert)\\w*";

const PATTERNS: readonly string[] = [
  `\\b(?:stay|stick|remain|keep|stuck|kept)\\w*\\s+(?:with|to|on|using)?\\s*${USE},?\\s+(?:and|but|instead of|rather than)?,?\\s*(?:(?:will |do |did )?not\\s+)?(?:${MOVED}|adopt\\w*)\\s+(?:to\\s+|over to\\s+)?${NOT}`,
  `\\brather\\s+(?:use\\s+|have\\s+|run\\s+)?${USE}\\s+than\\s+(?:use\\s+)?${NOT}`,
  `\\b(?:like|prefer|use)\\s+${USE}\\s+(?:better|more) than\\s+${NOT}`,
  `(?:^|[,:]\\s)(?:\\w+ ){0,2}?(?<not>\\S+)\\s+(?:was|is|has been|got|were)\\s+renamed\\s+(?:to|into)\\s+(?<use>${LAST})`,
  `\\b${WANTS}\\s+${USE},?\\s+(?:instead of|rather than|over|in place of|and not|but not|not|and never|never)\\s+${NOT}`,
  `\\bprefer\\s+${USE}\\s+to\\s+(?!be\\b)${NOT}`,
  `\\binstead of\\s+(?<not>${SPAN}),?\\s+(?:use|run|call|do|we use|take)\\s+(?<use>${LAST})`,
  `\\bnot\\s+(?<not>${SPAN}),?\\s+but\\s+(?<use>${LAST})`,
  `\\b${MOVED}\\s+(?:\\w+\\s+){0,4}?from\\s+(?<not>${SPAN})\\s+to\\s+(?<use>${LAST})`,
  `\\breplac(?:e|ed|ing)\\s+(?<not>${SPAN})\\s+(?:with|by)\\s+(?<use>${LAST})`,
  `(?:^|[,:]\\s)(?<not>${SPAN})\\s+(?:was|were|is|are|is being|are being|has been|have been|got|gets)\\s+(?:replaced|superseded)\\s+(?:with|by)\\s+(?<use>${LAST})`,
  `(?:^|[,:]\\s)${USE}\\s+(?:replaces|replaced|supersedes|superseded|has replaced|took over from)\\s+${NOT}`,
  `\\b(?:drop|dropped|removed|retired|deprecated|ditched|abandoned|gave up|left)\\s+(?<not>${SPAN})\\s+(?:in favou?r of|for)\\s+(?<use>${LAST})`,
  `(?:^|[,:]\\s)(?<not>${SPAN})\\s+(?:is|are|was|were|has been|have been)\\s+\\w+\\s+in favou?r of\\s+(?<use>${LAST})`,
  `(?:^|[,:]\\s|\\b(?:is|are|at|on|called|named|by|via|through|port)\\s)${USE}(?:,\\s+(?:not|no longer)|,?\\s+(?:rather than|instead of))\\s+(?:on\\s+|at\\s+|in\\s+)?${NOT}`,
  `\\b(?:don't|do not|never|avoid)\\s+(?:use|using|run|running|call)?\\s*(?<not>${SPAN})[,;:]\\s*(?:use|run|call|prefer|go through)\\s+(?<use>${LAST})`,
];

const patterns = compiledOnce(PATTERNS);

/** Without one of these no pattern can match. */
const TURNS =
  /\b(?:instead|rather|over|not|never|n't|prefer|better|more|renamed|from|replac\w*|supersed\w*|favou?r|dropped|ditched|avoid|place|took|drop|for|no longer|don't)\b/i;

export function insteadIn(sentence: string): readonly Demand[] {
  if (!TURNS.test(sentence)) return [];
  const { told, except } = exceptingIn(sentence);
  for (const pattern of patterns()) {
    const found = pattern.exec(told);
    if (found?.groups === undefined) continue;
    const { use = "", not = "" } = found.groups;
    if (/^(?:if|when|because|a|be|even|only|just|by|for|to|from|in|on|at)\b/i.test(not.trim())) continue;
    const [name, aim] = aimOf(trimmed(not).replace(/^(?:with|by|via|through|using|calling|running)\s+/i, ""));
    const before =
      /^(?:for|when|to)\s+(.{3,60}?)\s+(?:I|we|please|you|use|prefer|always)\b/i.exec(told)?.[1] ??
      /^(?:for|when|to)\s+([^,]{3,60}),\s/i.exec(told)?.[1];
    const after = /^,?\s*(?:for|when|to)\s+(.{3,60})$/i.exec(told.slice(found.index + found[0].length))?.[1];
    const lead = /^(?:please |always )?([a-z]+) [^,]{2,40}? (?:with|using|via|through) /i.exec(told)?.[1];
    const topic =
      /^(.{3,60}?)\s+(?:is|are|get|gets)\s+(\w+ed|built|made|run|sent)\s+(?:with|using|via|by|through)\b/i.exec(told);
    const whole = [
      aim,
      before,
      after,
      lead !== undefined && isDeedWord(lead.toLowerCase()) ? lead.toLowerCase() : undefined,
      topic === null || (/\s/.test(name) && !/\bschema\b/i.test(told)) ? undefined : `${topic[2]} ${topic[1]}`,
    ]
      .filter(Boolean)
      .join(" ");
    return alternatives(name).map((one) => ({
      asks: "instead",
      use: aimOf(trimmed(use))[0],
      not: one,
      ...(whole === "" ? {} : { aim: whole }),
      ...except,
    }));
  }
  return [];
}

const AIM = /\s+(?:to|for|when|because|since|as|in|on|here|after|due)\b(?![^`]*`)(.*)$/i;

/** "npm to install packages": its purpose does not belong to its name. */
function aimOf(text: string): readonly [string, string | undefined] {
  const found = AIM.exec(text);
  if (found === null) return [text, undefined];
  const isReason = /^\s+(?:because|since|as|here|after|due)\b/i.test(found[0]);
  return [text.slice(0, found.index), isReason ? undefined : (found[1] ?? "").trim()];
}
