/** A shell in a real terminal emulator (tmux): keys go in, the screen comes out, as a person sees it. */
import { spawnSync } from "node:child_process";
import { setTimeout as sleep } from "node:timers/promises";
import type { LiveShell } from "../../../src/capture/shells/init-script.ts";
import { giveUpAfter } from "../../fixtures/patience.ts";
import type { Desk } from "./terminal.ts";

export type Pane = {
  /** Keys in the notation of tmux: `Enter`, `C-r`, `Right`. */
  keys(...names: string[]): void;
  /** Types a text as it is. */
  text(text: string): void;
  /** The lines of the screen, without trailing blanks. */
  screen(options?: { readonly colour?: boolean }): string;
  /** Waits until the screen matches, and fails with its content. */
  shows(pattern: RegExp): Promise<string>;
  resize(columns: number, rows: number): void;
  close(): void;
};

type PaneOptions = {
  readonly columns?: number;
  readonly rows?: number;
  readonly variables?: Readonly<Record<string, string>>;
  readonly cwd?: string;
};

const LIMIT_MS = 15_000;
let panes = 0;

export const HAS_TMUX = !(process.env.OLDHAND_LEFT_OUT ?? "").split(",").includes("tmux");

const COMMANDS: Readonly<Record<LiveShell, string>> = { zsh: "zsh -i", bash: "bash -i", fish: "fish -i" };

export function openPane(desk: Desk, shell: LiveShell, options: PaneOptions = {}): Pane {
  return openCommand(desk, COMMANDS[shell], options);
}

export function openCommand(desk: Desk, command: string, options: PaneOptions = {}): Pane {
  const { columns = 90, rows = 24, variables = {}, cwd = `${desk.dir}/work` } = options;
  panes += 1;
  const socket = `oldhand-${process.pid}-${panes}`;
  const env = {
    PATH: process.env.PATH ?? "",
    HOME: desk.dir,
    ZDOTDIR: desk.dir,
    XDG_CONFIG_HOME: `${desk.dir}/.config`,
    XDG_DATA_HOME: `${desk.dir}/.local/share`,
    LC_ALL: "C.UTF-8",
    SHELL: "/bin/sh",
    TMPDIR: desk.dir,
    ...variables,
  };
  const tmux = (...args: string[]): string => {
    const done = spawnSync("tmux", ["-L", socket, "-f", "/dev/null", ...args], { encoding: "utf8", env, cwd });
    if (done.status !== 0 && args[0] !== "kill-server") throw new Error(`tmux ${args.join(" ")}: ${done.stderr}`);
    return done.stdout;
  };
  tmux("new-session", "-d", "-x", String(columns), "-y", String(rows), command);
  tmux("set-option", "-g", "escape-time", "0");
  const screen = ({ colour = false } = {}): string =>
    tmux("capture-pane", "-p", ...(colour ? ["-e"] : []))
      .split("\n")
      .map((line) => line.trimEnd())
      .join("\n")
      .trimEnd();
  return {
    keys: (...names) => void tmux("send-keys", ...names),
    text: (text) => void tmux("send-keys", "-l", "--", text),
    screen,
    async shows(pattern) {
      let isLate = false;
      const cancel = giveUpAfter(LIMIT_MS, () => {
        isLate = true;
      });
      for (;;) {
        const shown = screen();
        if (pattern.test(shown)) {
          cancel();
          return shown;
        }
        if (isLate) throw new Error(`${pattern} did not appear. The screen shows:\n${shown}`);
        await sleep(30);
      }
    },
    resize: (width, height) => void tmux("resize-window", "-x", String(width), "-y", String(height)),
    close: () => void tmux("kill-server"),
  };
}
