/** What a command can do to the outcome of another: look, check, change, or only record a change. */
import { FILTERS } from "../../core/command/family-name.ts";
import { seemsToLook } from "../../core/command/only-looks.ts";
import type { Step } from "../../core/command/steps.ts";

export type Nature = "look" | "check" | "note" | "change";

export function natureOf({ family = "", program, words, text, isTrivial }: Step): Nature {
  if (SETS_SHELL.has(program)) return "change";
  if (isTrivial) return "look";
  if (
    words.some((word) => ASKS.has(word)) ||
    (INTERPRETERS.test(program) && words.some((word) => ONE_LINERS.has(word)))
  )
    return "look";
  if (isFilterThatWrites(program, words)) return "change";
  if (FILTERS.has(program) || seemsToLook({ family, program, words }))
    return fetches(program, text) ? "change" : "look";
  if (DATABASES.has(program) && READS.test(text.slice(0, LOOKED_AT_CHARS))) return "look";
  if (NOTES.test(family)) return "note";
  if (words.some((word) => MENDS.has(word) || PROVIDES.has(word))) return "change";
  if (MENDING_NAME.test(family)) return "change";
  return CHECKS.test(family) || words.some((word) => TRIES.has(word)) ? "check" : "change";
}

/** Whether a step only sets up the commands after it: it activates an environment, sets variables, changes the directory. */
export function isPreparation({ family = "", program }: Step): boolean {
  return program === "cd" || SETS_SHELL.has(program) || ACTIVATES.test(family);
}

/** A file that configures how things are built and run. */
export function isSetting(file: string): boolean {
  return SETTING.test(file);
}

const SETTING =
  /\.(?:json|jsonc|ya?ml|toml|ini|cfg|conf|lock|properties|gradle|kts|xml|csproj|plist|mk|cmake|nix|tf|tfvars|env\S*)$|(?:^|\/)(?:\.[\w.-]+|(?:Docker|Make|Pod|Gem|Rake|Just|Proc|Vagrant|Jenkins)file\S*|CMakeLists\.txt|requirements\S*\.txt|go\.(?:mod|sum|work)|[\w.-]+\.config\.\w+)$/i;

/** Trivial as habits, but their settings apply to every later command. */
const SETS_SHELL = new Set("export source . eval".split(" "));

const ACTIVATES =
  /^(?:conda activate|micromamba activate|nvm use|fnm use|pyenv (?:shell|activate)|rbenv shell|workon)$/;

const ASKS = new Set("--version --help -version".split(" "));
const TRIES = new Set("--dry-run --check --diff --noEmit".split(" "));
const MENDS = new Set("--fix --write --apply".split(" "));

/** With these subcommands, a checking program does not check. */
const PROVIDES = new Set("install add update upgrade init generate sync login".split(" "));
const INTERPRETERS = /^(?:python|node|ruby|perl|php|deno|bun)[\d.]*$/;
const ONE_LINERS = new Set("-c -e -p -r --eval --print".split(" "));

const DATABASES = new Set("psql mysql mariadb sqlite3 mongosh clickhouse-client duckdb".split(" "));
/** The kind of a database query is at its start. */
const LOOKED_AT_CHARS = 500;
const READS = /\s(?:-c|-e|--command|--execute)?\s*['"]?\s*(?:select|show|describe|explain|\\d\w*|\.schema|\.tables)\b/i;

const CHECKS =
  /(?:^|[\s:_./-])(?:tests?|specs?|lint|check|typecheck|type-check|e2e|vet|clippy|verify|validate|plan|analy[sz]e|actionlint|pytest|jest|vitest|mocha|ava|playwright|cypress|tox|nox|rspec|phpunit|ctest|eslint|tsc|mypy|pyright|flake8|pylint|shellcheck|hadolint|golangci-lint|swiftlint|rollout status)(?:$|[\s:_-])/;

/** Names of scripts that do more than look: `lint:fix`. */
const MENDING_NAME = /[:_-](?:fix|write|format|update|install)$/;

/** They record a change; they rarely fix anything but another command of this kind. */
const NOTES = /^(?:git (?:add|commit|push|fetch|tag|rm|mv|switch)|gh \w+ (?:create|comment|edit|merge)|mkdir|touch)$/;

function isFilterThatWrites(program: string, words: readonly string[]): boolean {
  if (program === "tee") return true;
  return (program === "sed" || program === "gsed") && words.some((word) => /^-[a-zA-Z]*i|^--in-place/.test(word));
}

/** A download into a file or a shell changes something. */
function fetches(program: string, text: string): boolean {
  if (!/^(?:curl|wget|http)$/.test(program)) return false;
  return (
    program === "wget" || /\|\s*(?:sudo )?(?:ba|z)?sh\b|\s(?:-o|-O|--output|-X|--request|-d|--data\S*)\b|>/.test(text)
  );
}
