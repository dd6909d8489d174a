/** Reads a statement of memory into what it asks of commands: never this, this instead of that, not without that. */

export type Demand =
  /** It must not be done; `limits` are words that have to be there too, `needs` is what makes it right. */
  | { readonly asks: "never"; readonly what: string; readonly needs?: string; readonly isConditional: boolean }
  | { readonly asks: "instead"; readonly use: string; readonly not: string }
  /** `flag` belongs to every command like `what`. */
  | { readonly asks: "with"; readonly flag: string; readonly what: string }
  /** For this activity there is this command. */
  | { readonly asks: "by"; readonly activity: string; readonly use: string };

const MOST_CHARS = 600;
const MOST_SENTENCES = 8;

export function demandsOf(text: string): readonly Demand[] {
  const plain = text.slice(0, MOST_CHARS).replaceAll("’", "'").replace(/\s+/g, " ").trim();
  return sentences(plain).flatMap((sentence) => [
    ...instead(sentence),
    ...required(sentence),
    ...never(sentence),
    ...byCommand(sentence),
  ]);
}

function sentences(text: string): readonly string[] {
  return text.split(/(?<=[.!?])\s+(?=[A-Z`"'])|;\s+|\n/).slice(0, MOST_SENTENCES);
}

/** What is quoted stays whole; the rest ends at a comma or at a word that starts another thought. */
const SPAN = '((?:`[^`]{1,80}`|"[^"]{1,80}"|[^,;:()`"]){1,120})';
const bounded = (text: string): string =>
  text
    .trim()
    .replace(/[.!]+$/, "")
    .trim();

const INSTEAD: readonly { readonly pattern: RegExp; readonly use: 1 | 2; readonly not: 1 | 2 }[] = [
  {
    pattern: new RegExp(
      `\\b(?:use|run|prefer|choose|pick|call|try|with)\\s+${SPAN}\\s+(?:instead of|rather than|over|in place of|and not|but not|not)\\s+${SPAN}`,
      "i",
    ),
    use: 1,
    not: 2,
  },
  {
    pattern: new RegExp(
      `\\b(?:use|run|prefer|choose|pick|call|with)\\s+${SPAN},\\s*(?:not|never|instead of|rather than|and not|and never)\\s+${SPAN}`,
      "i",
    ),
    use: 1,
    not: 2,
  },
  { pattern: new RegExp(`\\binstead of\\s+${SPAN},?\\s+(?:use|run|call|do|we use)\\s+${SPAN}`, "i"), use: 2, not: 1 },
  { pattern: new RegExp(`\\bnot\\s+${SPAN},?\\s+but\\s+${SPAN}`, "i"), use: 2, not: 1 },
  {
    pattern: new RegExp(
      `\\b(?:switch(?:ed)?|mov(?:e|ed)|migrat(?:e|ed)|chang(?:e|ed))\\s+from\\s+${SPAN}\\s+to\\s+${SPAN}`,
      "i",
    ),
    use: 2,
    not: 1,
  },
  { pattern: new RegExp(`\\breplaced?\\s+${SPAN}\\s+(?:with|by)\\s+${SPAN}`, "i"), use: 2, not: 1 },
  { pattern: new RegExp(`^${SPAN},\\s*not\\s+${SPAN}$`, "i"), use: 1, not: 2 },
  {
    pattern: new RegExp(
      `\\b(?:don't|do not|never|avoid)\\s+(?:use|using|run|running|call)?\\s*${SPAN}[,;:]\\s*(?:use|run|call|prefer|it's|it is)\\s+${SPAN}`,
      "i",
    ),
    use: 2,
    not: 1,
  },
];

function instead(sentence: string): readonly Demand[] {
  for (const { pattern, use, not } of INSTEAD) {
    const found = pattern.exec(sentence);
    if (found !== null)
      return [{ asks: "instead", use: bounded(found[use] ?? ""), not: withoutAim(bounded(found[not] ?? "")) }];
  }
  return [];
}

/** "npm to install packages": what it is for says nothing about the command. */
function withoutAim(text: string): string {
  return text.replace(/\s+(?:to|for|when|because|since|as|in|on|here)\b(?![^`]*`).*$/i, "");
}

const REQUIRED: readonly { readonly pattern: RegExp; readonly flag: 1 | 2; readonly what: 1 | 2 }[] = [
  {
    pattern: new RegExp(
      `\\balways\\s+(?:use|pass|add|give|set|include)\\s+\`?(--?[a-zA-Z][\\w-]*(?:=\\S{1,40})?)\`?\\s+(?:with|to|for|on|when (?:running|using|calling)|when you (?:run|use))\\s+${SPAN}`,
      "i",
    ),
    flag: 1,
    what: 2,
  },
  {
    pattern: new RegExp(
      `${SPAN}\\s+(?:must|needs? to|has to|have to|should)\\s+(?:always\\s+)?(?:be run|run|be called|be used|have|get|take|carry)?\\s*(?:with\\s+)?\`?(--?[a-zA-Z][\\w-]*)\`?`,
      "i",
    ),
    flag: 2,
    what: 1,
  },
  {
    pattern: new RegExp(`\\balways\\s+(?:run|call|use)\\s+${SPAN}\\s+with\\s+\`?(--?[a-zA-Z][\\w-]*)\`?`, "i"),
    flag: 2,
    what: 1,
  },
];

function required(sentence: string): readonly Demand[] {
  if (/\b(?:never|not|n't)\b/i.test(sentence)) return [];
  for (const { pattern, flag, what } of REQUIRED) {
    const found = pattern.exec(sentence);
    if (found !== null) return [{ asks: "with", flag: found[flag] ?? "", what: bounded(found[what] ?? "") }];
  }
  return [];
}

const NEVER =
  /\b(?:never|don't ever|don't|do not|must not|mustn't|should not|shouldn't|cannot|can't|may not|not allowed to|forbidden to|avoid|stop|refrain from|no longer|nobody (?:may|should)|no one (?:may|should))\s+(.{2,200})/i;
const AFTERWARDS =
  /^(.{2,160}?)\s+(?:is|are)\s+(?:strictly |absolutely |always )?(?:forbidden|banned|prohibited|not allowed|never allowed|disallowed|off limits|off-limits|not permitted|deprecated|dangerous)\b/i;
const NO = /^no\s+(.{2,100})/i;

function never(sentence: string): readonly Demand[] {
  const later = AFTERWARDS.exec(sentence);
  const whole = later === null ? undefined : `${later[1]} ${sentence.slice(later[0].length)}`;
  const found = later === null ? (NEVER.exec(sentence) ?? NO.exec(sentence)) : [sentence, whole];
  if (
    found === null ||
    /\b(?:don't|do not) (?:forget|need|have to|hesitate|worry|mind|know|think|care|like to|want)\b/i.test(sentence)
  )
    return [];
  const [what = "", ...reasons] = (found[1] ?? "").split(
    /[,;](?![^`]*`[^`]*$)|\s+(?:because|since|so that|as it|otherwise|or else|but)\s+/i,
  );
  const unless = /\s+(?:unless|except|until|if|when|while)\b.*$/i.exec(`${what} ${reasons.join(" ")}`);
  const without = /\s+without\s+(.{1,80})$/i.exec(what);
  const act = bounded(what.replace(/\s+(?:unless|except|until|if|when|while|without)\b.*$/i, ""));
  const needs = without?.[1]?.trim();
  return [{ asks: "never", what: act, isConditional: unless !== null, ...(needs === undefined ? {} : { needs }) }];
}

const ACTIVITY =
  "(tests?|testing|unit tests|build|builds|building|lint|linting|deploy|deploys|deployment|format|formatting|type ?check(?:s|ing)?|migrations?|e2e tests?|dev server)";
const BY: readonly RegExp[] = [
  new RegExp(
    `\\b(?:run|start|do|execute)s?\\s+(?:the\\s+|all\\s+|our\\s+)?${ACTIVITY}\\s+(?:with|using|via|by|through)\\s+${SPAN}`,
    "i",
  ),
  new RegExp(
    `\\b${ACTIVITY}\\s+(?:is|are)\\s+(?:run|started|done|executed|made)\\s+(?:with|using|via|by|through)\\s+(?:running\\s+)?${SPAN}`,
    "i",
  ),
  new RegExp(`\\bthe\\s+${ACTIVITY}\\s+(?:command|script)\\s+(?:is|here is)\\s+${SPAN}`, "i"),
  new RegExp(`\\b(?:to|for)\\s+(?:run\\s+)?(?:the\\s+)?${ACTIVITY},?\\s+(?:run|use|call)\\s+${SPAN}`, "i"),
];

function byCommand(sentence: string): readonly Demand[] {
  if (/\b(?:never|not|n't)\b/i.test(sentence)) return [];
  for (const pattern of BY) {
    const found = pattern.exec(sentence);
    if (found !== null) return [{ asks: "by", activity: activityOf(found[1] ?? ""), use: bounded(found[2] ?? "") }];
  }
  return [];
}

export function activityOf(word: string): string {
  const plain = word.toLowerCase();
  if (plain.startsWith("e2e")) return "e2e";
  if (plain.includes("test")) return "test";
  if (/^type ?check/.test(plain)) return "typecheck";
  if (plain === "dev server") return "dev";
  return /^(build|lint|deploy|format|migrat)/.exec(plain)?.[1] ?? plain;
}
