/** The guards about files in one sentence of a rule: which are not to be changed, and what may not be added. */
import type { Guard } from "../../core/guard/guard.ts";
import { BRANCH, REMOTE } from "./command-rules.ts";
import { type KnownNames, looksLikePath } from "./mentions.ts";
import { isAgainst, isFor, isMain, type Named, type RuleClause } from "./read-clause.ts";
import { CONCEPTS, filesOf, patternOf } from "./text-rule.ts";

/** Paths that are not to be changed: named as the object, or as the topic that a sentence without one is about. */
export function fileRules(
  { named, forbidsChange, words }: RuleClause,
  known: KnownNames,
  beside: readonly (RuleClause | undefined)[],
): Guard[] {
  const isPath = ({ thing }: Named): boolean =>
    thing.kind === "path" || (thing.kind === "code" && looksLikePath(thing.text, known));
  const objects = named.filter(
    (one) => isAgainst(one) && isPath(one) && isChanged(one) && !ABOUT.test(one.preposition ?? ""),
  );
  const topics = [named, ...beside.map((clause) => clause?.named ?? [])].map((list) =>
    list.find((one) => isPath(one) && isFor(one) && one.polarity === "open"),
  );
  const topic = forbidsChange && !named.some(isAgainst) ? topics.find((one) => one !== undefined) : undefined;
  const found = objects.length > 0 ? objects : topic === undefined ? [] : [topic];
  const kinds = KINDS_OF_FILES.filter((kind) => kind.words.test(words.join(" "))).flatMap(({ globs: own }) => own);
  const globs = [...new Set([...found.map(({ thing }) => globOf(thing.text)), ...kinds])];
  return globs.length === 0 ? [] : [{ protect: globs.length === 1 ? globs[0]! : globs }];
}

const NOT_CHANGED =
  "\\b(?:never|not|don't|dont|avoid|stop)(?: \\w+){0,2} (?:edit|editing|modify|modifying|change|changing|touch|touching)(?: \\w+){0,2} ";

/** Files that people name by what they are. */
const KINDS_OF_FILES: readonly { readonly words: RegExp; readonly globs: readonly string[] }[] = [
  {
    words: new RegExp(`${NOT_CHANGED}(?:auto-?)?generated (?:files?|code|sources?)\\b`),
    globs: ["**/generated/**", "**/__generated__/**", "**/*.generated.*", "**/*.gen.*"],
  },
  {
    words: new RegExp(`${NOT_CHANGED}lock ?-?files?\\b`),
    globs: ["**/package-lock.json", "**/pnpm-lock.yaml", "**/yarn.lock", "**/bun.lock", "**/*.lock"],
  },
  { words: /^no (?:new )?javascript files\b/, globs: ["**/*.{js,jsx,mjs,cjs}"] },
];

/** "Never create mocks in `src/`" is not about all of `src/`. */
const isChanged = ({ verb, between }: Named): boolean =>
  verb === "change" || (verb === "create" && between.every((word) => NEUTRAL.test(word)));

const NEUTRAL =
  /^(?:the|any|all|an?|new|files?|anything|contents?|of|folder|directory|inside|in|under|within|to|into|or|and|directly|manually|modify|modifying|edit|change|suggest)$/;

/** "Never add a changelog for `api/`" is not about the files of `api/`. */
const ABOUT = /^(?:for|from|with|via|by|of|like)$/;

/** A folder is everything in it; `.eslintrc` is also `.eslintrc.json`. */
function globOf(path: string): string {
  const plain = path.replace(/^\.\//, "");
  if (plain.endsWith("/")) return `${plain}**`;
  if (/^\.\w+rc$/.test(plain)) return `${plain}*`;
  if (/^\*\/./.test(plain)) return `**/${plain.slice(2)}`;
  const isFile = /\.\w+$/.test(plain.slice(plain.lastIndexOf("/") + 1));
  return plain.includes("/") && !plain.includes("*") && !isFile ? `${plain}/**` : plain;
}

/** Code that may not be added, and text that may not be in a commit. */
export function textRules(clause: RuleClause, words: readonly string[]): Guard[] {
  const { named } = clause;
  const isCommit = clause.words.some((word) => /^(?:commits?|prs?|pull)$/.test(word));
  const isComment = named.some(({ next }) => /^comments?$/.test(next));
  const patterns = named.flatMap((one) => {
    const { thing, verb, next } = one;
    if (!isAgainst(one) || (verb !== undefined && !/^(?:use|write|import)$/.test(verb))) return [];
    const isText = thing.kind === "code" || (thing.kind === "text" && (isComment || isCommit));
    const isImported = verb === "import" && (thing.kind === "code" || thing.kind === "path");
    if ((!isText && !isImported) || isPlace(thing.text) || isPreference(clause)) return [];
    if (isImported && /^(?:in|under|inside|within)$/.test(one.preposition ?? "")) return [];
    // "Never use float for money": where it is wrong cannot be seen.
    if (/^[a-z]+$/.test(thing.text) && /^(?:for|as|on)$/.test(next)) return [];
    return patternOf(thing, { next: isComment ? "comments" : next, isImport: verb === "import" }) ?? [];
  });
  const isTrailer = named.some(({ thing }) => /^[\w-]+-by:?$/i.test(thing.text));
  if (isCommit && patterns.length === 0) patterns.push(...clause.names.map((name) => `\\b${name}\\b`));
  const adds = patterns.join("|");
  const concepts = CONCEPTS.filter((concept) => concept.words.test(clause.words.join(" ")));
  if (isCommit || isTrailer)
    return [...(adds === "" ? [] : [adds]), ...concepts.map((one) => one.adds)].flatMap((one) =>
      ["git commit", "gh pr create"].map((command) => ({ text: { in: command, adds: `(?i)${one}` } })),
    );
  const folder = named.find(
    (one) => isMain(one) && one.thing.kind === "path" && /^(?:in|under|inside|within)$/.test(one.preposition ?? ""),
  );
  const subject = named.find((one) => one.thing.kind === "path" && one.polarity === "open" && isMain(one));
  const importer = named.some(({ verb }) => verb === "import") ? subject : undefined;
  const place = folder === undefined ? importer && globOf(importer.thing.text) : globOf(folder.thing.text);
  const files = filesOf(
    words,
    place,
    named.map(({ thing }) => thing.text),
  );
  const own =
    adds === "" ? [] : files.map(({ in: glob, except }) => ({ text: { in: glob, adds }, ...(except && { except }) }));
  return [...own, ...concepts.map((one) => ({ text: { in: place ?? one.files ?? files[0]!.in, adds: one.adds } }))];
}

/** "Prefer const over let" is a taste: a check would stop too much. */
const isPreference = ({ words }: RuleClause): boolean =>
  /\bprefer\b/.test(words.join(" ")) && !/\b(?:never|not|don't|avoid)\b/.test(words.join(" "));

const isPlace = (text: string): boolean => BRANCH.test(text) || REMOTE.test(text);
