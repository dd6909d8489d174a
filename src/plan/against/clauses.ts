/** Splits a statement into sentences, and a clause into its subject, its exceptions and its reasons. */
import { isDeedWord } from "./deeds.ts";
import { isProgramToken } from "./shown.ts";

/** Patterns are made when the first statement is read, not when the program starts. */
export function compiledOnce(sources: readonly string[]): () => readonly RegExp[] {
  let made: readonly RegExp[] | undefined;
  return () => {
    made ??= sources.map((source) => new RegExp(source, "i"));
    return made;
  };
}

const MOST_CHARS = 600;
const MOST_SENTENCES = 8;

export type Sentence = {
  readonly text: string;
  /** The subject of the previous sentence: "it" and "them" may refer to it. */
  readonly before: string;
};

/** A small letter may start one too, unless the period belongs to "etc." */
const SENTENCE_END =
  /(?<=[.!?])\s+(?=[A-Z`"'])|(?<=(?<!\b(?:etc|incl|approx|resp|esp))[\w)`]{3}[.!?])\s+(?=-{0,2}[a-z])|;\s+|\s+[—–]\s+/;

export function sentencesOf(statement: string): readonly Sentence[] {
  const plain = statement
    .slice(0, MOST_CHARS)
    .replaceAll("’", "'")
    .replace(/\b(is|are|was|were)n't\b/gi, "$1 not")
    .replace(/\s+/g, " ")
    .trim();
  const texts = withNames(plain.split(SENTENCE_END).slice(0, MOST_SENTENCES));
  return texts.map((text, at) => ({
    text: neverAny(trimmed(text)),
    before: at === 0 ? "" : subjectOf(texts[at - 1] ?? ""),
  }));
}

/** "No force pushes to shared branches. develop and release/* are shared." says which ones are meant. */
function withNames(texts: readonly string[]): readonly string[] {
  return texts.map((text, at) => {
    const [, names, kind] = /^([^,;:]{2,60}) (?:is|are) ([a-z]{4,20})[.!]*$/.exec(texts[at + 1] ?? "") ?? [];
    return names === undefined
      ? text
      : text.replace(new RegExp(`\\b${kind} (?:branches|hosts|servers|folders)\\b`), names);
  });
}

/** "Delete nothing in x" is "never delete anything in x". */
const neverAny = (text: string): string =>
  text.replace(/^(?:please )?([a-z]+) nothing\b/i, (whole, verb: string) =>
    isDeedWord(verb.toLowerCase()) ? `Never ${verb.toLowerCase()} anything` : whole,
  );

export const trimmed = (text: string): string =>
  text
    .trim()
    .replace(/(?<![\s.])[.!]+$/, "")
    .trim();

const FIRST_VERB =
  /\s(?:is|are|was|were|be|must|may|might|should|can|cannot|will|has|have|had|also|never|only|always|don't|do not|fails?|failed|breaks?|broke|hangs?|hung|errors?|crash(?:es)?|deletes|removes|corrupts?|wipes|takes|leaves|drops|loses|kills|overwrites|resets|ignores|stops|clears|rewrites|destroys|bumps|upgrades|makes|goes|go|causes|triggers|creates|locks|restarts|sends|eats|needs|requires|does|silently|times? out|runs out|floods?|reverts|skips|regenerates|truncates|exposes|prints|pulls|blocks|throws|returns|deadlocks?|depends?|talks?|lives?|listens|runs|uses|once|already|recently|costs|slows|spams|pollutes|messes|changes|touches|updates|rebuilds|reinstalls|downloads|hits|charges|invalidates|disconnects|cancels|interrupts|hides|fills|pushes|opens|closes|replaces|writes|leaks|gets|keeps|adds|installs|downgrades|converts|strips|mangles|reformats|recreates|duplicates|sets|turns|spawns|consumes|freezes|stalls|uploads|empties|stashes|ends|cuts|wiped|deleted|corrupted|killed|took|overwrote|lost|crashed|destroyed)\s/i;

/** The subject of a sentence: the words before its first verb. */
export function subjectOf(sentence: string): string {
  const at = verbAt(sentence);
  return at < 0 ? "" : sentence.slice(0, at).trim();
}

/** "Playwright in parallel": how it is run does not belong to its name. */
export const withoutManner = (name: string): string =>
  name.replace(/^parallel\s+|\s+(?:in parallel|concurrently|by default|in watch mode)$/i, "");

/** The words after the subject. */
export function predicateOf(sentence: string): string {
  const at = verbAt(sentence);
  return at < 0 ? "" : sentence.slice(at).trim();
}

/** The first word is never the verb: "go test hangs". */
function verbAt(sentence: string): number {
  const from = Math.max(0, sentence.indexOf(" "));
  const found = FIRST_VERB.exec(`${sentence.slice(from)} `);
  if (found !== null) return from + found.index;
  // After a literal command, any verb may follow.
  const [first = ""] = sentence.split(" ");
  return isProgramToken(first)
    ? sentence.search(/(?<=^\S+ \S+.{0,40}) [a-z]{4,}s (?=the|a|all|every|your|our|my)\b/)
    : -1;
}

const REASON =
  /\s+(?:because|since|so that|so it|so they|as it|as they|otherwise|or else|but|or you|or we|lest|for it|for they|due to|which|who|where|and (?:instead |now |then )?(?:moved?|switched|use|went|migrated|ask|leave|let))\s+|:\s+/i;

/** Without its reasons: commas end it, unless they separate the items of a list. */
export function withoutReasons(text: string): string {
  const [head = ""] = text.split(REASON);
  const parts = head.replace(/\s\([^)]*\)/g, "").split(/,\s+(?![^`]*`(?:[^`]*`[^`]*`)*[^`]*$)/);
  let kept = parts[0] ?? "";
  for (const part of parts.slice(1)) {
    if (
      !/^(?:or|nor|and)\b|^(?:`[^`]*`|\S+(?: \S+)?)(?:$|\s+(?:or|nor|and)\b)/i.test(part) ||
      /^(?:and|or) (?:then|we|it|you|use|run)\b/i.test(part)
    )
      break;
    if (/^(?:use|run|please|not|but|it|they|we|you|never|always|only|period|ever|even|reload|instead)\b/i.test(part))
      break;
    // The last item of a list follows "or".
    if (!/^(?:or|nor|and)\b/i.test(part) && !parts.some((one) => /(?:^|\s)(?:or|nor|and)\s/.test(one))) break;
    kept = `${kept}, ${part}`;
  }
  return trimmed(kept).replace(/,$/, "");
}

const EXCEPT = /,?\s*\b(?:except(?: for| in| on)?|unless|apart from|other than)\b\s*(.{2,120})$/i;

type Excepting = { readonly told: string; readonly except: { readonly except?: string } };

/** A sentence without its exception, and the exception in the form of a demand. */
export function exceptingIn(text: string): Excepting {
  const found = EXCEPT.exec(text);
  if (found?.[1] === undefined) return { told: text, except: {} };
  return { told: text.slice(0, found.index), except: { except: found[1] } };
}

const EXCEPTION =
  /,?\s*\b(except(?:ing| for| that)?|unless|other than|apart from|aside from|save for|as long as|outside(?: of)?|but only|anywhere but|until|once|if|when|while|before|after|during)\b\s+(.{2,160})$/i;

const TIMES = /\s(?:between|from|after|before|until|past)\s+\d.*$/i;
/** The purpose changes nothing. */
const PURPOSE =
  /\s(?:just |only )?to (?:fix|solve|get|make|save|speed|avoid|work|free|try|see|debug|force|quiet|silence|unblock|call|reach|check|go)\b.*$/i;

export type Clause = {
  readonly what: string;
  /** If the command matches this, the clause does not apply. */
  readonly except?: string;
  /** It applies only under a condition that cannot be checked. */
  readonly isConditional: boolean;
  /** "without X": with it, the command is allowed. */
  readonly needs?: string;
  readonly isOutside: boolean;
};

/** `text` begins where the demand begins. */
export function clauseOf(text: string): Clause {
  const exception = EXCEPTION.exec(text);
  const word = exception?.[1]?.toLowerCase() ?? "";
  const told = exception === null ? text : text.slice(0, exception.index);
  const head = withoutReasons(told);
  const without = /\s+without\s+(.{1,80})$/i.exec(head);
  const isExcept = /^(?:except|unless|other|apart|aside|save|as long|outside|but only|anywhere)/.test(word);
  const except = isExcept ? withoutReasons(exception?.[2] ?? "") : undefined;
  return {
    what: trimmed(
      head
        .replace(TIMES, "")
        .replace(PURPOSE, "")
        .replace(/\s+without\s+.*$/i, ""),
    ),
    isConditional:
      TIMES.test(head) || (exception !== null && !/^(?:except|other|apart|aside|save|outside|anywhere)/.test(word)),
    isOutside: word.startsWith("outside"),
    ...(except === undefined ? {} : { except }),
    ...(without?.[1] === undefined ? {} : { needs: without[1].trim() }),
  };
}

const LIST = /,?\s+(?:or|nor|and)\s+(?:no\s+|never\s+)?|,\s+/i;
const TAIL = /\s(?:to|into|onto|on|in|against|from|at|for|with|under|below|inside|within)\s.*$/i;

/** "edit or delete files in x": each of the combined actions. */
export function alternatives(what: string): readonly string[] {
  const hidden: string[] = [];
  const held = what.replace(/`[^`]*`|"[^"]*"/g, (quoted) => `\u0001${hidden.push(quoted) - 1}\u0001`);
  const items = held.split(LIST).filter((item) => item.trim() !== "");
  const shown = (text: string): string => text.replace(/\u0001(\d+)\u0001/g, (_, at) => hidden[Number(at)] ?? "");
  const [first = "", ...others] = items;
  const last = others.at(-1);
  if (last === undefined) return [what];
  const lead = first.split(" ").slice(0, -1).join(" ");
  const isVerb = !first.includes(" ");
  const lastTail = isVerb ? last.slice(last.split(" ")[0]?.length ?? 0) : (TAIL.exec(last)?.[0] ?? "");
  const firstTail = TAIL.exec(first)?.[0] ?? "";
  return items.map((item, at) => {
    const isShort = !item.includes(" ") || (TAIL.exec(item)?.index ?? -1) === item.indexOf(" ");
    const place = /^(.*?\s(?:to|into|onto|on|in|against|from|at|under|below|inside|within)\s)/i.exec(first)?.[1];
    const isPlace = at > 0 && place !== undefined && !isDeedWord(item.split(" ")[0]?.toLowerCase() ?? "");
    if (isPlace) return shown(`${place}${item}`.trim());
    const isThing = at > 0 && !isShort && /^(?:the|its|their|our|any|a|an)\s/i.test(item);
    const withVerb = isThing ? `${first.split(" ")[0]} ${item}` : item;
    const withLead = at > 0 && isShort && lead !== "" ? `${lead} ${item}` : withVerb;
    const withTail = at < items.length - 1 && (isVerb || firstTail === "") ? `${withLead}${lastTail}` : withLead;
    return shown(withTail.trim());
  });
}
