/** Finds out who started this command if no variable says so: an agent's process above it, or a person at a terminal. */
import { agentOfProcess } from "../core/session/agent-processes.ts";
import { parentProcesses } from "../run/parent-processes.ts";
import type { Env, SeenCaller } from "./environment.ts";

type Surroundings = {
  readonly parents: () => readonly (readonly string[])[];
  /** Whether stdin, stdout or stderr is a terminal. */
  readonly hasTerminal: () => boolean;
};

/** Looks once, and only if an act depends on it. */
export function withSeenCaller(env: Env, surroundings: Surroundings = ofThisProcess()): Env {
  let seen: SeenCaller | undefined;
  return {
    ...env,
    seenCaller() {
      seen ??= callerIn(surroundings);
      return seen;
    },
  };
}

/** An agent may give its commands a terminal, so its process counts first. */
function callerIn({ parents, hasTerminal }: Surroundings): SeenCaller {
  for (const argv of parents()) {
    const by = agentOfProcess(argv);
    if (by !== undefined) return { who: "agent", by };
  }
  return { who: hasTerminal() ? "person" : "unknown" };
}

function ofThisProcess(): Surroundings {
  return {
    parents: () => parentProcesses(process.ppid),
    hasTerminal: () => [0, 1, 2].some((fd) => process.getBuiltinModule("node:tty").isatty(fd)),
  };
}
