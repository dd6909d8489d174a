/** Whether a phrase of a statement describes what a command does: every word of it must match the command. */
import { type ParsedCommand as Act, hasVerb, isOneOf, operands } from "../../core/command/parsed-command.ts";
import { isAboutThing, isDeed, isDeedWord, isThingWord } from "./deeds.ts";
import { hasFlag } from "./flags.ts";
import { changedPaths, type Deed, isLooking, isReading, type Scene } from "./scene.ts";
import { isNamed, isPathTouched, isProgramToken, isShown } from "./shown.ts";
import { SPOKEN } from "./spoken.ts";
import {
  commandsQuoted,
  cutWords,
  describesPath,
  isEveryday,
  isPart,
  programName,
  saysNothing,
  type Token,
  tokensOf,
  verbName,
} from "./words.ts";

/** The words that matched, or undefined. */
export function described(said: string, deed: Deed, scene: Scene): string | undefined {
  const phrase = normalised(said);
  const quoted = commandsQuoted(phrase);
  if (quoted.length > 0) {
    const found = quoted.find((one) => isLike(one, deed.act));
    if (found !== undefined) return areShown(tokensOf(phrase), { deed, scene, isLenient: true }) ? found : undefined;
    if (quoted.some((one) => /^[a-z][\w.-]*$/.test(cutWords(one)[0] ?? ""))) return undefined;
  }
  const tokens = tokensOf(phrase);
  const isOther = tokens.some(({ text }, at) => isWrittenOtherwise(text, tokens[at + 1], tokens, at, deed.act));
  if (isOther) return spoken(phrase, deed, scene) ?? namedCommand(phrase, deed, scene);
  return spoken(phrase, deed, scene) ?? namedCommand(phrase, deed, scene) ?? doing(phrase, deed, scene);
}

const KINDS_OF_BRANCHES =
  /\b(release|feature|feat|hotfix|bugfix|fix|topic|support|dependabot|renovate|stable)[- ]branch(?:es)?\b/gi;
/** "release branches" are those whose names start so, and "npm scripts" are run. */
const normalised = (phrase: string): string =>
  phrase
    .replace(KINDS_OF_BRANCHES, "$1/* branch")
    .replace(/\b(npm|pnpm|yarn|bun) scripts?\b/gi, "$1 run")
    .replace(/\bforce-(delet|remov)(?:e|es|ed|ing)\b/gi, "$1e --force");

/** "npm install" is a literal command: other ways to install do not match. */
function isWrittenOtherwise(
  text: string,
  next: Token | undefined,
  tokens: readonly Token[],
  at: number,
  act: Act,
): boolean {
  if (!isProgram(text, act) || isEveryday(text) || next?.kind !== "word" || !isSubcommand(next.lower)) return false;
  return text === text.toLowerCase() && commandEnd(tokens, at, act) < 0;
}

/** Only a literal command in the phrase: `npm ci`, or npm ci. */
export function commandIn(said: string, deed: Deed, scene: Scene): string | undefined {
  const phrase = normalised(said);
  return commandsQuoted(phrase).find((one) => isLike(one, deed.act)) ?? namedCommand(phrase, deed, scene);
}

function spoken(phrase: string, deed: Deed, scene: Scene): string | undefined {
  for (const { says, is } of spokenOf(phrase)) {
    const found = says.exec(phrase);
    if (found === null || !is(deed, found)) continue;
    const rest = `${phrase.slice(0, found.index)} ${phrase.slice(found.index + found[0].length)}`;
    if (areShown(tokensOf(rest), { deed, scene, isLenient: false })) return phrase.trim();
  }
  return undefined;
}

/** A deed of several words that the phrase names and the command does not do. */
const isOtherwiseSpoken = (phrase: string): boolean => spokenOf(phrase).some(({ says }) => says.test(phrase));

function spokenOf(phrase: string): typeof SPOKEN {
  const plain = phrase.toLowerCase();
  return SPOKEN.filter(({ about }) => about.split(" ").some((word) => plain.includes(word)));
}

function namedCommand(phrase: string, deed: Deed, scene: Scene): string | undefined {
  const tokens = tokensOf(phrase);
  for (let at = 0; at < tokens.length; at += 1) {
    const end = commandEnd(tokens, at, deed.act);
    if (end < 0) continue;
    const before = tokens.slice(0, at);
    const after = tokens.slice(end);
    const isWhole = end - at > 1;
    if (!isWhole && !isAlone(tokens, at, deed.act)) continue;
    if (!areShown(before, { deed, scene, isLenient: isWhole })) continue;
    if (areShown(after, { deed, scene, isLenient: false }))
      return tokens
        .slice(at, end)
        .map(({ text }) => text)
        .join(" ");
  }
  return undefined;
}

