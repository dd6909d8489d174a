/** Parses a remembered statement into demands on commands: never this, this instead of that, not without that. */
import { absentIn, keptIn, leftOffIn, onlySoIn } from "./as-it-is.ts";
import {
  alternatives,
  type Clause,
  clauseOf,
  type Sentence,
  sentencesOf,
  subjectOf,
  trimmed,
  withoutReasons,
} from "./clauses.ts";
import { isDeedWord } from "./deeds.ts";
import { insteadIn } from "./exchange.ts";
import { byIn, orderIn, withIn } from "./require.ts";
import { isProgramToken } from "./shown.ts";
import { tokensOf } from "./words.ts";

export type Demand =
  /** It must not be done; with `needs` it may. */
  | {
      readonly asks: "never";
      readonly what: string;
      readonly needs?: string;
      readonly except?: string;
      readonly isConditional: boolean;
    }
  | {
      readonly asks: "instead";
      readonly use: string;
      readonly not: string;
      readonly aim?: string;
      readonly except?: string;
    }
  /** `flag` belongs to every command like `what`. */
  | { readonly asks: "with"; readonly flag: string; readonly what: string; readonly except?: string }
  /** This kind of work is done by this command. */
  | { readonly asks: "by"; readonly doing: string; readonly use: string; readonly except?: string }
  /** Not without something more: a bare `cargo update`. */
  | { readonly asks: "more"; readonly what: string; readonly use?: string }
  /** One after the other; `isNeeded` if the second fails without the first. */
  | { readonly asks: "order"; readonly first: string; readonly next: string; readonly isNeeded: boolean }
  /** The place does not exist, or has no files of this kind. */
  | { readonly asks: "absent"; readonly place: string; readonly kind?: string };

const PERMITS =
  /\b(?:(?:fine|ok|okay|safe|free|welcome|encouraged) to|may be \w+ed\b|(?:is|are) (?:always |fully )?(?:allowed|permitted|fine|ok|okay)\b|no need to|feel free)/i;

export function demandsOf(text: string): readonly Demand[] {
  return sentencesOf(text).flatMap((sentence) => {
    const limited = limitedIn(sentence.text);
    if (limited.length > 0) return limited;
    if (
      PERMITS.test(sentence.text) &&
      !/\b(?:not|never|nobody|no one|no-one|nothing|none|only)\b[^.;]{0,30}\b(?:fine|ok|okay|safe|allowed|permitted|be \w+ed)\b/i.test(
        sentence.text,
      )
    )
      return [];
    const bare = bareIn(sentence.text);
    if (bare.length > 0) return bare;
    const exchanged = insteadIn(sentence.text);
    const absent = absentIn(sentence);
    const elsewhere = elsewhereIn(sentence.text);
    return [
      ...exchanged,
      ...withIn(sentence, text),
      ...orderIn(sentence.text),
      ...neverIn(sentence).filter((demand) => !isOfPlace(demand, absent)),
      ...(absent.length > 0 ? absent : goneIn(sentence)),
      ...leftOffIn(sentence),
      ...keptIn(sentence),
      ...onlySoIn(sentence),
      ...rejectedIn(sentence),
      ...(exchanged.length > 0 ? elsewhere.filter(({ asks }) => asks !== "instead") : elsewhere),
      ...onlyIn(sentence.text),
      ...byIn(sentence.text),
    ];
  });
}

/** "There are no files in x" forbids nothing. */
const isOfPlace = (demand: Demand, absent: readonly Demand[]): boolean =>
  demand.asks === "never" && absent.some((one) => one.asks === "absent" && demand.what.endsWith(one.place));

const LIMITED =
  /^(.{2,60}?)\s+(?:is|are)\s+(?:fine|ok|okay|allowed)\b.*?,?\s+(?:but\s+)?(?:never|not)\s+((?:on|in|to|from|against)\s+.{2,40})$/i;

