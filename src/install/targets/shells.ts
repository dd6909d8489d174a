/** The shells that can be wired: a few lines in a start-up file, so that each new shell leaves what it ran. */
import { accessSync, constants, existsSync, realpathSync } from "node:fs";
import { basename, delimiter, join } from "node:path";
import { asWord } from "../../core/workflow/quote.ts";
import { shellCommand } from "../texts.ts";
import type { Ground, Ours, Target } from "../wish.ts";
import { configOf } from "./json-mcp.ts";

const GETS = "live capture: what you run is kept as you run it, by the shell's own builtins";

const zshFolder = ({ home, variables }: Ground): string => variables.ZDOTDIR || home;
const fishFolder = (ground: Ground): string => join(configOf(ground), "fish");

export const zsh: Target = {
  name: "zsh",
  title: "zsh",
  kind: "shell",
  gets: GETS,
  folder: zshFolder,
  isUsed: (ground) => isLogin("zsh", ground) || isAny(zshFolder(ground), [".zshrc", ".zsh_history"]),
  wishes: (ours, ground) => [startUp("zsh", join(zshFolder(ground), ".zshrc"), { ours, ground })],
};

export const bash: Target = {
  name: "bash",
  title: "bash",
  kind: "shell",
  gets: GETS,
  folder: ({ home }) => home,
  isUsed: (ground) => isLogin("bash", ground) || isAny(ground.home, [".bashrc", ".bash_history"]),
  // The terminals of macOS start login shells, which do not read the other file.
  wishes: (ours, ground) => [
    startUp("bash", join(ground.home, ground.platform === "darwin" ? ".bash_profile" : ".bashrc"), { ours, ground }),
  ],
};

export const fish: Target = {
  name: "fish",
  title: "fish",
  kind: "shell",
  gets: GETS,
  folder: fishFolder,
  isUsed: (ground) => isLogin("fish", ground) || existsSync(fishFolder(ground)),
  wishes: (ours, ground) => [
    {
      kind: "own",
      file: join(fishFolder(ground), "conf.d", "oldhand.fish"),
      text: [
        "# `oldhand uninstall fish` takes this file away again.",
        `if status is-interactive; and ${isThere({ ours, ground })}`,
        `    ${calling("fish", { ours, ground })} | source`,
        "end",
        "",
      ].join("\n"),
    },
  ],
};

type Means = { readonly ours: Ours; readonly ground: Ground };

/** A shell must start as before once the program is gone: so it is looked for first. */
function startUp(shell: "zsh" | "bash", file: string, means: Means) {
  return {
    kind: "lines" as const,
    file,
    block: {
      lines: [
        `# \`oldhand uninstall ${shell}\` takes these lines out again.`,
        `if ${isThere(means)}; then eval "$(${calling(shell, means)})"; fi`,
      ],
      isThere: shell === "zsh" ? /oldhand(?:\.cjs)?['"]? init zsh/ : /oldhand(?:\.cjs)?['"]? init bash/,
    },
  };
}

function isThere({ ours, ground }: Means): string {
  if (isOnPath(ours, ground)) return "command -v oldhand >/dev/null 2>&1";
  return `test -x ${asWord(ours.node)} -a -f ${asWord(ours.program)}`;
}

function calling(shell: string, { ours, ground }: Means): string {
  return isOnPath(ours, ground) ? `oldhand init ${shell}` : shellCommand(ours, "init", shell);
}

/** Whether a new shell finds this very program by its name; what a package manager adds for one run does not count. */
function isOnPath({ program }: Ours, { variables }: Ground): boolean {
  const places = (variables.PATH ?? "").split(delimiter).filter((dir) => dir !== "" && !dir.includes("node_modules"));
  const first = places.map((dir) => join(dir, "oldhand")).find(isProgram);
  return first !== undefined && realpathSync(first) === program;
}

function isProgram(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false; // not there, or not for this person
  }
}

function isLogin(shell: string, { variables }: Ground): boolean {
  return basename(variables.SHELL ?? "") === shell;
}

function isAny(folder: string, names: readonly string[]): boolean {
  return names.some((name) => existsSync(join(folder, name)));
}
