/** Which programs read no code, what programs read besides the project, and which variables point at code. */
import { anyOf } from "../../../core/base/lazy-pattern.ts";
import { isInside } from "../../../core/project/project.ts";

const list = (words: string): ReadonlySet<string> => new Set(words.split(/\s+/));

const MACHINE_WIDE = "/usr /bin /sbin /lib /lib64 /opt /nix/store /snap /etc /System /Library".split(" ");

/** Software of the entire machine: of a program there, only its own file is checked. */
export function isMachineWide(path: string): boolean {
  return MACHINE_WIDE.some((folder) => path === folder || isInside(path, folder));
}

/** The shell does these itself; none of them reads a file as code. */
export const BUILTINS = list(
  `: [ [[ (( alias bg bind break builtin caller cd command compgen complete continue declare dirs disown echo enable
  exit export false fc fg getopts hash help history jobs kill let local logout mapfile popd printf pushd pwd read
  readarray readonly return set setopt shift shopt suspend test times trap true type typeset ulimit umask unalias unset
  unsetopt wait whence noglob nocorrect and or not begin end time if then else fi for while until do done case esac in
  select function coproc repeat exec eval . source`,
);

/** They run text or a file in the shell itself. */
export const RUNNING_BUILTINS = list("eval . source exec trap alias");

/** They change or send data and read no file of the project as code, though they may read settings in the home. */
export const DATA_PROGRAMS = list(
  `rm rmdir unlink cp mv ln mkdir mktemp touch truncate install chmod chown chgrp chattr kill pkill killall tee dd split
  csplit shred sync zip unzip gzip gunzip bzip2 xz zstd tar cpio sleep yes env xargs nohup setsid nice ionice timeout
  time stdbuf sudo doas find fd fdfind parallel watch curl wget ssh scp sftp rsync ping dig nslookup host nc git gh glab hub open xdg-open
  pbcopy pbpaste xclip brew apt apt-get aptitude dnf yum pacman apk zypper snap systemctl service launchctl crontab at
  mount umount ip ifconfig iptables ufw passwd useradd usermod groupadd oldhand docker-credential-helper sed patch diff`,
);

/** With these options, such a program does run code. */
export const CODE_OPTIONS: Readonly<Record<string, string>> = {
  sed: "-f --file",
  tar: "--checkpoint-action --to-command --use-compress-program -I -F --info-script --new-volume-script",
  split: "--filter",
  rsync: "-e --rsh",
};

/** Of the programs with subcommands that only look, these read settings in the home and none in the project. */
export const HOME_ONLY = list("docker systemctl brew crontab tar oldhand gh");

/** They run a program that the project has installed, or one that they download. */
export const PACKAGE_RUNNERS = list(
  "npx pnpx bunx npm pnpm yarn bun uvx pipx uv poetry pipenv pdm rye hatch bundle conda mise asdf nvm fnm volta rbenv pyenv rvm rustup",
);

export const PROJECT_PROGRAMS = ["node_modules/.bin", ".venv/bin", "venv/bin", "vendor/bin", "bin"];

/** They run the command somewhere else. */
export const ELSEWHERE = list("ssh docker podman kubectl oc nerdctl chroot vagrant lxc");

