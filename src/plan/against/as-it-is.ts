/** Reads what must not change, and places that no longer exist: "leave x/ alone", "x stays on", "x/ is gone". */
import { compiledOnce, predicateOf, type Sentence, subjectOf, withoutManner, withoutReasons } from "./clauses.ts";
import { isDeedWord } from "./deeds.ts";
import type { Demand } from "./statement.ts";
import { cutWords, tokensOf } from "./words.ts";

const never = (what: string): Demand => ({ asks: "never", what, isConditional: false });

type Reader = { readonly says: string; readonly whats: (...groups: readonly string[]) => readonly string[] };

/** A statement, and what it forbids. Each group ends where the next word of the pattern begins. */
const READERS: readonly Reader[] = [
  {
    says: "\\b(?:leave|let)\\s+(.{2,60}?)\\s+(?:alone|untouched|unchanged|as (?:it is|they are|is)|in peace)(?=[,.;:]|\\s|$)",
    whats: (name = "") => changesTo(name),
  },
  { says: "^(?:keep\\s+your\\s+)?hands off\\s+([^,:;]{2,60})", whats: (name = "") => changesTo(name) },
  {
    says: "\\b(?:stay|keep) away from\\s+([^,:;]{2,60})",
    whats: (name = "") => changesTo(name),
  },
  {
    says: "^(.{3,50}?)\\s+(?:must\\s+|has to\\s+|have to\\s+|should\\s+)?(?:always\\s+)?(?:stays?|remains?|be left|is left)\\s+(?:switched |turned )?(?:on|enabled|active)\\b",
    whats: (name = "") => [`disable ${name}`],
  },
  {
    says: "^((?:[\\w-]+\\s+){0,3}(?:tag|release|version|artifact|backup|snapshot)s?)\\s+(?:is|are)\\s+(?:immutable|write-once)\\b",
    whats: (name = "") => ["move", "delete", "overwrite"].map((verb) => `${verb} ${name}`),
  },
  {
    says: "^(.{3,100}?)\\s(?:is|are|be|gets?)\\s+neither\\s+([a-z]+)\\s+nor\\s+([a-z]+)",
    whats: (told = "", first = "", second = "") =>
      [first, second].map((verb) => `${verb} ${(subjectOf(told) || told).replace(DONE_BEFORE, "")}`),
  },
  {
    says: "\\bkeep\\s+([^,;:]{3,40}?)\\s+(?:off|out of|away from)\\s+(?:the\\s+)?(command[- ]lines?|arguments|shell history)\\b",
    whats: (name = "", place = "") => [`${name} on the ${place}`],
  },
];

const DONE_BEFORE = /^(?:all\s+)?(?:published|pushed|released|merged|existing)\s+/i;
const readers = compiledOnce(READERS.map(({ says }) => says));

/** Paths are edited or removed; a host, a project or a namespace is changed by any command that does more than look. */
function changesTo(name: string): readonly string[] {
  const plain = withoutReasons(name).replace(/\s(?:namespace|project|cluster|host|server|machine|account)s?$/i, "");
  if (/^(?:it|this|that|them|these|those)$/i.test(plain)) return [];
  const isPath = tokensOf(plain).some(({ kind }) => kind === "path");
  return (isPath ? ["edit", "delete"] : ["touch", "delete"]).map((verb) => `${verb} ${plain}`);
}

/** Without one of these no reader can find anything. */
const MAY_KEEP = /\b(?:leave|let|hands|keep|away|stays?|remains?|left|immutable|write-once|neither)\b/i;

export function keptIn({ text }: Sentence): readonly Demand[] {
  if (!MAY_KEEP.test(text)) return [];
  return readers().flatMap((pattern, at) => {
    const found = pattern.exec(text);
    return found === null ? [] : (READERS[at]?.whats(...found.slice(1)) ?? []).map(never);
  });
}

const ONLY_SO = /\b(?:it is|it's|that is|that's)\s+(?:an?\s+)?([a-z]+)\s+only$/i;

/** "A restart of nginx drops connections, so it is reload only" forbids the restart. */
export function onlySoIn({ text }: Sentence): readonly Demand[] {
  const right = ONLY_SO.exec(text)?.[1]?.toLowerCase() ?? "";
  const subject = subjectOf(text);
  const deeds = cutWords(subject.toLowerCase()).filter(isDeedWord);
  return isDeedWord(right) && deeds.length > 0 && !deeds.includes(right) ? [never(subject)] : [];
}

const LEAVES_OFF = /^(?:\w+\s+){1,4}without\s+(?:the\s+)?`?(--?[a-zA-Z][\w-]*)`?$/i;
const ITS_PART = /^\w+\s+(?:the|our)\s+([\w-]+)\s+(?:target|module|package|suite|job|task|service|test)s?\b/i;

/** "Build without -j": the option must not be there. "So build it without -j" is about the failure named before. */
export function leftOffIn({ text, before }: Sentence): readonly Demand[] {
  if (/^(?:never|don't|do not|avoid|always)\b/i.test(text)) return [];
  const [told = "", ...rest] = text.split(/,\s+so\s+(?:please\s+)?/i);
  const flag = LEAVES_OFF.exec(rest.at(-1) ?? told)?.[1];
  if (flag === undefined) return [];
  const part = ITS_PART.exec(predicateOf(told))?.[1] ?? "";
  return [
    never(
      rest.length === 0 ? `${before} with ${flag}` : `${withoutManner(subjectOf(told))} with ${flag} ${part}`.trim(),
    ),
  ];
}

const PATH = "`?((?:[\\w.@~-]+|(?=/))(?:/[\\w.@*-]*)+)`?";
const NO_MORE =
  "(?:(?:is|are|was|were|has been|got)\\s+(?:now\\s+|long\\s+|since\\s+|finally\\s+)*(?:gone|deleted|removed|not there)|no longer exists|does not exist|doesn't exist)";
const ABSENT = compiledOnce([
  `(?:^|[,:]\\s+)(?:and\\s+|the\\s+|our\\s+|old\\s+)*${PATH}(?:\\s+(?:directory|folder|dir|tree|path|file))?\\s+${NO_MORE}\\b`,
  `\\bthere (?:is|are) no\\s+(?:more\\s+)?(?:(?<kind>[\\w-]+)\\s+)?(?:files?|folders?)\\s+(?:in|under|below|at)\\s+${PATH}`,
]);

/** A place that does not exist: looking at it is useless too. */
export function absentIn({ text }: Sentence): readonly Demand[] {
  if (!text.includes("/")) return [];
  return ABSENT().flatMap((pattern) => {
    const found = pattern.exec(text);
    const place = found?.slice(1).findLast((group) => group?.includes("/"));
    const kind = found?.groups?.kind?.toLowerCase();
    return place === undefined ? [] : [{ asks: "absent", place, ...(kind === undefined ? {} : { kind }) }];
  });
}
