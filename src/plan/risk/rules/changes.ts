/** Ordinary work that changes processes, project files or variables, or shows secrets. */
import { argText, hasOption, hasVerb, isOneOf, operands } from "../../../core/command/parsed-command.ts";
import { locationOf, writtenBy } from "../paths.ts";
import type { Rule } from "./rule.ts";

const HARMLESS_VARIABLE =
  /^(?:CI|NODE_ENV|FORCE_COLOR|NO_COLOR|CLICOLOR(?:_FORCE)?|DEBUG|LANG|LANGUAGE|LC_[A-Z]+|TZ|RUST_BACKTRACE|RUST_LOG|LOG_LEVEL|VERBOSE|TERM|COLUMNS|LINES|PORT|GOOS|GOARCH|CGO_ENABLED|PYTHONUNBUFFERED|PYTHONDONTWRITEBYTECODE|MIX_ENV|RAILS_ENV|RACK_ENV|APP_ENV|[a-z]\w{0,20})$/;
const STEERING_VARIABLE =
  /^(?:PATH|path|cdpath|manpath|module_path|prompt|\w+_functions|LD_\w+|DYLD_\w+|BASH_ENV|ENV|IFS|SHELL\w*|BASH\w*|PROMPT_COMMAND|PS[0-4]|CDPATH|HOME|GIT_\w+|\w*PAGER|\w*EDITOR|VISUAL|BROWSER|NODE_OPTIONS|NODE_PATH|NODE_EXTRA\w+|PYTHON(?:PATH|STARTUP|HOME|INSPECT|WARNINGS)|PERL5\w+|PERL\w*|RUBYOPT|RUBYLIB|LESS\w*|MAN\w*|JAVA_TOOL_OPTIONS|_?JAVA_OPTIONS|JDK_\w+|CLASSPATH|MAKEFLAGS|MAKEFILES|MAKE|npm_config_\w+|NPM_CONFIG_\w+|CARGO_\w+|RUSTC\w*|RUSTFLAGS|CC|CXX|LD|GOFLAGS|GOPROXY|\w+_(?:COMMAND|WRAPPER|PROXY|HOOK|SHELL|CMD|ASKPASS|PRELOAD)|https?_proxy|all_proxy|ZDOTDIR|FPATH|fpath|TERMINFO|TERMCAP|LOCPATH|NLSPATH|OPENSSL_\w+|SSL_\w+|SSH_\w+|SUDO_\w+|KUBECONFIG|DOCKER_HOST|TMPDIR|XDG_\w+|OLDHAND\w*|PIP_\w+|UV_\w+|BUNDLE_\w+|GEM_\w+)$/;
const SECRET_FILE =
  /(?:^|\/)(?:\.ssh(?:\/|$)|\.gnupg|\.aws\/|\.kube\/config|\.netrc|\.npmrc|\.pypirc|\.env(?:\.(?!example|sample|template)\w+)*$|\.git-credentials|\.docker\/config|\.pgpass|\.my\.cnf|id_(?:rsa|dsa|ecdsa|ed25519)(?!\.pub)|shadow$|gshadow|sudoers|master\.passwd|secrets?\.(?:json|ya?ml|toml|env)|credentials(?:\.\w+)?$|environ$|kcore|\.bash_history|\.zsh_history|keychain|Login Data|Cookies$)|\.(?:pem|p12|pfx|key|kdbx|keystore|jks)$/i;
