/** How a command is recognised as an agent's: by the variables that agents set in shells, and by the processes above it. */
import type { Variables } from "../core/base/home-folder.ts";
import { agentsWith } from "./all.ts";

type Marks = { readonly variables: readonly string[]; readonly values?: Readonly<Record<string, string>> };

/** What marks a shell of an agent. `OLDHAND_ACTOR=agent` does too; no value of it makes an agent's shell a person's. */
export function agentMarks(): readonly Marks[] {
  const said: Marks[] = [{ variables: ["AI_AGENT"], values: { OLDHAND_ACTOR: "agent" } }];
  return [...agentsWith("marks").map(({ marks }) => marks), ...said];
}

export function isAgentShell(env: Variables): boolean {
  return agentMarks().some((marks) => isMarked(env, marks));
}

/** The agent whose marks are among the variables that a process was started with. */
export function agentMarkedIn(env: Variables): string | undefined {
  const named = agentsWith("marks").find(({ marks }) => isMarked(env, marks))?.title;
  return named ?? (isAgentShell(env) ? "an agent" : undefined);
}

function isMarked(env: Variables, { variables, values }: Marks): boolean {
  if (variables.some((name) => (env[name] ?? "") !== "")) return true;
  return values !== undefined && Object.entries(values).every(([name, value]) => env[name] === value);
}

/** The names of all agents' programs. */
export function agentPrograms(): readonly string[] {
  return agentsWith("process").flatMap(({ process }) => process.programs);
}

/** The agent whose process has these arguments, the program's name first. */
export function agentOfProcess(argv: readonly string[]): string | undefined {
  const [program = "", ...rest] = argv;
  // An interpreter's own options come before the script.
  const script = INTERPRETER.test(programOf(program)) ? rest.find((word) => !word.startsWith("-")) : undefined;
  const paths = script === undefined ? [program] : [program, script];
  return agentsWith("process").find(({ process: { programs, packages = [] } }) =>
    paths.some((path) => programs.includes(programOf(path)) || packages.some((folder) => path.includes(`/${folder}/`))),
  )?.title;
}

const INTERPRETER = /^(?:node(?:js)?|bun|deno|tsx|python[\d.]*|pypy[\d.]*|MainThread)$/;

/** The name of the program that a process runs; tmux writes a colon after its own. */
export function programName([program = ""]: readonly string[]): string {
  return programOf(program).replace(/:$/, "");
}

/** The last part of a path, without the ending of a script; a login shell starts with a dash. */
function programOf(path: string): string {
  return (path.split(/[\\/]/).at(-1) ?? "").replace(/^-/, "").replace(/\.(?:[cm]?js|[cm]?ts|py|exe)$/, "");
}
