/** Checks a command against each kind of demand, and says why it conflicts. */
import { type ParsedCommand as Act, hasVerb, isOneOf, operands } from "../../core/command/parsed-command.ts";
import { isDeed, isDeedWord, isKnownFor, isThingWord, makesThing } from "./deeds.ts";
import { hasFlag, optionValue } from "./flags.ts";
import { CHANGES, commandIn, described, isLike } from "./phrase.ts";
import { addedPackages, type Deed, isLooking, pathOf, type Scene, SQL_CLIENTS, sqlOf } from "./scene.ts";
import { isProgramToken, isShown } from "./shown.ts";
import { isFileCheckout } from "./spoken.ts";
import type { Demand } from "./statement.ts";
import { cutWords, isEveryday, programName, saysNothing, tokensOf } from "./words.ts";
import { isDoingWork } from "./work.ts";

/** How strong the conflict is: forbidden, done another way, or known to cause trouble. */
export type Against = { readonly why: string; readonly kind: "forbidden" | "other-way" | "warned" };

export function goesAgainst(demand: Demand, scene: Scene): Against | undefined {
  switch (demand.asks) {
    case "never":
      return forbidden(demand, scene);
    case "instead":
      return otherWay(demand, scene);
    case "with":
      return withoutFlag(demand, scene);
    case "by":
      return byAnother(demand, scene);
    case "more":
      return tooBare(demand, scene);
    case "order":
      return tooEarly(demand, scene);
    case "absent":
      return notThere(demand, scene);
  }
}

const BY_HAND = /\b(?:directly|by hand|manually|yourself)\b/i;

function forbidden(
  { what, needs, except, isConditional }: Demand & { asks: "never" },
  scene: Scene,
): Against | undefined {
  // An earlier step is not visible in the command; a flag is.
  const flag = needs === undefined ? undefined : /--?[a-zA-Z][\w-]*/.exec(needs)?.[0];
  if (needs !== undefined && flag === undefined) return undefined;
  // A command in a project script is not run by hand.
  for (const deed of BY_HAND.test(what) ? scene.typed : scene.all) {
    if (flag !== undefined && hasFlag(flag, deed.act)) continue;
    const named = described(what, deed, scene);
    if (named === undefined || isAsking(deed) || isExcepted(except, deed, scene)) continue;
    return {
      why: `forbids ${named}${flag === undefined ? "" : ` without ${flag}`}`,
      kind: isConditional ? "warned" : "forbidden",
    };
  }
  return undefined;
}

/** Matches too often rather than too seldom, because the exceptions are not named. */
function isExcepted(except: string | undefined, deed: Deed, scene: Scene): boolean {
  if (except === undefined) return false;
  return tokensOf(except).some((token) => {
    if (token.kind === "flag") return hasFlag(token.text, deed.act);
    if (saysNothing(token.lower)) return false;
    if (isShown(token, "to", { deed, scene })) return true;
    const start = token.lower.slice(0, 4);
    return (
      /^[a-z]+$/.test(token.lower) &&
      deed.words
        .slice(1)
        .some((word) =>
          word
            .split(/[^a-z0-9]+/)
            .some((part) => part.length > 2 && (part.startsWith(start) || token.lower.startsWith(part))),
        )
    );
  });
}

function otherWay({ use, not, aim, except }: Demand & { asks: "instead" }, scene: Scene): Against | undefined {
  for (const deed of scene.typed) {
    if (programName(use) === programName(not) && deed.act.program !== not) continue;
    // Only the other way adds a package.
    if (/\bnpm ci\b/.test(use) && addedPackages(deed.act).length > 0) continue;
    const isUsed = programName(use) !== programName(not) && commandIn(use, deed, scene) !== undefined;
    if (isUsed && (commandIn(not, deed, scene) === undefined || use.length > not.length)) continue;
    const named = described(not, deed, scene) ?? (isSpecific(not) ? described(`use ${not}`, deed, scene) : undefined);
    if (named === undefined || isAsking(deed) || !isAimed(aim, deed, scene) || isExcepted(except, deed, scene))
      continue;
    return { why: `says to use ${use} instead of ${named}`, kind: "other-way" };
  }
  return undefined;
}

const isSpecific = (name: string): boolean => /\d|[-./:]/.test(name) && !/\s/.test(name);

