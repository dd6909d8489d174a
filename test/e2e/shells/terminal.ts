/** A real shell at a pseudo-terminal, driven as a person would: type, wait for the prompt, read the screen. */
import { type ChildProcess, spawn } from "node:child_process";
import {
  chmodSync,
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { TestContext } from "node:test";
import { type InitOptions, initScript, type LiveShell } from "../../../src/capture/shells/init-script.ts";
import type { NewEvent } from "../../../src/core/event/event.ts";
import { parseSpool, type Spooled } from "../../../src/core/event/spool-line.ts";
import { shellGlobs } from "../../../src/core/screen/shell-globs.ts";
import { giveUpAfter } from "../../fixtures/patience.ts";

export type Desk = {
  readonly dir: string;
  readonly spool: string;
  /** Writes the start-up file: what comes before the hook, the hook, what comes after. */
  setUp(shell: LiveShell, options?: SetUp): void;
  /** With a ghost, text that was not typed may follow the prompt. */
  open(shell: LiveShell, variables?: Record<string, string>, options?: { hasGhost?: boolean }): Promise<Terminal>;
  /** Starts the shell from a process with this name. */
  openUnder(parent: string, shell: LiveShell): Promise<Terminal>;
  spooled(): Spooled;
  remove(): void;
};

type SetUp = {
  readonly before?: string;
  readonly after?: string;
  readonly times?: number;
  /** Keeps the mark of an agent's process above the shell; without it, tests give the same result when an agent runs them. */
  readonly underParents?: boolean;
} & Partial<InitOptions>;

export type Terminal = {
  /** Types a line and returns the shell's output until its next prompt; the status in the prompt is stored. */
  type(line: string): Promise<string>;
  /** Presses keys and waits until the screen shows a text, without needing a new prompt. */
  press(keys: string, shows: RegExp): Promise<string>;
  readonly status: () => number;
  close(): Promise<void>;
};

const leftOut = (process.env.OLDHAND_LEFT_OUT ?? "").split(",");

/** The shells of this machine; bash is always there, and its tests report which are missing. */
export const SHELLS_HERE = (["zsh", "bash", "fish"] as const).filter((shell) => !leftOut.includes(shell));

export function sayLeftOut(t: TestContext, shell: LiveShell): void {
  const missing = ["zsh", "fish"].filter((name) => leftOut.includes(name));
  if (shell === "bash" && missing.length > 0) t.diagnostic(`not installed, so NOT checked: ${missing.join(", ")}`);
}

export function newDesk(): Desk {
  const dir = mkdtempSync(join(tmpdir(), "oldhand shell-"));
  const spool = join(dir, "state", "spool");
  for (const path of [spool, join(dir, "work", "ünder it")]) mkdirSync(path, { recursive: true });
  chmodSync(spool, 0o700);
  return {
    dir,
    spool,
    setUp(shell, { before = "", after = "", times = 1, underParents = false, ...options } = {}) {
      writeFileSync(
        join(dir, `hook.${shell}`),
        initScript(shell, { spoolDir: spool, globs: shellGlobs(), ...options }),
      );
      const { file, prompt, load } = START_UP[shell];
      mkdirSync(join(dir, file, ".."), { recursive: true });
      const hook = `${load(join(dir, `hook.${shell}`))}\n`;
      const unmark = shell === "fish" ? "set -g __oldhand_agent\n" : "__oldhand_agent=\n";
      const loaded = `${hook.repeat(times)}${underParents ? "" : unmark}`;
      writeFileSync(join(dir, file), `${prompt}\n${before}\n${loaded}${after}\n`);
    },
    open: (shell, variables = {}, { hasGhost = false } = {}) =>
      openTerminal(START_UP[shell].command, { dir, variables, prompt: hasGhost ? GHOST_PROMPT : PROMPT }),
    openUnder(parent, shell) {
      const program = join(dir, parent);
      copyFileSync("/bin/bash", program);
      // The second command keeps bash from replacing itself by the shell.
      return openTerminal(`'${program}' -c '${START_UP[shell].command}; true'`, { dir, variables: {}, prompt: PROMPT });
    },
    spooled: () => parseSpool(Buffer.concat(spoolFiles(spool).map((name) => readFileSync(join(spool, name))))),
    // A shell that is just ending may still write its history.
    remove: () => rmSync(dir, { recursive: true, force: true, maxRetries: 10, retryDelay: 50 }),
  };
}

export function spoolFiles(spool: string): string[] {
  return readdirSync(spool)
    .filter((name) => name.endsWith(".spool"))
    .sort();
}

export function commandsOf(events: readonly NewEvent[]): string[] {
  return events.map(({ command }) => command);
}

/** The status and the number of prompts: a line editor draws the same one many times. */
const PROMPT = /<(\d+) (\d+)>% $/;
const GHOST_PROMPT = /<(\d+) (\d+)>% [^<\n]*$/;

const START_UP: Record<LiveShell, { file: string; prompt: string; command: string; load: (hook: string) => string }> = {
  zsh: {
    file: ".zshrc",
    prompt: "setopt prompt_subst; unsetopt prompt_sp prompt_cr; n=${n:-0} PS1='<%? $((n+=1))>%% ' PS2='> '",
    command: "zsh -i",
    load: (hook) => `eval "$(<'${hook}')"`,
  },
  bash: {
    file: ".bashrc",
    prompt:
      "n=${n:-0} PS1='<$? $((n+=1))>% ' PS2='> '; HISTFILE=$HOME/.bash_history; bind 'set enable-bracketed-paste off'",
    command: "bash -i",
    load: (hook) => `eval "$(<'${hook}')"`,
  },
  fish: {
    file: ".config/fish/config.fish",
    prompt: [
      "set -q n; or set -g n 0; function fish_greeting; end",
      "function fish_prompt; set -l code $status; set n (math $n + 1); printf '<%s %s>%% ' $code $n; end",
    ].join("\n"),
    command: "fish -i",
    load: (hook) => `source '${hook}'`,
  },
};

const LIMIT_MS = 60_000;

async function openTerminal(
  command: string,
  { dir, variables, prompt }: { dir: string; variables: Record<string, string>; prompt: RegExp },
): Promise<Terminal> {
  // Without this directory fish starts a program that reads every manual page of the machine.
  mkdirSync(join(dir, ".local", "share", "fish", "generated_completions"), { recursive: true });
  const child = spawn("script", ["-qfec", command, "/dev/null"], {
    cwd: join(dir, "work"),
    stdio: ["pipe", "pipe", "pipe"],
    env: {
      PATH: process.env.PATH,
      HOME: dir,
      ZDOTDIR: dir,
      XDG_CONFIG_HOME: join(dir, ".config"),
      XDG_DATA_HOME: join(dir, ".local", "share"),
      TERM: "dumb",
      LC_ALL: "C.UTF-8",
      SHELL: "/bin/sh",
      ...variables,
    },
  });
  const screen = reader(child);
  let status = 0;
  let prompts = 0;
  const untilPrompt = async () => {
    const text = await screen.until((shown) => ![undefined, String(prompts)].includes(prompt.exec(shown)?.[2]));
    [status = 0, prompts = 0] = (prompt.exec(text)?.slice(1) ?? []).map(Number);
    return text.replace(prompt, "");
  };
  await untilPrompt();
  return {
    async type(line) {
      child.stdin.write(`${line.replaceAll("\n", "\r")}\r`);
      return untilPrompt();
    },
    async press(keys, shows) {
      child.stdin.write(keys);
      return screen.until((shown) => shows.test(shown));
    },
    status: () => status,
    async close() {
      // The second one is for a shell that first warns about running jobs.
      child.stdin.on("error", () => {}); // it may be gone before the second is written
      child.stdin.write(" exit\r exit\r");
      if (child.exitCode === null) await new Promise((resolve) => child.once("exit", resolve));
    },
  };
}

/** Waits for text on the screen, and fails with the screen content if it does not appear. */
function reader(child: ChildProcess): { until(isIt: (shown: string) => boolean): Promise<string> } {
  let shown = "";
  let look = () => {};
  child.stdout?.setEncoding("utf8").on("data", (text: string) => {
    shown += text;
    look();
  });
  return {
    until: (isIt) =>
      new Promise((resolve, reject) => {
        const cancel = giveUpAfter(LIMIT_MS, () => {
          child.kill();
          reject(new Error(`No prompt came. The screen shows: ${JSON.stringify(shown)}`));
        });
        look = () => {
          const plain = shown.replace(/\x1b\[[0-?]*[ -/]*[@-~]|\x1b[=>]|\x1b\][^\x07]*\x07/g, "");
          if (!isIt(plain)) return;
          cancel();
          shown = "";
          look = () => {};
          resolve(plain.replaceAll("\r", ""));
        };
        look();
      }),
  };
}
