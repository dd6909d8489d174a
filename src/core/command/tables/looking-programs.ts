/** The table of read-only programs, each with what would make it do more. */

export type Harmless = {
  /** Options that make it write, run or send something. */
  readonly never?: string;
  /** The only harmless options; if absent, all but `never`. */
  readonly only?: string;
  /** One of these is required. */
  readonly needs?: string;
  /** The most operands: a further one would be written to, or set. */
  readonly operands?: number;
  /** The first operand, which says what to do, must match. */
  readonly first?: RegExp;
  /** Every operand must match. */
  readonly looks?: RegExp;
  /** No word may match. */
  readonly without?: RegExp;
  /** It runs the project's own code, so it must run in the project and name no path outside. */
  readonly isProjectRun?: true;
};

/** Read-only commands that say nothing about a person's work. */
export const LOOKS_AROUND =
  "ls dir pwd echo cat head whoami id groups uname uptime who which whence type true false : cal cd pushd popd dirs eza exa lsd";

/** They print another form of their input. */
export const PRINTING_FILTERS =
  "grep egrep fgrep tail wc cut tr column fold fmt nl paste comm rev tac strings od base64 md5sum sha1sum sha256sum shasum jq expand";

/** They only print, with any arguments. */
const FREE = `${LOOKS_AROUND} ${PRINTING_FILTERS} unexpand join cmp basename dirname realpath readlink stat du df nproc tty free w seq sha224sum sha384sum sha512sum b2sum cksum sum base32 numfmt tsort look locale getconf lscpu lsblk sw_vers ps pgrep`;

