/**
 * Reads the guard of a plain statement: "Use pnpm, not npm", "Never force-push", "Never edit files under generated/",
 * "Run `npm test` before pushing". Small and exact: whatever is not entirely understood gets no guard.
 */
import type { Guard } from "../../core/guard/guard.ts";
import { asCommand, asFlag, asPath, asTool, isNeutral } from "./named-things.ts";

/** At most one; a person keeps or drops it. */
export function guardIn(text: string): Guard | undefined {
  if (text.length > MOST_CHARS) return undefined;
  const sentences = text
    .trim()
    .split(/(?<=[.!])\s+|;\s+(?!(?:always )?(?:use|run|prefer)\b|(?:never|do not|don't) \w+ (?:it|them)\b)|\n+/i)
    .map((sentence) =>
      sentence
        .trim()
        .replace(/^[-*]\s+/, "")
        // The dot of `git add .` is a part of it.
        .replace(/(?<!\s)[.!;]+$/, ""),
    )
    .filter((sentence) => sentence !== "");
  // A condition or an exception anywhere changes what the rest means.
  if (sentences.some((sentence) => UNCERTAIN.test(sentence))) return undefined;
  const found = sentences.flatMap((sentence) => guardOf(sentence) ?? []);
  return found.length === 1 ? found[0] : undefined;
}

/** A longer statement says more than a guard can. */
const MOST_CHARS = 400;

/** Conditions, exceptions, questions, times and places: none of these is in a guard. */
const UNCERTAIN =
  /\?|\b(?:unless|except|excluding|if|when|whenever|while|until|once|only|maybe|perhaps|probably|might|could|should we|for now|today|this time|temporarily|yet|sometimes|usually|mostly|mainly|CI|prod|production|staging|windows|linux|macos|mac)\b|…|\.\.\./i;

function guardOf(sentence: string): Guard | undefined {
  const plain = sentence.replace(/^(?:please|remember(?: that)?|note|rule|important)[:,]?\s+/i, "");
  for (const read of READERS) {
    const guard = read(plain);
    if (guard !== undefined) return guard;
  }
  return undefined;
}

type Reader = (sentence: string) => Guard | undefined;

/** A command in backticks or quotes, or plain words. */
const THING = "(`[^`]+`|\"[^\"]+\"|'[^']+'|[^`\"',;:()]+?)";
const NEVER = "(?:never|don't|do not|dont|must not|mustn't|you must never|no longer)";
const pattern = (source: string): RegExp =>
  new RegExp(`^${source.replaceAll("THING", THING).replaceAll("NEVER", NEVER)}$`, "i");

const CHOICES: readonly (readonly [RegExp, to: number, from: number])[] = [
  [pattern("(?:we |always |please |i )?(?:use|run|prefer) THING,? (?:and )?(?:not|never) THING"), 1, 2],
  [
    pattern("(?:we |always |please |i )?(?:use|run|prefer) THING (?:instead of|rather than|over|in place of) THING"),
    1,
    2,
  ],
  [pattern("(?:NEVER) (?:use|run) THING[,;:]? (?:but |always )?(?:use|run|prefer) THING(?: instead)?"), 2, 1],
  [pattern("instead of THING,? (?:always )?(?:use|run) THING"), 2, 1],
  [pattern("THING,? not THING"), 1, 2],
];

const instead: Reader = (sentence) => {
  const plain = withoutPlace(sentence);
  for (const [form, to, from] of CHOICES) {
    const parts = form.exec(plain);
    if (parts === null) continue;
    const [wanted, unwanted] = [asTool(parts[to]), asTool(withoutTail(parts[from]))];
    if (wanted === undefined || unwanted === undefined || wanted === unwanted) return undefined;
    return { instead: { [unwanted]: wanted } };
  }
  return undefined;
};

/** "npm in this repo" is `npm`. */
function withoutTail(words: string | undefined): string | undefined {
  if (words === undefined || /^[`"']/.test(words)) return words;
  const [head = "", ...tail] = words.split(/\s+(?=(?:here|in|for|anymore|any more|ever|again|at)\b)/i);
  return tail.every((part) => isNeutral(part)) ? head : undefined;
}

/** "Use pnpm, not npm, in this repo" is "Use pnpm, not npm". */
function withoutPlace(sentence: string): string {
  const at = sentence.lastIndexOf(", ");
  return at !== -1 && isNeutral(sentence.slice(at + 2)) ? sentence.slice(0, at) : sentence;
}

const FORCE_PUSH: Guard = { deny: "git push --force", except: "--force-with-lease" };

const deny: Reader = (sentence) => {
  if (
    pattern("(?:NEVER) force[- ]?push(?: anything| to (?:any|a) (?:shared )?branch| commits)?(?:,? ever)?").test(
      sentence,
    )
  )
    return FORCE_PUSH;
  const [, around] =
    pattern("(?:NEVER) (?:bypass|skip|circumvent) [\\w -]+ (?:with|using) (`?--[\\w-]+`?)(?: or .*)?").exec(sentence) ??
    [];
  const bypass = asFlag(around);
  if (bypass !== undefined) return { deny: bypass };
  const words = withoutTail(firstOf(DENIALS, sentence));
  if (words === undefined) return undefined;
  const list = words.split(/,?\s+or\s+|,\s+/).map((one) => asFlag(one) ?? asCommand(one));
  if (list.length === 0 || list.some((one) => one === undefined)) return undefined;
  const denied = list as string[];
  return denied.length === 1 && denied[0] === FORCE_PUSH_LINE
    ? FORCE_PUSH
    : { deny: denied.length === 1 ? denied[0]! : denied };
};

const FORCE_PUSH_LINE = "git push --force";

const QUOTED_LIST = "(`[^`]+`(?:(?:,|,? or) `[^`]+`)*)";

/** Without a verb, only what is in backticks is a command for certain. */
const DENIALS = [
  pattern(`(?:NEVER) (?:ever )?(?:(?:use|run|execute|call|invoke) )?${QUOTED_LIST}(?: here| ever| again)?`),
  pattern("(?:NEVER) (?:ever )?(?:use|run|execute|call|invoke) THING"),
  pattern("(?:avoid|stop) (?:using|running|calling) THING"),
];

/** The thing that the first fitting form names. */
function firstOf(forms: readonly RegExp[], sentence: string): string | undefined {
  for (const form of forms) {
    const [, thing] = form.exec(sentence) ?? [];
    if (thing !== undefined) return thing;
  }
  return undefined;
}

const EDITING = "(?:edit|touch|modify|change|write to|write into|write in|alter|update)";

const BY_HAND = "(?: by hand| manually| directly)?";

const PROTECTIONS = [
  pattern(
    `(?:NEVER) (?:manually |directly |hand-)?${EDITING} (?:the |any |anything |any files? |files? |the files? |the contents of |the folder |the directory |the file )*(?:under |in |inside |inside of |within |below )?THING${BY_HAND}`,
  ),
  pattern(`THING (?:must|should) (?:never|not) be (?:edited|touched|modified|changed)${BY_HAND}`),
  pattern(`THING is (?:auto-?)?generated[,:;]? (?:so |and )?NEVER ${EDITING} (?:it|them)${BY_HAND}`),
  pattern("THING is off[- ]limits"),
];

const protect: Reader = (sentence) => {
  const thing = firstOf(PROTECTIONS, sentence);
  const glob = asPath(thing?.replace(/ (?:folder|directory|file|dir)$/i, ""));
  return glob === undefined ? undefined : { protect: glob };
};

const BEFORE: Readonly<Record<string, string>> = {
  push: "git push",
  pushing: "git push",
  "a push": "git push",
  "every push": "git push",
  "each push": "git push",
  "you push": "git push",
  commit: "git commit",
  committing: "git commit",
  "a commit": "git commit",
  "every commit": "git commit",
  "each commit": "git commit",
  "you commit": "git commit",
};

const first: Reader = (sentence) => {
  const [, run, moment] =
    pattern("(?:always |you must |you have to )?run THING before (?:any )?THING").exec(sentence) ?? [];
  const [, late, needed] =
    pattern("NEVER (?:ever )?(push|commit) (?:without (?:first )?|before )running THING(?: first)?").exec(sentence) ??
    [];
  const [, before, task] = pattern("before (?:any )?THING,? (?:always )?run THING(?: first)?").exec(sentence) ?? [];
  const act = moment ?? late ?? before ?? "";
  const command = BEFORE[act.toLowerCase()] ?? asQuotedCommand(act);
  const wanted = asCommand(run ?? needed ?? task);
  return command === undefined || wanted === undefined ? undefined : { first: { command, run: wanted } };
};

const asQuotedCommand = (text: string): string | undefined => (/^[`"']/.test(text) ? asCommand(text) : undefined);

const require: Reader = (sentence) => {
  const [, command, flag] =
    pattern("(?:always |you must )?(?:run|use|call) THING with (?:the )?THING(?: flag| option)?").exec(sentence) ?? [];
  const [, other, on] = pattern("always (?:use|pass|add) THING (?:to|with|for) THING").exec(sentence) ?? [];
  const [, bare, without] =
    pattern("NEVER (?:ever )?(?:run|use|call) THING without (?:the )?THING(?: flag| option)?").exec(sentence) ?? [];
  const [about, needs] = [asCommand(command ?? on ?? bare), asFlag(flag ?? other ?? without)];
  const isRule = bare !== undefined || /\balways\b|\bmust\b/i.test(sentence);
  if (about === undefined || needs === undefined || !isRule) return undefined;
  return { require: { command: about, flag: needs } };
};

const READERS: readonly Reader[] = [instead, first, require, protect, deny];