/** The purpose: known deeds and names have to match the command; the rest is unknown. */
function isAimed(aim: string | undefined, deed: Deed, scene: Scene): boolean {
  if (aim === undefined) return true;
  if (/\bhome (?:directory|folder|dir)\b/i.test(aim))
    return deed.act.args.some(
      ({ written }) => /^["']?(?:~|\$HOME|\$\{HOME\})(?:\/|$)/.test(written) || isInHome(written, scene),
    );
  const deeds = tokensOf(aim).filter(({ lower }) => isDeedWord(lower) && !isThingWord(lower));
  if (/\b(?:throw\w* away|discard\w*|undo\w*|restor\w*|revert\w*)\b.*\b(?:changes|files?|edits)\b/i.test(aim))
    return isFileCheckout(deed.act) || !isOneOf(deed.act, "git");
  const spoken = /\b(?:chang|switch|creat)\w*\s(?:\w+\s)?branch/i.test(aim);
  if (spoken) return described("switch branches", deed, scene) !== undefined;
  if (/\bschema\b/i.test(aim) && isOneOf(deed.act, SQL_CLIENTS))
    return /\b(?:alter|create|drop|rename)\b/.test(sqlOf(deed.act));
  const files = /\b(ya?ml|json|markdown|typescript|javascript|python|css|toml|xml|sql|go|rust|shell)\b/i
    .exec(aim)?.[1]
    ?.toLowerCase();
  if (files !== undefined && deeds.every(({ lower }) => CHANGES.test(lower))) {
    const ending = new RegExp(`\\.(?:${ENDINGS[files] ?? files})$`, "i");
    const named = operands(deed.act).filter(({ value }) => /\.\w{1,5}$/.test(value));
    if (named.length > 0 && !named.some(({ value }) => ending.test(value))) return false;
  }
  return deeds.every(({ lower }) => isDeed(lower, deed.act) || !isKnownFor(lower, deed.act));
}

const ENDINGS: Readonly<Record<string, string>> = {
  yaml: "ya?ml",
  yml: "ya?ml",
  markdown: "mdx?",
  typescript: "[cm]?tsx?",
  javascript: "[cm]?jsx?",
  python: "py",
  rust: "rs",
  shell: "sh",
};

const isInHome = (path: string, { place }: Scene): boolean =>
  place.home !== undefined && path.startsWith(`${place.home}/`);

function withoutFlag({ flag, what, except }: Demand & { asks: "with" }, scene: Scene): Against | undefined {
  for (const deed of scene.typed) {
    const [first = ""] = cutWords(what);
    const isTyped = isEveryday(first) || isProgramToken(first);
    const named =
      commandIn(what, deed, scene) ?? (isTyped ? undefined : (described(what, deed, scene) ?? madeOf(what, deed)));
    if (named === undefined || hasFlag(flag, deed.act) || isAsking(deed) || isExcepted(except, deed, scene)) continue;
    if (flag === "--namespace" && isWithoutNamespace(deed)) continue;
    // A container that is kept is not a one-off.
    if (/\b(?:one-off|throwaway|temporary|ad-hoc|short-lived)\b/i.test(what) && hasFlag("--detach", deed.act)) continue;
    if (isOfRunning(flag, what) && !isRunning(flag, deed)) continue;
    return { why: `requires ${flag} for ${named}`, kind: "other-way" };
  }
  return undefined;
}

const ASIDE = new Set(
  "install install-deps init list ls show show-report show-trace open config codegen login logout info help fmt validate version output".split(
    " ",
  ),
);
/** Also after the name of the program that `npx` runs. */
const isAside = (act: Act): boolean =>
  operands(act)
    .slice(0, 2)
    .some(({ value }) => ASIDE.has(value));

/** The value of an option demanded of a program without a subcommand: not every subcommand takes it. */
const isOfRunning = (flag: string, what: string): boolean =>
  flag.includes("=") && cutWords(what).filter((word) => !saysNothing(word.toLowerCase())).length === 1;
const isRunning = (flag: string, { act }: Deed): boolean =>
  optionValue(act, flag.replace(/=.*$/s, "")) !== undefined || !isAside(act);

const madeOf = (what: string, { act }: Deed): string | undefined =>
  makesThing(
    cutWords(what.toLowerCase()).filter((word) => !/^(?:all|every|each|the|our|any)$/.test(word)),
    act,
  )
    ? what
    : undefined;

const isWithoutNamespace = ({ act }: Deed): boolean =>
  hasFlag("--all-namespaces", act) ||
  hasVerb(
    act,
    "config,version,cluster-info,api-resources,api-versions,explain,completion,plugin,krew,options,repo,search,cordon,drain,uncordon,top nodes",
  ) ||
  operands(act).some(({ value }) =>
    /^(?:nodes?|no|namespaces?|ns|pv|persistentvolumes?|crds?|clusterroles?|storageclass(?:es)?)$/.test(value),
  );

/** Only if the statement names a command, and the line does the same with another. */
function byAnother({ doing, use, except }: Demand & { asks: "by" }, scene: Scene): Against | undefined {
  const [program = ""] = cutWords(use);
  if (
    scene.typed.some(
      (deed) =>
        commandIn(`\`${use}\``, deed, scene) !== undefined ||
        isLike(use, deed.act) ||
        (programName(deed.act.program) === programName(program) && cutWords(use).length === 1),
    )
  )
    return undefined;
  const found = scene.typed.find(
    (deed) => !isAsking(deed) && isDoingWork(doing, use, deed, scene) && !isExcepted(except, deed, scene),
  );
  return found === undefined ? undefined : { why: `says to do this with ${use}`, kind: "other-way" };
}

/** The command with nothing after it: no subcommand if only a program is named, no name if a subcommand is. */
function tooBare({ what }: Demand & { asks: "more" }, scene: Scene): Against | undefined {
  const text = what.replaceAll("`", "");
  const words = cutWords(text);
  for (const { act } of scene.typed) {
    if (!isLike(text, act) || act.args.some(({ value }) => /^(?:--help|-h|--version)$/.test(value))) continue;
    const rest = operands(act).slice(words.filter((word) => !word.startsWith("-")).length - 1);
    const isBare =
      words.length === 1
        ? rest[0] === undefined || /[/.*]/.test(rest[0].value)
        : rest.length === 0 &&
          !act.args.some(({ value }) => /^(?:-p|--package|--workspace|-w|--precise|--target|--dry-run)$/.test(value));
    if (isBare) return { why: `warns about ${text} without arguments`, kind: "warned" };
  }
  return undefined;
}

function tooEarly({ first, next, isNeeded }: Demand & { asks: "order" }, scene: Scene): Against | undefined {
  const isCommand = (text: string, deed: Deed): boolean => commandIn(text, deed, scene) !== undefined;
  const at = scene.typed.findIndex((deed) => isCommand(next, deed) && !isCommand(first, deed));
  if (at < 0 || !isNamedCommand(first)) return undefined;
  const before = scene.typed.findIndex((deed) => isCommand(first, deed));
  if (before >= 0 && before < at) return undefined;
  if (before < 0 && !isNeeded) return undefined;
  return { why: `says to run ${first} before ${next}`, kind: "warned" };
}

/** Something that no longer exists may be cleaned up, recreated, and looked up in the history. */
function notThere({ place, kind }: Demand & { asks: "absent" }, scene: Scene): Against | undefined {
  const found = scene.typed.find(
    ({ act }) =>
      !isOneOf(act, "git rm rmdir mkdir mv rsync ln echo printf") &&
      operands(act).some(({ value }) => {
        const path = pathOf(value, act, scene.place);
        return isAt(path, place) && (kind === undefined || isOfKind(path, kind));
      }),
  );
  return found === undefined ? undefined : { why: `says that ${place} does not exist`, kind: "other-way" };
}

const isAt = (path: string, place: string): boolean => `${path}/`.startsWith(`${place.replace(/^\.\/|\/+$/g, "")}/`);
const isOfKind = (path: string, kind: string): boolean =>
  new RegExp(`\\.(?:${ENDINGS[kind] ?? kind.replace(/\W/g, "")})$`, "i").test(path);

const isNamedCommand = (text: string): boolean => {
  const [program = "", second] = cutWords(text.replaceAll("`", ""));
  return text.includes("`") || isProgramToken(program) || (isEveryday(program) && second !== undefined);
};

/** It only asks for a version or a manual, or prints. */
export function isAsking({ act }: Deed): boolean {
  const [only] = act.args;
  if (isOneOf(act, "echo printf man which type"))
    return !act.redirects.some(({ operator }) => />/.test(operator)) || isLooking(act);
  if (
    isOneOf(act, "git") &&
    hasVerb(act, "tag,branch,stash list") &&
    (act.args.length === 1 || hasFlag("--list", act) || hasFlag("-l", act))
  )
    return true;
  return act.args.length === 1 && /^(?:--version|-v|-V|--help|-h|help|version)$/.test(only?.value ?? "");
}
