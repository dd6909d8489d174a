/** Ordinary work that changes processes, project files or variables, or shows secrets. */
import { anyOf } from "../../../core/base/lazy-pattern.ts";
import { operands, runsOneOf } from "../../../core/command/parsed-command.ts";
import { writtenBy } from "../../../core/guard/written-paths.ts";
import { locationOf } from "../paths.ts";
import type { Signs } from "./rule.ts";

const HARMLESS_VARIABLE = new RegExp(
  `^${anyOf`CI, NODE_ENV, FORCE_COLOR, NO_COLOR, CLICOLOR(?:_FORCE)?, DEBUG, LANG, LANGUAGE, LC_[A-Z]+, TZ
    RUST_BACKTRACE, RUST_LOG, LOG_LEVEL, VERBOSE, TERM, COLUMNS, LINES, PORT, GOOS, GOARCH, CGO_ENABLED
    PYTHONUNBUFFERED, PYTHONDONTWRITEBYTECODE, MIX_ENV, RAILS_ENV, RACK_ENV, APP_ENV, [a-z]\w{0,20}`}$`,
);
const STEERING_VARIABLE = new RegExp(
  `^${anyOf`PATH, path, cdpath, manpath, module_path, prompt, \w+_functions, LD_\w+, DYLD_\w+, BASH_ENV, ENV
    IFS, SHELL\w*, BASH\w*, PROMPT_COMMAND, PS[0-4], CDPATH, HOME, GIT_\w+, \w*PAGER, \w*EDITOR, VISUAL
    BROWSER, NODE_OPTIONS, NODE_PATH, NODE_EXTRA\w+, PYTHON(?:PATH|STARTUP|HOME|INSPECT|WARNINGS)
    PERL5\w+, PERL\w*, RUBYOPT, RUBYLIB, LESS\w*, MAN\w*, JAVA_TOOL_OPTIONS, _?JAVA_OPTIONS, JDK_\w+
    CLASSPATH, MAKEFLAGS, MAKEFILES, MAKE, npm_config_\w+, NPM_CONFIG_\w+, CARGO_\w+, RUSTC\w*
    RUSTFLAGS, CC, CXX, LD, GOFLAGS, GOPROXY
    \w+_(?:COMMAND|WRAPPER|PROXY|HOOK|SHELL|CMD|ASKPASS|PRELOAD), https?_proxy, all_proxy, ZDOTDIR
    FPATH, fpath, TERMINFO, TERMCAP, LOCPATH, NLSPATH, OPENSSL_\w+, SSL_\w+, SSH_\w+, SUDO_\w+
    KUBECONFIG, DOCKER_HOST, TMPDIR, XDG_\w+, OLDHAND\w*, PIP_\w+, UV_\w+, BUNDLE_\w+, GEM_\w+`}$`,
);
const SECRET_FILE = new RegExp(
  String.raw`(?:^|\/)${anyOf`\.ssh(?:\/|$), \.gnupg, \.aws\/, \.kube\/config, \.netrc, \.npmrc, \.pypirc
    \.env(?:\.(?!example|sample|template)\w+)*$, \.git-credentials, \.docker\/config, \.pgpass
    \.my\.cnf, id_(?:rsa|dsa|ecdsa|ed25519)(?!\.pub), shadow$, gshadow, sudoers, master\.passwd
    secrets?\.(?:json|ya?ml|toml|env), credentials(?:\.\w+)?$, environ$, kcore, \.bash_history
    \.zsh_history, keychain, Login Data, Cookies$`}|\.(?:pem|p12|pfx|key|kdbx|keystore|jks)$`,
  "i",
);
const SECRET_VARIABLE = /\$\{?\w*(?:TOKEN|SECRET|PASSWORD|PASSWD|API_?KEY|PRIVATE|CREDENTIAL|ACCESS_KEY)\w*/i;

export const CHANGE_SIGNS: Signs = {
  "ends-processes": [
    { of: "kill pkill killall skill xkill renice fuser fg bg disown pm2 supervisorctl forever" },
    {
      of: "docker podman docker-compose",
      verbs:
        "stop,start,restart,kill,pause,unpause,down,up,create,rename,compose down,compose up,compose stop,compose start,compose restart,exec,run,cp,commit,tag,build,load,import,save,export,compose build,compose exec,compose run",
    },
  ],
  "ends-everything": [
    { of: "killall5" },
    (command) => runsOneOf(command, "kill") && operands(command).some(({ value }) => value === "1" || value === "0"),
    { of: "kill", says: /(?:^| )-1$|-- -1/ },
    { of: "pkill killall", options: "-u -U --user --euid --uid -v --inverse" },
    { of: "pkill killall", says: /(?:^| )\.\*?$/ },
  ],
  "goes-on-running": [
    { of: "nohup setsid disown daemonize start-stop-daemon" },
    { of: "docker podman", verbs: "run,compose up", options: "-d --detach" },
  ],
  "writes-files": [
    (command, place) => writtenBy(command).some(({ word }) => /^(?:inside|project)$/.test(locationOf(word, place))),
    {
      of: "cp mv ln install tee touch mkdir patch unzip gunzip gzip bzip2 xz zip split csplit mkfifo mktemp rsync tar 7z",
      says: /^(?!-?t)/,
    },
    { of: "sed gsed", options: "-i --in-place" },
    {
      of: "prettier biome dprint ruff black isort eslint stylelint rubocop gofmt clang-format",
      options: "--write --fix -w -i -a -A --autocorrect --apply --unsafe",
    },
    { of: "goimports rustfmt" },
  ],
  "steers-programs": [({ assigns }) => assigns.some(({ name }) => STEERING_VARIABLE.test(name))],
  "sets-variables": [
    ({ assigns }) => assigns.some(({ name }) => !HARMLESS_VARIABLE.test(name)),
    { of: "export declare typeset readonly local unset" },
  ],
  "reads-secrets": [
    ({ args }) =>
      args.some(
        ({ value, form }) =>
          SECRET_FILE.test(value.replace(/[*?]+$/, "")) || (form === "expanded" && SECRET_VARIABLE.test(value)),
      ),
    ({ redirects }) =>
      redirects.some(({ operator, target }) => operator.startsWith("<") && SECRET_FILE.test(target.value)),
    { of: "printenv history fc security pass op bw lpass gopass secret-tool keyctl" },
    (command) => runsOneOf(command, "env") && !command.args.some(({ value }) => !/=|^-/.test(value)),
    { of: "jq", says: /\benv\b|\$ENV|\binput_filename\b/ },
    { of: "export declare typeset set", says: /^$/ },
    { of: "export declare typeset set", options: "-p" },
  ],
};
