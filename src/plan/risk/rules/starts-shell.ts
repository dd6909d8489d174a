/** Programs that can start a shell or another program, and the words that make them do so. */
import { anyOf } from "../../../core/base/lazy-pattern.ts";
import { argText, hasOption, isShell, type ParsedCommand, runsOneOf } from "../../../core/command/parsed-command.ts";

type Way = { readonly programs: string; readonly options?: string; readonly says?: RegExp };

const SHELL_WORD = "(?:ba|z|da|k|tc|c|a|fi)?sh";

/** Each with the options or words that make it run something. */
const WAYS: readonly Way[] = [
  {
    programs: "vim vi nvim view vimdiff rvim rview ex gvim",
    options: "-c --cmd -S -s -u -w",
    says: /^\+|(?:^| )\+(?:py|lua|!|:|call|exec)/,
  },
  { programs: "emacs emacsclient", options: "--eval -eval -e --execute -f --funcall -l --load --script --batch" },
  { programs: "ed red", says: /!/ },
  {
    programs: "less more most view pg man journalctl systemctl",
    options: "-P --pager --lesskey-src",
    says: /(?:^| )\+?!|-P ?\S*sh\b|--pager/,
  },
  {
    programs: "tar bsdtar gtar star",
    options:
      "--checkpoint-action --to-command --use-compress-program -I --rsh-command --info-script --new-volume-script -F",
    says: /(?:^| )-[a-zA-Z]*[IF]/,
  },
  { programs: "zip", options: "-TT --unzip-command -T" },
  {
    programs: "find fd fdfind",
    says: new RegExp(
      `(?:^| )(?:-exec|-execdir|-ok|-okdir|-x|-X|--exec(?:-batch)?) (?:/\\S*/)?(?:${SHELL_WORD}|python\\S*|perl|ruby|node|php|env|sudo)(?: |$)`,
    ),
  },
  {
    programs: "awk gawk mawk nawk bwk original-awk",
    options: "-f -e -l -i --file --load --include --source",
    says: /system|getline|[|@]|>\s*["(/]/,
  },
  { programs: "sed gsed", says: /(?:^|[;{}\n /\d$])e(?: |$|\w)|\/[gip]*e[gip]*(?: |$)|[/\d$;{ ]w ?[./\w]/ },
  {
    programs: "git",
    options: "--exec-path --upload-pack --receive-pack --exec -O --open-files-in-pager --ext-diff --config-env",
    says: new RegExp(anyOf`(?:^| )-c ?\S*(?:pager|editor|command|ssh|alias|hook|fsmonitor|askpass|helper|diff|textconv|filter|proxy|exec|program|process)
    (?:^| )-c ?\S*=!, \b(?:bisect run|submodule foreach|filter-branch|difftool|mergetool)\b
    \brebase\b.* (?:-x|--exec)
    \bconfig\b.*(?:pager|editor|alias|hook|command|helper|textconv|fsmonitor|filter|program)\S* [^-]
    ext::, template, \bhook run\b`),
  },
  { programs: "hg", says: /--config ?\S*(?:alias|hooks|extensions)|--debugger/ },
  {
    programs: "ssh scp sftp rsync autossh mosh sshpass",
    says: /(?:proxycommand|localcommand|permitlocalcommand|knownhostscommand|proxyusefdpass)|(?:^| )-S ?\S*sh|(?:^| )(?:-e|--rsh|--rsync-path)[= ]?\S*(?:sh|\/)|--ssh=/i,
  },
  {
    programs: "make gmake bmake remake",
    options: "--eval -E --debug-exec",
    says: /(?:^| )(?:SHELL|MAKEFLAGS|CC|\.SHELLFLAGS)=|(?:^| )(?:-s )?--eval/,
  },
  { programs: "gdb lldb rr cgdb", options: "-ex -iex -x --command --eval-command -o -O --one-line -s --source -nx" },
  { programs: "sqlite3 sqlite", says: /\.(?:shell|system|load|import \|)|-cmd|load_extension|edit\(/ },
  { programs: "psql pgcli", says: /\\!|\\copy .*program|\\o ?\||copy .* (?:to|from) program/i },
  { programs: "mysql mariadb mycli", says: /\\!|system |--pager|into outfile/i },
  { programs: "mongo mongosh", options: "--eval --shell" },
  { programs: "redis-cli", options: "--eval" },
  { programs: "go", says: /-(?:exec|toolexec|vettool)\b/ },
  { programs: "cargo rustc rustdoc", options: "--config", says: /linker=|runner=|rustc-wrapper|--test-runtool/ },
  { programs: "gcc g++ cc c++ clang clang++ tcc", says: /-wrapper|-fplugin|-B ?[./]|-specs/ },
  {
    programs: "npm pnpm yarn npx",
    says: /--script-shell|--node-options|--shell-auto-fallback|(?:^| )(?:-c|--call)(?: |=)/,
  },
  { programs: "pip pip3", options: "--config-settings --global-option" },
  {
    programs: "docker podman nerdctl kubectl oc lxc",
    says: new RegExp(
      `\\b(?:exec|run|debug|attach)\\b.* (?:/\\S*/)?(?:${SHELL_WORD}|python\\S*|perl|ruby|node|php)(?: |$)`,
    ),
  },
  {
    programs: "socat ncat nc netcat nc.traditional",
    options: "-e -c --exec --sh-exec",
    says: /(?:exec|system|shell):/i,
  },
  { programs: "openssl", says: /-engine|-provider|\breq\b.*-config/ },
  { programs: "curl", options: "-K --config", says: /--engine|file:\/\/\/etc/ },
  { programs: "wget", options: "--use-askpass -e --execute" },
  {
    programs:
      "xargs parallel entr watch nohup setsid ltrace strace time timeout nice ionice chrt taskset stdbuf unbuffer flock env exec command builtin script rlwrap expect dbus-run-session xvfb-run start-stop-daemon systemd-run cpulimit softlimit setarch linux32 linux64 torify proxychains proxychains4 catchsegv valgrind perf choom prlimit setlock ld.so aa-exec ionice multitime hyperfine gtime rtorrent cpio dstat",
    says: new RegExp(`(?:^| |=)(?:/\\S*/)?(?:${SHELL_WORD})(?: (?!-c)|$)|(?:^| )-S`),
  },
  { programs: "busybox toybox", says: new RegExp(`^(?:${SHELL_WORD})\\b`) },
  { programs: "nmap", options: "--interactive --script", says: /\.nse/ },
  { programs: "dc", says: /!/ },
  { programs: "ftp tftp lftp sftp telnet", options: "-e -c -b", says: /!/ },
  {
    programs: "tmux screen byobu zellij",
    says: /\b(?:new|new-session|new-window|send-keys|run-shell|run|if-shell|split-window|-X|-c)\b|(?:^| )-[dDm]+ /,
  },
  { programs: "php", says: /-r|auto_prepend_file|-d ?\w+=/ },
  {
    programs: "node nodejs deno bun",
    options: "-r --require --import --loader --experimental-loader",
    says: /--inspect-brk=0|--openssl-config/,
  },
  {
    programs: "python python2 python3 pypy",
    says: /-m (?:pdb|code|timeit|trace|cProfile|zipapp|idlelib|webbrowser|runpy)\b/,
  },
  { programs: "perl", options: "-e -E -M -m -i" },
  { programs: "latex pdflatex xelatex lualatex tex luatex", says: /shell-escape|write18/ },
  { programs: "jq yq", says: /\bsystem\b/ },
  { programs: "eslint prettier stylelint", options: "--rulesdir --resolve-plugins-relative-to --plugin" },
  { programs: "pytest py.test", options: "-p --import-mode -c" },
  { programs: "pylint", options: "--init-hook --load-plugins" },
  { programs: "terraform", says: /local-exec|\bconsole\b/ },
  { programs: "ansible ansible-playbook", options: "-a --args -m --module-name" },
  { programs: "split", options: "--filter" },
  { programs: "sort", options: "--compress-program" },
  { programs: "rg", options: "--pre --hostname-bin" },
  { programs: "bat batcat delta", options: "--pager" },
  { programs: "ag ack", options: "--pager" },
  { programs: "crontab at batch", says: /(?:^| )(?:-e|-f|now)/ },
  { programs: "gimp inkscape blender soffice libreoffice", options: "-b --batch --python -P --python-expr --headless" },
  { programs: "gem rake bundle bundler irb", options: "-e --execute -f", says: /open -e|console|help/ },
  { programs: "composer", says: /--working-dir|exec/ },
  { programs: "dpkg rpm apt apt-get yum dnf", says: /Pre-Invoke|Post-Invoke|--eval|-E |--pipe|changelog|--force/ },
  { programs: "ip", says: /netns exec|-b(?:atch)?\b/ },
  { programs: "cmake", options: "-P -E" },
  { programs: "gradle mvn ant sbt", options: "-I --init-script -s -f -b", says: /exec:|-D\w*exec|-listener|-logger/ },
  { programs: "code", options: "--install-extension" },
  { programs: "script", says: /./ },
  { programs: "cpan cpanm", says: /!|^$/ },
];

export function startsShell(command: ParsedCommand): boolean {
  if (runsOneOf(command, "env") && hasOption(command, "-S --split-string")) return true;
  if (isShell(command))
    return command.wrappers.some((program) => /^(?:find|fd|fdfind|xargs|parallel|ssh)$/.test(program));
  const text = argText(command);
  return WAYS.some(
    ({ programs, options, says }) =>
      runsOneOf(command, programs) &&
      ((options !== undefined && hasOption(command, options)) || (says?.test(text) ?? false)),
  );
}
