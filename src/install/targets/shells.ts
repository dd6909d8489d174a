/** The shells with live capture: a few lines in a start-up file make each new shell record what it runs. */
import { accessSync, constants, existsSync, realpathSync } from "node:fs";
import { basename, delimiter, join } from "node:path";
import { asWord } from "../../core/workflow/quote.ts";
import type { Machine, OldhandPaths, Target } from "../desired-change.ts";
import { shellCommand } from "../written-files.ts";
import { configOf } from "./agents.ts";

const GETS = "live capture: commands are recorded as you run them, with shell builtins only";

const zshFolder = ({ home, variables }: Machine): string => variables.ZDOTDIR || home;
const fishFolder = (machine: Machine): string => join(configOf(machine), "fish");

export const zsh: Target = {
  name: "zsh",
  title: "zsh",
  kind: "shell",
  gets: GETS,
  folder: zshFolder,
  isUsed: (machine) => isLogin("zsh", machine) || isAny(zshFolder(machine), [".zshrc", ".zsh_history"]),
  desiredChanges: (oldhand, machine) => [startUp("zsh", join(zshFolder(machine), ".zshrc"), { oldhand, machine })],
};

export const bash: Target = {
  name: "bash",
  title: "bash",
  kind: "shell",
  gets: GETS,
  folder: ({ home }) => home,
  isUsed: (machine) => isLogin("bash", machine) || isAny(machine.home, [".bashrc", ".bash_history"]),
  // Terminals on macOS start login shells, which do not read .bashrc.
  desiredChanges: (oldhand, machine) => [
    startUp("bash", join(machine.home, machine.platform === "darwin" ? ".bash_profile" : ".bashrc"), {
      oldhand,
      machine,
    }),
  ],
};

export const fish: Target = {
  name: "fish",
  title: "fish",
  kind: "shell",
  gets: GETS,
  folder: fishFolder,
  isUsed: (machine) => isLogin("fish", machine) || existsSync(fishFolder(machine)),
  desiredChanges: (oldhand, machine) => [
    {
      kind: "own",
      file: join(fishFolder(machine), "conf.d", "oldhand.fish"),
      text: [
        "# `oldhand uninstall fish` removes this file.",
        `if status is-interactive; and ${isThere({ oldhand, machine })}`,
        `    ${calling("fish", { oldhand, machine })} | source`,
        "end",
        "",
      ].join("\n"),
    },
  ],
};

type ShellContext = { readonly oldhand: OldhandPaths; readonly machine: Machine };

/** Checks for the program first: a shell must still start after oldhand was removed. */
function startUp(shell: "zsh" | "bash", file: string, context: ShellContext) {
  return {
    kind: "lines" as const,
    file,
    block: {
      lines: [
        `# \`oldhand uninstall ${shell}\` removes these lines.`,
        `if ${isThere(context)}; then eval "$(${calling(shell, context)})"; fi`,
      ],
      isThere: shell === "zsh" ? /oldhand(?:\.cjs)?['"]? init zsh/ : /oldhand(?:\.cjs)?['"]? init bash/,
    },
  };
}

function isThere({ oldhand, machine }: ShellContext): string {
  if (isOnPath(oldhand, machine)) return "command -v oldhand >/dev/null 2>&1";
  return `test -x ${asWord(oldhand.node)} -a -f ${asWord(oldhand.program)}`;
}

function calling(shell: string, { oldhand, machine }: ShellContext): string {
  return isOnPath(oldhand, machine) ? `oldhand init ${shell}` : shellCommand(oldhand, "init", shell);
}

/** Whether a new shell finds this very program on PATH; node_modules folders that npm adds for one run do not count. */
function isOnPath({ program }: OldhandPaths, { variables }: Machine): boolean {
  const places = (variables.PATH ?? "").split(delimiter).filter((dir) => dir !== "" && !dir.includes("node_modules"));
  const first = places.map((dir) => join(dir, "oldhand")).find(isProgram);
  return first !== undefined && realpathSync(first) === program;
}

function isProgram(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false; // missing, or not executable for this user
  }
}

function isLogin(shell: string, { variables }: Machine): boolean {
  return basename(variables.SHELL ?? "") === shell;
}

function isAny(folder: string, names: readonly string[]): boolean {
  return names.some((name) => existsSync(join(folder, name)));
}
