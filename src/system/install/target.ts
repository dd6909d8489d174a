/** A program that oldhand can be installed into: an agent, an editor or a shell. */
import type { AgentInstall } from "../../agents/agent.ts";
import type { DesiredChange, InstallMachine, OldhandPaths } from "../../agents/desired-change.ts";

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
