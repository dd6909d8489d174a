/** Commands that say nothing about a person's work: moving about, looking, shell housekeeping. */

/** Never a recurring command. A bare shell or wrapper is as trivial as a look around. */
const TRIVIAL = new Set(
  [
    "cd pushd popd dirs z zi j autojump ls ll la l lsd exa eza dir tree pwd clear cls reset exit logout quit",
    "history fc echo printf yes cat bat less more most head man help info tldr which where whereis type whence command",
    "hash whoami who id groups hostname uname date cal uptime fg bg jobs disown wait alias unalias abbr bindkey bind",
    "source . : true false test [ [[ read return break continue shift trap sleep eval exec builtin umask ulimit",
    "setopt unsetopt shopt autoload compinit zmodload rehash bash zsh fish sh dash ksh pwsh sudo doas su env printenv",
    "time nohup nice tput stty and or not",
  ]
    .join(" ")
    .split(" "),
);

export function isTrivialFamily(family: string): boolean {
  return TRIVIAL.has(family);
}

/** They change what passes through a pipeline; another member says what it is about. */
export const FILTERS: ReadonlySet<string> = new Set(
  [
    "grep egrep fgrep zgrep rg ag ack head tail sort uniq wc cut tr sed gsed awk gawk mawk jq yq tee column fold fmt nl",
    "xargs parallel paste comm rev tac strings ts pv xxd hexdump od base64 md5sum sha1sum sha256sum shasum gzip gunzip",
    "zcat xz bzip2 zstd pbcopy pbpaste xclip xsel wl-copy clip fzf peco sk gum delta lolcat iconv pr expand envsubst",
  ]
    .join(" ")
    .split(" "),
);

/** They set or show variables: what stands beside them may be a secret, so they name nothing. */
export const ASSIGNING: ReadonlySet<string> = new Set(
  "export set unset setenv unsetenv declare typeset local readonly let setx".split(" "),
);
