/** Completion scripts for zsh, bash and fish, generated from the command table. */
import { type Command, GLOBAL_OPTIONS, type Option, type Positional } from "../command.ts";
import { allCommands, allNames, nounSummary } from "../commands.ts";

export type CompletedShell = "zsh" | "bash" | "fish";

export function completionScript(shell: CompletedShell): string {
  return { zsh, bash, fish }[shell]();
}

/** The command words before the cursor, and what can follow them besides the global options. */
type Position = { readonly words: string; readonly next: readonly Offer[]; readonly options: readonly Option[] };
type Offer = { readonly word: string; readonly help: string };

function bash(): string {
  const words = (list: readonly string[]): string => quoted(list.join(" "));
  const cases = positions().map(({ words: typed, next, options }) => {
    const own = options.length === 0 ? "" : ` flags=${words(options.flatMap(dashed))}`;
    return `    (${glob(typed)}) next=${words(next.map(({ word }) => word))}${own} ;;`;
  });
  return `# oldhand completion for bash: source <(oldhand completion bash)
_oldhand() {
  local cur=\${COMP_WORDS[COMP_CWORD]} at= skip= word next= flags=
  case \${COMP_WORDS[COMP_CWORD-1]} in
${valueCases({
  choices: (choices) => `COMPREPLY=($(compgen -W ${words(choices)} -- "$cur"))`,
  directory: 'COMPREPLY=($(compgen -d -- "$cur"))',
  file: 'COMPREPLY=($(compgen -f -- "$cur"))',
})}
  esac
  for word in "\${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
${wordsToCases(cases)}
  if [[ $cur == -* ]]; then COMPREPLY=($(compgen -W "$flags ${GLOBAL_OPTIONS.flatMap(dashed).join(" ")}" -- "$cur"))
  elif [[ -n $next ]]; then COMPREPLY=($(compgen -W "$next" -- "$cur"))
  else COMPREPLY=($(compgen -f -- "$cur")); fi
}
complete -F _oldhand oldhand
`;
}

function zsh(): string {
  const flags = (options: readonly Option[]): string =>
    options.flatMap((option) => dashed(option).map((flag) => described(flag, option.help))).join(" ");
  const cases = positions().map(({ words, next, options }) => {
    const offers = next.map(({ word, help }) => described(word, help)).join(" ");
    return `    (${glob(words)}) next=(${offers})${options.length === 0 ? "" : ` flags=(${flags(options)})`} ;;`;
  });
  return `#compdef oldhand
# oldhand completion for zsh: source <(oldhand completion zsh)
_oldhand() {
  local at= skip= word
  local -a next flags
  case $words[CURRENT-1] in
${valueCases({ choices: (choices) => `compadd -- ${choices.join(" ")}`, directory: "_directories", file: "_files" })}
  esac
  for word in "\${(@)words[2,CURRENT-1]}"; do
${wordsToCases(cases)}
  flags+=(${flags(GLOBAL_OPTIONS)})
  if [[ $PREFIX == -* ]]; then _describe -o option flags
  elif (( $#next )); then _describe command next
  else _files; fi
}
if [[ $funcstack[1] == _oldhand ]]; then _oldhand "$@"; else compdef _oldhand oldhand; fi
`;
}

/** The same in bash and zsh: collects the command words before the cursor, then chooses what can follow them. */
function wordsToCases(cases: readonly string[]): string {
  return `    if [[ -n $skip ]]; then skip=; continue; fi
    case $word in
      (${takingValues().join("|")}) skip=1 ;;
      (-*) ;;
      (*) at="$at $word" ;;
    esac
  done
  case "\${at# } " in
${cases.join("\n")}
  esac`;
}

type ValueOffers = {
  readonly choices: (choices: readonly string[]) => string;
  readonly directory: string;
  readonly file: string;
};

/** What is offered after an option that takes a value: its choices, directories, or files. */
function valueCases({ choices, directory, file }: ValueOffers): string {
  const listed = allOptions().filter((option) => offersOf(option) !== undefined);
  const byFlag = new Map<string, readonly string[]>();
  // One option may mean different things to different commands: all of them are offered.
  for (const option of listed) {
    const flag = `--${option.name}`;
    byFlag.set(flag, [...new Set([...(byFlag.get(flag) ?? []), ...offersOf(option)!])]);
  }
  const free = takingValues().filter((flag) => !DIRECTORY.includes(flag) && !byFlag.has(flag));
  return [
    ...[...byFlag].map(([flag, offers]) => `    (${flag}) ${choices(offers)}; return ;;`),
    `    (${DIRECTORY.join("|")}) ${directory}; return ;;`,
    `    (${free.join("|")}) ${file}; return ;;`,
  ].join("\n");
}

