/** Reads the environment, once, into what oldhand needs of it. No other file reads it. */

import { isAgentShell } from "../../agents/recognise.ts";
import { type Clock, systemClock } from "../../core/base/clock.ts";
import type { OtherAct } from "../../remember/authority.ts";
import type { AtStep } from "../../store/files/durable-files.ts";
import type { HomeEnv } from "../../store/files/home.ts";
import { clockIn, killAt } from "../../store/test-hooks.ts";

/** `by` is the agent that a parent process belongs to; a detached process left the session that it was started in. */
export type SeenCaller =
  | { readonly who: "person" }
  | { readonly who: "unknown"; readonly detached?: "yes" | "perhaps" }
  | { readonly who: "agent"; readonly by: string };

export type Env = HomeEnv & {
  /** Undefined if the directory was deleted. */
  readonly cwd: string | undefined;
  readonly session: string | undefined;
  /** An agent made this call, not a person; `callerOf` also looks at `seenCaller`. */
  readonly isAgent: boolean;
  /** Looks for a terminal and for agents among the parent processes; absent: whoever made this vouches for a person. */
  readonly seenCaller?: () => SeenCaller;
  /** Told each act that the caller was allowed because it counts as the person. */
  readonly onPersonAct?: (act: OtherAct) => void;
  /** The person turned oldhand off here, or oldhand itself started this process. */
  readonly isOff?: boolean;
  /** Which face the call came through, for history and sources; absent: the command line. */
  readonly face?: "mcp" | "page";
  /** The Node and the file that run this: what other programs are configured to start. */
  readonly started?: { readonly node: string; readonly program: string | undefined };
  /** The token that HTTP callers must send. */
  readonly token?: string | undefined;
  /** Passed on to started programs. */
  readonly variables: Readonly<Record<string, string | undefined>>;
  readonly clock: Clock;
  /** In tests: how many times slower than usual the machine is. The time limits of hooks are multiplied by it. */
  readonly slowness?: number;
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
    isAgent: isAgentShell(env),
    isOff: isSwitchedOff(env) || env.OLDHAND_INTERNAL === "1",
    started: { node: process.execPath, program: process.argv[1] },
    token: env.OLDHAND_TOKEN,
    variables: env,
    clock: isTest && env.OLDHAND_NOW_FILE ? clockIn(env.OLDHAND_NOW_FILE) : systemClock,
    slowness: (isTest && Number(env.OLDHAND_SLOWNESS)) || 1,
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
    return undefined; // it was deleted; callers that need it say so
  }
}
