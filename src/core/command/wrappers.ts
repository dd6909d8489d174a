/** Programs that run the command that follows them, at once or after a verb, with their options that take a value. */
import type { Program } from "./programs.ts";

const shell = (values: string): Program => ({ depth: 1, takesScript: true, takesLine: "after-c", values, ends: "-s" });
const runner = (values: string, ends = ""): Program => ({ runs: 0, values, ends });

const BASH = shell("-o +o -O +O --rcfile --init-file");
const NPX = runner("-p --package -w --workspace --registry --cache", "-c --call");

/** They have no option with a value; the last four are fish's. */
const BARE =
  "cross-env cross-env-shell nohup setsid unbuffer catchsegv arch dbus-run-session winpty builtin noglob nocorrect and or not begin";

export const WRAPPERS: Readonly<Record<string, Program>> = {
  ...Object.fromEntries(BARE.split(" ").map((name): [string, Program] => [name, { runs: 0 }])),
  sudo: runner(
    "-u --user -g --group -h --host -p --prompt -C --close-from -D --chdir -R --chroot -T -r -t",
    "-e --edit -l --list -v --validate -k -K -V",
  ),
  doas: runner("-u -C -a", "-L"),
  run0: runner("-u --user -D --chdir"),
  su: { depth: 0, takesLine: "after-c", values: "-g -G -s -w" },
  env: runner("-u --unset -C --chdir -S --split-string"),
  dotenv: runner("-e -v -f --file -p"),
  dotenvx: { depth: 1, runsAfter: { run: 0 }, values: "-f --env-file -e --env -fk" },
  command: runner("", "-v -V"),
  exec: runner("-a"),
  repeat: { runs: 1 },
  time: runner("-f --format -o --output"),
  gtime: runner("-f --format -o --output"),
  nice: runner("-n --adjustment"),
  ionice: runner("-c --class -n --classdata", "-p -P -u"),
  chrt: { runs: 1, ends: "-p" },
  taskset: { runs: 1, ends: "-p" },
  timeout: { runs: 1, values: "-s --signal -k --kill-after" },
  gtimeout: { runs: 1, values: "-s --signal -k --kill-after" },
  stdbuf: runner("-i --input -o --output -e --error"),
  caffeinate: runner("-t -w"),
  "systemd-inhibit": runner("--what --who --why --mode"),
  "systemd-run": runner("-p --property -u --unit -M --machine --uid --gid --slice"),
  strace: runner("-e -o -p -s -u -P -E"),
  ltrace: runner("-e -o -p -s -u"),
  proxychains: runner("-f"),
  proxychains4: runner("-f"),
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
  xargs: runner(
    "-n --max-args -I --replace -P --max-procs -L --max-lines -d --delimiter -s --max-chars -E -a --arg-file -J -R",
  ),
  parallel: runner("-j --jobs -a --arg-file --colsep --delay --timeout --joblog -S --sshlogin -I -n"),
  npx: NPX,
  pnpx: NPX,
  bunx: runner("-p --package"),
  uvx: runner("--from --with --python -p --index-url"),
  pipenv: { depth: 1, runsAfter: { run: 0 } },
  pdm: { depth: 1, runsAfter: { run: 0 }, values: "-p --project" },
  rye: { depth: 1, runsAfter: { run: 0 } },
  pipx: { depth: 1, runsAfter: { run: 0 }, values: "--spec --python" },
  rustup: { depth: 1, depths: { toolchain: 2, target: 2, component: 2, override: 2 }, runsAfter: { run: 1 } },
  nvm: { depth: 1, runsAfter: { exec: "version" } },
  fnm: { depth: 1, runsAfter: { exec: 0 }, values: "--using" },
  volta: { depth: 1, runsAfter: { run: 0 }, values: "--node --npm --yarn" },
  rvm: { depth: 1, runsAfter: { exec: 0 } },
  rbenv: { depth: 1, runsAfter: { exec: 0 } },
  pyenv: { depth: 1, runsAfter: { exec: 0 } },
  asdf: { depth: 1, depths: { plugin: 2 }, runsAfter: { exec: 0 } },
  mise: { depth: 1, depths: { run: 2, plugins: 2 }, runsAfter: { exec: 0, x: 0 }, values: "-C --cd -E --env" },
  direnv: { depth: 1, runsAfter: { exec: 1 } },
  "aws-vault": { depth: 1, runsAfter: { exec: 1 }, values: "-d --duration --region" },
  chamber: { depth: 1, runsAfter: { exec: 1 } },
  op: { depth: 2, runsAfter: { run: 0 }, values: "--account --env-file --vault" },
  doppler: { depth: 1, depths: { secrets: 2 }, runsAfter: { run: 0 }, values: "-p --project -c --config -t --token" },
  infisical: { depth: 1, runsAfter: { run: 0 }, values: "--env --path --projectId --token" },
  bash: BASH,
  sh: BASH,
  dash: BASH,
  ksh: BASH,
  zsh: BASH,
  fish: shell("-C --init-command -d --debug"),
};
