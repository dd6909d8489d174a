/** The guards about commands in the sentences of a rule: what stands in place of what, what is ruled out, needed, or comes first. */
import { choicesFor, isScriptManager } from "../../core/command/tables/tools.ts";
import type { Guard } from "../../core/guard/guard.ts";
import { readPattern } from "../../core/guard/pattern.ts";
import { isAgainst, isAsked, isCommand, isFor, type Named, type RuleClause } from "./read-clause.ts";
import { COMMANDS_OF } from "./verbs.ts";

/** Verbs about something else: "don't remove `make`", "never ask about npm". */
const isAboutRunning = ({ verb, preposition }: Named): boolean =>
  (verb === undefined || verb === "run" || verb === "use") && !/^(?:from|of|in|for)$/.test(preposition ?? "");

export type Instead = { readonly instead: Readonly<Record<string, string>> };

/** "Use drizzle, not prisma": of two plain words it takes two known programs to be about commands. */
const isSure = (named: Named, clause: RuleClause): boolean =>
  named.verb !== undefined ||
  (named.thing.kind === "command" && named.thing.isQuoted) ||
  clause.named.some((one) => isCommand(one) && isFor(one)) ||
  !clause.words.includes("use");

/** What is ruled out, and what stands in its place: in the same sentence, or in the next one if that begins with it. */
export function insteadIn(clauses: readonly RuleClause[]): Instead[] {
  const all = clauses.flatMap(({ named }) => named);
  const unwanted = all.filter((named) => isCommand(named) && isAgainst(named) && isAboutRunning(named));
  if (unwanted.length === 0)
    return [...(clauses.some((clause) => onlyThrough(clause).length > 0) ? [] : rivals(clauses)), ...wrapped(clauses)];
  const table = clauses.flatMap((clause, at) => {
    const from = clause.named.filter((named) => unwanted.includes(named));
    const after = clauses[at + 1];
    const beside = [
      clause,
      ...(after !== undefined && /^(?:use|run|instead|always|prefer|please)$/.test(after.words[0] ?? "")
        ? [after]
        : []),
    ];
    const places = at > 0 && from.length > 0 ? [...beside, clauses[at - 1]!] : beside;
    const right = places.flatMap(({ named }) => named).find((named) => isRight(named, unwanted));
    return right === undefined
      ? []
      : from.map(({ thing }) => [thing.text, replacement(thing.text, right.thing.text)] as const);
  });
  const usable = table.filter(([from, to]) => from !== to && isUsable(from) && isUsable(to));
  return usable.length === 0 ? [] : [{ instead: Object.fromEntries(usable) }];
}

const isRight = (named: Named, unwanted: readonly Named[]): boolean =>
  isFor(named) && isRunnable(named, unwanted) && named.verb !== "change" && named.verb !== "write";

/** A name in backticks that stands in place of a command is one, also if nobody knows it here. */
const isRunnable = (named: Named, unwanted: readonly Named[]): boolean =>
  isCommand(named) ||
  (unwanted.length > 0 &&
    named.thing.kind === "code" &&
    named.polarity === "for" &&
    isAboutRunning(named) &&
    /^[a-z][a-z\d.-]*(?: [\w:.-]+)*$/.test(named.thing.text));

/** "pnpm, not npm install" means the same act by the other manager. */
function replacement(from: string, to: string): string {
  const [program = "", ...rest] = from.split(" ");
  return isScriptManager(program) && isScriptManager(to) ? [to, ...rest].join(" ") : to;
}

/** "Use yarn": the other package managers are not to be used. */
function rivals(clauses: readonly RuleClause[]): Instead[] {
  const wanted = clauses.flatMap(({ named }) => named).filter((named) => isCommand(named) && isFor(named));
  const programs = new Set(wanted.map(({ thing }) => thing.text.split(" ")[0]!));
  const [program = ""] = programs;
  const isChoice = wanted.some(({ thing, verb }) => thing.text === program && (verb === "use" || verb === undefined));
  if (programs.size !== 1 || !isChoice || rivalsOf(program).length === 0 || clauses.some(isAsked)) return [];
  const others = rivalsOf(program);
  return [{ instead: Object.fromEntries(others.map((other) => [other, program])) }];
}

function rivalsOf(program: string): readonly string[] {
  const choices = (["package-manager", "python-package-manager"] as const).map(choicesFor);
  return (choices.find((list) => list.includes(program)) ?? []).filter((other) => other !== program);
}

/** "Only run X through Y": X by itself is not to be run. */
export function onlyThrough({ named, isOnly }: RuleClause): Instead[] {
  const commands = isOnly ? named.filter((one) => isCommand(one) && isFor(one)) : [];
  const way = commands.find(({ preposition }) => /^(?:through|via|with|using)$/.test(preposition ?? ""))?.thing.text;
  if (way === undefined) return [];
  const table = commands
    .map(({ thing }) => thing.text)
    .filter((text) => text !== way && !/\s/.test(text))
    .map((text) => [text, startedWith(way, text)] as const);
  return table.length === 0 ? [] : [{ instead: Object.fromEntries(table) }];
}

