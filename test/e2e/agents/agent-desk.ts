/** An isolated environment for a real agent: its own home and repository, and a model that plays a script. */
import { spawn } from "node:child_process";
import { mkdirSync } from "node:fs";
import { dirname, join } from "node:path";
import { type Cleaning, makeRepo, tempDir } from "../../fixtures/git-repo.ts";
import { giveUpAfter, patience } from "../../fixtures/patience.ts";
import { type ModelServer, modelServer, type Reply } from "./model-server.ts";
import { type AgentProgram, fileOf, programOf, type Start, settle } from "./programs.ts";

export type AgentRun = { readonly status: number | null; readonly out: string; readonly err: string };

export type AgentDesk = {
  /** HOME of the agent and of what it starts. */
  readonly home: string;
  /** The repository that it works in. */
  readonly project: string;
  readonly model: ModelServer;
  /** All that the agent sees of the environment. */
  readonly env: Readonly<Record<string, string>>;
  /** Runs the agent once, from its start to its end, with the replies that its model gives. */
  run(start: Start, ...replies: readonly Reply[]): Promise<AgentRun>;
};

export type DeskOptions = { readonly variables?: Readonly<Record<string, string>> };

/** A process that hangs for this long will not finish. */
const LIMIT_MS = 180_000;

export async function agentDesk(
  t: Cleaning,
  name: AgentProgram,
  { variables = {} }: DeskOptions = {},
): Promise<AgentDesk> {
  const home = tempDir(t, "home");
  const project = makeRepo(t, { dir: join(home, "app") });
  const model = await modelServer(t);
  const program = programOf(name);
  const ground = { home, origin: model.origin };
  settle(name, ground);
  const temporary = join(home, "tmp");
  mkdirSync(temporary);
  const env = {
    // Its hooks may start Node.
    PATH: `${dirname(process.execPath)}:/usr/local/bin:/usr/bin:/bin`,
    HOME: home,
    TMPDIR: temporary,
    USER: "dev",
    SHELL: "/bin/bash",
    LANG: "C.UTF-8",
    TZ: "UTC",
    GIT_CONFIG_NOSYSTEM: "1",
    // Its hooks get more time on a busy machine.
    OLDHAND_TEST: "1",
    OLDHAND_SLOWNESS: String(patience(1)),
    ...program.variables(ground),
    ...variables,
  };
  return {
    home,
    project,
    model,
    env,
    run: (start, ...replies) => {
      model.script(...replies);
      return ran(program.argv(fileOf(name), start), { cwd: project, env });
    },
  };
}

function ran(argv: readonly string[], { cwd, env }: { cwd: string; env: Record<string, string> }): Promise<AgentRun> {
  const child = spawn(argv[0]!, argv.slice(1), { cwd, env, stdio: ["ignore", "pipe", "pipe"] });
  const cancel = giveUpAfter(LIMIT_MS, () => child.kill());
  const output = { out: "", err: "" };
  child.stdout.setEncoding("utf8").on("data", (text) => {
    output.out += text;
  });
  child.stderr.setEncoding("utf8").on("data", (text) => {
    output.err += text;
  });
  return new Promise((resolve, reject) => {
    child.on("error", reject);
    child.on("close", (status) => {
      cancel();
      resolve({ status, ...output });
    });
  });
}