/** They are read-only with these options and operands. */
const LOOKING: Readonly<Record<string, Harmless>> = {
  printf: { never: "-v", without: /^[^[]*\[.*(?:\$\(|`)/s },
  exit: { looks: /^\d+$/ },
  wait: { looks: /^[\d%]+$/ },
  jobs: { only: "-l -p -r -s", operands: 0 },
  sort: { never: "-o --output --compress-program -T --temporary-directory" },
  uniq: { operands: 1 },
  xxd: { operands: 1, never: "-r" },
  hexdump: {},
  hd: {},
  tree: { never: "-o -R" },
  date: { never: "-s --set -f", looks: /^(?:\+.*|now|-?\d+ \w+|yesterday|today|tomorrow)$/s },
  hostname: { only: "-s -f -i -I -d", operands: 0 },
  file: { only: "-b -i -L --mime-type --brief --mime" },
  diff: { never: "-l --paginate --to-file --from-file" },
  find: { without: /^-(?:exec|ok|delete|fprint|fls|files0)/ },
  fd: {
    only: "-e -t -H -I -g -i -s -d -l -a -L -u -E --extension --type --hidden --no-ignore --glob --max-depth --exclude --full-path",
  },
  rg: { never: "--pre --hostname-bin -z --search-zip" },
  yq: { only: "-r -e -P -o -p -C -M --raw-output --output-format --prettyPrint" },
  sed: {
    only: "-n -E -r -u",
    first: /^(?:\d*(?:,(?:\d+|\$))?[pdq=]|\$[p=]|s\/[^/\\\n]*\/[^/\\\n]*\/[gIi\d]*|\/[^/\\\n]*\/[pd])$/,
  },
  awk: { without: /system|getline|[|>@`]|\\\n|^-(?![Fv])/ },
  gawk: { without: /system|getline|[|>@`]|\\\n|^-(?![Fv])/ },
  test: { without: /\$\(|`|^-[vR]$/ },
  "[": { without: /\$\(|`|^-[vR]$/ },
  "[[": { without: /`|\[|\$\(/ },
  sleep: { looks: /^\d{1,3}(?:\.\d+)?s?$/ },
  zipinfo: {},
  bat: { only: "-n -p -l -A --plain --number --language --style --color --line-range -r", without: /^cache$/ },
  tokei: {},
  cloc: { only: "--vcs --by-file --json --quiet", without: /^--(?!vcs=git|by-file|json|quiet)/ },
  lsof: { only: "-i -p -n -P -t -a -u" },
  ss: { only: "-t -u -l -n -p -a -x -s" },
  command: { only: "-v -V" },
};

/** Read-only subcommands; the subcommand must be the first word after the program. */
const VERBS: Readonly<Record<string, Harmless>> = {
  ...verbs(
    "git",
    "status rev-parse describe ls-files ls-tree shortlog rev-list name-rev merge-base for-each-ref count-objects check-ignore show-ref cherry version var",
    { never: "--output --exec --upload-pack -O --ext-diff --textconv" },
  ),
  ...verbs("git", "log show diff blame whatchanged diff-tree cat-file range-diff", {
    never: "--output --ext-diff --textconv --filters -O --open-files-in-pager",
  }),
  "git grep": { never: "-O --open-files-in-pager --ext-grep --textconv" },
  "git branch": {
    only: "-a -r -v -l --list --all --remotes --show-current --merged --no-merged --contains --sort --format",
    operands: 0,
  },
  "git tag": {
    only: "-l --list -n --sort --contains --points-at --merged",
    needs: "-l --list -n --contains --points-at --merged",
    without: /^-[^ln-]/,
  },
  "git remote": { only: "-v --verbose", operands: 0 },
  "git remote get-url": { only: "--all --push" },
  "git stash list": { never: "--output" },
  "git stash show": { only: "-p -u --stat --patch --name-only" },
  "git worktree list": {},
  "git submodule status": {},
  "git reflog": { only: "-n --oneline --date", operands: 0 },
  "git reflog show": { only: "-n --oneline --date" },
  "git config": {
    only: "--get --get-all --list -l --global --local --show-origin --get-regexp",
    needs: "--get --get-all --list -l --get-regexp",
  },
  ...verbs("npm", "ls list root prefix why explain", {
    only: "-g --global --depth --all --json --long --parseable --prod --dev",
  }),
  "npm pkg get": {},
  "npm run": { only: "--json", operands: 0 },
  ...verbs("pnpm", "ls list why root bin", { only: "-r -g --depth --json --prod --dev" }),
  ...verbs("yarn", "why list", { only: "--depth --pattern --json" }),
  ...verbs("pip", "list show freeze check", { only: "-v --verbose --format -f" }),
  ...verbs("pip3", "list show freeze check", { only: "-v --verbose --format -f" }),
  ...verbs("uv pip", "list show freeze tree", {}),
  ...verbs("poetry", "show check", { only: "--tree -t --latest" }),
  ...verbs("bundle", "list show check", {}),
  ...verbs("gem", "list", { only: "-l --local" }),
  ...verbs("composer", "show validate licenses", { only: "--tree -t --direct -D --installed -i" }),
  ...verbs("cargo", "tree metadata pkgid locate-project", {
    only: "--depth -i --invert --format-version --no-deps -p -e -d --workspace --offline",
  }),
  ...verbs("rustup", "show toolchain", { only: "-v", looks: /^(?:list|active-toolchain|home)$/ }),
  ...verbs("go", "version doc", { without: /^-/ }),
  "go env": { without: /^-/ },
  "go list": { without: /^-(?!m$|json$|f$|deps$|e$)/ },
  "go mod graph": {},
  "go mod why": {},
  ...verbs("docker", "ps images logs version info inspect port top diff history", {
    never: "-H --host --context --config",
  }),
  ...verbs("docker compose", "ps logs images top ls version", { never: "-H --host --context --config" }),
  ...verbs("docker volume", "ls inspect", {}),
  ...verbs("docker network", "ls inspect", {}),
  ...verbs("docker container", "ls inspect logs top", {}),
  ...verbs("docker image", "ls inspect history", {}),
  ...verbs("docker system", "df info", {}),
  ...verbs("tar", "tf -tf tvf -tvf tzf -tzf tzvf -tzvf", { only: "", operands: 1, looks: /^[\w./-]+$/ }),
  ...verbs("brew", "list info deps config", { without: /^--(?:edit|github)/ }),
  ...verbs("systemctl", "status is-active is-enabled list-units list-timers list-unit-files", {
    only: "--no-pager --user -l --all --failed --type --state",
  }),
  ...verbs("terraform", "validate version providers", { only: "-json -no-color", operands: 0 }),
  "terraform fmt": { only: "-check -diff -recursive", needs: "-check" },
  ...verbs("just", "--list -l --summary", { only: "", operands: 0 }),
  ...verbs("crontab", "-l", { operands: 0 }),
  ...verbs("oldhand", "status recall why stats doctor context brief", { never: "-C --fix" }),
};

function verbs(program: string, list: string, row: Harmless): Record<string, Harmless> {
  return Object.fromEntries(list.split(" ").map((verb) => [`${program} ${verb}`, row]));
}

/** They print their version if that is their only argument. */
export const VERSIONED = new Set(
  (
    "node npm pnpm yarn bun deno npx tsc tsx python python3 pip pip3 uv poetry ruby gem bundle perl php composer java javac mvn gradle " +
    "cargo rustc rustup go gcc g++ clang cc make cmake ninja git gh docker podman kubectl helm terraform aws gcloud az curl wget jq rg fd " +
    "bash zsh fish psql mysql sqlite3 redis-cli ffmpeg pandoc vim nvim emacs tmux ssh openssl brew eslint prettier biome jest vitest " +
    "pytest ruff black mypy just ansible swift dotnet elixir mix ghc stack zig lua julia R code oldhand"
  ).split(" "),
);

export const LOOKS: ReadonlyMap<string, Harmless> = new Map([
  ...FREE.split(" ").map((name): [string, Harmless] => [name, {}]),
  ...Object.entries(LOOKING),
  ...Object.entries(VERBS),
]);

/** They have no harmful option that an expansion could become. */
export const TAKES_ANYTHING: ReadonlySet<string> = new Set(FREE.split(" "));

/** They read from another machine, or open a window: not without risk, but they change nothing. */
export const LOOKS_ELSEWHERE = new RegExp(
  `^(?:${[
    "netstat|ping|dig|nslookup|host|top|htop|curl|wget|http|journalctl|dmesg|code|vim|nvim|nano|open|xdg-open",
    "shellenv|nvidia-smi|otool|nm|ldd|readelf|objdump|dpkg|rpm|adb devices|xcrun simctl list|git (?:branch|reflog|remote|remote \\w+)",
    "(?:kubectl|oc) (?:get|describe|logs|top|explain|version|cluster-info|api-resources|diff|config (?:view|get-contexts|current-context))",
    "docker (?:compose |image |container |volume |network )?(?:ps|logs|images|inspect|stats|top|version|info|port|config|events|history|ls)",
    "(?:npm|pnpm|yarn|bun) (?:ls|list|why|explain|view|info|outdated|audit|bin|root|prefix|help|search|show|whoami)",
    "(?:uv )?pip3? (?:check|index)|pdm show|(?:poetry|pdm) env info|conda (?:list|info)|cargo search|rustup toolchain list",
    "terraform (?:show|output|providers|graph|state|state list|state show)|helm (?:list|status|get|history|show|search)",
    "(?:gh|glab) \\w+ (?:view|list|status|checks|diff)|brew (?:search|doctor)|apt(?:-cache|-get)? (?:list|search|show|policy)",
  ].join("|")})$`,
);
