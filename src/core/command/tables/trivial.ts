/** Commands that say nothing about a person's work: moving about, looking, shell housekeeping. */
import { LOOKS_AROUND, PRINTING_FILTERS } from "./looking-programs.ts";

/** Never a recurring command. A bare shell or wrapper is as trivial as a look around. */
const TRIVIAL = new Set(
  [
    LOOKS_AROUND,
    "z zi j autojump ll la l tree clear cls reset exit logout quit history fc printf yes bat less more most man help info",
    "tldr where whereis command hash hostname date fg bg jobs disown wait alias unalias abbr bindkey bind",
    "source . test [ [[ read return break continue shift trap sleep eval exec builtin umask ulimit",
    "setopt unsetopt shopt autoload compinit zmodload rehash bash zsh fish sh dash ksh pwsh sudo doas su env printenv",
    "time nohup nice tput stty and or not",
  ].flatMap((words) => words.split(" ")),
);

export function isTrivialFamily(family: string): boolean {
  return TRIVIAL.has(family);
}

/** They change what passes through a pipeline; another member says what it is about. */
export const FILTERS: ReadonlySet<string> = new Set(
  [
    PRINTING_FILTERS,
    "head zgrep rg ag ack sort uniq sed gsed awk gawk mawk yq tee xargs parallel ts pv xxd hexdump gzip gunzip zcat xz",
    "bzip2 zstd pbcopy pbpaste xclip xsel wl-copy clip fzf peco sk gum delta lolcat iconv pr envsubst",
  ].flatMap((words) => words.split(" ")),
);

/** They set or show variables: their words may be secrets, so they name nothing. */
export const ASSIGNING: ReadonlySet<string> = new Set(
  "export set unset setenv unsetenv declare typeset local readonly let setx".split(" "),
);