function fish(): string {
  const lines = positions().flatMap(({ words, next, options }) => [
    ...next.map(
      ({ word, help }) => `complete -c oldhand -n ${quoted(`__oldhand_at ${words}`)} -a ${word} -d ${quoted(help)}`,
    ),
    ...options.map((option) => `complete -c oldhand -n ${quoted(`__oldhand_in ${words}`)} ${fishOption(option)}`),
  ]);
  return `# oldhand completion for fish: oldhand completion fish | source
function __oldhand_words
    set -l skip 0
    for word in (commandline -opc)[2..-1]
        if test $skip = 1
            set skip 0
            continue
        end
        switch $word
            case ${takingValues().join(" ")}
                set skip 1
            case '-*'
            case '*'
                echo $word
        end
    end
end
function __oldhand_at
    test (string join ' ' (__oldhand_words)) = "$argv"
end
function __oldhand_in
    string match -q -- "$argv *" (string join ' ' (__oldhand_words) '')
end
complete -c oldhand -f
${GLOBAL_OPTIONS.map((option) => `complete -c oldhand ${fishOption(option)}`).join("\n")}
${lines.join("\n")}
`;
}

type Named = { readonly words: readonly string[]; readonly command: Command };

/** The names that are offered: not those of earlier versions, and none with flags. */
function offeredNames(): readonly Named[] {
  return allNames().filter(({ isOld, flags, words }) => !isOld && flags.length === 0 && words.length > 0);
}

/** The longer names first, because a shell takes the first match. */
function positions(): Position[] {
  const named = offeredNames();
  const names = new Set(named.flatMap(({ words }) => words.map((_, at) => words.slice(0, at + 1).join(" "))));
  const deepFirst = [...names].toSorted((a, b) => b.split(" ").length - a.split(" ").length);
  return ["", ...deepFirst].map((name) => positionAt(name, named));
}

function positionAt(name: string, named: readonly Named[]): Position {
  const words = name === "" ? [] : name.split(" ");
  const command = named.find((one) => one.words.join(" ") === name)?.command;
  const below = named.filter(
    (one) => one.words.length > words.length && words.every((word, at) => one.words[at] === word),
  );
  const offers = below.map((one): Offer => {
    const isGroup = one.words.length > words.length + 1;
    const word = one.words[words.length]!;
    return { word, help: isGroup ? nounSummary(word) : one.command.verb.summary };
  });
  const distinct = offers.filter(({ word }, at) => offers.findIndex((offer) => offer.word === word) === at);
  const values = (command?.positionals ?? []).flatMap((positional) =>
    (offersOf(positional) ?? []).map((word) => ({ word, help: positional.name.toLowerCase().replace("|", " or ") })),
  );
  return { words: name, next: [...distinct, ...values], options: command?.options ?? [] };
}

const DIRECTORY = ["-C", "--directory"];

function allOptions(): Option[] {
  return [...allCommands().flatMap(({ options }) => options), ...GLOBAL_OPTIONS];
}

function takingValues(): string[] {
  return [...new Set(allOptions().flatMap((option) => (option.value === undefined ? [] : dashed(option))))];
}

function offersOf({ choices, offers }: Option | Positional): readonly string[] | undefined {
  return choices ?? offers;
}

function fishOption(option: Option): string {
  const { name, short, value, help } = option;
  const offers = offersOf(option);
  const takes = value === undefined ? "" : offers ? ` -x -a ${quoted(offers.join(" "))}` : " -r";
  return `-l ${name}${short === undefined ? "" : ` -s ${short}`}${takes} -d ${quoted(help)}`;
}

function dashed({ name, short }: Option): string[] {
  return short === undefined ? [`--${name}`] : [`-${short}`, `--${name}`];
}

/** Matches the words with or without more after them; each word is followed by a space. */
function glob(words: string): string {
  return words === "" ? '" "' : `"${words} "*`;
}

/** A word with its help, as zsh reads it. */
function described(word: string, help: string): string {
  return quoted(`${word.replaceAll(":", "\\:")}:${help}`);
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}
