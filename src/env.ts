/** The environment, read once into what the product understands of it. The only file that reads it. */
import { type Clock, systemClock } from "./core/base/clock.ts";
import type { AtStep } from "./store/local/files.ts";
import type { HomeEnv } from "./store/local/home.ts";
import { clockIn, killAt } from "./store/local/test-means.ts";

export type Env = HomeEnv & {
  /** Undefined where the directory was deleted under the caller. */
  readonly cwd: string | undefined;
  readonly session: string | undefined;
  /** An agent drives this call, not a person's hands. */
  readonly isAgent: boolean;
  /** The person switched recording and telling off, or oldhand itself started what runs here. */
  readonly isOff?: boolean;
  /** How the call came, in a word for history and sources; absent: the command line. */
  readonly face?: "mcp" | "page";
  /** The program that runs this, and the file it was started from: what other programs are told to start. */
  readonly started?: { readonly node: string; readonly program: string | undefined };
  /** What a caller over HTTP has to know. */
  readonly token?: string | undefined;
  /** Handed to programs that are started, which take from it what they need. */
  readonly variables: Readonly<Record<string, string | undefined>>;
  readonly clock: Clock;
  readonly at: AtStep;
};

export function environment(): Env {
  const env = process.env;
  const isTest = env.OLDHAND_TEST === "1";
  return {
    oldhandHome: env.OLDHAND_HOME,
    home: env.HOME,
    xdgConfig: env.XDG_CONFIG_HOME,
    xdgData: env.XDG_DATA_HOME,
    xdgCache: env.XDG_CACHE_HOME,
    xdgState: env.XDG_STATE_HOME,
    cwd: workingDirectory(),
    session: env.OLDHAND_SESSION,
    isAgent: env.CLAUDECODE === "1" || env.OLDHAND_ACTOR === "agent",
    isOff: isSwitchedOff(env) || env.OLDHAND_INTERNAL === "1",
    started: { node: process.execPath, program: process.argv[1] },
    token: env.OLDHAND_TOKEN,
    variables: env,
    clock: isTest && env.OLDHAND_NOW_FILE ? clockIn(env.OLDHAND_NOW_FILE) : systemClock,
    at: isTest && env.OLDHAND_KILLPOINT ? killAt(env.OLDHAND_KILLPOINT) : () => {},
  };
}

/** `OLDHAND_OFF` with any value but `0` switches oldhand off; the shell scripts in `capture/init` have the same rule. */
export function isSwitchedOff({ OLDHAND_OFF = "" }: Env["variables"]): boolean {
  return OLDHAND_OFF !== "" && OLDHAND_OFF !== "0";
}

function workingDirectory(): string | undefined {
  try {
    return process.cwd();
  } catch {
    return undefined; // it was deleted; the caller says so where it matters
  }
}