/** How one program starts another: `uv run pytest`, `bundle exec rspec`; otherwise it has its own way: `make test`. */
const startedWith = (way: string, program: string): string =>
  [`${way} run ${program}`, `${way} exec ${program}`].find((line) => (readPattern(line)?.wrappers.length ?? 0) > 0) ??
  way;

/** "Always use `uv run pytest`": pytest by itself is not to be run. */
function wrapped(clauses: readonly RuleClause[]): Instead[] {
  const isFirm = ({ words, isConditional }: RuleClause): boolean =>
    !isConditional && words.some((word) => /^(?:always|must|only)$/.test(word));
  // Examples in brackets belong to the sentence before: "always use `uv run` (e.g. `uv run pytest`)".
  const table = clauses.flatMap((clause, at) => {
    const before = clauses[at - 1];
    const isExample = /^(?:e\.?g\.?|like|for)$/.test(clause.words[0] ?? "") && before !== undefined && isFirm(before);
    const ways = (before?.named ?? []).filter((one) => isCommand(one) && isFor(one)).map(({ thing }) => thing.text);
    return clause.named.flatMap((one) => {
      const isMeant = isExample
        ? ways.some((way) => one.thing.text.startsWith(`${way} `))
        : isFirm(clause) && isFor(one);
      const inner = isMeant && one.thing.kind === "command" ? WRAPPED.exec(one.thing.text)?.[1] : undefined;
      return inner === undefined ? [] : [[inner, one.thing.text] as const];
    });
  });
  return table.length === 0 ? [] : [{ instead: Object.fromEntries(table) }];
}

const WRAPPED = /^(?:uv run|poetry run|pipenv run|pdm run|hatch run|bundle exec) ([a-z][\w-]*)$/;

const isUsable = (text: string): boolean => readPattern(text) !== undefined;

/** deny, require, never: rules about commands and acts in one sentence. */
export function commandRules(clause: RuleClause, replaced: ReadonlySet<string>): Guard[] {
  const { named } = clause;
  const needed = named.filter(({ part, thing }) => part === "without" && /^(?:option|variable)$/.test(thing.kind));
  const against = named.filter(
    (one) =>
      isAgainst(one) && isAboutRunning(one) && isCommand(one) && !replaced.has(one.thing.text) && isSure(one, clause),
  );
  const acts = named.filter((one) => isAgainst(one) && one.thing.kind === "act");
  const about = [
    ...against.map(({ thing }) => thing.text),
    ...acts.flatMap(({ thing }) => commandsOf(thing.text)),
  ].filter(isUsable);
  if (needed.length > 0)
    return about.flatMap((command) => needed.map(({ thing }) => ({ require: { command, flag: thing.text } })));
  // "Never run the tests without a database": what is missing cannot be seen.
  if (clause.words.includes("without") && !clause.asks) return [];
  const isOrder = named.some((one) => one.part === "before" && (isCommand(one) || one.thing.kind === "act"));
  if (isOrder) return [];
  const options = named.filter((one) => isAgainst(one) && one.thing.kind === "option" && one.verb !== "other");
  const denied = [
    ...against.map(({ thing }) => thing.text).filter(isUsable),
    ...options.map(({ thing }) => thing.text),
  ];
  return [
    ...placed(clause, acts),
    ...required(clause),
    ...namedAs(clause),
    ...(denied.length === 0 ? [] : [denies(denied)]),
  ];
}

export const commandsOf = (act: string): readonly string[] => COMMANDS_OF[act as keyof typeof COMMANDS_OF] ?? [];

const FORCE = /^git push (?:.* )?(?:--force|-f)$/;

function denies(commands: readonly string[]): Guard {
  const list = [...new Set(commands)];
  const isForce = list.some((command) => FORCE.test(command));
  return { deny: list.length === 1 ? list[0]! : list, ...(isForce && { except: "--force-with-lease" }) };
}

/** Acts on a branch or a remote; without one, the act itself. */
function placed(clause: RuleClause, acts: readonly Named[]): Guard[] {
  return acts.flatMap(({ thing }): Guard[] => {
    const { branches, remotes } = placesIn(clause.words, clause.named);
    const commands = commandsOf(thing.text);
    const isPlaced = /^(?:push|commit|force-push|merge|rebase|work)$/.test(thing.text);
    if (isPlaced && branches.length + remotes.length > 0)
      return [
        ...branches.flatMap((on) =>
          commands.map((command) => ({ never: { command, on: clause.isOnly ? `!${on}` : on } })),
        ),
        ...(thing.text === "push" ? remotes.map((remote) => denies([`git push ${remote}`])) : []),
      ];
    if (thing.text === "work") return [];
    const files = clause.named
      .filter((one) => isAgainst(one) && one.thing.kind === "path")
      .map((one) => one.thing.text);
    if (thing.text === "commit" && files.length > 0)
      return [denies(files.map((file) => `git add ${file.replace(/\/$/, "")}`))];
    const isNew = thing.text === "add a dependency";
    return [denies(commands), ...(isNew ? [NEW_DEPENDENCY] : [])];
  });
}

