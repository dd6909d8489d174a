/** The table of wrappers: programs that run another command, and how to find that command among their words. */
import type { Program } from "./program.ts";

const shell = (values: string, addsNothing?: string): Program => ({
  depth: 1,
  isShell: true,
  takesScript: true,
  takesLine: "after-c",
  values,
  ends: "-s",
  ...(addsNothing !== undefined && { addsNothing }),
});
const runner = (values: string, ends = ""): Program => ({ runs: 0, values, ends });

const SHELL_VALUES = "-o +o -O +O --rcfile --init-file";
const BASH = shell(SHELL_VALUES, "-c -e -u -x -o");
const OTHER_SHELL = shell(SHELL_VALUES);
const NPX = runner("-p --package -w --workspace --registry --cache", "-c --call");

const each = (names: string, program: Program): Record<string, Program> =>
  Object.fromEntries(names.split(" ").map((name) => [name, program]));

export const WRAPPERS: Readonly<Record<string, Program>> = {
  ...each("cross-env cross-env-shell nohup setsid catchsegv arch dbus-run-session winpty", { runs: 0 }),
  ...each("unbuffer builtin noglob nocorrect and or not begin", { runs: 0, addsNothing: "" }),
  sudo: runner(
    "-u --user -g --group -h --host -p --prompt -C --close-from -D --chdir -R --chroot -T -r -t",
    "-e --edit -l --list -v --validate -k -K -V",
  ),
  doas: runner("-u -C -a", "-L"),
  run0: runner("-u --user -D --chdir"),
  su: { depth: 0, takesLine: "after-c", values: "-g -G -s -w" },
  ...each("pkexec dzdo gsudo please", { ...runner("-u --user"), keepsName: true }),
  ...each("gosu su-exec", { runs: 1, keepsName: true }),
  runuser: { ...runner("-u --user -g --group -G -s"), takesLine: "after-c", keepsName: true },
  env: {
    ...runner("-u --unset -C --chdir -S --split-string"),
    splits: /^(?:-[a-zA-Z0]*S|--split-string=?)/,
    addsNothing: "-i -u --unset --ignore-environment",
  },
  dotenv: runner("-e -v -f --file -p"),
  dotenvx: { depth: 1, runsAfter: { run: 0 }, values: "-f --env-file -e --env -fk" },
  command: { ...runner("", "-v -V"), addsNothing: "-p" },
  exec: runner("-a"),
  repeat: { runs: 1 },
  ...each("time gtime", { ...runner("-f --format -o --output"), addsNothing: "-p" }),
  nice: { ...runner("-n --adjustment"), addsNothing: "-n --adjustment" },
  ionice: { ...runner("-c --class -n --classdata", "-p -P -u"), addsNothing: "-c -n --class --classdata" },
  chrt: { runs: 1, ends: "-p" },
  taskset: { runs: 1, ends: "-p" },
  ...each("timeout gtimeout", {
    runs: 1,
    values: "-s --signal -k --kill-after",
    addsNothing: "-k -s --kill-after --signal --foreground --preserve-status",
  }),
  stdbuf: { ...runner("-i --input -o --output -e --error"), addsNothing: "-o -i -e -oL -eL -o0 -e0" },
  caffeinate: { ...runner("-t -w"), addsNothing: "-i -d -m -s -t" },
  "systemd-inhibit": runner("--what --who --why --mode"),
  "systemd-run": runner("-p --property -u --unit -M --machine --uid --gid --slice"),
  strace: runner("-e -o -p -s -u -P -E"),
  ltrace: runner("-e -o -p -s -u"),
  ...each("valgrind rlwrap multitime torify linux32 linux64 aa-exec choom entr", { runs: 0, keepsName: true }),
  setarch: { runs: 1, keepsName: true },
  cpulimit: { ...runner("-l --limit -p --pid -e --exe"), keepsName: true },
  perf: { runsAfter: { record: 0, stat: 0, trace: 0 }, keepsName: true, values: "-e --event -o --output -F -p -t" },
  ...each("proxychains proxychains4", runner("-f")),
  torsocks: runner("-P"),
  flock: { runs: 1, values: "-w --timeout -E", takesLine: "after-c" },
  chroot: { runs: 1 },
  "xvfb-run": runner("-n -e -f -s -w -p --server-args --server-num"),
  watch: { ...runner("-n --interval -q --equexit"), takesLine: "as-word" },
  viddy: { ...runner("-n --interval"), takesLine: "as-word" },
  hyperfine: {
    depth: 0,
    takesLine: "as-word",
    values: "-w --warmup -r --runs -m --min-runs -M -p --prepare -c --cleanup -n",
  },
  xargs: {
    ...runner(
      "-n --max-args -I --replace -P --max-procs -L --max-lines -d --delimiter -s --max-chars -E -a --arg-file -J -R",
    ),
    feeds: true,
    addsNothing: "-n -r -0 -L -t -P -d --null --no-run-if-empty --max-args",
  },
  parallel: {
    ...runner("-j --jobs -a --arg-file --colsep --delay --timeout --joblog -S --sshlogin -I -n"),
    feeds: true,
  },
  ...each("find fd fdfind", {
    runsAfterOption: "-exec -execdir -ok -okdir -x -X --exec --exec-batch",
    keepsName: true,
  }),
  eval: { takesLine: "all-words", keepsName: true },
  trap: { takesLine: "first-word", keepsName: true },
  alias: { takesLine: "after-equals", keepsName: true },
  concurrently: { takesLine: "quoted-words", keepsName: true },
  ...each("npx pnpx", NPX),
  bunx: runner("-p --package"),
  uvx: runner("--from --with --python -p --index-url"),
  pipenv: { depth: 1, runsAfter: { run: 0 } },
  pdm: { depth: 1, runsAfter: { run: 0 }, values: "-p --project" },
  rye: { depth: 1, runsAfter: { run: 0 } },
  pipx: { depth: 1, runsAfter: { run: 0 }, values: "--spec --python" },
  rustup: { depth: 1, depths: { toolchain: 2, target: 2, component: 2, override: 2 }, runsAfter: { run: 1 } },
  nvm: { depth: 1, runsAfter: { exec: "version" }, addsNothing: "" },
  fnm: { depth: 1, runsAfter: { exec: 0 }, values: "--using", addsNothing: "--using" },
  volta: { depth: 1, runsAfter: { run: 0 }, values: "--node --npm --yarn" },
  ...each("rvm rbenv pyenv", { depth: 1, runsAfter: { exec: 0 }, addsNothing: "" }),
  asdf: { depth: 1, depths: { plugin: 2 }, runsAfter: { exec: 0 }, addsNothing: "" },
  mise: { depth: 1, depths: { run: 2, plugins: 2 }, runsAfter: { exec: 0, x: 0 }, values: "-C --cd -E --env" },
  direnv: { depth: 1, runsAfter: { exec: 1 } },
  "aws-vault": { depth: 1, runsAfter: { exec: 1 }, values: "-d --duration --region" },
  chamber: { depth: 1, runsAfter: { exec: 1 } },
  op: { depth: 2, runsAfter: { run: 0 }, values: "--account --env-file --vault" },
  doppler: { depth: 1, depths: { secrets: 2 }, runsAfter: { run: 0 }, values: "-p --project -c --config -t --token" },
  infisical: { depth: 1, runsAfter: { run: 0 }, values: "--env --path --projectId --token" },
  ...each("bash sh", BASH),
  ...each("zsh dash", shell(SHELL_VALUES, "-c -e -u -x")),
  ...each("ash csh ksh tcsh mksh rbash", OTHER_SHELL),
  // Their grammar is not a POSIX shell's.
  ...each("pwsh elvish nu", { isShell: true, takesLine: "after-c", keepsName: true }),
  fish: shell("-C --init-command -d --debug"),
};
