/** The clauses of a statement that assert something: questions, and what is rejected or only considered, are left out. */

type Reading = {
  /** Code spans are replaced by their number between two NULs. */
  readonly clauses: readonly string[];
  readonly spans: readonly string[];
};

const LONGEST_TEXT = 8192;

export function assertedIn(text: string): Reading {
  const spans: string[] = [];
  const keep = (_: string, code: string): string => `\0${spans.push(code.trim()) - 1}\0`;
  const masked = text
    .slice(0, LONGEST_TEXT)
    .replaceAll("\0", "")
    .replace(/^ *```[^\n]*\n([\s\S]*?)^ *```/gm, (_, code: string) => code.replace(/^(.*\S.*)$/gm, keep))
    .replace(/`([^`\n]+)`/g, keep)
    .replaceAll("’", "'")
    .replace(WRAPPED, " ");
  return { clauses: sentencesOf(masked).flatMap(clausesIn), spans };
}

/** A line end within a sentence: no list, heading or paragraph follows. */
const WRAPPED = /(?<!\n)[^\S\n]*\n(?!\s?(?:[-*+#>|]|\d+[.)]\s|\n))/g;
const SENTENCE_END = /(?<=(?<!\n\s?\d)[.!?])\s|\s*\n\s*|;\s|\s[–—]\s|\s--\s/;
const LISTED = /^(?:[-*+]|\d+[.)])\s/;

/** Without questions, and without lists under a heading such as "Never run:". */
function sentencesOf(text: string): string[] {
  let isUnderDenial = false;
  return text.split(SENTENCE_END).filter((sentence) => {
    if (isUnderDenial && LISTED.test(sentence)) return false;
    isUnderDenial = sentence.endsWith(":") && isDenied(sentence);
    return !sentence.endsWith("?");
  });
}

/** A denial holds to the end of its sentence: "never npm, yarn or bun". */
function clausesIn(sentence: string): string[] {
  const clauses = sentence.split(/,\s|\s[()]|\s(?=(?:but|however|yet|while|whereas)\s)/).map((clause) => clause.trim());
  const denied = clauses.findIndex(isDenied);
  return clauses.slice(0, denied === -1 ? clauses.length : denied).filter((clause) => clause !== "");
}

function isDenied(clause: string): boolean {
  return clause
    .toLowerCase()
    .split(/[\s:.!()]+/)
    .some((word) => DENYING.has(word) || word.endsWith("n't"));
}

/** Of what must not be, is no more, or is only considered. */
const DENYING = new Set(
  [
    "not never no none nothing nor neither cannot avoid without instead rather than except stop forbid forbidden banned",
    "drop dropped remove removed delete deleted replace replaced deprecated obsolete legacy gone retired formerly previously",
    "unlike against ignore would could might maybe perhaps consider someday eventually ever unless if will used",
  ].flatMap((words) => words.split(" ")),
);