const SECRET_VARIABLE = /\$\{?\w*(?:TOKEN|SECRET|PASSWORD|PASSWD|API_?KEY|PRIVATE|CREDENTIAL|ACCESS_KEY)\w*/i;

export const CHANGE_RULES: readonly Rule[] = [
  {
    name: "ends-processes",
    risk: "medium",
    touches: ["processes"],
    says: "Stops or controls running processes.",
    when: (command) =>
      isOneOf(command, "kill pkill killall skill xkill renice fuser fg bg disown pm2 supervisorctl forever") ||
      (isOneOf(command, "docker podman docker-compose") &&
        hasVerb(
          command,
          "stop,start,restart,kill,pause,unpause,down,up,create,rename,compose down,compose up,compose stop,compose start,compose restart,exec,run,cp,commit,tag,build,load,import,save,export,compose build,compose exec,compose run",
        )),
  },
  {
    name: "ends-everything",
    risk: "high",
    touches: ["processes"],
    says: "Stops all processes, or the one that all others depend on.",
    when: (command) =>
      isOneOf(command, "killall5") ||
      (isOneOf(command, "kill") &&
        (operands(command).some(({ value }) => value === "1" || value === "0") ||
          /(?:^| )-1$|-- -1/.test(argText(command)))) ||
      (isOneOf(command, "pkill killall") &&
        (hasOption(command, "-u -U --user --euid --uid -v --inverse") || /(?:^| )\.\*?$/.test(argText(command)))),
  },
  {
    name: "goes-on-running",
    risk: "medium",
    touches: ["processes"],
    says: "Keeps running after the command returns.",
    whenLine: ({ commands, doubts }) =>
      doubts.has("background") ||
      commands.some(
        (command) =>
          isOneOf(command, "nohup setsid disown daemonize start-stop-daemon") ||
          (isOneOf(command, "docker podman") &&
            hasVerb(command, "run,compose up") &&
            hasOption(command, "-d --detach")),
      ),
  },
  {
    name: "writes-files",
    risk: "medium",
    touches: ["files"],
    says: "Writes files of the project.",
    when: (command, place) =>
      writtenBy(command).some((arg) => locationOf(arg, place) === "inside" || locationOf(arg, place) === "project") ||
      (isOneOf(
        command,
        "cp mv ln install tee touch mkdir patch unzip gunzip gzip bzip2 xz zip split csplit mkfifo mktemp rsync tar 7z",
      ) &&
        !/^-?t/.test(argText(command))) ||
      (isOneOf(command, "sed gsed") && hasOption(command, "-i --in-place")) ||
      (isOneOf(
        command,
        "prettier biome dprint ruff black isort eslint stylelint rubocop gofmt goimports clang-format rustfmt",
      ) &&
        (hasOption(command, "--write --fix -w -i -a -A --autocorrect --apply --unsafe") ||
          isOneOf(command, "goimports rustfmt"))),
  },
  {
    name: "steers-programs",
    risk: "high",
    touches: ["privileges"],
    says: "Sets a variable that makes programs load or start something else.",
    when: ({ assigns }) => assigns.some(({ name }) => STEERING_VARIABLE.test(name)),
  },
  {
    name: "sets-variables",
    risk: "medium",
    touches: [],
    says: "Sets a variable whose effect on programs is not known.",
    when: (command) =>
      command.assigns.some(({ name }) => !HARMLESS_VARIABLE.test(name)) ||
      isOneOf(command, "export declare typeset readonly local unset"),
  },
  {
    name: "reads-secrets",
    risk: "medium",
    touches: [],
    says: "Shows secrets: keys, passwords or the environment.",
    when: (command) =>
      command.args.some(
        ({ value, form }) =>
          SECRET_FILE.test(value.replace(/[*?]+$/, "")) || (form === "expanded" && SECRET_VARIABLE.test(value)),
      ) ||
      command.redirects.some(({ operator, target }) => operator.startsWith("<") && SECRET_FILE.test(target.value)) ||
      isOneOf(command, "printenv history fc security pass op bw lpass gopass secret-tool keyctl") ||
      (isOneOf(command, "env") && !command.args.some(({ value }) => !/=|^-/.test(value))) ||
      (isOneOf(command, "jq") && /\benv\b|\$ENV|\binput_filename\b/.test(argText(command))) ||
      (isOneOf(command, "export declare typeset set") && (command.args.length === 0 || hasOption(command, "-p"))),
  },
];
