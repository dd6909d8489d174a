/** Whether words of a statement name what a command does: `git push --force`, "force push", "--no-verify", "generated/". */
import { type Act, argText, hasOption, hasVerb, isOneOf, operands } from "../risk/act.ts";
import { writtenBy } from "../risk/written.ts";
import { doneBy } from "./activities.ts";

export type Place = { readonly branch?: string };

/** Then it is the pipeline that is meant. */
const PIPED = /\bpip(?:e|es|ing)\b/i;

/** The words that matched, or undefined. */
export function namedIn(words: string, act: Act, place: Place): string | undefined {
  const command = PIPED.test(words) ? undefined : commandIn(words, act);
  if (command !== undefined) return isInLimits(words, command, act) ? command : undefined;
  const done = doneBy(words, act, place);
  if (done !== undefined) return done;
  return flagIn(words, act) ?? pathIn(words, act);
}

const ENGLISH = new Set(
  "make go test find sort kill cat which time watch yes at cut head join install open less more just task node start touch echo date file host which look split rake top mount pass who last man w type set read wait link expect script sleep history info service at".split(
    " ",
  ),
);
const STOPS = new Set(
  "on in at for when while if unless without with to from into and or but because since as until before after directly here there this the a an is are was ever again please manually locally anymore instead rather command commands script scripts by any your our we i you it that not no only via through during against than over itself alone globally yet all fails fail breaks break hangs hang crashes deletes corrupts does takes needs leaves must should can may will also always sometimes often usually silently wipes removes drops loses kills overwrites resets ignores stops clears changes rewrites".split(
    " ",
  ),
);