/** Settings that can name code, in the home directory: files, and folders of which each file counts. */
export const HOME_SETTINGS =
  `.npmrc .yarnrc .yarnrc.yml .pnpmfile.cjs .config/pnpm/rc .bunfig.toml .node_modules .node_libraries
  .eslintrc .eslintrc.js .eslintrc.cjs .eslintrc.json .prettierrc .babelrc .jestrc .mocharc.js
  .cargo/config .cargo/config.toml .config/go/env .gradle/init.gradle .gradle/init.gradle.kts .gradle/init.d .gradle/gradle.properties
  .m2/settings.xml .m2/settings-security.xml .mavenrc .rspec .rubocop.yml .irbrc .pryrc .gemrc .bundle/config .composer/config.json
  .config/composer/config.json .pydistutils.cfg .config/pip/pip.conf .pip/pip.conf .config/pypoetry/config.toml .pdbrc .pylintrc .config/pylintrc .flake8 .config/flake8 .config/ruff
  .curlrc .config/curlrc .wgetrc .netrc .ssh/config .ssh/rc .docker/config.json .docker/cli-plugins .config/gh/config.yml .kube/config
  .aws/config .terraformrc .ansible.cfg .hgrc .psqlrc .sqliterc .my.cnf .gdbinit .jq .config/bat/config .ripgreprc
  .justfile .config/just .config/mise/config.toml .tool-versions .asdfrc .envrc .direnvrc .config/direnv/direnvrc .perltidyrc .Rprofile .luarocks/config.lua
  .config/nvim/init.lua .vimrc .emacs`
    .trim()
    .split(/\s+/);

/** Settings that tools look for in the folders above a project. */
export const SETTINGS_ABOVE =
  `.npmrc .yarnrc .yarnrc.yml .pnpmfile.cjs pnpm-workspace.yaml .eslintrc .eslintrc.js .eslintrc.cjs .eslintrc.json
  eslint.config.js eslint.config.mjs eslint.config.cjs eslint.config.ts .prettierrc .prettierrc.js .prettierrc.cjs .prettierrc.json prettier.config.js prettier.config.mjs
  .babelrc .babelrc.js babel.config.js babel.config.json .stylelintrc .stylelintrc.js stylelint.config.js biome.json biome.jsonc .swcrc
  pytest.ini tox.ini setup.cfg pyproject.toml conftest.py .rubocop.yml .rspec go.work Cargo.toml rust-toolchain rust-toolchain.toml
  .cargo/config .cargo/config.toml .tool-versions mise.toml .mise.toml .node-version .nvmrc .python-version .ruby-version .envrc
  .mvn/jvm.config .mvn/maven.config .mvn/extensions.xml turbo.json nx.json lerna.json .justfile justfile`
    .trim()
    .split(/\s+/);

/** Their values name files or folders that programs load or start. */
export const CODE_VARIABLES = new RegExp(
  `^${anyOf`LD_PRELOAD, LD_AUDIT, LD_LIBRARY_PATH, DYLD_\w+, NODE_OPTIONS, NODE_PATH
    PYTHON(?:PATH|HOME|STARTUP), PERL5(?:LIB|OPT|DB), RUBY(?:LIB|OPT), GEM_(?:HOME|PATH), BUNDLE_GEMFILE
    CLASSPATH, _?JAVA_(?:TOOL_)?OPTIONS, JDK_JAVA_OPTIONS, MAVEN_OPTS, GRADLE_OPTS, GRADLE_USER_HOME
    LUA_(?:PATH|CPATH|INIT), AWKPATH, AWKLIBPATH, MAKEFILES, MAKEFLAGS, GNUMAKEFLAGS
    GIT_(?:CONFIG\w*|DIR|EXEC_PATH|SSH|SSH_COMMAND|EDITOR|SEQUENCE_EDITOR|PAGER|EXTERNAL_DIFF|ASKPASS|PROXY_COMMAND|TEMPLATE_DIR|COMMON_DIR)
    EDITOR, VISUAL, PAGER, MANPAGER, LESSOPEN, LESSCLOSE, LESSKEY, BROWSER, SSH_ASKPASS, SUDO_ASKPASS
    RIPGREP_CONFIG_PATH, npm_config_\w+, NPM_CONFIG_\w+, RUSTC(?:_WRAPPER)?, RUSTC_WORKSPACE_WRAPPER
    CARGO_HOME, GOFLAGS, GOENV, PHPRC, PHP_INI_SCAN_DIR, CC, CXX, TSC?_NODE_\w+, OPENSSL_CONF
    BAT_CONFIG_PATH`}$`,
);