/** "X is fine on your own branch, never on main". */
function limitedIn(text: string): readonly Demand[] {
  const [, what, where] = LIMITED.exec(text) ?? [];
  return what === undefined || where === undefined
    ? []
    : [{ asks: "never", what: `${what} ${where}`, isConditional: false }];
}

const BARE =
  /(?:^|\b(?:a|the|never|don't|do not|avoid|no|run|use|running|using)\s+)(?:plain|bare|naked|unscoped|unqualified|blanket)\s+(`[^`]{2,60}`|[a-z][\w.-]*(?:\s[a-z][\w.:-]*){0,2}?)(?=\s+(?:goes|is|are|will|can|also|\w+s)\b|[,.;]|$)/i;
const NO_MORE =
  /(?:^|\b(?:never|don't|do not|avoid)\s+(?:run|use|call|running|using)?\s*)(`[^`]{2,60}`|[a-z][\w.-]*(?:\s[a-z][\w.:-]*){1,2}?)\s+(?:without\s+(?:(?:a|an|any|naming|giving|specifying|passing)\s+)+(?!--?\w)[a-z]+|with no (?:arguments?|target|name|filter)|with nothing after it|on its own|alone|by itself)\b/i;

function bareIn(text: string): readonly Demand[] {
  const found = BARE.exec(text) ?? NO_MORE.exec(text);
  if (
    found?.[1] === undefined ||
    /\bwithout (?:a|an|any) (?:review|approval|backup|ticket|reason|plan|test|vpn|pr)\b/i.test(text)
  )
    return [];
  return [{ asks: "more", what: found[1] }];
}

/** Quick to try, and matches everything that the next one finds. */
const MAY_REFUSE =
  /n't|\bnot\b|\bno\b|never|avoid|stop|refrain|nobody|no-one|nothing|none|\bleave|\bomit|\bkeep|against|reject|ruled|steer|skip|zero|forbid|cannot|unacceptable|neither|hands/i;
const NEGATOR =
  /\b(?:must never|should never|may never|never|don't ever|do not ever|don't|do not|doesn't|does not|must not|mustn't|should not|shouldn't|may not|(?:you|we|agents) (?:can't|cannot|can not)|(?:not|never) (?:allowed|permitted|supposed) to|(?:is|are) (?:not|never) to(?= be\b)|forbidden to|avoid|stop(?:ped)?(?=\s\w+ing\b)|refrain from|no longer|(?:nobody|no one)(?: (?:may|should|must|is to|is allowed to|is permitted to|gets to|can))?|(?:will not|won't|not going to)(?= (?:use|adopt|move|switch|migrate|introduce|add|go)\b)|leave off|leave out|omit|keep (?:your )?hands off|decided against|rejected|ruled out|steer clear of|skip(?= it\b))(?=\s|$)|(?:^|[,:]\s+)nothing(?:, [^,]{2,30},)?(?=\s(?!else|to|but|about|more|new|happens))|(?:^|[,:]\s+|\b(?:and|but|there is|there are|there's|to be|want|so|allow|accept)\s+)(?:no|zero)(?=\s(?!longer|need|one\b|problem|matter|other|more))/gi;
const NO_REFUSAL =
  /^\s*(?:ever\s+)?(?:forget|need|have to|hesitate|worry|mind|know|think|care|like to|be afraid|be surprised|panic|matter|work|exist|support|expect|seem|always|necessarily|yet)\b/i;
const SAYS_WHO =
  /^(?:(?:is|are) (?:not|never) to|must|should|may|never|don't|do not|doesn't|does not|mustn't|shouldn't|no longer)/i;

function neverIn({ text, before }: Sentence): readonly Demand[] {
  if (!MAY_REFUSE.test(text)) return [];
  const negators = [...text.matchAll(NEGATOR)];
  return negators.flatMap((found, at) => {
    const from = found.index + found[0].length;
    const rest = text.slice(from, negators[at + 1]?.index ?? text.length);
    if (NO_REFUSAL.test(rest)) return [];
    const right = /(?:\b(?:use|with|pass)\s+|;\s*)`?(--[a-z][\w-]*)`?/i.exec(
      text.slice(0, found.index) + text.slice(from).replace(/^[^,;]*/, ""),
    )?.[1];
    const bracketed = inBrackets(rest).map((what): Demand => ({ asks: "never", what, isConditional: false }));
    const clause = clauseOf(
      rest.replace(
        /^\s*(?:want|like)(?: to)?\b|^\s*(?:adopt|introduce|(?:move|switch|migrate|go) (?:over )?to)\b/i,
        "",
      ),
    );
    if (clause.isOutside) return [];
    const rightPlace = /\b(?:only|always|just)\s+(?:to|into|on|in|against|from|at)\s+(?:the\s+)?(\S+)/i.exec(rest)?.[1];
    const kept = [clause.except, right, rightPlace].filter((one) => one !== undefined).join(" ");
    const excepting = kept === "" ? {} : { except: kept };
    const subject = SAYS_WHO.test(found[0].trim()) ? subjectBefore(text.slice(0, found.index), text) : "";
    const meant =
      trimmed(clause.what) === ""
        ? subjectOf(text)
        : resolvedIn(clause.what, before || subjectOf(text), text.slice(0, found.index));
    if (/^(?:to|from|with|via|through|be)\b/i.test(meant) && subject === "") return [];
    if (isBoth(meant)) return [];
    return [
      ...alternatives(meant).map((what) => neverOf({ ...clause, ...excepting, what: `${subject} ${what}`.trim() })),
      ...bracketed,
    ];
  });
}

/** "Don't merge locally and push": only both together are forbidden. */
function isBoth(what: string): boolean {
  const [first = "", second] = what.split(/\s+and\s+(?!no\b)/);
  const starts = [first, second ?? ""].map((item) => item.split(" ")[0]?.toLowerCase() ?? "");
  return second !== undefined && starts.every((word) => isDeedWord(word) && !/(?:s|ed)$/.test(word));
}

/** "Never disable verification (curl -k, --insecure)": the commands that do it. */
function inBrackets(text: string): readonly string[] {
  const inside = /^[^,;(]*\(([^()]{3,80})\)/.exec(text)?.[1] ?? "";
  const items = inside.split(/,\s*|\s+or\s+/).map((item) => item.replace(/^(?:e\.g\. |i\.e\. |so no |no )/, "").trim());
  // It means a package or a host.
  if (/^`?[@a-z][\w.]*[-/.@][\w./-]*`?$|^`?[a-z][\w-]+ [a-z][\w-]+`?$/.test(inside)) return [inside];
  if (!items.every((item) => /^`?(?:[a-z][\w.-]* )?(?:[\w-]+ )?--?[a-zA-Z]/.test(item))) return [];
  const program = items.map((item) => /^`?([a-z][\w.-]*) /.exec(item)?.[1]).find((name) => name !== undefined);
  const named =
    program ?? tokensOf(text.slice(0, text.indexOf("("))).find(({ lower }) => isProgramToken(lower))?.lower ?? "";
  return items.map((item) => (item.startsWith("-") ? `${named} ${item}`.trim() : item));
}

const REJECTED =
  /\b(?:considered|looked at|evaluated|tried|discussed|tested)\s+([^,;]{2,40}?),?\s+(?:and|but)\s+(?:\w+\s+)?(?:rejected|dropped|decided against|ruled out|went back|gave up|removed)\b/i;

function rejectedIn({ text }: Sentence): readonly Demand[] {
  const what = REJECTED.exec(text)?.[1];
  return what === undefined ? [] : [{ asks: "never", what, isConditional: false }];
}

function neverOf({ what, needs, except, isConditional }: Clause): Demand {
  return {
    asks: "never",
    what,
    isConditional,
    ...(needs === undefined ? {} : { needs }),
    ...(except === undefined ? {} : { except }),
  };
}

/** The subject of a prohibition: from the previous clause, or from the sentence if it continues with "and". */
function subjectBefore(text: string, sentence: string): string {
  const clause = text.split(/[,:;]\s|\s(?:and|but|so|because|since)\s/).at(-1) ?? "";
  const own = clause.replace(/\b(?:is|are|was|were|be|they|that|which|please|then|therefore)\b/gi, " ").trim();
  if (own !== "") return own.split(" ").length > 8 ? "" : own;
  return /\b(?:is|are|was|were|and|but)\s*$/i.test(text) ? subjectOf(sentence) : "";
}

const PRONOUN =
  /\b(?:it|them|those|these)\b(?!\s+[a-z]*(?:repo|project|machine|way|one|branch|file|host|box|server|folder|cluster|service|package))|\b(?:that|this)$/i;

/** "Don't create them by hand": "them" refers to earlier words. */
function resolvedIn(what: string, before: string, told = ""): string {
  const place = tokensOf(told).findLast(({ kind }) => kind === "path")?.text;
  if (place !== undefined && /\bthere$/i.test(what))
    return resolvedIn(what.replace(/\bthere$/i, `in ${place}`), before);
  return before !== "" && before.split(" ").length <= 7 ? what.replace(PRONOUN, before) : what;
}

const GONE =
  /^(.{1,120}?)\s+(?:(?:is|are|was|were|got|has been|have been|had been)\s+(?:now |all |long |finally |strictly |absolutely |always |officially |completely |being |since |(?:tried|tested|evaluated|considered) and )*(?:retired|blocked|disabled|reserved|thrown out|kicked out|ripped out|withdrawn|unmaintained|not installed|not available|unavailable|uninstalled|not there|not welcome|dropped|gone|deleted|removed|decommissioned|deprecated|obsolete|dead|shut down|switched off|turned off|archived|abandoned|banned|forbidden|prohibited|disallowed|not allowed|never allowed|off limits|off-limits|not permitted|not supported|unsupported|frozen|discontinued|scrapped|phased out|sunset|out|taboo|a no-go|dangerous|not used|unused|not an option|(?:not|never) (?:ok|okay|fine|acceptable|tolerated|wanted|configured|set up)|unacceptable|unwanted)|(?:no longer|doesn't|does not) (?:exists?|works?))\b(.*)$/i;

/** Things that are retired, forbidden or gone. */
function goneIn({ text, before }: Sentence): readonly Demand[] {
  if (!/\b(?:is|are|was|were|got|been|being|longer|doesn't|does not|isn't|aren't|wasn't)\b/i.test(text)) return [];
  for (const part of [text, ...text.split(/[,:]\s+(?:and\s+|so\s+)?/).slice(1)]) {
    const found = GONE.exec(part);
    if (found?.[1] === undefined) continue;
    const subject = (found[1].split(/[,:]\s/).at(-1) ?? "")
      .replace(/^(?:the|our|all|both)\s+/i, "")
      // "x was the US bucket and has been deleted"
      .replace(/\s(?:is|are|was|were)\s.*\sand$/i, "");
    const clause = clauseOf(`${nameIn(subject)} ${trailing(found[0], found[2] ?? "")}`);
    if (subject.split(" ").length > 10 || clause.isOutside) continue;
    return alternatives(resolvedIn(clause.what, before)).map((what) => neverOf({ ...clause, what }));
  }
  return [];
}

/** Keeps where it applies; drops who decided it, and since when. */
function trailing(whole: string, rest: string): string {
  if (/\breserved\b/i.test(whole)) return "";
  return /^\s*(?:by|since|as|due|because)\b/i.test(rest) ? "" : rest.trim();
}

/** "the old API host api-v1.acme.dev": the name says it all. */
function nameIn(subject: string): string {
  const names = tokensOf(subject).filter(({ text, kind }) => kind !== "flag" && /^\w[\w-]*[./]\w[\w./-]*$/.test(text));
  return names.length === 1 && !/\s(?:in|on|to|of|from|under|with)\s/i.test(subject)
    ? (names[0]?.text ?? subject)
    : subject;
}

const ELSEWHERE =
  /^(.{2,80}?)\s(to|from|on|in|at|via|through|with|by|into)\s(.{1,60}?),?\s+(?:and |but )?(?:not|no longer|and not|rather than|never|instead of)\s+\2\s+(.{1,60})$/i;

/** "We publish to A, no longer to B": forbids the same with B. */
function elsewhereIn(text: string): readonly Demand[] {
  const found = ELSEWHERE.exec(text);
  if (found === null) return [];
  const [, doing = "", little = "", use = "", not = ""] = found;
  if (/^(?:with|via|by|through)$/i.test(little)) return [{ asks: "instead", use, not: withoutReasons(not) }];
  return [{ asks: "never", what: `${doing} ${little} ${withoutReasons(not)}`, isConditional: false }];
}

const BY_OTHERS =
  "(?:in |on |from |by |through |via |with )?(?:the |our |a |its )?(?:\\w+[ -]){0,2}?(?:CI|CI\\/CD|CD|pipeline|pipelines|workflow|workflows|github actions|jenkins|bot|prs?|pull requests?|merge requests?|merge queue|release manager|release train|release job|on-call|ops|sre|renovate|dependabot|argocd|argo|flux|gitops)\\b";
/** Without one of these, no pattern matches; they are slow to compile. */
const NAMES_OTHERS =
  /\b(?:c[id]|pipelines?|workflows?|actions|jenkins|bot|prs?|requests?|queue|manager|train|job|on-call|ops|sre|renovate|dependabot|argocd|argo|flux|gitops)\b/i;
const ONLY: readonly RegExp[] = [
  new RegExp(
    `^(.{2,80}?)\\s+(?:is |are |may |must |can |should )*(?:only|exclusively)\\s+(?:be |ever |allowed |to )*(?:\\w+\\s+)?${BY_OTHERS}`,
    "i",
  ),
  new RegExp(`^(.{2,80}?)\\s+(?:\\w+\\s+)?(?:only|exclusively)\\s+${BY_OTHERS}`, "i"),
  new RegExp(
    `^(.{2,80}?)\\s+(?:happens?|runs?|(?:is|are) (?:\\w+ed|done|run|made|cut|built)|goe?s?)\\s+(?:exclusively\\s+|automatically\\s+)?(?:in|from|by|through|via)\\s+${BY_OTHERS}(?:\\s+(?:only|alone|exclusively))?`,
    "i",
  ),
  new RegExp(`^only\\s+${BY_OTHERS}\\s+(?:may|can|should|is allowed to|gets to)?\\s*(.{2,60})$`, "i"),
];

/** Work of the pipeline is not typed by a person. */
function onlyIn(text: string): readonly Demand[] {
  if (!NAMES_OTHERS.test(text)) return [];
  if (/^only\b/i.test(text)) {
    const [, what] = ONLY[3]?.exec(text) ?? [];
    return what === undefined ? [] : [{ asks: "never", what, isConditional: false }];
  }
  for (const pattern of ONLY.slice(/\b(?:only|exclusively)\b/i.test(text) ? 0 : 2, 3)) {
    const found = pattern.exec(text);
    if (found?.[1] === undefined || /\b(?:never|not|n't|nobody)\b/i.test(found[0])) continue;
    const verb = /\b(?:is|are|be) (?:only )?(\w+ed|run|built|made|cut|done)\b/i.exec(found[0])?.[1] ?? "";
    return [{ asks: "never", what: `${verb} ${found[1].replace(/^.*,\s/, "")}`.trim(), isConditional: false }];
  }
  return [];
}
