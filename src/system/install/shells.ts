/** The shells with live capture: a few lines in a start-up file make each new shell record what it runs. */
import { accessSync, constants, existsSync, realpathSync } from "node:fs";
import { basename, delimiter, join } from "node:path";
import type { AgentInstall } from "../../agents/agent.ts";
import {
  configOf,
  type DesiredChange,
  type InstallMachine,
  type OldhandPaths,
  ownedFile,
} from "../../agents/desired-change.ts";
import { asWord } from "../../core/command/syntax/word.ts";
import { readSettingsFile } from "./settings-file.ts";
import { shellCommand } from "./written-files.ts";

const GETS =
  "live capture, with shell builtins only: commands are recorded as you run them, and the likely next one is offered";

export const SHELL_TARGETS: readonly InstallTarget[] = [
  {
    name: "zsh",
    title: "zsh",
    kind: "shell",
    gets: GETS,
    folder: ({ home, variables }) => variables.ZDOTDIR || home,
    isUsed: (machine, folder) => isLogin("zsh", machine) || isAny(folder, [".zshrc", ".zsh_history"]),
    desiredChanges: (oldhand, folder, machine) => [startUp("zsh", join(folder, ".zshrc"), { oldhand, machine })],
  },
  {
    name: "bash",
    title: "bash",
    kind: "shell",
    gets: GETS,
    folder: ({ home }) => home,
    isUsed: (machine, folder) => isLogin("bash", machine) || isAny(folder, [".bashrc", ".bash_history"]),
    desiredChanges: (oldhand, folder, machine) => {
      // Terminals on macOS start login shells, which do not read .bashrc.
      const file = machine.platform === "darwin" ? ".bash_profile" : ".bashrc";
      return [startUp("bash", join(folder, file), { oldhand, machine })];
    },
  },
  {
    name: "fish",
    title: "fish",
    kind: "shell",
    gets: GETS,
    folder: (machine) => join(configOf(machine), "fish"),
    isUsed: (machine, folder) => isLogin("fish", machine) || existsSync(folder),
    desiredChanges: (oldhand, folder, machine) => {
      const lines = [
        "# `oldhand uninstall fish` removes this file.",
        `if status is-interactive; and ${isThere({ oldhand, machine })}`,
        `    ${calling("fish", { oldhand, machine }, join(folder, "conf.d", "oldhand.fish"))} | source`,
        "end",
        "",
      ];
      return [ownedFile(join(folder, "conf.d", "oldhand.fish"), lines.join("\n"))];
    },
  },
];

type ShellContext = { readonly oldhand: OldhandPaths; readonly machine: InstallMachine };

/** Checks for the program first: a shell must still start after oldhand was removed. */
function startUp(shell: "zsh" | "bash", file: string, context: ShellContext): DesiredChange {
  return {
    kind: "lines",
    file,
    block: {
      lines: [
        `# \`oldhand uninstall ${shell}\` removes these lines.`,
        `if ${isThere(context)}; then eval "$(${calling(shell, context, file)})"; fi`,
      ],
      isThere: shell === "zsh" ? /oldhand(?:\.cjs)?['"]? init zsh/ : /oldhand(?:\.cjs)?['"]? init bash/,
    },
  };
}

function isThere({ oldhand, machine }: ShellContext): string {
  if (isOnPath(oldhand, machine)) return "command -v oldhand >/dev/null 2>&1";
  return `test -x ${asWord(oldhand.node)} -a -f ${asWord(oldhand.program)}`;
}

function calling(shell: string, { oldhand, machine }: ShellContext, file: string): string {
  const searches = oldhand.searchKey ?? /oldhand.* init \w+ --ctrl-r/.test(readSettingsFile(file) ?? "");
  const args = ["init", shell, ...(searches ? ["--ctrl-r"] : [])];
  // A shell has the variables of the person.
  const { places: _, ...program } = oldhand;
  return isOnPath(oldhand, machine) ? `oldhand ${args.join(" ")}` : shellCommand(program, ...args);
}

/** Whether a new shell finds this very program on PATH; node_modules folders that npm adds for one run do not count. */
function isOnPath({ program }: OldhandPaths, { variables }: InstallMachine): boolean {
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

function isLogin(shell: string, { variables }: InstallMachine): boolean {
  return basename(variables.SHELL ?? "") === shell;
}

function isAny(folder: string, names: readonly string[]): boolean {
  return names.some((name) => existsSync(join(folder, name)));
}

export type InstallTarget = Pick<AgentInstall, "gets" | "folder"> & {
  readonly name: string;
  readonly title: string;
  /** Absent: an agent. */
  readonly kind?: "shell";
  /** For programs without a folder of their own: a shell has its files in the home directory. */
  readonly isUsed?: (machine: InstallMachine, folder: string) => boolean;
  /** `folder` is its own folder on this machine. */
  readonly desiredChanges: (oldhand: OldhandPaths, folder: string, machine: InstallMachine) => readonly DesiredChange[];
  readonly afterwards?: AgentInstall["afterwards"] | undefined;
  readonly trouble?: AgentInstall["trouble"] | undefined;
};
