/** The verbs of rules by what they are about, and acts that people name without their command: "push", "open a PR". */
import type { Token } from "./tokens.ts";

export type VerbKind = "run" | "use" | "import" | "change" | "create" | "write" | "skip" | "other";

const KINDS: Readonly<Record<Exclude<VerbKind, "other">, string>> = {
  run: "run running runs execute executing invoke invoking call calling type typing launch start",
  use: "use using used prefer preferring rely",
  change:
    "edit editing edited modify modifying modified change changing changed touch touching touched update updating updated alter overwrite rename delete deleting remove hand-edit mutate",
  create: "create creating generate",
  import: "import importing imported",
  write:
    "write writing add adding put include including insert introduce introducing emit mention mentioned leave commit-in define return throw log print have contain contains",
  skip: "bypass bypassing skip skipping circumvent disable disabling ignore",
};

const PARTICIPLES =
  /^(?:(?<run>run|executed|invoked|called)|(?<use>used|added|mentioned|allowed|introduced|written|present)|(?<change>changed|modified|edited|touched|updated|renamed|overwritten|deleted|removed))$/;

/** "must not be *used*", "cannot be *changed*". */
export function passiveKind(word: string): VerbKind | undefined {
  const { run, use, change } = PARTICIPLES.exec(word)?.groups ?? {};
  if (change !== undefined) return "change";
  return run !== undefined ? "run" : use === undefined ? undefined : "use";
}

export function verbKind(word: string): VerbKind | undefined {
  return (Object.keys(KINDS) as (keyof typeof KINDS)[]).find((kind) => ` ${KINDS[kind]} `.includes(` ${word} `));
}

/** Words that may follow a verb that stands alone: "never push directly", "never commit anything". */
const ALONE =
  /^(?:|[,;:—–-]|up|after|to|on|onto|into|in|at|directly|changes?|code|anything|without|unless|until|before|after|yourself|automatically|or|and|ever|if|when|from|branches|commits|straight|for|force|with|needs|requires)$/;

export type ActName = keyof typeof COMMANDS_OF;

/** What an agent runs to do it. */
export const COMMANDS_OF = {
  push: ["git push"],
  "force-push": ["git push --force"],
  commit: ["git commit"],
  /** Only on a branch: "never work directly on main". */
  work: ["git commit"],
  amend: ["git commit --amend"],
  rebase: ["git rebase"],
  merge: ["git merge"],
  stash: ["git stash"],
  "open a pull request": ["gh pr create"],
  "merge a pull request": ["gh pr merge"],
  "skip hooks": ["--no-verify"],
  publish: ["npm publish", "pnpm publish", "yarn publish", "cargo publish", "twine upload", "uv publish", "gem push"],
  "add a dependency": [
    ...["npm install *", "pnpm add", "yarn add", "bun add", "pip install *", "uv add", "poetry add"],
    ...["cargo add", "go get", "gem install", "bundle add", "composer require", "brew install"],
    ...["dotnet add package", "swift package add-dependency"],
  ],
  "install globally": ["npm install -g", "pnpm add -g", "yarn global add", "bun add -g"],
  "update dependencies": [
    ...[
      "npm install *",
      "npm update",
      "pnpm add",
      "pnpm update",
      "yarn add",
      "yarn upgrade",
      "yarn up",
      "bun add",
      "bun update",
    ],
    ...[
      "pip install *",
      "uv add",
      "uv lock --upgrade",
      "poetry add",
      "poetry update",
      "cargo add",
      "cargo update",
      "go get",
    ],
  ],
} as const;

type Act = {
  readonly name: ActName;
  /** How many tokens name it from here; 0 if they do not. */
  readonly words: (tokens: readonly Token[], at: number) => number;
};

/** `noun`: words that may stand between the verb and its object, and the object. */
const act = (name: ActName, verb: RegExp, noun?: RegExp | "anything"): Act => ({
  name,
  words(tokens, at) {
    if (!verb.test(tokens[at]?.lower ?? "")) return 0;
    if (noun === "anything") return 1;
    if (noun === undefined) return ALONE.test(tokens[at + 1]?.lower ?? "") || isCode(tokens, at + 1) ? 1 : 0;
    const end = tokens.slice(at + 1, at + 5).findIndex(({ lower, kind }) => kind === "word" && noun.test(lower));
    const between = tokens.slice(at + 1, at + 1 + Math.max(0, end));
    return end < 0 || !between.every(({ lower }) => NEUTRAL.test(lower)) ? 0 : end + 2;
  },
});

/** Something by its name: in backticks, or a file. */
const isCode = (tokens: readonly Token[], at: number): boolean => {
  const named = tokens[/^(?:your|the|any|our|my)$/.test(tokens[at]?.lower ?? "") ? at + 1 : at];
  return (
    named?.kind === "code" || (named?.kind === "word" && /^\.[a-z]|^[\w-]+(?:\.[\w-]+)*\.\w+$|\/$/.test(named.text))
  );
};

/** Any other word between a verb and its object makes it narrower than the command: "install *global* packages". */
const NEUTRAL =
  /^(?:an?|the|any|all|each|every|new|more|extra|other|your|our|my|third-party|external|additional|npm|draft|and|or|update|updating|runtime|packages?|unnecessary|heavy|up)$/;

export const ACTS: readonly Act[] = [
  act("merge a pull request", /^merg(?:e|ing)$/, /^(?:prs?|pull)$/),
  act("skip hooks", /^(?:skip|skipping|bypass|bypassing|disable|disabling)$/, /^(?:hooks?|pre-commit)$/),
  act("force-push", /^force-?push(?:ing|es)?$/, "anything"),
  act("force-push", /^force$/, /^push(?:ing)?$/),
  act("open a pull request", /^(?:open|create|opening|creating|submit|raise)$/, /^(?:prs?|pull)$/),
  {
    name: "install globally",
    words: (tokens, at) => {
      const [verb, ...rest] = tokens.slice(at, at + 4).map(({ lower }) => lower);
      if (!/^install(?:ing)?$/.test(verb ?? "")) return 0;
      const end = rest.findIndex((word) => /^(?:global|globally)$/.test(word));
      const named = rest.slice(0, end + 2).filter((word) => /^(?:dependenc(?:y|ies)|packages?|anything)$/.test(word));
      return end < 0 || named.length === 0 ? 0 : end + 2 + (rest[end] === "global" ? 1 : 0);
    },
  },
  act(
    "add a dependency",
    /^(?:add|adding|install|installing|introduce|introducing|new)$/,
    /^(?:dependenc(?:y|ies)|packages?)$/,
  ),
  act("update dependencies", /^(?:update|updating|upgrade|upgrading|bump|bumping|change)$/, /^dependenc(?:y|ies)$/),
  act("push", /^(?:auto-?)?push(?:ing|es|ed)?$/),
  act("commit", /^(?:auto-?)?commit(?:ting|s|ted)?$/),
  act("amend", /^amend(?:ing)?$/, "anything"),
  act("rebase", /^rebas(?:e|ing)$/, "anything"),
  act("work", /^work(?:ing)?$/),
  act("merge", /^merg(?:e|ing)$/),
  act("stash", /^stash(?:ing)?$/),
  act("publish", /^publish(?:ing)?$/),
];
