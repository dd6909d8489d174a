/** Runs one approved command as it was approved, in its directory. */
import { runInShell, type ShellMeans, type ShellRun } from "./shell.ts";

type CommandMeans = Omit<ShellMeans, "onReport">;

export function runCommand(command: string, means: CommandMeans): Promise<ShellRun> {
  return runInShell(command, means);
}