/** The command as the statement writes it, where this is one like it. */
export function commandIn(words: string, act: Act): string | undefined {
  for (const quoted of quotedIn(words)) if (isLike(cutWords(quoted), act)) return quoted;
  const bare = cutWords(words.replace(/`[^`]*\s[^`]*`|"[^"]*\s[^"]*"/g, " , ").replace(/[`"']/g, " "));
  if (bare.length === 1 && isProgram(bare[0] ?? "", act)) return bare[0];
  for (let at = 0; at < bare.length; at += 1) {
    if (!isProgram(bare[at] ?? "", act)) continue;
    const phrase = [bare[at] ?? "", ...upToStop(bare.slice(at + 1))];
    if (phrase.length === 1 && ENGLISH.has(phrase[0] ?? "")) continue;
    if (isLike(phrase, act)) return phrase.join(" ");
  }
  return undefined;
}

export function quotedIn(words: string): readonly string[] {
  return [...words.matchAll(/`([^`]{2,80})`|"([^"]{2,80})"|(?<!\w)'([^']{2,80})'(?!\w)/g)].map(
    (found) => found[1] ?? found[2] ?? found[3] ?? "",
  );
}

const cutWords = (text: string): string[] =>
  text
    .split(/\s+/)
    .map((word) => (/^\.+$/.test(word) ? word : word.replace(/^[("]+|[)",.;:!?]+$/g, "")))
    .filter((word) => word !== "");

function upToStop(words: readonly string[]): readonly string[] {
  const end = words.findIndex((word) => STOPS.has(word.toLowerCase()) || /^[A-Z][a-z]/.test(word));
  return (end < 0 ? words : words.slice(0, end)).slice(0, 5);
}

const ALIASES: Readonly<Record<string, string>> = {
  i: "install",
  in: "install",
  t: "test",
  "run-script": "run",
  un: "uninstall",
  rm: "remove",
  python3: "python",
  pip3: "pip",
  b: "build",
};
const alias = (word: string): string => (Object.hasOwn(ALIASES, word) ? (ALIASES[word] ?? word) : word);

function isProgram(word: string, act: Act): boolean {
  return act.program !== "" && (word === act.program || alias(word) === alias(act.program));
}

/** Its program, then its subcommands in order, and its options wherever they stand. */
function isLike(phrase: readonly string[], act: Act): boolean {
  const [program = "", ...rest] = phrase;
  if (!isProgram(program, act)) return false;
  const given = operands(act).map(({ value }) => tidy(alias(value)));
  const verbs = rest.filter(
    (word) =>
      (!word.startsWith("-") && !/^[<[{.]|^\.\.\.$|[>\]}]$/.test(word)) ||
      (/^\.{1,2}\/?/.test(word) && word.length < 4),
  );
  const own = verbs.map((word) => tidy(alias(word)));
  const isRun = given[0] === "run" && own[0] !== "run";
  const inOrder =
    startsInOrder(own, isRun ? given.slice(1) : given) || (own[0] === "run" && startsInOrder(own.slice(1), given));
  return inOrder && rest.filter((word) => word.startsWith("-")).every((flag) => hasFlag(flag, act));
}

const tidy = (word: string): string => word.replace(/^\.\//, "").replace(/\/+$/, "");

function startsInOrder(words: readonly string[], given: readonly string[]): boolean {
  if (words.length === 0) return true;
  if (words[0] !== given[0] && !(words.length === 1 && given.includes(words[0] ?? ""))) return false;
  let at = 0;
  for (const word of words) {
    at = given.indexOf(word, at);
    if (at < 0) return false;
  }
  return true;
}

const SHORT: Readonly<Record<string, string>> = {
  "--force": "-f",
  "--global": "-g",
  "--recursive": "-r",
  "--no-verify": "-n",
  "--amend": "--amend",
  "--hard": "--hard",
};

export function hasFlag(flag: string, act: Act): boolean {
  const name = flag.replace(/=.*$/, "");
  if (hasExact(name, act)) return true;
  const short = Object.hasOwn(SHORT, name) ? SHORT[name] : undefined;
  if (/^-[a-zA-Z]{2,5}$/.test(name)) return [...name.slice(1)].every((letter) => hasOption(act, `-${letter}`));
  if (name === "--no-verify") return isOneOf(act, "git") && hasVerb(act, "commit") && hasExact("-n", act);
  return short !== undefined && isOneOf(act, "git rm npm pnpm yarn docker ln cp mv") && hasOption(act, short);
}

function hasExact(name: string, act: Act): boolean {
  const isLetter = /^-[a-zA-Z]$/.test(name);
  return isLetter ? hasOption(act, name) : act.args.some(({ value }) => value === name || value.startsWith(`${name}=`));
}

/** Flags that stand alone: "never use --force". */
function flagIn(words: string, act: Act): string | undefined {
  const withoutCommands = words.replace(/`[^`]*\s[^`]*`/g, " ");
  const flags = withoutCommands.match(/(?<![\w-])--?[a-zA-Z][\w-]*/g) ?? [];
  const others = cutWords(withoutCommands.replace(/[`"']/g, " ")).filter(
    (word) => PROGRAM_WORD.has(word) && word !== act.program,
  );
  return others.length > 0 ? undefined : flags.find((flag) => hasFlag(flag, act));
}

const PROGRAM_WORD = new Set(
  "git npm pnpm yarn bun docker kubectl rm curl terraform cargo pip python node tsc eslint prettier jest vitest pytest".split(
    " ",
  ),
);

const HANDLING =
  /\b(?:touch|edit|modify|change|delete|remove|write|overwrite|alter|commit|add|check in|move|rename|format|lint|hand-edit|put|run|format)\w*\b/i;

/** A path that is not to be changed: then a command that changes it, or hands it to git, goes against it. */
function pathIn(words: string, act: Act): string | undefined {
  if (!HANDLING.test(words)) return undefined;
  const paths = pathsIn(words);
  if (paths.length === 0) return undefined;
  const isCommit =
    /\b(?:commit|add|check in)\w*\b/i.test(words) &&
    !/\b(?:touch|edit|modify|change|delete|remove|write)\w*\b/i.test(words);
  const touched = isCommit
    ? isOneOf(act, "git") && hasVerb(act, "add,commit,stage")
      ? operands(act).slice(1)
      : []
    : [...writtenBy(act), ...changedBy(act)];
  return paths.find((path) => touched.some(({ value }) => isUnder(tidy(value), tidy(path))));
}

function changedBy(act: Act) {
  if (isOneOf(act, "git") && hasVerb(act, "rm,mv,checkout,restore")) return operands(act).slice(1);
  return isOneOf(act, "vim vi nvim nano emacs code prettier eslint sed perl black") && !/--check/.test(argText(act))
    ? operands(act)
    : [];
}

function pathsIn(words: string): readonly string[] {
  const quoted = quotedIn(words).filter((one) => !one.includes(" "));
  const bare = cutWords(words.replace(/[`"']/g, " ")).filter(
    (word) => /\/|^\.\w|\.\w{1,5}$/.test(word) && !/^--?|^https?:/.test(word),
  );
  const folders = [...words.matchAll(/\b([\w.-]{2,40}) (?:folder|directory|dir)\b/gi)].map(([, name]) => name ?? "");
  return [...quoted, ...bare, ...folders].filter(
    (path) => path !== "" && !/^(?:the|this|a|any|that|your)$/i.test(path),
  );
}

function isUnder(value: string, path: string): boolean {
  const folder = path.replace(/\/?\*+.*$/, "");
  if (folder === "") return false;
  return (
    value === folder || value.startsWith(`${folder}/`) || (!folder.includes("/") && value.split("/").includes(folder))
  );
}

const LIMIT =
  /\b(?:in|on|against|to|from|for|into)\s+(?:the\s+|a\s+)?[`"']?(prod(?:uction)?|staging|main|master|develop|trunk|CI|release|live)\b/i;

/** "… in production" holds for a command that names production. */
function isInLimits(words: string, command: string, act: Act): boolean {
  const limit = LIMIT.exec(words)?.[1]?.toLowerCase();
  if (limit === undefined || command.toLowerCase().includes(limit)) return true;
  return argText(act)
    .toLowerCase()
    .includes(limit === "production" ? "prod" : limit);
}