/** A program's name that is an everyday word counts if it is quoted, or if there is no other word. */
function isAlone(tokens: readonly Token[], at: number, act: Act): boolean {
  const token = tokens[at];
  if (token === undefined) return false;
  if (!isEveryday(token.lower) || token.isQuoted) return true;
  const others = tokens.filter((one, place) => place !== at && !saysNothing(one.lower) && one.lower !== act.program);
  return others.length === 0 && /^[a-z]/.test(token.text);
}

/** Where the command ends that starts with this word, or -1: its program, its subcommands in order, its options. */
function commandEnd(tokens: readonly Token[], at: number, act: Act): number {
  const first = tokens[at];
  if (first === undefined || !isProgram(first.text, act)) return -1;
  const given = operands(act).map(({ value }) => verbName(value));
  let from = 0;
  let end = at + 1;
  for (let token = tokens[end]; token !== undefined; token = tokens[end]) {
    const next = tokens[end + 1];
    if (token.kind === "flag") {
      if (!hasFlag(token.text, act)) return -1;
    } else if ((token.lower === "with" || token.lower === "and" || token.lower === "the") && next?.kind === "flag") {
      end += 1;
      continue;
    } else if (/^[<[{*]|^\.\.\.$/.test(token.text)) {
      end += 1;
      continue;
    } else {
      const found = given.indexOf(verbName(token.text), from);
      const isFirst = from > 0 || found === 0 || (given[0] === "run" && found === 1);
      if (found < 0 || !isFirst) {
        // "npm audit fix" is not `npm audit`, but "docker images" may be.
        const isNext = end === at + 1 && /^[a-z][a-z:-]*$/.test(token.text);
        if (isNext && isSubcommand(token.lower)) return -1;
        break;
      }
      from = found + 1;
    }
    end += 1;
  }
  return end;
}

const STARTS = /^(?:start|run|call|open|exec)$/;
/** A word next to a program, unless it is a filler word, a thing, or a deed in another form: "git pushes". */
function isSubcommand(word: string): boolean {
  if (STARTS.test(word)) return true;
  if (saysNothing(word)) return false;
  return !(isDeedWord(word) || isThingWord(word)) || !/(?:s|ing|ed)$/.test(word);
}

function isProgram(word: string, act: Act): boolean {
  if (act.program === "") return false;
  const name = programName(word);
  if (name !== programName(act.program)) return false;
  return word === word.toLowerCase() || !isEveryday(name) || word.toLowerCase() !== name;
}

/** A command as it is written in quotes. */
export function isLike(text: string, act: Act): boolean {
  const words = cutWords(text).filter((word) => !/^[<[{]|^\.\.\.$/.test(word));
  const [program = "", ...rest] = /^(?:npx|sudo|\$)$/.test(words[0] ?? "") && words.length > 1 ? words.slice(1) : words;
  if (!isProgram(program, act)) return false;
  const given = operands(act).map(({ value }) => verbName(value));
  const verbs = rest.filter((word) => !word.startsWith("-")).map(verbName);
  const isRun = given[0] === "run" && verbs[0] !== "run";
  const inOrder =
    startsInOrder(verbs, isRun ? given.slice(1) : given) ||
    (verbs[0] === "run" && startsInOrder(verbs.slice(1), given)) ||
    // The value of an option is among the words of the statement.
    verbs.every((verb) => act.args.some(({ value }) => verbName(value) === verb));
  return inOrder && rest.filter((word) => word.startsWith("-")).every((flag) => hasFlag(flag, act));
}

function startsInOrder(words: readonly string[], given: readonly string[]): boolean {
  if (words.length === 0) return true;
  if (words[0] !== given[0]) return false;
  let at = 0;
  for (const word of words) {
    at = given.indexOf(word, at);
    if (at < 0) return false;
    at += 1;
  }
  return true;
}

type Asked = { readonly deed: Deed; readonly scene: Scene; readonly isLenient: boolean };

const PREPOSITIONS = new Set(
  "to into onto on in against from at for with by via through over under below inside within outside of".split(" "),
);

/** Whether each word is in the command; if lenient, words that are not names are ignored. */
function areShown(tokens: readonly Token[], { deed, scene, isLenient }: Asked): boolean {
  let after = "";
  let isHere = false;
  for (const [at, token] of tokens.entries()) {
    if (PREPOSITIONS.has(token.lower)) [after, isHere] = [token.lower, false];
    // "in this service" is here.
    else if (after !== "" && /^(?:this|these|our|my)$/.test(token.lower)) isHere = true;
    else if ((isHere && token.kind === "word") || isAdjunct(token, tokens[at + 1])) continue;
    else if (describesPath(token.lower) && tokens.some(({ kind }) => kind === "path")) continue;
    else if (!isTokenShown(token, after, { deed, scene, isLenient })) return false;
  }
  return true;
}

/** In "database migrations" the second word is the thing. */
const isAdjunct = (token: Token, next: Token | undefined): boolean =>
  next !== undefined &&
  isThingWord(token.lower) &&
  !isDeedWord(token.lower) &&
  next.kind === "word" &&
  isThingWord(next.lower);

function isTokenShown(token: Token, after: string, { deed, scene, isLenient }: Asked): boolean {
  const { kind, lower, text } = token;
  if (kind === "flag") return hasFlag(text, deed.act);
  if (kind === "path") return isPathTouched(text, deed, scene) || isShown(token, after, { deed, scene });
  if (text === "CI") return false;
  if (text === "CLI") return true;
  if (isThingWord(lower) && (isAboutThing(lower, deed.act) || isDeed(lower, deed.act))) return true;
  if (isThingWord(lower) && after === "") return isLenient || isShown(token, after, { deed, scene });
  if (saysNothing(lower)) return true;
  if (isPart(lower)) return isShown(token, after, { deed, scene }) || !isInPart(deed, scene);
  if (isProgramToken(lower)) return isProgramIn(lower, deed, scene);
  if (isDeedWord(lower) && isDeed(lower, deed.act)) return true;
  if (isShown(token, after, { deed, scene })) return true;
  return isLenient && after === "" && /^[a-z]/.test(text) && !/\d/.test(text);
}

/** It names a part of the project itself: only that part counts. */
const isInPart = ({ act }: Deed, { place }: Scene): boolean =>
  act.cwd !== place.cwd ||
  hasVerb(act, "workspace") ||
  act.args.some(({ value }) => /^(?:--filter|-F|--workspace|-w|--prefix|--cwd|-C|--dir)(?:=|$)/.test(value));

/** "sudo with pip": both have to run, one inside the other or next to it. */
function isProgramIn(name: string, { act }: Deed, scene: Scene): boolean {
  const own = programName(name);
  if (programName(act.program) === own || act.wrappers.some((via) => programName(via) === own)) return true;
  return (
    scene.typed.some(({ act: other }) => other.wrappers.includes(act.program) && programName(other.program) === own) ||
    operands(act).some(({ value }) => value.toLowerCase() === own)
  );
}

/** In prose: a deed and its object; or a flag, or a name that must not be used. */
function doing(phrase: string, deed: Deed, scene: Scene): string | undefined {
  if (isOtherwiseSpoken(phrase)) return undefined;
  const tokens = tokensOf(phrase);
  const telling = tokens.filter(({ lower }) => !saysNothing(lower) || isThingWord(lower));
  const deeds = telling.filter(({ kind, lower }) => kind === "word" && isDeedWord(lower) && isDeed(lower, deed.act));
  const flags = telling.filter(({ kind }) => kind === "flag");
  const [only] = telling;
  const words = telling.map(({ text }) => text).join(" ");
  if (telling.length === 1 && only !== undefined && only.kind !== "flag" && deeds.length === 0)
    return !isDeedWord(only.lower) && isNamed(only, deed, scene) ? only.text : undefined;
  if (deeds.length === 0 && flags.length === 0)
    return (isHostOf(tokens, deed) || isMadeSo(telling, deed)) && areShown(tokens, { deed, scene, isLenient: false })
      ? words
      : undefined;
  if (telling.some((token) => token.kind === "path" && !isDoneTo(token, deeds, deed, scene))) return undefined;
  return areShown(tokens, { deed, scene, isLenient: false }) ? phrase.trim() : undefined;
}

/** "No traffic to db-1": a host name without an action is too little. */
const isHostOf = (tokens: readonly Token[], { act }: Deed): boolean =>
  tokens.some(({ lower }) => lower === "run" || lower === "use" || lower === "using") &&
  !isOneOf(act, "git cat ls rm mv cp mkdir cd echo grep rg find vim nano code") &&
  tokens.some(({ lower }) => !saysNothing(lower));

/** "Buckets must not be made public": a thing, and a word that is in the command. */
const isMadeSo = (telling: readonly Token[], { act }: Deed): boolean =>
  !isReading(act) &&
  telling.some(({ lower }) => isThingWord(lower) && isAboutThing(lower, act)) &&
  !telling.some(({ lower }) => isDeedWord(lower)) &&
  telling.some(({ lower, kind }) => kind === "word" && !isThingWord(lower) && !saysNothing(lower));

export const CHANGES =
  /^(?:edit|modif|chang|alter|touch|hand-edit|overwrit|patch|writ|delet|remov|wip|destroy|eras|purg|clear|mov|renam|format|reformat)/;

/** The command has to change the changed path; if something is only run, it has to name the path. */
function isDoneTo(token: Token, deeds: readonly Token[], deed: Deed, scene: Scene): boolean {
  if (!deeds.some(({ lower }) => CHANGES.test(lower))) return true;
  if (isOneOf(deed.act, "git") && hasVerb(deed.act, "add,commit")) return isShown(token, "", { deed, scene });
  const isOfFiles = changedPaths(deed.act).length > 0;
  return isOfFiles
    ? isPathTouched(token.text, deed, scene)
    : !isLooking(deed.act) && isShown(token, "", { deed, scene });
}
