/** Completion scripts for zsh, bash and fish, generated from the command table. */
import type { Command, Option } from "../command.ts";
import { COMMANDS, commandsUnder } from "../table/all-commands.ts";
import { GLOBAL_OPTIONS } from "../table/options.ts";

export type Shell = "zsh" | "bash" | "fish";

export function completionScript(shell: Shell): string {
  return { zsh, bash, fish }[shell]();
}

/** The command words before the cursor, and what can follow them besides the global options. */
type Position = { readonly words: string; readonly next: readonly Offer[]; readonly options: readonly Option[] };
type Offer = { readonly word: string; readonly help: string };

function bash(): string {
  const cases = positions().map(({ words, next, options }) => {
    const flags = options.flatMap(dashed).join(" ");
    const own = flags === "" ? "" : ` flags=${quoted(flags)}`;
    return `    ${glob(words)}) next=${quoted(next.map(({ word }) => word).join(" "))}${own} ;;`;
  });
  return `# oldhand completion for bash: source <(oldhand completion bash)
_oldhand() {
  local cur=\${COMP_WORDS[COMP_CWORD]} prev=\${COMP_WORDS[COMP_CWORD-1]} at= skip= word i next= flags=
  case $prev in
${valueCases((choices) => `COMPREPLY=($(compgen -W ${quoted(choices.join(" "))} -- "$cur")); return`)}
    ${DIRECTORY.join("|")}) COMPREPLY=($(compgen -d -- "$cur")); return ;;
    ${otherValues().join("|")}) COMPREPLY=($(compgen -f -- "$cur")); return ;;
  esac
  for ((i = 1; i < COMP_CWORD; i++)); do
    word=\${COMP_WORDS[i]}
    if [[ -n $skip ]]; then skip=; continue; fi
    case $word in
      ${takingValues().join("|")}) skip=1 ;;
      -*) ;;
      *) at="$at $word" ;;
    esac
  done
  case "\${at# } " in
${cases.join("\n")}
  esac
  if [[ $cur == -* ]]; then COMPREPLY=($(compgen -W "$flags ${GLOBAL_OPTIONS.flatMap(dashed).join(" ")}" -- "$cur"))
  elif [[ -n $next ]]; then COMPREPLY=($(compgen -W "$next" -- "$cur"))
  else COMPREPLY=($(compgen -f -- "$cur")); fi
}
complete -F _oldhand oldhand
`;
}

function zsh(): string {
  const cases = positions().map(({ words, next, options }) => {
    const offers = next.map(({ word, help }) => quoted(described(word, help)));
    const own = options.length === 0 ? "" : ` flags=(${options.flatMap(zshFlags).join(" ")})`;
    return `    (${glob(words)}) next=(${offers.join(" ")})${own} ;;`;
  });
  return `#compdef oldhand
# oldhand completion for zsh: source <(oldhand completion zsh)
_oldhand() {
  local at= skip= word
  local -a next flags
  case $words[CURRENT-1] in
${valueCases((choices) => `compadd -- ${choices.join(" ")}; return`, "(")}
    (${DIRECTORY.join("|")}) _directories; return ;;
    (${otherValues().join("|")}) _files; return ;;
  esac
  for word in "\${(@)words[2,CURRENT-1]}"; do
    if [[ -n $skip ]]; then skip=; continue; fi
    case $word in
      (${takingValues().join("|")}) skip=1 ;;
      (-*) ;;
      (*) at="$at $word" ;;
    esac
  done
  case "\${at# } " in
${cases.join("\n")}
  esac
  flags+=(${GLOBAL_OPTIONS.flatMap(zshFlags).join(" ")})
  if [[ $PREFIX == -* ]]; then _describe -o option flags
  elif (( $#next )); then _describe command next
  else _files; fi
}
if [[ $funcstack[1] == _oldhand ]]; then _oldhand "$@"; else compdef _oldhand oldhand; fi
`;
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

/** The longer names first, because a shell takes the first match. */
function positions(): Position[] {
  const names = new Set(COMMANDS.flatMap(({ words }) => words.map((_, at) => words.slice(0, at + 1).join(" "))));
  const deepFirst = [...names].toSorted((a, b) => b.split(" ").length - a.split(" ").length);
  return ["", ...deepFirst].map((name) => positionAt(name));
}

function positionAt(name: string): Position {
  const words = name === "" ? [] : name.split(" ");
  const command = COMMANDS.find((one) => one.words.join(" ") === name);
  const below = commandsUnder(words).filter((one) => one.words.length > words.length);
  const offers = below.map((one): Offer => {
    const isGroup = one.words.length > words.length + 1;
    return { word: one.words[words.length]!, help: isGroup ? "Show more commands." : one.summary };
  });
  const distinct = offers.filter(({ word }, at) => offers.findIndex((offer) => offer.word === word) === at);
  return { words: name, next: [...distinct, ...argumentsOf(command)], options: command?.options ?? [] };
}

function argumentsOf(command: Command | undefined): Offer[] {
  const positionals = command?.positionals ?? [];
  return positionals.flatMap(({ choices, offers, name }) =>
    (choices ?? offers ?? []).map((word) => ({ word, help: name.toLowerCase().replace("|", " or ") })),
  );
}

const DIRECTORY = ["-C", "--directory"];

function allOptions(): Option[] {
  return [...COMMANDS.flatMap(({ options = [] }) => options), ...GLOBAL_OPTIONS];
}

/** Options whose value can be anything, including a file. */
function otherValues(): string[] {
  const free = allOptions().filter(({ value, choices, name }) => value && !choices && name !== "scope");
  return [...new Set(free.flatMap(dashed))].filter((flag) => !DIRECTORY.includes(flag));
}

function takingValues(): string[] {
  return [...new Set(allOptions().flatMap((option) => (option.value === undefined ? [] : dashed(option))))];
}

function valueCases(body: (choices: readonly string[]) => string, open = ""): string {
  const closed = new Map(allOptions().flatMap(({ name, choices }) => (choices ? [[name, choices] as const] : [])));
  closed.set("scope", ["global", "project"]);
  return [...closed].map(([name, choices]) => `    ${open}--${name}) ${body(choices)} ;;`).join("\n");
}

function fishOption({ name, short, value, help, choices }: Option): string {
  const offered = name === "scope" ? ["global", "project"] : choices;
  const takes = value === undefined ? "" : offered ? ` -x -a ${quoted(offered.join(" "))}` : " -r";
  return `-l ${name}${short === undefined ? "" : ` -s ${short}`}${takes} -d ${quoted(help)}`;
}

function zshFlags(option: Option): string[] {
  return dashed(option).map((flag) => quoted(described(flag, option.help)));
}

function dashed({ name, short }: Option): string[] {
  return short === undefined ? [`--${name}`] : [`-${short}`, `--${name}`];
}

/** Matches the words with or without more after them; each word is followed by a space. */
function glob(words: string): string {
  return words === "" ? '" "' : `"${words} "*`;
}

function described(word: string, help: string): string {
  return `${word.replaceAll(":", "\\:")}:${help}`;
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}