/** A line with a range of versions; a new version of an old dependency looks the same, so it is asked about. */
const NEW_DEPENDENCY: Guard = {
  text: { in: "package.json", adds: '^\\s*"[^"]+":\\s*"(?:[~^<>=*]|workspace:|npm:|git\\b|file:|link:|latest)' },
  mode: "ask",
};

export const BRANCH = /^(?:main|master|develop|trunk|production|staging|gh-pages|(?:release|hotfix)\/\S*)$/;
export const REMOTE = /^(?:upstream|origin|fork)$/;

/** What stands after "to" or "on". */
function placesIn(words: readonly string[], named: readonly Named[]) {
  const quoted = named.flatMap(({ thing, preposition, polarity }) =>
    thing.kind === "code" && polarity === "against" && /^(?:to|on|onto|into)$/.test(preposition ?? "")
      ? [thing.text]
      : [],
  );
  const plain = words
    .map((word) => word.replace(/^(?:origin|upstream)\//, ""))
    .flatMap((word) => (/^(?:main|master|develop)\/(?:main|master|develop)$/.test(word) ? word.split("/") : [word]))
    .filter((_, at) =>
      words.slice(Math.max(0, at - 4), at).some((before) => /^(?:to|on|onto|into|or|and)$/.test(before)),
    );
  const places = [...new Set([...quoted, ...plain])];
  return {
    branches: places.filter((place) => BRANCH.test(place) || (quoted.includes(place) && !REMOTE.test(place))),
    remotes: places.filter((place) => REMOTE.test(place) && quoted.includes(place)),
  };
}

/** "Always run X with --flag", "open PRs as draft". */
function required({ named, words }: RuleClause): Guard[] {
  if (!words.some((word) => /^(?:always|must|every|each|required?|needs?|have)$/.test(word))) return [];
  const options = named
    .filter((one) => isFor(one) && /^(?:option|variable)$/.test(one.thing.kind))
    .map(({ thing }) => thing.text);
  const acts = named
    .filter((one) => isFor(one) && one.thing.kind === "act")
    .flatMap(({ thing }) => commandsOf(thing.text));
  const isDraft = acts.includes("gh pr create") && words.some((word) => /^drafts?$/.test(word));
  const commands = [...named.filter((one) => isFor(one) && isCommand(one)).map(({ thing }) => thing.text), ...acts];
  const flags = isDraft ? [...options, "--draft"] : options;
  if (commands.length !== 1 || flags.length === 0) return [];
  return flags.map((flag) => ({ require: { command: commands[0]!, flag } }));
}

/** "Commit messages must contain X", "branch names must start with X". */
function namedAs({ named: found, words }: RuleClause): Guard[] {
  const line = words.join(" ");
  const isWanted =
    /\b(?:must|should|always|have to|need to|required to) (?:\w+ )?(?:contain|include|mention|start|begin|have)\b/;
  const [, about] = /\b(commit messages?|branch(?:es| names?)|pr titles?|pull request titles?)\b/.exec(line) ?? [];
  const text = found.find(({ thing, part }) => part === "main" && /^(?:code|text|path|command)$/.test(thing.kind))
    ?.thing.text;
  if (about === undefined || !isWanted.test(line) || text === undefined || /[\s*?[\]{}]/.test(text)) return [];
  const commands = Object.entries(NAMED_BY).find(([name]) => about.startsWith(name))?.[1] ?? [];
  const flag = about.startsWith("branch") ? `${text}*` : `*${text}*`;
  return commands.map((command) => ({ require: { command, flag } }));
}

/** The commands that give these names. A message may come from the shell's own words, so its start cannot be told. */
const NAMED_BY: Readonly<Record<string, readonly string[]>> = {
  commit: ["git commit -m"],
  branch: ["git checkout -b", "git switch -c"],
  p: ["gh pr create --title"],
};

/** "Run X before Y", "never Y without running X". */
export function firstIn({ named, isOnly }: RuleClause): Guard[] {
  const textOf = ({ thing }: Named): readonly string[] =>
    thing.kind === "act" ? commandsOf(thing.text) : [thing.text];
  const isDone = ({ thing }: Named): boolean => thing.kind === "command" || thing.kind === "act";
  const before = named.filter((one) => one.part === "before" && isDone(one)).flatMap(textOf);
  const wanted = named.filter((one) => isFor(one) && isCommand(one)).flatMap(textOf);
  const without = named.filter((one) => one.part === "without" && isCommand(one)).flatMap(textOf);
  const barred = named.filter((one) => isAgainst(one) && isDone(one)).flatMap(textOf);
  const pairs = (commands: readonly string[], runs: readonly string[]): Guard[] =>
    commands.flatMap((command) => runs.map((run) => ({ first: { command, run } })));
  const after = isOnly ? named.filter((one) => one.part === "after" && isCommand(one)).flatMap(textOf) : [];
  const gated = named.filter((one) => isFor(one) && isDone(one)).flatMap(textOf);
  if (after.length > 0) return pairs(gated, after);
  const isNegated = barred.length > 0 && before.length > 0;
  return isNegated ? pairs(barred, before) : [...pairs(before, wanted), ...pairs(barred, without)];
}
